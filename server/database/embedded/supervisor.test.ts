import { execFile, spawn } from "node:child_process";
import { chmod, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { copiesOf, temporaryFolder } from "../../testing/folder.ts";
import {
  ended,
  layDatabase,
  lost,
  openAt,
  pidOf,
  startWriting,
  superuser,
  written,
  writtenTable,
} from "../../testing/portal-process.ts";
import { isAlive } from "./postmaster.ts";

const laidFolder = copiesOf(layDatabase);

test("an initialised data folder starts again and keeps what was written", async () => {
  const dataDir = await laidFolder();
  const first = await openAt(dataDir);
  await superuser(first, `${writtenTable}; insert into written values (1)`);
  await first.close();
  await ended(pidOf(first));
  const second = await openAt(dataDir);
  expect(await lost(second, [1])).toEqual([]);
  expect((await stat(join(dataDir, "database", "password"))).mode & 0o777).toBe(0o600);
  await second.close();
});

test("a second portal on the same folder joins the server, which stays up for whoever is left", async () => {
  const dataDir = await temporaryFolder();
  const [first, second] = await Promise.all([openAt(dataDir), openAt(dataDir)]);
  await superuser(first, writtenTable);
  expect(pidOf(first)).toBe(pidOf(second));
  const other = startWriting(dataDir, 0);
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

test("whoever joined a running server, as the operator's commands do, leaves no process behind", async () => {
  const dataDir = await laidFolder();
  const watchers = async () => {
    const { stdout } = await promisify(execFile)("ps", ["-eo", "args"]);
    return stdout.split("\n").filter((line) => line.includes("portico-database-watcher") && line.includes(dataDir))
      .length;
  };
  const portal = await openAt(dataDir);
  expect(await watchers()).toBe(1);
  for (let round = 0; round < 3; round += 1) {
    const command = await openAt(dataDir);
    expect(await watchers()).toBe(2);
    await command.close();
    await expect.poll(watchers, { timeout: 2000 }).toBe(1);
  }
  expect(isAlive(pidOf(portal))).toBe(true);
  await portal.close();
  await expect.poll(watchers, { timeout: 5000 }).toBe(0);
});

test("a left-over lock file whose number now belongs to another program does not stop the start", async () => {
  const dataDir = await laidFolder();
  const first = await openAt(dataDir);
  const lock = join(dataDir, "database", "data", "postmaster.pid");
  const text = await readFile(lock, "utf8");
  await first.close();
  await ended(pidOf(first));
  const other = spawn("sleep", ["30"], { uid: (await stat(join(dataDir, "database", "data"))).uid });
  onTestFinished(() => void other.kill("SIGKILL"));
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

test("a folder that is closed to everybody but its owner works too, also for root", async () => {
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
