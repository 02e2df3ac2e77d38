/** A portal for the benchmark: the embedded, durable PostgreSQL on a new folder, and the API. */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNameCheck } from "@portico/server/adapters/name-check/name-check.ts";
import { createOutside } from "@portico/server/adapters/outside/outside.ts";
import { createSharepoint } from "@portico/server/adapters/sharepoint/sharepoint.ts";
import { sql } from "kysely";
import { createAntivirus } from "../server/adapters/antivirus/antivirus.ts";
import { createFiles } from "../server/adapters/files/files.ts";
import { createGeography } from "../server/adapters/geography/geography.ts";
import { createMail } from "../server/adapters/mail/mail.ts";
import { buildApi } from "../server/app.ts";
import { openDatabase } from "../server/database/open.ts";
import { withoutReplica } from "../server/database/replica.ts";
import { declared } from "../server/declared.ts";
import { createNotifier } from "../server/domains/notifications/notifications.ts";
import { createMetrics } from "../server/http/metrics.ts";
import { sha256 } from "../server/http/session.ts";
import { installJobs } from "../server/jobs/start.ts";
import { readConfig } from "../server/kernel/config.ts";
import { createEvents } from "../server/kernel/events.ts";
import { createLog } from "../server/kernel/logging.ts";
import { createSeal } from "../server/seal/seal.ts";
import { createVault } from "../server/secrets/vault.ts";
import { openWorkers } from "../server/workers/open.ts";

export interface BenchUser {
  id: number;
  token: string;
}

export type BenchPortal = Awaited<ReturnType<typeof openPortal>>;

/** On a temporary folder, deleted at the end; or on one that is kept. With DATABASE_URL the database is that one. */
export async function openPortal(kept?: string) {
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), "portico-bench-")));
  const { DATABASE_URL, FIRM_KEY } = process.env;
  const settings = {
    DATA_DIR: dataDir,
    RATE_LIMITS: "off",
    LOG_LEVEL: process.env["LOG_LEVEL"] ?? "warn",
    DEMO: "off",
    DATABASE_URL,
    FIRM_KEY,
  };
  const config = readConfig(settings);
  const database = await openDatabase(config);
  await installJobs(database.connection);
  const { db, pool, sessions } = database;
  const vault = createVault({ db, config });
  await vault.prepare();
  const log = createLog(config);
  const events = createEvents();
  const unsealed = {
    config,
    db,
    pool,
    sessions,
    reports: withoutReplica(db),
    events,
    mail: createMail({ config }),
    notifier: createNotifier({ config }),
    domains: declared,
    geography: createGeography(config),
    vault,
    files: createFiles({ config, vault }),
    antivirus: createAntivirus(config),
    nameCheck: createNameCheck({ config, report: () => undefined }),
    outside: createOutside({ allowed: config.insideAddresses }),
    sharepoint: createSharepoint({ config }),
    workers: openWorkers({ connection: database.connection, log, events }),
    now: () => new Date(),
    log,
  };
  const services = { ...unsealed, seal: await createSeal({ ...unsealed, firm: async () => "Portico" }) };
  const app = await buildApi(services, { operations: { metrics: createMetrics() } });
  async function openSession(userId: number): Promise<string> {
    const token = randomBytes(32).toString("base64url");
    await db
      .insertInto("session")
      .values({ user_id: userId, token_hash: sha256(token), expires_at: sql<Date>`now() + interval '12 hours'` })
      .execute();
    return token;
  }
  return {
    app,
    services,
    database,
    /** A client with a client number and an open session. */
    async user(name: string): Promise<BenchUser> {
      const { id } = await db
        .insertInto("app_user")
        .values({
          email: `${name}@bench.example`,
          name,
          password_hash: "none",
          state: "postKYC",
          email_confirmed_at: sql<Date>`now()`,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await db
        .insertInto("holder_account")
        .values({ holder_type: "user", holder_id: id, client_number: name })
        .execute();
      return { id, token: await openSession(id) };
    },
    /** A member of the back office with an open session. */
    async staff(name = "office"): Promise<BenchUser> {
      const { id } = await db
        .insertInto("app_user")
        .values({
          email: `${name}@bench.example`,
          name: "Office",
          role: "office",
          password_hash: "none",
          state: "postKYC",
          email_confirmed_at: sql<Date>`now()`,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return { id, token: await openSession(id) };
    },
    openSession,
    async close() {
      await app.close();
      await services.workers.close();
      await database.close();
      if (kept === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
