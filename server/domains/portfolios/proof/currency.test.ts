/** The proof of the exchange rate effect reads whole months as they are stored, and calculates only the days beside them. */
import type { Proof } from "@portico/api/portfolios.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { installJobs } from "../../../jobs/start.ts";
import { createEvents } from "../../../kernel/events.ts";
import { type Db, inTransaction } from "../../../kernel/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import * as entriesQueries from "../ledger/entries.queries.ts";
import type { NewEntry } from "../ledger/entries.ts";
import { recordMarket } from "../ledger/market-changes.ts";
import { bookEntries, EntriesRefused } from "../ledger/writer.ts";
import { computeDailyValues } from "../performance/daily-values.ts";
import { getPerformance } from "../performance/performance.ts";
import {
  accountOf,
  buy,
  deposit,
  entry,
  listStoredDays,
  makeClient,
  makeInstruments,
  price,
  rate,
  sell,
  type TestClient,
} from "../testing/firm.ts";
import { getLightProof, getProof } from "./proof.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await installJobs(database.connection);
});
afterAll(() => database.close());

const today = "2024-03-10";
const start = "2023-01-16";
const dayOf = (index: number): string => addDays(start, index);
const compute = (client: TestClient, db: Db = database.db) =>
  computeDailyValues({ db, events: createEvents(), now: () => new Date(`${today}T09:00:00Z`) }, client);
const query = (from: string, to: string) => ({ figure: "currencyEffect", from, to }) as const;
const prove = (client: TestClient, from: string, to = today, db: Db = database.db): Promise<Proof> =>
  getProof(db, accountOf(client), query(from, to), today);
const forget = (client: TestClient, db: Db = database.db) =>
  sql`update daily_value set held = held - 'currencyEffect' where holder_id = ${client.holderId}`.execute(db);

/** Fourteen months in three currencies, with trades each week and a rate of each currency each fortnight. */
async function makeTrader() {
  const { db } = database;
  const client = await makeClient(db);
  const { ACME, GLOB, NEXT } = await makeInstruments(db, { ACME: "EUR", GLOB: "USD", NEXT: "USD" });
  for (const id of [ACME, GLOB, NEXT]) await price(db, id, start, "10");
  for (let index = 0; index < 420; index += 14) {
    await rate(db, "USD", dayOf(index), `1.${100 + ((index * 7) % 90)}`);
    await rate(db, "CHF", dayOf(index), `0.${900 + ((index * 11) % 90)}`);
    await price(db, GLOB, dayOf(index), `1${index % 7}.5`);
  }
  const weekly = Array.from({ length: 58 }, (_, week): NewEntry => {
    const id = { externalId: `w${week}`, currency: "USD" };
    if (week % 5 === 4) return sell(dayOf(week * 7), GLOB, "1", "11", id);
    return buy(dayOf(week * 7), GLOB, "2", "-21", { ...id, fee: "1" });
  });
  await bookEntries(db, client, [
    deposit(start, "9000"),
    deposit(start, "5000", "USD"),
    deposit(start, "700", "CHF"),
    ...weekly,
  ]);
  await compute(client);
  return { client, ACME, GLOB, NEXT };
}

test("over whole months the proof reads no entries of theirs, and is cheap", async () => {
  const { client } = await makeTrader();
  const read = vi.spyOn(entriesQueries, "listActiveEntries");
  const whole = await prove(client, "2000-01-01");
  expect(read.mock.calls.map(([, , { from, to }]) => [from, to])).toEqual([["2024-03-01", today]]);
  read.mockClear();
  const within = await prove(client, "2023-02-11", "2024-01-20");
  expect(read.mock.calls.map(([, , { from, to }]) => [from, to])).toEqual([
    ["2023-02-01", "2023-02-28"],
    ["2024-01-01", "2024-01-20"],
  ]);
  read.mockRestore();
  expect(await getLightProof(database.db, accountOf(client), query("2000-01-01", today), today)).toEqual(whole);

  await forget(client);
  expect(await prove(client, "2000-01-01")).toEqual(whole);
  expect(await prove(client, "2023-02-11", "2024-01-20")).toEqual(within);
  expect(whole.terms.map(({ about }) => about)).toEqual(expect.arrayContaining(["USD", "CHF"]));
});

