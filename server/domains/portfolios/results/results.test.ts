/** What each holding earned in a range: adds up to the range's bridge, whether months are stored or calculated. */
import type { Results } from "@portico/api/portfolio-results.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createEvents } from "../../../kernel/events.ts";
import { type Db, inTransaction } from "../../../kernel/transaction.ts";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import * as entriesQueries from "../ledger/entries.queries.ts";
import type { NewEntry } from "../ledger/entries.ts";
import { recordMarket } from "../ledger/market-changes.ts";
import { bookEntries, EntriesRefused } from "../ledger/writer.ts";
import { computeDailyValues } from "../performance/daily-values.ts";
import { getPerformance } from "../performance/performance.ts";
import { linkCustodian } from "../portfolios.ts";
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
import { getLightResults, getResults } from "./results.ts";

let portal: TestApp;
let db: Db;
const today = "2024-03-10";
beforeAll(async () => {
  portal = await createTestApp();
  portal.services.now = () => new Date(`${today}T12:00:00Z`);
  db = portal.services.db;
});
afterAll(() => portal.close());

const start = "2023-01-16";
const dayOf = (index: number): string => addDays(start, index);
const compute = (client: TestClient) =>
  computeDailyValues({ db, events: createEvents(), now: () => new Date(`${today}T09:00:00Z`) }, client);
const results = (client: TestClient, from: string, to = today, on: Db = db): Promise<Results> =>
  getResults(on, accountOf(client), { from, to }, today);
const forget = (client: TestClient, on: Db = db) =>
  sql`update daily_value set held = held - 'results' - 'year' where holder_id = ${client.holderId}`.execute(on);

/** Fourteen months in three currencies, with trades each week and prices and rates each fortnight. */
async function makeTrader() {
  const client = await makeClient(db);
  const { ACME, GLOB, NEXT } = await makeInstruments(db, { ACME: "EUR", GLOB: "USD", NEXT: "USD" });
  for (const id of [ACME, GLOB, NEXT]) await price(db, id, start, "10");
  for (let index = 0; index < 420; index += 14) {
    await rate(db, "USD", dayOf(index), `1.${100 + ((index * 7) % 90)}`);
    await rate(db, "CHF", dayOf(index), `0.${900 + ((index * 11) % 90)}`);
    await price(db, GLOB, dayOf(index), `1${index % 7}.5`);
    await price(db, ACME, dayOf(index), `9.${index % 9}`);
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
    buy(start, ACME, "100", "-1003", { fee: "3" }),
    sell(dayOf(200), ACME, "100", "950"),
    entry({ kind: "dividend", day: dayOf(210), instrumentId: ACME, currency: "EUR", amount: "17", tax: "3" }),
    ...weekly,
  ]);
  await compute(client);
  return { client, ACME, GLOB, NEXT };
}

const isCash = (row: object): boolean => "instrumentId" in row && row.instrumentId === null;

const parts = ["priceGain", "currencyGain", "income", "fees", "tax", "total"] as const;

/** Every row and every column adds up, and the columns to the bridge of the same range. */
async function expectToAddUp(client: TestClient, found: Results, on: Db = db): Promise<void> {
  const { from, to } = found;
  const { bridge, gain, timeWeightedReturn } = await getPerformance(on, accountOf(client), { from, to }, today);
  const { total } = found;
  const bridged = bridge && [
    bridge.price,
    bridge.fx,
    bridge.income,
    bridge.fees,
    bridge.tax,
    new Decimal(gain ?? 0).toFixed(2),
  ];
  expect(parts.map((part) => total[part])).toEqual(bridged ?? parts.map(() => null));
  expect(total.returnPercent).toBe(timeWeightedReturn);
  for (const row of [...found.holdings, total]) {
    const { priceGain, currencyGain, income, fees, tax, total: sum } = row;
    if (sum === null) continue;
    if (isCash(row) && found.holdings.some(({ instrumentId }) => instrumentId !== null)) expect(priceGain).toBe("0.00");
    const added = new Decimal(priceGain ?? 0)
      .plus(currencyGain ?? 0)
      .plus(income ?? 0)
      .minus(fees ?? 0)
      .minus(tax ?? 0);
    expect(added.toFixed(2)).toBe(sum);
  }
  if (!bridge || found.holdings.some((row) => row.total === null)) return;
  for (const part of parts) {
    const column = found.holdings.reduce((sum, row) => sum.plus(row[part] ?? 0), new Decimal(0));
    expect([part, column.toFixed(2)]).toEqual([part, total[part]]);
  }
  const contributed = found.holdings.reduce((sum, row) => sum.plus(row.contribution ?? 0), new Decimal(0));
  if (found.holdings.length > 0 && found.holdings.every(({ contribution }) => contribution !== null))
    // Nothing below zero is nothing.
    expect([contributed.toNumber() + 0, found.holdings]).toEqual([
      (timeWeightedReturn ?? Number.NaN) + 0,
      found.holdings,
    ]);
}

