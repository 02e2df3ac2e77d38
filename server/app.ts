/** The API as one Fastify application, without listening: every domain's calls with their handlers. */
import cookie from "@fastify/cookie";
import type { Endpoint } from "@portico/api/endpoint.ts";
import { type Api, api } from "@portico/api/index.ts";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { mounted } from "./declared.ts";
import { recordAccess } from "./domains/holders/holders.ts";
import { installBackChannel } from "./domains/identity/logout/back-channel.ts";
import { installScim } from "./domains/identity/scim/install.ts";
import { resolveCaller } from "./domains/machines/caller.ts";
import { exposeKeys } from "./domains/machines/exposed.ts";
import { findReportOwner } from "./domains/reports/reports.ts";
import { consumeFreshCode, findCookieRole } from "./domains/sessions/viewer.ts";
import { findOpenView } from "./domains/view-as/view-as.ts";
import { allowPages, apiPrefix } from "./http/api-address.ts";
import { installBodies } from "./http/bodies.ts";
import { createBodyGate, defaultBodyLimit } from "./http/body-gate.ts";
import { compressAnswers } from "./http/compressed.ts";
import { closeQuietConnections, connectionOptions, refuseOddRequests, refuseTunnels } from "./http/connections.ts";
import { installDocumentation } from "./http/documentation.ts";
import { answerRefusal, installErrors, refusalOf } from "./http/errors.ts";
import { refuseKeysInAddresses } from "./http/exposed-keys.ts";
import { installHeaders } from "./http/headers.ts";
import { createLimits } from "./http/limits.ts";
import type { Lookups } from "./http/lookups.ts";
import { installOperations, type Operations } from "./http/operations.ts";
import { mount } from "./http/routes.ts";
import { rememberingSerializer } from "./http/serialise.ts";
import { guardReadTogether } from "./http/together.ts";
import { textValidatorCompiler } from "./http/validation.ts";
import type { Services } from "./kernel/context.ts";
import { requestIds } from "./kernel/logging.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    endpoint?: Endpoint;
  }
}

const lookups: Lookups = {
  resolveViewer: resolveCaller,
  roleOfCookie: findCookieRole,
  consumeFreshCode,
  findOpenView,
  findOwner: (db, _of, id) => findReportOwner(db, id),
  exposeKeys,
  recordAccess,
};

/** Without calls, for a process that runs jobs alone: `/health`, `/ready` and `/metrics`. */
export async function buildOperations(services: Services, operations: Operations): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: services.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    ...connectionOptions,
    requestIdHeader: false,
    genReqId: requestIds(),
    frameworkErrors: (error, request, reply) => void answerRefusal(request, reply, refusalOf(error)),
  });
  installHeaders(app);
  closeQuietConnections(app, operations.stopping);
  refuseTunnels(app);
  refuseOddRequests(app);
  app.decorateRequest("viewer", null);
  installErrors(app);
  installOperations(app, services, operations);
  await app.ready();
  return app;
}

/**
 * Builds the API over wired services. Paths work with and without the prefix `/api` or the path of API_BASE, and with
 * or without a trailing slash.
 */
export async function buildApi(
  services: Services,
  { operations, build = "" }: { operations: Operations; build?: string },
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
  installHeaders(app);
  closeQuietConnections(app, operations.stopping);
  refuseTunnels(app);
  refuseOddRequests(app);
  app.setValidatorCompiler(textValidatorCompiler);
  installBodies(app);
  app.setSerializerCompiler(rememberingSerializer);
  app.decorateRequest("viewer", null);
  app.decorateRequest("admittedAt", 0);
  app.decorateRequest("about", undefined);
  refuseKeysInAddresses(app, services, lookups);
  guardReadTogether(app);
  installErrors(app);
  await app.register(cookie);
  compressAnswers(app);
  await allowPages(app, config);
  await installDocumentation(app, services, lookups);
  installOperations(app, services, operations);

  const limits = createLimits(services.pool, { on: config.rateLimits });
  await installBackChannel(app, services, limits);
  await installScim(app, services, limits);
  const mounting = {
    services,
    lookups,
    limits,
    gate: createBodyGate(),
    build,
  };
  for (const [name, endpoints] of Object.entries(api))
    mount(app, name, endpoints, mounted[name as keyof Api].routes, mounting);
  await app.ready();
  return app;
}
