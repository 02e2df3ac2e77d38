/** Reports on a real standby: an embedded server that follows another. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { Pool } from "pg";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { ConfigError } from "../kernel/config.ts";
import { isDatabaseAway } from "../kernel/database-errors.ts";
import type { Db } from "../kernel/transaction.ts";
import { type Pair, startPair } from "../testing/standby.ts";
import { transact } from "../unit-of-work/transact.ts";
import { openKysely, openPool } from "./connect.ts";
import { openReports, type ReplicaFailure, type Reports } from "./replica.ts";

let pair: Pair;
let folders: string[];
let pool: Pool;
let db: Db;
const processId = randomUUID();

beforeAll(async () => {
  folders = await Promise.all([1, 2].map(() => mkdtemp(join(tmpdir(), "portico-pair-"))));
  pair = await startPair(folders[0] ?? "", folders[1] ?? "");
  pool = openPool({ connection: pair.primary.app, size: 4, prepared: true, name: "portico test" });
  db = openKysely(pool);
  await pair.onPrimary(`
    insert into portal_process (id, host, pid, build, kind, key_name, files_store, mail_store, sharepoint_store, bus, alone, started_at)
    values ('${processId}', 'here', 1, 'b1', 'all', 'k', 'f', 'm', 's', 'database', '{}', now())`);
}, 120_000);
afterAll(async () => {
  await db.destroy();
  await pair.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
});

/** What was reported, and where calls read. */
let told: (string | null)[];
let servers: string[];
beforeEach(() => {
  told = [];
  servers = [];
});

function open(url = pair.standbyUrl("portico_app"), id = processId): Reports {
  const reports = openReports({
    url,
    pool,
    size: 2,
    processId: id,
    report: (failure) => void told.push(failure?.problem ?? null),
    count: (server) => void servers.push(server),
    // Tests look themselves.
    watchMs: 3_600_000,
  });
  onTestFinished(() => reports.close());
  return reports;
}
async function openGood(): Promise<Reports> {
  const reports = open();
  await expect.poll(() => reports.look(), { timeout: 10_000 }).toBeUndefined();
  told = [];
  return reports;
}

const isStandby = async (on: Db): Promise<boolean | undefined> =>
  (await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(on)).rows[0]?.standby;
let written = 0;
/** Commits a row on the primary; its name. */
async function write(): Promise<string> {
  const name = `row ${(written += 1)}`;
  await db.insertInto("data_field").values({ label: name }).execute();
  return name;
}
const has = async (on: Db, name: string): Promise<boolean> =>
  (await on.selectFrom("data_field").select("id").where("label", "=", name).executeTakeFirst()) !== undefined;

test("a report reads from the standby, and finds what was committed just before", async () => {
  const reports = await openGood();
  for (let times = 0; times < 20; times++) {
    const name = await write();
    expect(await reports.read(async (on) => [await isStandby(on), await has(on, name)])).toEqual([true, true]);
  }
  expect(servers).toEqual(Array(20).fill("replica"));
});

test("a transaction of any isolation that the portal uses runs on the standby", async () => {
  const reports = await openGood();
  const read = (on: Db) => on.transaction().setIsolationLevel("repeatable read").execute(isStandby);
  expect(await reports.read(read)).toBe(true);
});

test("while the standby does not replay, a report finds what was committed, on the primary", async () => {
  const reports = await openGood();
  await pair.onStandby("select pg_wal_replay_pause()");
  const name = await write();
  const read = () => reports.read(async (on) => [await isStandby(on), await has(on, name)]);
  expect(await read()).toEqual([false, true]);
  expect(reports.state()).toBe("behind");
  await reports.look();
  expect(told).toEqual(["behind"]);
  await pair.onStandby("select pg_wal_replay_resume()");
  await expect.poll(() => reports.look(), { timeout: 10_000 }).toBeUndefined();
  expect([told, await read()]).toEqual([
    ["behind", null],
    [true, true],
  ]);
});