test("over whole months no entry of theirs is read; what is not stored is calculated, with the same answer", async () => {
  const { client } = await makeTrader();
  const read = vi.spyOn(entriesQueries, "listActiveEntries");
  const whole = await results(client, "2000-01-01");
  expect(read.mock.calls.map(([, , { from, to }]) => [from, to])).toEqual([["2024-03-01", today]]);
  read.mockClear();
  const within = await results(client, "2023-02-11", "2024-01-20");
  expect(read.mock.calls.map(([, , { from, to }]) => [from, to])).toEqual([
    ["2023-02-01", "2023-02-28"],
    ["2024-01-01", "2024-01-20"],
  ]);
  read.mockRestore();
  await expectToAddUp(client, whole);
  await expectToAddUp(client, within);
  expect(await getLightResults(db, accountOf(client), { from: "2000-01-01", to: today }, today)).toEqual(whole);
  expect(whole.holdings.map(({ name, isClosed }) => [name, isClosed])).toEqual([
    ["ACME plc", true],
    ["GLOB plc", false],
    ["CHF", false],
    ["USD", false],
  ]);
  // By which results are grouped, of what is not held any more too.
  expect(whole.holdings.map(({ assetClass }) => assetClass)).toEqual(["equity", "equity", "cash", "cash"]);
  const [acme] = whole.holdings;
  // Bought for 1,000 and 3 of fee, sold for 950, and 20 of dividend after that, less 3 of tax.
  expect(acme).toMatchObject({ priceGain: "-50.00", currencyGain: "0.00", income: "20.00", fees: "3.00", tax: "3.00" });
  expect(acme?.total).toBe("-36.00");

  await forget(client);
  expect(await results(client, "2000-01-01")).toEqual(whole);
  expect(await results(client, "2023-02-11", "2024-01-20")).toEqual(within);
});

test("the job completes months of a build without results, or of another version", async () => {
  const { client } = await makeTrader();
  const stored = await listStoredDays(db, client);
  await forget(client);
  await compute(client);
  expect(await listStoredDays(db, client)).toEqual(stored);
  await sql`update daily_value set held = jsonb_set(held, '{results,version}', '0') where holder_id = ${client.holderId}
    and held is not null`.execute(db);
  await compute(client);
  expect(await listStoredDays(db, client)).toEqual(stored);
  // As the build before makes days again: without what years keep.
  await sql`update daily_value set value = value, held = held - 'year' where holder_id = ${client.holderId}`.execute(
    db,
  );
  await compute(client);
  expect(await listStoredDays(db, client)).toEqual(stored);
});

test("a whole year is one row, also that of the first entry; one that is not whole, or must be made again, is not", async () => {
  const { client } = await makeTrader();
  const read = vi.spyOn(entriesQueries, "listActiveEntries");
  const whole = await results(client, "2000-01-01");
  const year = await results(client, start, "2023-12-31");
  const within = await results(client, "2023-02-01", "2023-12-31");
  read.mockClear();
  await sql`update daily_value set held = held - 'results' where holder_id = ${client.holderId} and day <= '2023-12-31'`.execute(
    db,
  );
  expect(await results(client, start, "2023-12-31")).toEqual(year);
  expect(read).not.toHaveBeenCalled();
  expect(await results(client, "2000-01-01")).toEqual(whole);
  expect(read.mock.calls.map(([, , { from, to }]) => [from, to])).toEqual([["2024-03-01", today]]);
  read.mockClear();
  expect(await results(client, "2023-02-01", "2023-12-31")).toEqual(within);
  expect(read.mock.calls.map(([, , { from, to }]) => [from, to])).toEqual([["2023-02-01", "2023-12-31"]]);
  read.mockClear();
  // The year is made again from May on.
  await sql`update ledger_head set recompute_from = '2023-05-20' where holder_id = ${client.holderId}`.execute(db);
  expect(await results(client, start, "2023-12-31")).toEqual(year);
  expect(read).toHaveBeenCalled();
  read.mockRestore();
});

