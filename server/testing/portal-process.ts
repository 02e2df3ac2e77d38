/** Portal processes on the embedded database that tests kill, and the rows whose commit was acknowledged. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import { expect, onTestFinished, vi } from "vitest";
import { isAlive } from "../database/embedded/postmaster.ts";
import { type Database, embeddedAccess, embeddedDatabase, openDatabase } from "../database/open.ts";
import { readConfig } from "../kernel/config.ts";

export const openAt = (dataDir: string): Promise<Database> => openDatabase(readConfig({ DATA_DIR: dataDir }));
export const pidOf = (database: Database): number => database.embedded?.pid() ?? 0;
export const ended = (pid: number): Promise<true> =>
  vi.waitUntil(() => !isAlive(pid), { timeout: 10_000, interval: 20 });

/** Runs a statement as the cluster's superuser. */
export async function superuser(database: Database, statement: string): Promise<void> {
  if (!database.embedded) throw new Error("not embedded");
  const client = new Client(embeddedAccess(database.embedded, embeddedDatabase).superuser);
  await client.connect();
  await client.query(statement);
  await client.end();
}
/** Lays the files of a database in a data folder, and waits until its server has stopped. */
export async function layDatabase(dataDir: string, statement?: string): Promise<void> {
  const database = await openAt(dataDir);
  if (statement !== undefined) await superuser(database, statement);
  await database.close();
  await ended(pidOf(database));
}

/** The table that writing-portal.ts writes. */
export const writtenTable =
  "create table written (id bigint primary key); grant select, insert on written to portico_app";

export interface WritingPortal {
  child: ChildProcess;
  acknowledged: Set<number>;
  /** Process id of the database server it connected to. */
  pid: number;
  /** Number of times the database was unavailable. */
  away: number;
}

/** Starts a portal process that writes rows from this number on; it is killed at the end of the test. */
export function startWriting(dataDir: string, start: number): WritingPortal {
  const child = spawn(process.execPath, [join(import.meta.dirname, "writing-portal.ts"), String(start)], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const state: WritingPortal = { child, acknowledged: new Set(), pid: 0, away: 0 };
  let rest = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith("pid ")) state.pid = Number(line.slice(4));
      else if (line === "away") state.away += 1;
      else state.acknowledged.add(Number(line));
    }
  });
  return state;
}
export const written = (state: WritingPortal, atLeast: number): Promise<void> =>
  expect.poll(() => state.acknowledged.size, { timeout: 10_000, interval: 10 }).toBeGreaterThan(atLeast);

/** Acknowledged rows that are missing in the database. */
export async function lost(database: Database, acknowledged: Iterable<number>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${[...acknowledged]}::bigint[]) as id except select id from written`.execute(database.db);
  return rows.map((row) => row.id);
}
