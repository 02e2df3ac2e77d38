/** The job after a large import updates the planner's statistics, instead of autovacuum a minute later. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { followLedgerGrowth } from "../performance/daily-values.queries.ts";
import { deposit, makeClient } from "../testing/firm.ts";
import { bookEntries } from "./writer.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Number of explicit ANALYZE runs; autovacuum's own are counted separately. */
async function analysed(): Promise<number> {
  const { rows } = await sql<{ n: string }>`
    select analyze_count as n from pg_stat_user_tables where relname = 'ledger_entry'`.execute(database.db);
  return Number(rows[0]?.n);
}
const book = async (count: number) => {
  const client = await makeClient(database.db);
  await bookEntries(
    database.db,
    client,
    Array.from({ length: count }, (_, index) => deposit("2024-01-02", String(index + 1))),
  );
};

test("few entries leave the statistics alone, many renew them once", async () => {
  const before = await analysed();
  await book(20);
  await followLedgerGrowth(database.db);
  expect(await analysed()).toBe(before);

  await book(6000);
  // The database counts changed rows with a delay of up to a second.
  await expect
    .poll(
      async () => {
        await followLedgerGrowth(database.db);
        return analysed();
      },
      { interval: 300 },
    )
    .toBe(before + 1);
  await followLedgerGrowth(database.db);
  expect(await analysed()).toBe(before + 1);
});