/** Everything that changes a ledger, on any day of it. */
const change = fc.record({
  what: fc.constantFrom(
    ...([
      "buy",
      "sell",
      "deposit",
      "exchange",
      "spinOff",
      "fx",
      "split",
      "reverse",
      "deliver",
      "capital",
      "interest",
    ] as const),
    ...(["rate", "price", "unpriced"] as const),
  ),
  at: fc.integer({ min: 0, max: 410 }),
  units: fc.integer({ min: 1, max: 5 }),
  computes: fc.boolean(),
  from: fc.integer({ min: -20, max: 400 }),
  days: fc.integer({ min: 0, max: 440 }),
});

test("whatever is booked late, cancelled or quoted, the rows add up and stored months give what calculating gives", async () => {
  const { client, GLOB, NEXT } = await makeTrader();
  const { BARE } = await makeInstruments(db, { BARE: "USD" });
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
              ...id,
              counter: { currency: "CHF", amount: String(40 + units) },
            });
          case "reverse": {
            const reversesExternalId = number % 2 ? `w${at % 58}` : `c${at % number}`;
            return entry({ kind: "reversal", day, amount: "0", reversesExternalId, ...dollars });
          }
          case "exchange":
          case "spinOff":
            return entry({
              kind: "exchange",
              day,
              instrumentId: GLOB,
              amount: what === "spinOff" ? "0" : "4",
              ...dollars,
              quantity: what === "spinOff" ? "0" : `-${units}`,
              counter: { instrumentId: NEXT, quantity: String(units * 2) },
            });
          case "deliver":
            return entry({
              kind: "transferIn",
              day,
              instrumentId: NEXT,
              quantity: String(units),
              amount: "0",
              ...dollars,
            });
          case "unpriced":
            return entry({
              kind: "transferIn",
              day,
              instrumentId: BARE,
              quantity: String(units),
              amount: "0",
              ...dollars,
            });
          case "capital":
            return entry({ kind: "returnOfCapital", day, instrumentId: GLOB, amount: String(units), ...dollars });
          case "interest":
            return entry({ kind: "interest", day, amount: units % 2 ? "-3" : "2", ...dollars });
          default:
            return { ...deposit(day, String(units * 100), units % 2 ? "USD" : "CHF"), ...id };
        }
      };
      if (what === "rate" || what === "price") {
        const rates = [{ currency: "USD", day, perEuro: `1.0${units}`, source: `s${number}` }];
        const prices = [{ instrumentId: number % 3 ? GLOB : BARE, day, value: `1${units}.25`, source: `s${number}` }];
        await inTransaction(db, (trx) =>
          recordMarket(trx, what === "rate" ? { prices: [], rates } : { prices, rates: [] }),
        );
      } else
        await bookEntries(db, client, [made()]).catch((error: unknown) => {
          if (!(error instanceof EntriesRefused)) throw error;
        });
      if (computes) await compute(client);
      const range = [dayOf(from), addDays(dayOf(from), days)] as const;
      const known = await results(client, ...range);
      await expectToAddUp(client, known);
      const trx = await db.startTransaction().execute();
      try {
        await forget(client, trx);
        expect(await results(client, ...range, trx)).toEqual(known);
      } finally {
        await trx.rollback().execute();
      }
    }),
    { numRuns: 40 },
  );
});