test("what the standby cancels runs again on the primary, once", async () => {
  const reports = await openGood();
  await write();
  const runs: (boolean | undefined)[] = [];
  const read = reports.read(async (on) => {
    const standby = await isStandby(on);
    runs.push(standby);
    if (standby) await sql`select count(*), pg_sleep(20) from data_field`.execute(on);
    return standby;
  });
  await expect
    .poll(() => pair.onStandby("select from pg_stat_activity where query like '%pg_sleep(20)%'"))
    .toHaveLength(2);
  await pair.onPrimary("delete from data_field");
  await pair.onPrimary("vacuum data_field");
  expect(await read).toBe(false);
  expect(runs).toEqual([true, false]);
});

test("a call that writes where it reads fails, not as if the database were away", async () => {
  const reports = await openGood();
  const error = await reports.read((on) => on.deleteFrom("data_field").execute()).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ message: expect.stringMatching(/declared fromReplica writes/) });
  expect(isDatabaseAway(error)).toBe(false);
});

test("a unit of work in a report writes on the primary", async () => {
  const reports = await openGood();
  await reports.read(async (on) => {
    await transact({ db: on, primary: db, system: "test" }, async (tx) => tx.audit("audit.anchored", "audit"));
  });
  const rows = await db.selectFrom("audit_entry").select("action").execute();
  expect(rows).toContainEqual({ action: "audit.anchored" });
});

test("of reports on the primary, a part runs at once, so that calls keep the other connections", async () => {
  const reports = await openGood();
  await pair.onStandby("select pg_wal_replay_pause()");
  onTestFinished(async () => void (await pair.onStandby("select pg_wal_replay_resume()")));
  await write();
  await reports.look();
  const backend = (on: Db) => sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.02)`.execute(on);
  const found = await Promise.all(Array.from({ length: 8 }, () => reports.read(backend)));
  expect(new Set(found.map(({ rows }) => rows[0]?.pid)).size).toBe(2);
});

test("without the standby reports read from the primary, and from the standby once it is back", async () => {
  const reports = await openGood();
  const under = reports.read(async (on) => {
    const standby = await isStandby(on);
    if (standby) await sql`select pg_sleep(20)`.execute(on);
    return standby;
  });
  await expect
    .poll(() => pair.onStandby("select from pg_stat_activity where query like '%pg_sleep(20)%'"))
    .toHaveLength(2);
  await pair.stopStandby();
  expect(await under).toBe(false);
  expect(await reports.read(isStandby)).toBe(false);
  expect(await reports.look()).toMatchObject({ problem: "away", setting: "DATABASE_REPLICA_URL" });
  await pair.startStandby();
  await expect.poll(() => reports.look(), { timeout: 10_000 }).toBeUndefined();
  expect([told, await reports.read(isStandby)]).toEqual([["away", null], true]);
});

test.each([
  ["no standby", () => urlOfPrimary(), processId, "notStandby", false],
  ["another database", () => pair.standbyUrl("portico_app", "postgres"), processId, "otherDatabase", true],
  [
    "a database that does not know this process",
    () => pair.standbyUrl("portico_app"),
    randomUUID(),
    "otherDatabase",
    true,
  ],
  ["another role", () => pair.standbyUrl("postgres"), processId, "role", true],
] as const)("an address of %s is told, and not read", async (_, url, id, problem, isWrong) => {
  const reports = open(url(), id);
  let failure: ReplicaFailure | undefined;
  await expect.poll(async () => (failure = await reports.look())?.problem, { timeout: 10_000 }).toBe(problem);
  expect(failure?.message).toContain("DATABASE_REPLICA_URL");
  expect(failure instanceof ConfigError).toBe(isWrong);
  expect(await reports.read(isStandby)).toBe(false);
});

function urlOfPrimary(): string {
  const { host = "", port, user, password, database } = pair.primary.app;
  return `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/${database}`;
}
