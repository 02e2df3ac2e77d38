/** A primary and a standby that follows it, both embedded servers, for tests of what is read from a replica. */
import { execFileSync } from "node:child_process";
import { appendFile, chown, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import type { ConnectionSettings } from "../database/connect.ts";
import { type EmbeddedServer, startEmbedded } from "../database/embedded/supervisor.ts";
import { embeddedAccess, embeddedDatabase, migrateAs } from "../database/open.ts";
import { prepareEmbeddedDatabase, prepareEmbeddedRoles } from "../database/roles.ts";
import { ended } from "./portal-process.ts";

export interface Pair {
  primary: ReturnType<typeof embeddedAccess>;
  /** Address of a database of the standby as a role. */
  standbyUrl: (role: string, database?: string) => string;
  /** Runs a statement as superuser; its rows. */
  onPrimary: (statement: string) => Promise<unknown[]>;
  onStandby: (statement: string) => Promise<unknown[]>;
  stopStandby: () => Promise<void>;
  startStandby: () => Promise<void>;
  close: () => Promise<void>;
}

const both = ["max_wal_senders=4", "synchronous_commit=on"];
const ofStandby = ["wal_retrieve_retry_interval=100ms", "max_standby_streaming_delay=100ms"];

async function run(settings: ConnectionSettings, statement: string): Promise<unknown[]> {
  const client = new Client(settings);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

async function stop(server: EmbeddedServer): Promise<void> {
  const pid = server.pid() ?? 0;
  await server.stop();
  await ended(pid);
}

/** Makes the files of a migrated database, copies them, and starts both servers; in two folders that exist. */
export async function startPair(first: string, second: string): Promise<Pair> {
  const start = (dataDir: string, more: string[] = []) =>
    startEmbedded({ dataDir, durable: false, settings: [...both, ...more] });
  let server = await start(first);
  const primary = embeddedAccess(server, embeddedDatabase);
  const superuser = new Client({ ...primary.superuser, database: "postgres" });
  await superuser.connect();
  await prepareEmbeddedRoles(superuser, server.password);
  await prepareEmbeddedDatabase(superuser, embeddedDatabase);
  await superuser.end();
  await migrateAs(primary.owner);
  await stop(server);

  execFileSync("cp", ["-Rp", `${first}/.`, second]);
  const data = join(second, "database/data");
  const settings = join(data, "postgresql.auto.conf");
  const from = `host=${primary.superuser.host} port=${primary.superuser.port} user=postgres password=${primary.superuser.password}`;
  await appendFile(settings, `primary_conninfo = '${from}'\n`);
  const signal = join(data, "standby.signal");
  await writeFile(signal, "");
  const { uid, gid } = await stat(data);
  await chown(signal, uid, gid);

  server = await start(first);
  let standby = await start(second, ofStandby);
  const standbyAs = embeddedAccess(standby, embeddedDatabase);
  return {
    primary,
    standbyUrl(role, database = embeddedDatabase) {
      const { host = "", port } = standbyAs.app;
      return `postgres://${role}:${standby.password(role)}@${encodeURIComponent(host)}:${port}/${database}`;
    },
    onPrimary: (statement) => run(primary.superuser, statement),
    onStandby: (statement) => run(standbyAs.superuser, statement),
    stopStandby: () => stop(standby),
    async startStandby() {
      standby = await start(second, ofStandby);
    },
    async close() {
      await stop(standby);
      await stop(server);
    },
  };
}