test("a month without the effect, of an earlier build, is calculated; the job completes it", async () => {
  const { client } = await makeTrader();
  const stored = await listStoredDays(database.db, client);
  const whole = await prove(client, start);
  await sql`update daily_value set held = held - 'currencyEffect'
    where holder_id = ${client.holderId} and day = '2023-06-30'`.execute(database.db);
  const read = vi.spyOn(entriesQueries, "listActiveEntries");
  expect(await prove(client, start)).toEqual(whole);
  expect(read.mock.calls.map(([, , { from }]) => from)).toEqual(["2023-06-01", "2024-03-01"]);
  read.mockRestore();
  await forget(client);
  await compute(client);
  expect(await listStoredDays(database.db, client)).toEqual(stored);
});

/** Everything that changes a ledger, on any day of it. */
const change = fc.record({
  what: fc.constantFrom("buy", "sell", "deposit", "exchange", "fx", "split", "reverse", "merge", "rate"),
  at: fc.integer({ min: 0, max: 410 }),
  units: fc.integer({ min: 1, max: 5 }),
  computes: fc.boolean(),
  from: fc.integer({ min: -20, max: 400 }),
  days: fc.integer({ min: 0, max: 440 }),
});

test("whatever is booked late or cancelled, the stored months give what calculating each day gives", async () => {
  const { db } = database;
  const { client, GLOB, NEXT } = await makeTrader();
  let number = 0;
  await fc.assert(
    fc.asyncProperty(change, async ({ what, at, units, computes, from, days }) => {
      const day = dayOf(at);
      const id = { externalId: `c${++number}` };
      const dollars = { ...id, currency: "USD" };
      const made = (): NewEntry => {
        switch (what) {
          case "buy":
            return buy(day, GLOB, String(units), `-${units * 9}`, dollars);
          case "sell":
            return sell(day, GLOB, String(units), String(units * 12), dollars);
          case "split":
            return entry({ kind: "split", day, instrumentId: GLOB, quantity: "3", amount: "0", ...dollars });
          case "fx":
            return entry({
              kind: "fx",
              day,
              currency: "EUR",
              amount: "-50",
              counter: { currency: "CHF", amount: String(40 + units) },
              ...id,
            });
          case "reverse":
            return entry({
              kind: "reversal",
              day,
              amount: "0",
              reversesExternalId: number % 2 ? `w${at % 58}` : `c${at % number}`,
              ...dollars,
            });
          case "merge":
          case "exchange":
            return entry({
              kind: "exchange",
              day,
              instrumentId: GLOB,
              quantity: `-${units}`,
              amount: what === "merge" ? "0" : "4",
              counter: { instrumentId: NEXT, quantity: String(units * 2) },
              ...dollars,
            });
          default:
            return { ...deposit(day, String(units * 100), units % 2 ? "USD" : "CHF"), ...id };
        }
      };
      if (what === "rate") {
        const rates = [{ currency: "USD", day, perEuro: `1.0${units}`, source: `s${number}` }];
        await inTransaction(db, (trx) => recordMarket(trx, { prices: [], rates }));
      } else
        await bookEntries(db, client, [made()]).catch((error: unknown) => {
          if (!(error instanceof EntriesRefused)) throw error;
        });
      if (computes) await compute(client);
      const range = [dayOf(from), addDays(dayOf(from), days)] as const;
      const known = await prove(client, ...range);
      const { bridge } = await getPerformance(db, accountOf(client), { from: range[0], to: range[1] }, today);
      if (bridge) expect(Number(known.result)).toBeCloseTo(Number(bridge.fx), 1);
      const trx = await db.startTransaction().execute();
      try {
        await forget(client, trx);
        expect(await prove(client, ...range, trx)).toEqual(known);
      } finally {
        await trx.rollback().execute();
      }
    }),
    { numRuns: 25 },
  );
});
