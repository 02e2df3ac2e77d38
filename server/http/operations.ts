/** Endpoints for operators: health, readiness, metrics; and one log line per call. */
import type { FastifyInstance } from "fastify";
import type { ReplicaState } from "../database/replica.ts";
import type { Services } from "../kernel/context.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { Db } from "../kernel/transaction.ts";
import { health, ready } from "./health.ts";
import { installInstallation } from "./installation.ts";
import { type Metrics, mayReadMetrics } from "./metrics.ts";

export interface Operations {
  metrics: Metrics;
  /** By which `/ready` asks the database; by the pool of the calls without. */
  asking?: Db;
  /** For `/ready`: the portal's processes that live, and by how much this machine's clock is ahead of the database's. */
  processes?: () => { processes: number; withJobs: number; clockAheadSeconds: number };
  /** Why reports are not read from the replica; undefined without one. */
  replica?: () => ReplicaState | undefined;
  /** Of this process in the database, for `/installation`. */
  processId?: string;
  /** Aborted when the process begins to stop. */
  stopping?: AbortSignal;
  /** Whether the database answers past its pooler. */
  reachesDirect?: () => boolean;
  /** Whether Redis carries what processes tell each other; undefined where the database does. */
  reachesRedis?: (() => boolean) | undefined;
}

/** Registers `/health`, `/ready`, `/metrics` and `/installation`, outside the API's documentation. */
export function installOperations(app: FastifyInstance, services: Services, operations: Operations): void {
  const { db, config } = services;
  const { metrics, asking = db, processes, processId, replica, stopping, reachesDirect, reachesRedis } = operations;
  if (processId !== undefined) installInstallation(app, services, processId);
  const schema = { hide: true };
  // A balancer asks every second.
  app.get("/health", { schema, logLevel: "warn" }, async (_request, reply) => {
    const { status, body } = health();
    return reply.code(status).send(body);
  });
  app.get("/ready", { schema, logLevel: "warn" }, async (_request, reply) => {
    const { status, body } = await ready(asking, {
      stopping: stopping?.aborted ?? false,
      reachesDirect: reachesDirect?.() ?? true,
      reachesRedis: reachesRedis?.() ?? true,
      ...config,
    });
    if (status !== 200) return reply.code(status).send(body);
    const state = replica?.();
    // Without it everything works: only a warning.
    const also = state === undefined ? {} : { replica: state ?? "ok" };
    return reply.code(status).send({ ...body, ...processes?.(), ...also });
  });
  app.get("/metrics", { schema }, async (request, reply) => {
    const caller = {
      address: request.socket.remoteAddress ?? "",
      forwarded: request.headers["x-forwarded-for"] !== undefined,
      authorization: request.headers.authorization,
    };
    // The pages' port is public; monitoring uses API_PORT.
    const onPages = request.socket.localPort === config.port;
    if (onPages || !mayReadMetrics(caller, config.metricsToken)) throw new Refusal("notFound");
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  app.addHook("onResponse", (request, reply, next) => {
    const route = request.routeOptions.url ?? "unknown";
    const ms = Math.round(reply.elapsedTime * 10) / 10;
    metrics.observeCall({ method: request.method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    request.log.info(
      { method: request.method, route, status: reply.statusCode, ms, userId: request.viewer?.userId },
      "call",
    );
    next();
  });
}
