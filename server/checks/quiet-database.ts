/** The database as checks read it: one connection in a transaction that the server itself keeps from writing; nothing is started. */
import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Finding } from "@portico/api/rules/set-up-checks.ts";
import pg from "pg";
import { type ConnectionSettings, typeParsers } from "../database/connect.ts";
import { embeddedDatabase } from "../database/open.ts";
import { appRole } from "../database/roles.ts";
import type { Config } from "../kernel/config.ts";
import { startFailure } from "../kernel/start-failure.ts";
import { found, messageOf, withDetail } from "./check.ts";

/** Runs a statement; each is a transaction of its own that cannot write. */
export type Ask = <Row>(statement: string, values?: unknown[]) => Promise<Row[]>;

export type QuietDatabase = { ask: Ask } | { ask: null; problem: Finding };

const patienceMs = 8000;

/** Statements wait for each other: it is one connection. `isBusy`: one is under way. */
function askOn(client: pg.ClientBase): { ask: Ask; isBusy: () => boolean } {
  let last: Promise<unknown> = Promise.resolve();
  let underWay = 0;
  async function run<Row>(statement: string, values: unknown[]): Promise<Row[]> {
    await client.query("begin read only");
    try {
      await client.query(`set local statement_timeout = ${patienceMs}`);
      return (await client.query(statement, values)).rows as Row[];
    } finally {
      await client.query("rollback");
    }
  }
  function ask<Row>(statement: string, values: unknown[] = []): Promise<Row[]> {
    underWay += 1;
    const mine = last.then(() => run<Row>(statement, values)).finally(() => (underWay -= 1));
    last = mine.catch(() => undefined);
    return mine;
  }
  return { ask, isBusy: () => underWay > 0 };
}

/** What is wrong with an address of a database, in the words of the start. */
export function awayFinding(error: unknown, setting: string): Finding {
  const { message } = startFailure(error instanceof Error ? Object.assign(error, { setting }) : error);
  const text = typeof message === "string" ? message.trim() : messageOf(error);
  return withDetail(found("databaseAway", { setting }), text);
}

/** Where the embedded server runs, or why it cannot be asked. */
async function findEmbedded({ dataDir }: Config): Promise<ConnectionSettings | Finding> {
  const folder = join(dataDir, "database");
  try {
    if (!(await stat(folder).catch(absent))) return found("databaseNotMade", { folder: dataDir });
    // Imported on demand, as everywhere.
    const { findRunning } = await import("../database/embedded/cluster.ts");
    const running = await findRunning(dataDir, appRole);
    if (!running) return found("databaseStopped");
    return { ...running, port: 5432, user: appRole, database: embeddedDatabase };
  } catch (error) {
    const { path = folder } = error as NodeJS.ErrnoException;
    return withDetail(found("databaseUnreadable", { file: path }), messageOf(error));
  }
}

const absent = (error: NodeJS.ErrnoException): null => {
  if (error.code === "ENOENT") return null;
  throw error;
};

/** Works with a new connection to an address of the settings, as it is. */
export async function askAt<T>(connection: ConnectionSettings, work: (ask: Ask) => Promise<T>): Promise<T> {
  const { session: _, ...where } = connection;
  const client = new pg.Client({
    ...where,
    types: typeParsers,
    application_name: "portico check-setup",
    connectionTimeoutMillis: patienceMs,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(askOn(client).ask);
  } finally {
    // A connection that never came about has nothing to end.
    await client.end().catch(() => undefined);
  }
}

/** Opens the database of the settings for `work`; what cannot be opened is told, not thrown. */
export async function withQuietDatabase<T>(config: Config, work: (database: QuietDatabase) => Promise<T>): Promise<T> {
  const { databaseUrl } = config;
  const connection = databaseUrl === undefined ? await findEmbedded(config) : { connectionString: databaseUrl };
  if ("code" in connection) return work({ ask: null, problem: connection });
  let opened = false;
  try {
    return await askAt(connection, async (ask) => {
      await ask("select 1");
      opened = true;
      return await work({ ask });
    });
  } catch (error) {
    if (opened) throw error;
    return await work({
      ask: null,
      problem:
        databaseUrl === undefined
          ? withDetail(found("databaseStopped"), messageOf(error))
          : awayFinding(error, "DATABASE_URL"),
    });
  }
}

/** A connection of a running portal's pool. */
export async function withPool<T>(pool: pg.Pool, work: (database: QuietDatabase) => Promise<T>): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => awayFinding(error, "DATABASE_URL"));
  if ("code" in client) return work({ ask: null, problem: client });
  const { ask, isBusy } = askOn(client);
  try {
    return await work({ ask });
  } finally {
    // What a check still waits for must not be met by the next call.
    client.release(isBusy());
  }
}
