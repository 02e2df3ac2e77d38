/** The API as one Fastify application, apart from listening: every domain, listed by hand. */
import cookie from "@fastify/cookie";
import { analytics } from "@portico/api/analytics.ts";
import { companies } from "@portico/api/companies.ts";
import { countries } from "@portico/api/countries.ts";
import { dataFields } from "@portico/api/data-fields.ts";
import type { Endpoint } from "@portico/api/endpoint.ts";
import { files } from "@portico/api/files.ts";
import { forms } from "@portico/api/forms/endpoints.ts";
import { imports } from "@portico/api/imports.ts";
import { marketData } from "@portico/api/market-data.ts";
import { notifications } from "@portico/api/notifications.ts";
import { portfolios } from "@portico/api/portfolios.ts";
import { sessions } from "@portico/api/sessions.ts";
import { settings } from "@portico/api/settings.ts";
import { staffDesk } from "@portico/api/staff-desk.ts";
import { users } from "@portico/api/users.ts";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { analyticsRoutes } from "./domains/analytics/analytics.routes.ts";
import { companiesRoutes } from "./domains/companies/companies.routes.ts";
import { countriesRoutes } from "./domains/countries/countries.routes.ts";
import { dataFieldsRoutes } from "./domains/data-fields/data-fields.routes.ts";
import { filesRoutes } from "./domains/files/files.routes.ts";
import { formsRoutes } from "./domains/forms/forms.routes.ts";
import { importsRoutes } from "./domains/imports/imports.routes.ts";
import { marketDataRoutes } from "./domains/market-data/market-data.routes.ts";
import { notificationsRoutes } from "./domains/notifications/notifications.routes.ts";
import { portfoliosRoutes } from "./domains/portfolios/portfolios.routes.ts";
import { sessionsRoutes } from "./domains/sessions/sessions.routes.ts";
import { settingsRoutes } from "./domains/settings/settings.routes.ts";
import { staffDeskRoutes } from "./domains/staff-desk/staff-desk.routes.ts";
import { usersRoutes } from "./domains/users/users.routes.ts";
import { allowPages, apiPrefix } from "./http/api-address.ts";
import { installBodies } from "./http/bodies.ts";
import { createBodyGate, defaultBodyLimit } from "./http/body-gate.ts";
import { closeQuietConnections, connectionOptions, refuseTunnels } from "./http/connections.ts";
import { installDocumentation } from "./http/documentation.ts";
import { answerRefusal, installErrors, refusalOf } from "./http/errors.ts";
import { installHeaders } from "./http/headers.ts";
import { createLimits } from "./http/limits.ts";
import { installOperations, type Operations } from "./http/operations.ts";
import { mount } from "./http/routes.ts";
import { rememberingSerializer } from "./http/serialise.ts";
import { textValidatorCompiler } from "./http/validation.ts";
import type { Services } from "./kernel/context.ts";
import { requestIds } from "./kernel/logging.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

/** Builds the API over wired services. Paths answer with and without `/api`, or the path of API_BASE, in front and a slash behind. */
export async function buildApi(
  services: Services,
  { operations }: { operations: Operations },
): Promise<FastifyInstance> {
  const { config } = services;
  const prefix = apiPrefix(config);
  const app = Fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    // One line per call is written in http/operations.ts, without what a path may hold.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: defaultBodyLimit,
    ...connectionOptions,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    requestIdHeader: false,
    genReqId: requestIds(),
    // Paths that reach no route (badly encoded, too long) are answered as every other refusal.
    frameworkErrors: (error, request, reply) => void answerRefusal(request, reply, refusalOf(error)),
    rewriteUrl: (request) => (request.url ?? "/").replace(prefix, "").replace(/^(?!\/)/, "/"),
  });
  closeQuietConnections(app);
  refuseTunnels(app);
  app.setValidatorCompiler(textValidatorCompiler);
  installBodies(app);
  app.setSerializerCompiler(rememberingSerializer);
  app.decorateRequest("viewer", null);
  installErrors(app);
  await app.register(cookie);
  installHeaders(app);
  await allowPages(app, config);
  await installDocumentation(app, config);
  installOperations(app, services, operations);

  const mounting = { services, limits: createLimits(services.pool, { on: config.rateLimits }), gate: createBodyGate() };
  mount(app, "sessions", sessions, sessionsRoutes, mounting);
  mount(app, "users", users, usersRoutes, mounting);
  mount(app, "forms", forms, formsRoutes, mounting);
  mount(app, "files", files, filesRoutes, mounting);
  mount(app, "portfolios", portfolios, portfoliosRoutes, mounting);
  mount(app, "imports", imports, importsRoutes, mounting);
  mount(app, "marketData", marketData, marketDataRoutes, mounting);
  mount(app, "companies", companies, companiesRoutes, mounting);
  mount(app, "notifications", notifications, notificationsRoutes, mounting);
  mount(app, "dataFields", dataFields, dataFieldsRoutes, mounting);
  mount(app, "staffDesk", staffDesk, staffDeskRoutes, mounting);
  mount(app, "settings", settings, settingsRoutes, mounting);
  mount(app, "countries", countries, countriesRoutes, mounting);
  mount(app, "analytics", analytics, analyticsRoutes, mounting);
  await app.ready();
  return app;
}
