/** A split belongs to the instrument: it and its reversal apply to all current and later holders. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { installJobs } from "../../../jobs/start.ts";
import { createEvents } from "../../../kernel/events.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { findSplits } from "../../market-data/market-data.ts";
import { computeDailyValues } from "../performance/daily-values.ts";
import { getPerformance } from "../performance/performance.ts";
import { getProof } from "../proof/proof.ts";
import {
  accountOf,
  buy,
  deposit,
  entry,
  listStoredDays,
  makeClient,
  makeInstruments,
  price,
  showPortfolio,
  type TestClient,
} from "../testing/firm.ts";
import type { NewEntry } from "./entries.ts";
import { findHead } from "./holdings.queries.ts";
import { bookEntries, EntriesRefused, previewEntries } from "./writer.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await installJobs(database.connection);
});
afterAll(() => database.close());

const today = "2024-01-15";
const compute = (client: TestClient) =>
  computeDailyValues({ db: database.db, events: createEvents(), now: () => new Date(`${today}T09:00:00Z`) }, client);
const portfolioOf = (client: TestClient) => showPortfolio(database.db, accountOf(client), today);
const valuesOf = async (client: TestClient) => {
  await compute(client);
  const rows = await listStoredDays(database.db, client);
  return new Map(rows.map(({ day, value }) => [day.slice(-2), value]));
};
const split = (day: string, instrumentId: number, quantity: string, more: Partial<NewEntry> = {}) =>
  entry({ kind: "split", day, instrumentId, quantity, currency: "EUR", amount: "0", ...more });
const funded = (...entries: NewEntry[]) => [deposit("2024-01-02", "1000"), ...entries];

test("who buys after the split sees the old quote in new units, and nothing is gained by it", async () => {
  const { db } = database;
  const [first, second] = [await makeClient(db), await makeClient(db)];
  const { ACME } = await makeInstruments(db, { ACME: "EUR" });
  await price(db, ACME, "2024-01-02", "100");
  await bookEntries(db, first, funded(buy("2024-01-02", ACME, "5", "-500"), split("2024-01-08", ACME, "5")));
  await bookEntries(db, second, funded(buy("2024-01-09", ACME, "10", "-500")));
  for (const client of [first, second])
    expect(await portfolioOf(client)).toMatchObject({
      currentValue: 1000,
      instruments: [
        { ownedShares: 10, currentPrice: 50, currentValue: 500, returnVal: 0, gaps: [{ code: "priceStale" }] },
        { ticker: "EUR" },
      ],
    });
  for (const client of [first, second])
    for (const [, value] of await valuesOf(client)) expect(Number(value)).toBe(1000);
  expect(await getProof(db, accountOf(second), { figure: "currentPrice", key: String(ACME) }, today)).toMatchObject({
    result: "50",
  });
  const range = { from: "2024-01-02", to: today };
  expect(await getPerformance(db, accountOf(second), range, today)).toMatchObject({ timeWeightedReturn: 0 });
});

test("who holds over the split without having booked it is valued in old units, before and after the new quote", async () => {
  const { db } = database;
  const [first, second] = [await makeClient(db), await makeClient(db)];
  const { ACME } = await makeInstruments(db, { ACME: "EUR" });
  await price(db, ACME, "2024-01-02", "100");
  await price(db, ACME, "2024-01-10", "50");
  await bookEntries(db, second, funded(buy("2024-01-02", ACME, "5", "-500")));
  // Without the split, the quote of the 10th halves the second holder's value.
  expect((await valuesOf(second)).get("10")).toBe("750");
  const before = await findHead(db, second);
  const booking = await bookEntries(
    db,
    first,
    funded(buy("2024-01-02", ACME, "5", "-500"), split("2024-01-08", ACME, "5")),
  );
  expect(booking.affected).toContainEqual(expect.objectContaining({ holderId: second.holderId }));
  const after = await findHead(db, second);
  expect(after).toMatchObject({ version: (before?.version ?? 0) + 1, recomputeFrom: "2024-01-08" });
  for (const client of [first, second]) {
    expect(await portfolioOf(client)).toMatchObject({ currentValue: 1000, complete: true });
    for (const [, value] of await valuesOf(client)) expect(value).toBe("1000");
  }
  // The second holder's statement has the split two days later: no value changes.
  await bookEntries(db, second, [split("2024-01-11", ACME, "5")]);
  expect(await portfolioOf(second)).toMatchObject({ currentValue: 1000, instruments: [{ ownedShares: 10 }, {}] });
  for (const [, value] of await valuesOf(second)) expect(value).toBe("1000");
  expect(await findSplits(db, [ACME])).toEqual([
    { instrumentId: ACME, day: "2024-01-08", from: "5", into: "10", bookings: 1 },
  ]);
});

test("units traded after a split that is not booked count old and new ones: the figure is unavailable, and says so", async () => {
  const { db } = database;
  const [first, second] = [await makeClient(db), await makeClient(db)];
  const { ACME } = await makeInstruments(db, { ACME: "EUR" });
  await price(db, ACME, "2024-01-02", "100");
  await bookEntries(db, first, funded(buy("2024-01-02", ACME, "5", "-500"), split("2024-01-08", ACME, "5")));
  await bookEntries(db, second, funded(buy("2024-01-02", ACME, "5", "-500"), buy("2024-01-09", ACME, "2", "-100")));
  const gap = { code: "splitMissing", instrumentId: ACME, name: "ACME plc", day: "2024-01-08" };
  expect(await portfolioOf(second)).toMatchObject({ currentValue: null, complete: false, gaps: [gap] });
  await compute(second);
  const range = { from: "2024-01-02", to: today };
  expect(await getPerformance(db, accountOf(second), range, today)).toMatchObject({
    timeWeightedReturn: null,
    gaps: [gap],
  });
});

test("the booking of more units tells the ratio; a ratio that cannot be the same split is refused, in the preview too", async () => {
  const { db } = database;
  const [small, large, wrong] = [await makeClient(db), await makeClient(db), await makeClient(db)];
  const { ACME } = await makeInstruments(db, { ACME: "EUR" });
  await price(db, ACME, "2024-01-02", "3");
  // Three for two: half of the 101st unit was paid in cash.
  await bookEntries(db, small, funded(buy("2024-01-02", ACME, "101", "-303"), split("2024-01-08", ACME, "50")));
  await bookEntries(db, large, funded(buy("2024-01-02", ACME, "300", "-900"), split("2024-01-08", ACME, "150")));
  expect(await findSplits(db, [ACME])).toEqual([
    { instrumentId: ACME, day: "2024-01-08", from: "300", into: "450", bookings: 1 },
  ]);
  expect((await portfolioOf(small)).instruments[0]).toMatchObject({ ownedShares: 151, currentPrice: 2.006622516556 });
  const entries = funded(buy("2024-01-02", ACME, "10", "-30"), split("2024-01-09", ACME, "10"));
  const refusal = {
    index: 2,
    code: "splitDiffers",
    detail: "10 → 20; 2024-01-08: 300 → 450",
    instrumentId: ACME,
  };
  expect((await previewEntries(db, wrong, entries)).refusals).toEqual([refusal]);
  await expect(bookEntries(db, wrong, entries)).rejects.toBeInstanceOf(EntriesRefused);
  expect(await findHead(db, wrong)).toBeUndefined();
});

test("a split is forgotten with the last entry that books it, and a corrected one takes its place", async () => {
  const { db } = database;
  const [first, second, buyer] = [await makeClient(db), await makeClient(db), await makeClient(db)];
  const { ACME } = await makeInstruments(db, { ACME: "EUR" });
  await price(db, ACME, "2024-01-02", "100");
  const undo = (target: string) =>
    entry({ kind: "reversal", day: "2024-01-12", currency: "EUR", amount: "0", reversesExternalId: target });
  for (const [client, id] of [
    [first, "a"],
    [second, "b"],
  ] as const)
    await bookEntries(
      db,
      client,
      funded(buy("2024-01-02", ACME, "5", "-500"), split("2024-01-08", ACME, "5", { externalId: id })),
    );
  await bookEntries(db, buyer, funded(buy("2024-01-09", ACME, "10", "-500")));
  await bookEntries(db, first, [undo("a")]);
  expect(await findSplits(db, [ACME])).toHaveLength(1);
  // The first holder's five are old units again, with the same value.
  expect(await portfolioOf(first)).toMatchObject({ currentValue: 1000, instruments: [{ ownedShares: 5 }, {}] });
  const booking = await bookEntries(db, second, [undo("b")]);
  expect(await findSplits(db, [ACME])).toEqual([]);
  expect(booking.affected).toContainEqual(expect.objectContaining({ holderId: buyer.holderId }));
  expect(await portfolioOf(buyer)).toMatchObject({ currentValue: 1500 });
  // It was five for one.
  await bookEntries(db, second, [split("2024-01-08", ACME, "20", { externalId: "c" })]);
  expect(await portfolioOf(buyer)).toMatchObject({ currentValue: 700 });
  expect((await valuesOf(second)).get("15")).toBe("1000");
});