test("an old entry, price or rate changes the answer of the call", async () => {
  const user = await portal.as("client", { clientNumber: "R-1" });
  const holder = { holderType: "user" as const, holderId: user.id };
  const { OLDE } = await makeInstruments(db, { OLDE: "GBP" });
  await price(db, OLDE, "2023-05-02", "50");
  await rate(db, "GBP", "2023-05-02", "1.25");
  await bookEntries(db, holder, [
    deposit("2023-05-02", "1000"),
    buy("2023-05-02", OLDE, "10", "-400", { currency: "EUR" }),
  ]);
  await computeDailyValues(portal.services, holder);
  const read = () => user.client.portfolios.getResults({ params: { ...holder, from: "2023-06-01", to: today } });
  const row = async () => (await read()).holdings.find(({ instrumentId }) => instrumentId === OLDE);
  const market = (prices: string | null, rates: string | null) =>
    inTransaction(db, (trx) =>
      recordMarket(trx, {
        prices: prices ? [{ instrumentId: OLDE, day: "2023-07-03", value: prices, source: "exchange" }] : [],
        rates: rates ? [{ currency: "GBP", day: "2023-07-03", perEuro: rates, source: "ECB" }] : [],
      }),
    );
  expect(await row()).toMatchObject({ total: "0.00", returnPercent: 0, contribution: 0 });
  await market("60", null);
  expect(await row()).toMatchObject({ priceGain: "80.00", currencyGain: "0.00", total: "80.00", returnPercent: 20 });
  await market(null, "1.2");
  // 10 × 50 × (1 ÷ 1.2 − 0.8) and 10 × 10 ÷ 1.2.
  expect(await row()).toMatchObject({ priceGain: "83.33", currencyGain: "16.67", total: "100.00", returnPercent: 25 });
  const late = { externalId: "late", currency: "EUR", instrumentId: OLDE };
  await bookEntries(db, holder, [entry({ kind: "dividend", day: "2023-08-01", amount: "12", ...late })]);
  expect(await row()).toMatchObject({ income: "12.00", total: "112.00", returnPercent: 28 });
  expect((await read()).total).toMatchObject({ total: "112.00", returnPercent: 11.2 });
});

test("a deposit is no gain, and a missing price leaves only its own holding and the sums unknown", async () => {
  const client = await makeClient(db);
  const { FINE, LOST } = await makeInstruments(db, { FINE: "EUR", LOST: "EUR" });
  await price(db, FINE, "2024-01-02", "10");
  await price(db, FINE, "2024-02-01", "12");
  await bookEntries(db, client, [
    deposit("2024-01-02", "500"),
    entry({ kind: "transferIn", day: "2024-01-02", instrumentId: FINE, quantity: "10", currency: "EUR", amount: "0" }),
    deposit("2024-02-05", "2000"),
  ]);
  await compute(client);
  expect(await results(client, "2024-01-02")).toMatchObject({
    holdings: [{ key: String(FINE), total: "20.00", returnPercent: 20, isClosed: false }],
    total: { total: "20.00" },
  });
  await bookEntries(db, client, [
    entry({ kind: "transferIn", day: "2024-02-06", instrumentId: LOST, quantity: "1", currency: "EUR", amount: "0" }),
  ]);
  const found = await results(client, "2024-01-02");
  expect(found.total).toMatchObject({ total: null, returnPercent: null, returnReason: "gaps" });
  expect(
    found.holdings.map(({ key, total, returnPercent, contribution }) => [key, total, returnPercent, contribution]),
  ).toEqual([
    [String(FINE), "20.00", 20, null],
    [String(LOST), null, null, null],
  ]);
  expect(found.holdings[1]?.gaps).toMatchObject([{ code: "priceMissing", instrumentId: LOST }]);
  expect(found.gaps[0]).toMatchObject({ code: "priceMissing", instrumentId: LOST });
});

test("before the first entry nothing was held; a custodian's system does not tell", async () => {
  const user = await portal.as("client", { clientNumber: "R-2" });
  const params = { holderType: "user" as const, holderId: user.id, from: "2024-01-01", to: today };
  const nothing = { holdings: [], total: { total: null, returnReason: "nothingHeld" }, reason: "nothingHeld" };
  expect(await user.client.portfolios.getResults({ params })).toMatchObject(nothing);
  await bookEntries(db, params, [deposit("2024-02-05", "2000")]);
  await computeDailyValues(portal.services, params);
  const before = { ...params, to: "2024-01-31" };
  expect(await user.client.portfolios.getResults({ params: before })).toMatchObject(nothing);
  expect(await user.client.portfolios.getResults({ params })).toMatchObject({
    holdings: [],
    total: { total: "0.00", returnPercent: 0 },
    reason: null,
  });
  await expect(
    user.client.portfolios.getResults({ params: { ...params, from: today, to: "2024-01-01" } }),
  ).rejects.toMatchObject({ code: "badInput" });
  await linkCustodian(db, params, "http://127.0.0.1:9");
  expect(await user.client.portfolios.getResults({ params })).toMatchObject({ holdings: [], reason: "notProvided" });
});
