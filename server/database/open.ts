/** Opens the database for portal.ts, commands and tests: embedded or external, migrated, with a pool per purpose. */
import type { Kysely } from "kysely";
import type { Pool } from "pg";
import type { Config } from "../kernel/config.ts";
import { type ConnectionSettings, openKysely, openPool, withClient } from "./connect.ts";
import type { EmbeddedServer } from "./embedded/supervisor.ts";
import { type Access, checkExternal, prepareExternal } from "./external.ts";
import { migrate } from "./migrate.ts";
import { openPipeline, type Pipeline } from "./pipeline.ts";
import { appRole, ownerRole, prepareEmbeddedDatabase, prepareEmbeddedRoles, retentionRole } from "./roles.ts";
import type { DB } from "./schema.generated.ts";

export interface Database {
  /** For services: the application role. */
  db: Kysely<DB>;
  /** The pool under `db`, for code that uses `pg` directly (the sockets' adapter, COPY). */
  pool: Pool;
  /** For the select of the session, which every call begins with. */
  sessions: Pipeline;
  /** For asking whether the database answers: a connection that waits for no call. */
  asking: Kysely<DB>;
  /** For the connection that listens for notifications of other processes; past a pooler. */
  listening: Pool;
  /** How to connect as the application role past a pooler, for parts with their own connections (jobs, threads). */
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

/** How the roles connect to a database of the embedded server. */
export function embeddedAccess(
  server: EmbeddedServer,
  database: string,
): Access & { owner: ConnectionSettings; superuser: ConnectionSettings } {
  const as = (user: string): ConnectionSettings => ({
    host: server.host,
    port: server.port,
    database,
    user,
    password: server.password(user),
  });
  const app = as(appRole);
  return {
    owner: as(ownerRole),
    app,
    direct: app,
    retention: as(retentionRole),
    superuser: as("postgres"),
    prepared: true,
  };
}

/** Imported on demand: a firm with its own database runs none of this. */
async function startEmbeddedServer({ dataDir }: Config, { warn }: Report): Promise<EmbeddedServer> {
  const { startEmbedded } = await import("./embedded/supervisor.ts");
  return startEmbedded({ dataDir, report: warn });
}

async function prepareEmbedded(server: EmbeddedServer): Promise<Access> {
  const access = embeddedAccess(server, embeddedDatabase);
  await withClient({ ...access.superuser, database: "postgres" }, async (superuser) => {
    await prepareEmbeddedRoles(superuser, server.password);
    await prepareEmbeddedDatabase(superuser, embeddedDatabase);
  });
  return access;
}

/** Runs the migrations as the owner, over a connection that is closed afterwards. */
export async function migrateAs(
  owner: ConnectionSettings,
  which: { only?: readonly string[]; folder?: string } = {},
): Promise<string[]> {
  const pool = openPool({ connection: owner, size: 2, prepared: false, name: "portico migrate" });
  const db = openKysely(pool);
  try {
    return await migrate(db, which);
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
  const embedded = config.databaseUrl ? null : await (begun ?? startEmbeddedServer(config, report));
  try {
    const prepared = embedded ? await prepareEmbedded(embedded) : await prepareExternal(config);
    const migrated = prepared.owner ? await migrateAs(prepared.owner) : [];
    for (const name of migrated) report.info(`migration ${name} done`);
    const access = embedded ? prepared : await checkExternal(config, prepared);
    const lost = (error: Error): void => report.warn(`a database connection was lost: ${error.message}`);
    const pool = openPool({
      connection: access.app,
      size: config.databasePool,
      prepared: access.prepared,
      name: "portico",
      report: lost,
    });
    const sessions = openPipeline({
      connection: access.app,
      prepared: access.prepared,
      name: "portico sessions",
      report: lost,
    });
    const listening =
      access.direct === access.app
        ? pool
        : openPool({ connection: access.direct, size: 2, prepared: false, name: "portico events", report: lost });
    const db = openKysely(pool);
    const asking = openKysely(
      openPool({ connection: access.app, size: 1, prepared: false, name: "portico ready", report: lost }),
    );
    return {
      db,
      asking,
      pool,
      sessions,
      listening,
      connection: access.direct,
      retentionConnection: access.retention,
      migrated,
      embedded,
      async close() {
        await db.destroy();
        await asking.destroy();
        await sessions.end();
        if (listening !== pool) await listening.end();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}
