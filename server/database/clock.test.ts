/** The database's clock as a process carries it on, whatever its own clock does. */
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { openClock } from "./clock.ts";
import { openKysely, openPool } from "./connect.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
afterEach(() => void vi.restoreAllMocks());

test("a clock of this machine that jumps changes nothing, and is known to be off", async () => {
  const clock = await openClock(database.db);
  expect(Math.abs(clock.aheadSeconds())).toBeLessThan(2);
  const real = Date.now();
  vi.spyOn(Date, "now").mockReturnValue(real + 3_600_000);
  expect(clock.now().getTime() - real).toBeLessThan(60_000);
  expect(clock.aheadSeconds()).toBeGreaterThan(3500);
  await clock.read();
  expect(clock.aheadSeconds()).toBeGreaterThan(3500);
});

test("the database's clock is followed when it is read again", async () => {
  const owner = new Client(database.superuser);
  await owner.connect();
  const setAhead = (hours: number) =>
    owner.query(`create or replace function public.clock_timestamp() returns timestamptz language sql
      as $$ select pg_catalog.clock_timestamp() + interval '${hours} hours' $$`);
  await setAhead(1);
  const connection = { ...database.connection, session: { search_path: "public, pg_catalog" } };
  const pool = openPool({ connection, size: 1, prepared: false, name: "portico test" });
  const clock = await openClock(openKysely(pool));
  expect(clock.aheadSeconds()).toBeLessThan(-3500);
  await setAhead(-1);
  await clock.read();
  expect(clock.aheadSeconds()).toBeGreaterThan(3500);
  expect(Date.now() - clock.now().getTime()).toBeGreaterThan(3_500_000);
  await pool.end();
  await owner.end();
});
