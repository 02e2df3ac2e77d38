/** An older build on tables that a later one has migrated: it works, unless a migration is marked as ending it. */
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ready } from "../http/health.ts";
import { startFailure } from "../kernel/start-failure.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { temporaryFolder } from "../testing/folder.ts";
import { isMigrated } from "./migrate.ts";
import { migrateAs } from "./open.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

/** The folder of a build that has further migrations. */
async function laterBuild(migrations: Record<string, string>): Promise<string> {
  const folder = await temporaryFolder();
  await cp(join(import.meta.dirname, "../migrations"), folder, { recursive: true });
  for (const [name, text] of Object.entries(migrations)) await writeFile(join(folder, `${name}.sql`), text);
  return folder;
}
const additive = { "9001-later": "alter table instrument add column later_mark text not null default 'none';" };
const readiness = async () =>
  (
    await ready(database.db, {
      stopping: false,
      dataDir: "/tmp",
      reachesDirect: true,
      reachesRedis: true,
      processKind: "all",
    })
  ).body;

test("a later build's additive migrations leave this build ready, and it can start and migrate", async () => {
  const before = await database.db.selectFrom("setting").select("name").execute();
  expect(await migrateAs(database.owner, { folder: await laterBuild(additive) })).toEqual(["9001-later"]);
  expect(await isMigrated(database.db)).toBe(true);
  expect(await readiness()).toEqual({ status: "ok" });
  expect(await migrateAs(database.owner)).toEqual([]);
  expect(await database.db.selectFrom("setting").select("name").execute()).toEqual(before);
});

test("one that ends older builds stops this build's start with its reason, and a running process is not ready", async () => {
  const folder = await laterBuild({
    ...additive,
    "9002-end": "-- ends-older-builds: prices have moved\nalter table instrument rename column ticker to symbol;",
  });
  expect(await migrateAs(database.owner, { folder })).toEqual(["9001-later", "9002-end"]);
  const failure = await migrateAs(database.owner).catch(startFailure);
  expect(failure).toEqual({
    exitCode: 78,
    message: expect.stringMatching(/later version.*: 9002-end \(prices have moved\)\. Start/),
  });
  expect(await isMigrated(database.db)).toBe(false);
  expect(await readiness()).toEqual({ status: "unavailable", reason: "migrations" });
  // The build that has it goes on.
  expect(await migrateAs(database.owner, { folder })).toEqual([]);
});

test("a failed migration leaves no mark", async () => {
  const folder = await laterBuild({ "9002-end": "-- ends-older-builds: never\nselect 1 / 0;" });
  await expect(migrateAs(database.owner, { folder })).rejects.toThrow(/9002-end failed/);
  expect(await migrateAs(database.owner)).toEqual([]);
  expect(await isMigrated(database.db)).toBe(true);
});

test("both builds that start at once on tables of an earlier one succeed", async () => {
  const folder = await laterBuild(additive);
  const runs = await Promise.all([
    migrateAs(database.owner),
    migrateAs(database.owner, { folder }),
    migrateAs(database.owner),
  ]);
  expect(runs).toEqual([[], ["9001-later"], []]);
});

test("a statement prepared before a column was added still works", async () => {
  const text = sql<{ id: number }>`select id, state from proposal where id = ${1}`;
  await database.db.connection().execute(async (db) => {
    await text.execute(db);
    await migrateAs(database.owner, {
      folder: await laterBuild({ "9001-later": "alter table proposal add column later_mark text;" }),
    });
    expect((await text.execute(db)).rows).toEqual([]);
  });
});

test("a migration that waits for a lock does not hold up calls", async () => {
  const busy = new Client(database.connection);
  await busy.connect();
  await busy.query("begin");
  await busy.query("select from instrument limit 1");
  const migrated = migrateAs(database.owner, { folder: await laterBuild(additive) });
  const waiting = async () =>
    (await sql`select from pg_locks where relation = 'instrument'::regclass and not granted`.execute(database.db)).rows;
  await expect.poll(waiting, { interval: 20 }).toHaveLength(1);
  // Waits behind the migration, which gives up.
  expect(await database.db.selectFrom("instrument").select("id").limit(1).execute()).toEqual([]);
  await busy.query("commit");
  await busy.end();
  expect(await migrated).toEqual(["9001-later"]);
});
