/** The API over a test's own database, with calls as a given user: the typed client, in-process. */
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Api, api } from "@portico/api";
import { type ApiRequest, type Client, createClient, type Transport } from "@portico/api/client.ts";
import type { Download } from "@portico/api/endpoint.ts";
import { ApiError, type Problem } from "@portico/api/errors.ts";
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Role } from "@portico/api/permissions.ts";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { sql } from "kysely";
import { createAntivirus } from "../adapters/antivirus/antivirus.ts";
import { createFiles } from "../adapters/files/files.ts";
import { createGeography } from "../adapters/geography/geography.ts";
import { createMail } from "../adapters/mail/mail.ts";
import { createNameCheck } from "../adapters/name-check/name-check.ts";
import { createOutside } from "../adapters/outside/outside.ts";
import { createSharepoint } from "../adapters/sharepoint/sharepoint.ts";
import { buildApi } from "../app.ts";
import { declared } from "../declared.ts";
import { createNotifier } from "../domains/notifications/notifications.ts";
import { createMetrics } from "../http/metrics.ts";
import { sha256 } from "../http/session.ts";
import { type Config, readConfig } from "../kernel/config.ts";
import type { Services } from "../kernel/context.ts";
import { createEvents } from "../kernel/events.ts";
import { createLog } from "../kernel/logging.ts";
import { createSeal } from "../seal/seal.ts";
import { createVault } from "../secrets/vault.ts";
import { openWorkers } from "../workers/open.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { createFailedCalls, type FailedCalls } from "./failed-calls.ts";
import { undeclaredIn } from "./undeclared.ts";

export interface TestUser {
  id: number;
  name: string;
  token: string;
  client: Client<Api>;
}

export interface TestApp {
  app: FastifyInstance;
  services: Services;
  database: TestDatabase;
  /** Calls without a session, as from a program (not a browser). */
  anonymous: Client<Api>;
  withToken(token: string): Client<Api>;
  /** A new user with an open session. */
  as(role: Role, more?: { state?: HolderState; clientNumber?: string; name?: string }): Promise<TestUser>;
  /** Another process of the same portal: its own API and events over the same database. */
  another(): Promise<Pick<TestApp, "app" | "services" | "withToken" | "close">>;
  close(): Promise<void>;
}

/** A file that a call returned, with the name from its header. */
function downloadOf({ headers, rawPayload }: LightMyRequestResponse): Download {
  const name = /filename\*=UTF-8''([^;]+)/.exec(String(headers["content-disposition"]))?.[1] ?? "";
  return {
    name: decodeURIComponent(name),
    media_type: String(headers["content-type"]),
    content: new Uint8Array(rawPayload),
  };
}

function transportOf(app: FastifyInstance, token: string | null, failed: FailedCalls): Transport {
  return async ({ method, path, body, binary }: ApiRequest) => {
    const answer = await app.inject({
      method,
      url: path,
      headers: {
        accept: "application/json, application/problem+json",
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body instanceof Uint8Array && { "content-type": "application/octet-stream" }),
      },
      ...(body !== undefined && { payload: body instanceof Uint8Array ? Buffer.from(body) : (body as object) }),
    });
    if (answer.statusCode < 300 && binary) return downloadOf(answer);
    if (answer.statusCode < 300) return answer.json();
    const problem = answer.json<Problem>();
    const cause = failed.causeOf(problem.requestId);
    throw Object.assign(new ApiError(problem), cause && { cause });
  };
}

let users = 0;

/** Builds the API on its own database; rate limits are off unless a test is about them. */
export async function createTestApp(settings: Partial<Config> = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const dataDir = join(tmpdir(), `portico-test-${randomBytes(8).toString("hex")}`);
  const config: Config = {
    ...readConfig({
      DATA_DIR: dataDir,
      RATE_LIMITS: "off",
      LOG_LEVEL: "silent",
      FIRM_KEY: randomBytes(32).toString("base64"),
      DEMO: "off",
    }),
    ...settings,
  };
  const vault = createVault({ db: database.db, config });
  const failed = createFailedCalls();
  const log =
    config.logLevel === "silent" ? createLog({ ...config, logLevel: "error" }, failed.log) : createLog(config);
  const events = createEvents();
  const unsealed: Omit<Services, "seal"> = {
    config,
    db: database.db,
    pool: database.pool,
    sessions: database.sessions,
    reports: database.reports,
    events,
    mail: createMail({ config }),
    notifier: createNotifier({ config }),
    domains: declared,
    geography: createGeography(config),
    vault,
    files: createFiles({ config, vault }),
    antivirus: createAntivirus(config),
    nameCheck: createNameCheck({
      config,
      report: (reason) => log.warn({ reason }, "the owner of an account could not be checked"),
    }),
    outside: createOutside({ allowed: config.insideAddresses }),
    sharepoint: createSharepoint({ config }),
    workers: openWorkers({ connection: database.connection, log, events }),
    now: () => new Date(),
    log,
  };
  const services: Services = { ...unsealed, seal: await createSeal({ ...unsealed, firm: async () => "Portico" }) };
  const build = (of: Services) => buildApi(of, { operations: { metrics: createMetrics() } });
  const app = await build(services);
  const withToken = (token: string | null): Client<Api> => createClient(api, transportOf(app, token, failed));
  return {
    app,
    services,
    database,
    anonymous: withToken(null),
    withToken,
    async as(role, { state = "postKYC", clientNumber, name } = {}) {
      const number = ++users;
      const called = name ?? `User ${number}`;
      const { id } = await database.db
        .insertInto("app_user")
        .values({
          email: `user${number}@test.example`,
          name: called,
          password_hash: "none",
          role,
          state,
          email_confirmed_at: sql<Date>`now()`,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      if (clientNumber !== undefined)
        await database.db
          .insertInto("holder_account")
          .values({ holder_type: "user", holder_id: id, client_number: clientNumber })
          .execute();
      const token = randomBytes(32).toString("base64url");
      await database.db
        .insertInto("session")
        .values({ user_id: id, token_hash: sha256(token), expires_at: sql<Date>`now() + interval '12 hours'` })
        .execute();
      return { id, name: called, token, client: withToken(token) };
    },
    async another() {
      const own = { ...services, events: createEvents() };
      const second = await build(own);
      return {
        app: second,
        services: own,
        withToken: (token) => createClient(api, transportOf(second, token, failed)),
        close: () => second.close(),
      };
    },
    async close() {
      await app.close();
      await services.workers.close();
      const undeclared = await undeclaredIn(database.db);
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
      if (undeclared.length > 0) throw new Error(`The audit log holds what is not declared: ${undeclared.join(", ")}`);
    },
  };
}
