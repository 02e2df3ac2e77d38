/** Months of sign-ins: rows without a table, tables ahead, empty ones dropped, and the migration of earlier rows. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ConnectionSettings } from "../../database/connect.ts";
import { migrateAs } from "../../database/open.ts";
import { ownerRole } from "../../database/roles.ts";
import type { Db } from "../../kernel/transaction.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { keepMonths } from "./figures.queries.ts";
import { counted, signInsOf } from "./testing/sign-ins.ts";

let app: TestApp;
let client: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  client = await app.as("client");
});
afterAll(() => app.close());

/** In which table each row is. */
const places = async (db: Db): Promise<string[]> =>
  (
    await sql<{ place: string }>`
      select tableoid::regclass::text || ' ' || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as place
      from sign_in order by created_at, id`.execute(db)
  ).rows.map(({ place }) => place.replace("sign_in_months.", ""));

const figures = async (db: Db) =>
  (
    await sql`select hour, country_code, city, os, browser_name, sum(sign_ins)::int as sign_ins,
      sum(failures)::int as failures, sum(suspicious)::int as suspicious
    from (select * from sign_in_hour union all select * from sign_in_change) as parts group by 1, 2, 3, 4, 5
    having sum(sign_ins) <> 0 order by 1, 2, 3, 4, 5`.execute(db)
  ).rows;

test("a row of a month without a table is kept, read and counted, and moved by the job", async () => {
  const { db } = app.database;
  await signInsOf(db, [
    { user: client.id, at: "2024-05-31T23:59:59.999Z" },
    { user: client.id, at: "2024-06-01T00:00:00Z" },
    { user: client.id, at: "2099-01-01T00:00:00Z" },
  ]);
  const before = ["rest 2024-05-31 23:59", "rest 2024-06-01 00:00", "rest 2099-01-01 00:00"];
  expect(await places(db)).toEqual(before);
  const own = () => client.client.analytics.listOwn({ params: { id: client.id }, query: {} });
  const listed = await own();
  const kept = await keepMonths(db, 3);
  expect(kept.moved).toBe(2);
  expect(kept.made).toBeGreaterThanOrEqual(2);
  expect(await places(db)).toEqual(["m2024_05 2024-05-31 23:59", "m2024_06 2024-06-01 00:00", "rest 2099-01-01 00:00"]);
  expect(await own()).toEqual(listed);
  expect(await figures(db)).toEqual((await sql`${counted}`.execute(db)).rows);
  expect(await keepMonths(db, 3)).toMatchObject({ moved: 0 });
});

test("coming months have tables, a second run at once makes none twice, and emptied months go", async () => {
  const { db } = app.database;
  await signInsOf(db, [{ user: client.id, at: "2023-02-03T00:00:00Z" }]);
  const runs = await Promise.all([keepMonths(db, 5), keepMonths(db, 5), keepMonths(db, 5)]);
  expect(runs.reduce((sum, { moved }) => sum + moved, 0)).toBe(1);
  await signInsOf(db, [{ user: client.id, at: new Date(Date.now() + 100 * 86_400_000).toISOString() }]);
  expect((await places(db)).at(-2)).toMatch(/^m20/);
  expect((await places(db))[0]).toBe("m2023_02 2023-02-03 00:00");
  await sql`delete from sign_in where created_at < '2024-01-01'`.execute(db);
  expect((await keepMonths(db, 5)).dropped).toBeGreaterThanOrEqual(1);
  const { rows } = await sql`select from pg_class where relname = 'm2023_02'`.execute(db);
  expect(rows).toEqual([]);
});

test("nobody but the owner reaches a month's table, and the figures cannot be written", async () => {
  const { db } = app.database;
  const refused = (statement: string) =>
    sql
      .raw(statement)
      .execute(db)
      .then(
        () => "done",
        (error: Error) => error.message,
      );
  expect(await refused("select * from sign_in_months.rest")).toMatch(/permission denied/);
  expect(await refused("insert into sign_in_months.rest select * from sign_in")).toMatch(/permission denied/);
  for (const table of ["sign_in_hour", "sign_in_total", "sign_in_change"])
    expect(await refused(`delete from ${table}`)).toMatch(/permission denied/);
  expect(await refused("update failed_sign_in set ip = ''")).toMatch(/permission denied/);
});

test("fifty sign-ins in the same hour at once, none waits for another's transaction to end", async () => {
  const { db } = app.database;
  const at = "2026-04-04T04:04:04Z";
  await db.transaction().execute(async (open) => {
    await signInsOf(open, [{ user: client.id, at, city: "Burgas" }]);
    // While the first is not committed; a shared counter would wait for it.
    await Promise.all(Array.from({ length: 50 }, () => signInsOf(db, [{ user: client.id, at, city: "Burgas" }])));
  });
  const { rows } = await sql<{ sum: number }>`
    select sum(sign_ins)::int as sum from sign_in_change where city = 'Burgas'`.execute(db);
  expect(rows).toEqual([{ sum: 51 }]);
});

test("the migration keeps every row with its number and time, in its month, and counts it", async () => {
  const earlier = readdirSync(join(import.meta.dirname, "../../migrations"))
    .map((file) => file.replace(/\.sql$/, ""))
    .filter((name) => name < "0045");
  const database = await createTestDatabase();
  const run = async (connection: ConnectionSettings, ...statements: string[]) => {
    const owner = new Client(connection);
    await owner.connect();
    try {
      for (const statement of statements) await owner.query(statement);
    } finally {
      await owner.end();
    }
  };
  try {
    await run(
      database.superuser,
      "drop schema public, jobs, sign_in_months cascade",
      `create schema public authorization ${ownerRole}`,
    );
    await migrateAs(database.owner, { only: earlier });
    await run(
      database.superuser,
      "insert into app_user (email, name, password_hash) values ('ivan@test.example', 'Ivan', '')",
      `insert into session (user_id, token_hash, created_at, expires_at)
       select 1, sha256(n::text::bytea), timestamptz '2025-01-31 23:00+00' + n * interval '1 hour', now()
       from generate_series(1, 1500) as n`,
      `insert into sign_in (user_id, session_id, ip, country_code, country, city, os, browser_name, created_at)
       select 1, id, '192.0.2.' || id % 7, case when id % 3 > 0 then 'BG' end, 'Bulgaria', null, 'Linux',
         case when id % 2 > 0 then 'edge' else 'opera' end, created_at from session`,
      "delete from sign_in where id % 100 = 0",
    );
    const { db } = database;
    const rows = async () =>
      (
        await sql`select id, user_id, session_id, ip, country, country_code, city, os, browser_name, created_at
        from sign_in order by id`.execute(db)
      ).rows;
    const before = await rows();
    expect(before).toHaveLength(1485);
    expect(await migrateAs(database.owner)).toContain("0045-sign-in-months");
    expect(await rows()).toEqual(before);
    expect(new Set((await places(db)).map((place) => place.slice(0, 8)))).toEqual(
      new Set(["m2025_02", "m2025_03", "m2025_04"]),
    );
    expect(await figures(db)).toEqual((await sql`${counted}`.execute(db)).rows);
    await signInsOf(db, [{ user: 1, at: new Date().toISOString() }]);
    expect((await rows()).at(-1)).toMatchObject({ id: 1500 });
  } finally {
    await database.close();
  }
});
