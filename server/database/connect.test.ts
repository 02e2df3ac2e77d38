import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isDatabaseAway, isDuplicate } from "../kernel/database-errors.ts";
import { migrationsFingerprint } from "../testing/cluster.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { openPool } from "./connect.ts";
import { isMigrated, readMigrations } from "./migrate.ts";
import { migrateAs } from "./open.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

describe("a connection", () => {
  test("gives ids as numbers, money and days as strings, moments as dates", async () => {
    const { rows } = await sql`
      select 7::bigint as id, 1.10::numeric as amount, '2026-02-28'::date as day, '2026-02-28T10:00:00Z'::timestamptz as at,
             array[1::bigint] as ids, array[1.10::numeric] as amounts, array['2026-02-28'::date] as days
    `.execute(database.db);
    expect(rows).toEqual([
      {
        id: 7,
        amount: "1.10",
        day: "2026-02-28",
        at: new Date("2026-02-28T10:00:00Z"),
        ids: [1],
        amounts: ["1.10"],
        days: ["2026-02-28"],
      },
    ]);
  });

  test("without prepared statements leaves none, also of a library that names its own", async () => {
    const pool = openPool({ connection: database.connection, size: 1, prepared: false, name: "portico test" });
    const named = { name: "a library's", text: "select $1::int as one", values: [1] };
    expect((await pool.query(named)).rows).toEqual([{ one: 1 }]);
    expect((await pool.query("select name from pg_prepared_statements")).rows).toEqual([]);
    await pool.end();
  });

  test("refuses an id that a number cannot hold", async () => {
    await expect(sql`select 9007199254740993::bigint as id`.execute(database.db)).rejects.toThrow(/does not fit/);
  });

  test("prepares each statement with parameters once per connection", async () => {
    const pool = openPool({ connection: database.connection, size: 1, prepared: true, name: "portico test" });
    for (const value of [1, 2, 3]) await pool.query("select $1::int as value", [value]);
    const { rows } = await pool.query("select name, generic_plans + custom_plans as runs from pg_prepared_statements");
    expect(rows).toEqual([{ name: expect.stringMatching(/^.{22}$/), runs: 3 }]);
    await pool.end();
  });

  test("prepares nothing behind a pooler", async () => {
    const pool = openPool({ connection: database.connection, size: 1, prepared: false, name: "portico test" });
    await pool.query("select $1::int as value", [1]);
    expect((await pool.query("select name from pg_prepared_statements")).rows).toEqual([]);
    await pool.end();
  });

  test("that the server cuts is told as the database being away, and the pool goes on", async () => {
    const cut = sql`select pg_terminate_backend(pg_backend_pid()), pg_sleep(1)`.execute(database.db);
    expect(isDatabaseAway(await cut.catch((error: unknown) => error))).toBe(true);
    // The pool notices the cut connection slightly later than the statement.
    const goesOn = () => sql<{ one: number }>`select 1 as one`.execute(database.db);
    await expect.poll(async () => (await goesOn().catch(() => null))?.rows).toEqual([{ one: 1 }]);
  });

  test("to nowhere is told as the database being away", async () => {
    for (const where of [{ host: "/nowhere" }, { host: "127.0.0.1", port: 1 }]) {
      const client = new Client({ ...where, user: "x", database: "x", password: "x" });
      expect(isDatabaseAway(await client.connect().catch((error: unknown) => error))).toBe(true);
    }
  });

  test("without room left on its disk is told as the database being away: what cannot be written now can later", async () => {
    const full = sql`do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`;
    expect(isDatabaseAway(await full.execute(database.db).catch((error: unknown) => error))).toBe(true);
  });

  test("a wrong statement and a duplicate are not the database being away", async () => {
    const wrong = await sql`selec`.execute(database.db).catch((error: unknown) => error);
    expect(isDatabaseAway(wrong)).toBe(false);
    const duplicate = await sql`select 1 / 0`.execute(database.db).catch((error: unknown) => error);
    expect(isDuplicate(duplicate)).toBe(false);
  });
});

describe("the app's role", () => {
  test("is neither owner nor superuser", async () => {
    const { rows } = await sql`
      select rolsuper or rolcreatedb or rolcreaterole or rolbypassrls as strong,
             (select count(*) from pg_tables where schemaname = 'public' and tableowner = current_user) as tables
      from pg_roles where rolname = current_user`.execute(database.db);
    expect(rows).toEqual([{ strong: false, tables: 0 }]);
  });

  test.each([
    "update audit_entry set action = 'x'",
    "delete from audit_entry",
    "truncate audit_entry",
    "delete from audit_head",
  ])("may not %s", async (statement) => {
    await expect(sql.raw(statement).execute(database.db)).rejects.toMatchObject({ code: "42501" });
  });
});

describe("migrations", () => {
  test("and the generated types are of the same day: npm run schema was run after the last change", async () => {
    const text = await readFile(join(import.meta.dirname, "schema.generated.ts"), "utf8");
    expect(text.split("\n", 1)).toEqual([`// Migrations ${await migrationsFingerprint()}`]);
  });

  test("run twice change nothing the second time", async () => {
    expect(await migrateAs(database.owner)).toEqual([]);
    expect(await isMigrated(database.db)).toBe(true);
  });

  test("started by two processes at once on an empty database run once", async () => {
    const admin = new Client(database.superuser);
    await admin.connect();
    await admin.query("create database migrate_race owner portico_owner");
    const owner = { ...database.owner, database: "migrate_race" };
    const runs = await Promise.all([migrateAs(owner), migrateAs(owner)]);
    // Behind one that runs outside of a transaction, either of them goes on.
    expect(runs.flat().toSorted()).toEqual(Object.keys(await readMigrations()));
    await admin.query("drop database migrate_race with (force)");
    await admin.end();
  });

  test("are not for the app's role: it may make no tables", async () => {
    await expect(sql`create table mine (id int)`.execute(database.db)).rejects.toMatchObject({ code: "42501" });
  });
});
