import { type ChildProcess, spawn } from "node:child_process";
import { chmod, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { readConfig } from "../../config.ts";
import { temporaryFolder } from "../../testing/folder.ts";
import { type Database, embeddedAccess, embeddedDatabase, openDatabase } from "../open.ts";
import { isAlive } from "./postmaster.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const processes: ChildProcess[] = [];
afterEach(() => {
  for (const child of processes.splice(0)) child.kill("SIGKILL");
});

const openAt = (dataDir: string): Promise<Database> => openDatabase(readConfig({ DATA_DIR: dataDir }));
const pidOf = (database: Database): number => database.embedded?.pid() ?? 0;
const ended = (pid: number) => expect.poll(() => isAlive(pid), { timeout: 10_000, interval: 20 }).toBe(false);

async function superuser(database: Database, statement: string): Promise<void> {
  if (!database.embedded) throw new Error("not embedded");
  const client = new pg.Client(embeddedAccess(database.embedded, embeddedDatabase).superuser);
  await client.connect();
  await client.query(statement);
  await client.end();
}
const writtenTable = "create table written (id bigint primary key); grant select, insert on written to portico_app";

/** A portal process that writes, with what it was told is safe. */
function writer(dataDir: string, start: number) {
  const child = spawn(process.execPath, [join(root, "server/testing/writing-portal.ts"), String(start)], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"],
  });
  processes.push(child);
  const state = { child, acknowledged: new Set<number>(), pid: 0, away: 0 };
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
const written = (state: { acknowledged: Set<number> }, atLeast: number) =>
  expect.poll(() => state.acknowledged.size, { timeout: 10_000, interval: 10 }).toBeGreaterThan(atLeast);

/** Acknowledged rows that the database does not have. */
async function lost(database: Database, acknowledged: Iterable<number>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${[...acknowledged]}::bigint[]) as id except select id from written`.execute(database.db);
  return rows.map((row) => row.id);
}

test("an initialised data folder starts in well under a second and keeps what was written", async () => {
  const dataDir = await temporaryFolder();
  const first = await openAt(dataDir);
  await superuser(first, `${writtenTable}; insert into written values (1)`);
  await first.close();
  await ended(pidOf(first));
  const begin = performance.now();
  const second = await openAt(dataDir);
  expect(performance.now() - begin).toBeLessThan(1000);
  expect(await lost(second, [1])).toEqual([]);
  expect((await stat(join(dataDir, "database", "password"))).mode & 0o777).toBe(0o600);
  await second.close();
});

test("node killed at any moment loses no acknowledged row, and the server follows it down", async () => {
  const dataDir = await temporaryFolder();
  await openAt(dataDir).then(async (database) => {
    await superuser(database, writtenTable);
    await database.close();
  });
  const acknowledged = new Set<number>();
  let server = 0;
  for (let round = 1; round <= 4; round += 1) {
    const state = writer(dataDir, round * 1_000_000);
    await written(state, 50 * round);
    state.child.kill("SIGKILL");
    for (const id of state.acknowledged) acknowledged.add(id);
    server = state.pid;
  }
  await ended(server);
  const database = await openAt(dataDir);
  expect(acknowledged.size).toBeGreaterThan(500);
  expect(await lost(database, acknowledged)).toEqual([]);
  await database.close();
});

test("the database killed under writes is started again, and no acknowledged row is lost", async () => {
  const dataDir = await temporaryFolder();
  const database = await openAt(dataDir);
  await superuser(database, writtenTable);
  const state = writer(dataDir, 0);
  for (let round = 1; round <= 3; round += 1) {
    const before = state.acknowledged.size;
    await written(state, before + 100);
    const pid = pidOf(database);
    process.kill(pid, "SIGKILL");
    await expect.poll(() => pidOf(database) !== 0 && pidOf(database) !== pid, { timeout: 10_000 }).toBe(true);
  }
  await written(state, state.acknowledged.size + 100);
  expect(state.away).toBeGreaterThan(0);
  state.child.kill("SIGKILL");
  await expect.poll(() => lost(database, state.acknowledged).catch(() => null)).toEqual([]);
  await database.close();
});

test("a second portal on the same folder joins the server, which stays up for whoever is left", async () => {
  const dataDir = await temporaryFolder();
  const [first, second] = await Promise.all([openAt(dataDir), openAt(dataDir)]);
  await superuser(first, writtenTable);
  expect(pidOf(first)).toBe(pidOf(second));
  const other = writer(dataDir, 0);
  await written(other, 10);
  expect(other.pid).toBe(pidOf(first));
  await first.close();
  other.child.kill("SIGKILL");
  await pause(300);
  expect(await lost(second, other.acknowledged)).toEqual([]);
  expect(isAlive(pidOf(second))).toBe(true);
  await second.close();
  await ended(pidOf(second));
});

test("a left-over lock file whose number now belongs to another program does not stop the start", async () => {
  const dataDir = await temporaryFolder();
  const first = await openAt(dataDir);
  const lock = join(dataDir, "database", "data", "postmaster.pid");
  const text = await readFile(lock, "utf8");
  await first.close();
  await ended(pidOf(first));
  const other = spawn("sleep", ["30"], { uid: (await stat(join(dataDir, "database", "data"))).uid });
  processes.push(other);
  await writeFile(lock, text.replace(/^\d+/, String(other.pid)));
  const second = await openAt(dataDir);
  expect((await sql<{ one: number }>`select 1 as one`.execute(second.db)).rows).toEqual([{ one: 1 }]);
  await second.close();
});

test("files of another major version are refused with what to do", async () => {
  const dataDir = await temporaryFolder();
  await mkdir(join(dataDir, "database", "data"), { recursive: true });
  await writeFile(join(dataDir, "database", "data", "PG_VERSION"), "17\n");
  await expect(openAt(dataDir)).rejects.toThrow(/written by PostgreSQL 17.*backup/);
});

test.runIf(process.getuid?.() === 0)("root's own closed folder works too", async () => {
  const outer = await temporaryFolder();
  await chmod(outer, 0o700);
  const database = await openAt(join(outer, "data"));
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database.db);
  expect(rows).toEqual([{ one: 1 }]);
  await database.close();
  await rm(join(outer, "data"), { recursive: true });
});

test("a folder whose path is too long for a socket works too", async () => {
  const dataDir = join(await temporaryFolder(), "x".repeat(120));
  const database = await openAt(dataDir);
  expect((await sql<{ one: number }>`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
  await database.close();
  await rm(database.embedded?.host ?? "", { recursive: true });
});
