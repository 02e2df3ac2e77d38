/** Opens the database for portal.ts, commands and tests: embedded or external, migrated, with a pool per purpose. */
import type { Kysely } from "kysely";
import { Client, Pool } from "pg";
import type { Config } from "../kernel/config.ts";
import { type ConnectionSettings, openKysely, openPool } from "./connect.ts";
import { type EmbeddedServer, startEmbedded } from "./embedded/supervisor.ts";
import { migrate } from "./migrate.ts";
import {
  appRole,
  ownerRole,
  prepareEmbeddedDatabase,
  prepareEmbeddedRoles,
  prepareExternalRoles,
  retentionRole,
} from "./roles.ts";
import type { DB } from "./schema.generated.ts";

export interface Database {
  /** For services: the application role. */
  db: Kysely<DB>;
  /** The pool under `db`, for code that uses `pg` directly (the sockets' adapter, COPY). */
  pool: Pool;
  /** How to connect as the application role, for parts with their own connections (jobs). */
  connection: ConnectionSettings;
  /** How to connect as the retention role. */
  retentionConnection: ConnectionSettings;
  /** Migrations run by this start. */
  migrated: readonly string[];
  /** The embedded server, if there is one. */
  embedded: EmbeddedServer | null;
  /** Ends the pool, then releases the embedded server. */
  close: () => Promise<void>;
}

interface Report {
  info: (message: string) => void;
  warn: (message: string) => void;
}
const silent: Report = { info: () => undefined, warn: () => undefined };

/** Name of the portal's database in the embedded server. */
export const embeddedDatabase = "portico";

interface Access {
  owner: ConnectionSettings;
  app: ConnectionSettings;
  retention: ConnectionSettings;
}

async function withClient<T>(connection: ConnectionSettings, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(connection);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** How the roles connect to a database of the embedded server. */
export function embeddedAccess(server: EmbeddedServer, database: string): Access & { superuser: ConnectionSettings } {
  const as = (user: string): ConnectionSettings => ({
    host: server.host,
    port: server.port,
    database,
    user,
    password: server.password(user),
  });
  return { owner: as(ownerRole), app: as(appRole), retention: as(retentionRole), superuser: as("postgres") };
}

async function prepareEmbedded(server: EmbeddedServer): Promise<Access> {
  const access = embeddedAccess(server, embeddedDatabase);
  await withClient({ ...access.superuser, database: "postgres" }, async (superuser) => {
    await prepareEmbeddedRoles(superuser, server.password);
    await prepareEmbeddedDatabase(superuser, embeddedDatabase);
  });
  return access;
}

/**
 * With one address, its user owns the tables and takes the application role for daily work; with two, each has its own.
 */
async function prepareExternal(config: Config, url: string): Promise<Access> {
  const ownerUrl = config.databaseOwnerUrl ?? url;
  const user = await withClient({ connectionString: url }, async (client) => {
    const { rows } = await client.query<{ name: string; version: number }>(
      "select session_user as name, current_setting('server_version_num')::int as version",
    );
    if ((rows[0]?.version ?? 0) < 150_000) throw new Error("The portal needs PostgreSQL 15 or later.");
    return rows[0]?.name ?? "";
  });
  await withClient({ connectionString: ownerUrl }, (owner) => prepareExternalRoles(owner, user));
  return {
    owner: { connectionString: ownerUrl },
    app: { connectionString: url, role: appRole },
    retention: { connectionString: ownerUrl, role: retentionRole },
  };
}

/** Runs the migrations as the owner, over a connection that is closed afterwards. */
export async function migrateAs(owner: ConnectionSettings, only?: readonly string[]): Promise<string[]> {
  const pool = openPool({ connection: owner, size: 2, prepared: false, name: "portico migrate" });
  const db = openKysely(pool);
  try {
    return await migrate(db, only);
  } finally {
    await db.destroy();
  }
}

/**
 * Starts or connects to the database, migrates it and opens the pool; `begun` is an embedded server that is already
 * started.
 */
export async function openDatabase(
  config: Config,
  report: Report = silent,
  begun?: Promise<EmbeddedServer>,
): Promise<Database> {
  const embedded = config.databaseUrl
    ? null
    : await (begun ?? startEmbedded({ dataDir: config.dataDir, report: (message) => report.warn(message) }));
  try {
    const access = embedded ? await prepareEmbedded(embedded) : await prepareExternal(config, config.databaseUrl ?? "");
    const migrated = await migrateAs(access.owner);
    for (const name of migrated) report.info(`migration ${name} done`);
    const pool = openPool({
      connection: access.app,
      size: config.databasePool,
      prepared: config.databasePrepared,
      name: "portico",
      // A pooler in transaction mode does not accept session settings.
      ...(config.databasePrepared && { statementLimitMs: 60_000 }),
      report: (error) => report.warn(`a database connection was lost: ${error.message}`),
    });
    const db = openKysely(pool);
    return {
      db,
      pool,
      connection: access.app,
      retentionConnection: access.retention,
      migrated,
      embedded,
      async close() {
        await db.destroy();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}
