/** A migrated database for one test file, cloned from the run's template in a few tens of milliseconds. */
import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { type ConnectionSettings, openKysely, openPool } from "../database/connect.ts";
import type { Database } from "../database/open.ts";
import { openPipeline } from "../database/pipeline.ts";
import { type Reports, withoutReplica } from "../database/replica.ts";
import { appRole, ownerRole, retentionRole } from "../database/roles.ts";
import { templateName } from "./cluster.ts";

export interface TestDatabase extends Database {
  /** The role that owns the tables: to arrange data that the application role cannot. */
  owner: ConnectionSettings;
  superuser: ConnectionSettings;
  /** Of connections that can only read, as a replica's: a call that writes where it is declared `fromReplica` fails. */
  reports: Reports;
}

/** Clones the template; `close()` ends the pool and drops the clone. Call it in beforeAll, close in afterAll. */
export async function createTestDatabase(options: { poolSize?: number } = {}): Promise<TestDatabase> {
  const { host, port, passwords, pooler } = inject("cluster");
  const name = `test_${randomBytes(8).toString("hex")}`;
  const as = (user: string, password: string, database = name): ConnectionSettings => ({
    host,
    port,
    user,
    password,
    database,
  });
  const admin = new Client(as("postgres", passwords.superuser, "postgres"));
  await admin.connect();
  // The template's files are copied; writing them through the log costs three times as much.
  await admin.query(`create database ${name} template ${templateName} owner ${ownerRole} strategy file_copy`);
  await admin.query(`revoke all on database ${name} from public`);
  await admin.query(`grant connect on database ${name} to ${appRole}, ${retentionRole}`);
  await admin.end();
  const connection = as(appRole, passwords.app);
  const size = options.poolSize ?? 5;
  const prepared = !pooler;
  const pool = openPool({ connection: { ...connection, ...pooler }, size, prepared, name: "portico test" });
  const sessions = openPipeline({ connection: { ...connection, ...pooler }, prepared, name: "portico test" });
  const listening = pooler ? openPool({ connection, size, prepared: false, name: "portico test" }) : pool;
  const db = openKysely(pool);
  const readOnly = openKysely(
    openPool({
      connection: { ...connection, session: { default_transaction_read_only: "on" } },
      size: 2,
      prepared: false,
      name: "portico test",
    }),
  );
  return {
    db,
    reports: withoutReplica(readOnly),
    pool,
    sessions,
    listening,
    asking: db,
    connection,
    retentionConnection: as(retentionRole, passwords.retention),
    owner: as(ownerRole, passwords.owner),
    superuser: as("postgres", passwords.superuser),
    migrated: [],
    embedded: null,
    async close() {
      await db.destroy();
      await readOnly.destroy();
      await sessions.end();
      if (listening !== pool) await listening.end();
      const dropper = new Client(as("postgres", passwords.superuser, "postgres"));
      await dropper.connect();
      await dropper.query(`drop database if exists ${name} with (force)`);
      await dropper.end();
    },
  };
}
