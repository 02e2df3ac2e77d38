/** The API as one Fastify application, without listening: every domain's calls with their handlers. */
import cookie from "@fastify/cookie";
import type { Endpoint } from "@portico/api/endpoint.ts";
import { type Api, api } from "@portico/api/index.ts";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { analyticsRoutes } from "./domains/analytics/analytics.routes.ts";
import { bankAccountsRoutes } from "./domains/bank-accounts/bank-accounts.routes.ts";
import { cannedAnswersRoutes } from "./domains/canned-answers/canned-answers.routes.ts";
import { chatsRoutes } from "./domains/chats/chats.routes.ts";
import { colleaguesRoutes } from "./domains/colleagues/colleagues.routes.ts";
import { companiesRoutes } from "./domains/companies/companies.routes.ts";
import { contentRoutes } from "./domains/content/content.routes.ts";
import { contractsRoutes } from "./domains/contracts/contracts.routes.ts";
import { countriesRoutes } from "./domains/countries/countries.routes.ts";
import { dataFieldsRoutes } from "./domains/data-fields/data-fields.routes.ts";
import { distributionGroupsRoutes } from "./domains/distribution-groups/distribution-groups.routes.ts";
import { documentsRoutes } from "./domains/documents/documents.routes.ts";
import { filesRoutes } from "./domains/files/files.routes.ts";
import { formsRoutes } from "./domains/forms/forms.routes.ts";
import { fundsRoutes } from "./domains/funds/funds.routes.ts";
import { recordStaffAccess } from "./domains/holders/holders.service.ts";
import { importsRoutes } from "./domains/imports/imports.routes.ts";
import { jobsRoutes } from "./domains/jobs/jobs.routes.ts";
import { marketDataRoutes } from "./domains/market-data/market-data.routes.ts";
import { moneyRoutes } from "./domains/money/money.routes.ts";
import { notificationsRoutes } from "./domains/notifications/notifications.routes.ts";
import { portfoliosRoutes } from "./domains/portfolios/portfolios.routes.ts";
import { proposalsRoutes } from "./domains/proposals/proposals.routes.ts";
import { savedViewsRoutes } from "./domains/saved-views/saved-views.routes.ts";
import { sessionsRoutes } from "./domains/sessions/sessions.routes.ts";
import { consumeFreshCode, resolveViewer, roleOfCookie } from "./domains/sessions/sessions.viewer.service.ts";
import { settingsRoutes } from "./domains/settings/settings.routes.ts";
import { sharepointRoutes } from "./domains/sharepoint/sharepoint.routes.ts";
import { ticketsRoutes } from "./domains/tickets/tickets.routes.ts";
import { timelineRoutes } from "./domains/timeline/timeline.routes.ts";
import { uploadsRoutes } from "./domains/uploads/uploads.routes.ts";
import { usersRoutes } from "./domains/users/users.routes.ts";
import { verificationRoutes } from "./domains/verification/verification.routes.ts";
import { viewAsRoutes } from "./domains/view-as/view-as.routes.ts";
import { findOpenView } from "./domains/view-as/view-as.service.ts";
import { allowPages, apiPrefix } from "./http/api-address.ts";
import { installBodies } from "./http/bodies.ts";
import { createBodyGate, defaultBodyLimit } from "./http/body-gate.ts";
import { compressAnswers } from "./http/compressed.ts";
import { closeQuietConnections, connectionOptions, refuseOddRequests, refuseTunnels } from "./http/connections.ts";
import { installDocumentation } from "./http/documentation.ts";
import { answerRefusal, installErrors, refusalOf } from "./http/errors.ts";
import type { Handlers } from "./http/handlers.ts";
import { installHeaders } from "./http/headers.ts";
import { createLimits } from "./http/limits.ts";
import type { Lookups } from "./http/lookups.ts";
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

/** A declared call without a handler does not compile. */
const handlers: { [Domain in keyof Api]: Handlers<Api[Domain]> } = {
  sessions: sessionsRoutes,
  users: usersRoutes,
  forms: formsRoutes,
  files: filesRoutes,
  documents: documentsRoutes,
  uploads: uploadsRoutes,
  sharepoint: sharepointRoutes,
  contracts: contractsRoutes,
  content: contentRoutes,
  tickets: ticketsRoutes,
  portfolios: portfoliosRoutes,
  funds: fundsRoutes,
  bankAccounts: bankAccountsRoutes,
  imports: importsRoutes,
  marketData: marketDataRoutes,
  companies: companiesRoutes,
  money: moneyRoutes,
  notifications: notificationsRoutes,
  dataFields: dataFieldsRoutes,
  cannedAnswers: cannedAnswersRoutes,
  chats: chatsRoutes,
  proposals: proposalsRoutes,
  savedViews: savedViewsRoutes,
  colleagues: colleaguesRoutes,
  timeline: timelineRoutes,
  viewAs: viewAsRoutes,
  jobs: jobsRoutes,
  distributionGroups: distributionGroupsRoutes,
  settings: settingsRoutes,
  countries: countriesRoutes,
  verification: verificationRoutes,
  analytics: analyticsRoutes,
};

const lookups: Lookups = { resolveViewer, roleOfCookie, consumeFreshCode, findOpenView, recordStaffAccess };

/**
 * Builds the API over wired services. Paths work with and without the prefix `/api` or the path of API_BASE, and with
 * or without a trailing slash.
 */
export async function buildApi(
  services: Services,
  { operations }: { operations: Operations },
): Promise<FastifyInstance> {
  const { config } = services;
  const prefix = apiPrefix(config);
  const app = Fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    // One line per call is written in http/operations.ts, without the path's values.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: defaultBodyLimit,
    ...connectionOptions,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    requestIdHeader: false,
    genReqId: requestIds(),
    // Paths that match no route (badly encoded, too long) are refused like others.
    frameworkErrors: (error, request, reply) => void answerRefusal(request, reply, refusalOf(error)),
    rewriteUrl: (request) => (request.url ?? "/").replace(prefix, "").replace(/^(?!\/)/, "/"),
  });
  closeQuietConnections(app);
  refuseTunnels(app);
  refuseOddRequests(app);
  app.setValidatorCompiler(textValidatorCompiler);
  installBodies(app);
  app.setSerializerCompiler(rememberingSerializer);
  app.decorateRequest("viewer", null);
  app.decorateRequest("admittedAt", 0);
  installErrors(app);
  await app.register(cookie);
  installHeaders(app);
  compressAnswers(app);
  await allowPages(app, config);
  await installDocumentation(app, services, lookups);
  installOperations(app, services, operations);

  const mounting = {
    services,
    lookups,
    limits: createLimits(services.pool, { on: config.rateLimits }),
    gate: createBodyGate(),
  };
  for (const [name, endpoints] of Object.entries(api))
    mount(app, name, endpoints, handlers[name as keyof Api], mounting);
  await app.ready();
  return app;
}
