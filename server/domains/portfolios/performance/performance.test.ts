import type { ProvableFigure } from "@portico/api/portfolios.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installJobs } from "../../../jobs/start.ts";
import { createEvents } from "../../../kernel/events.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { emitPortfolios } from "../change-events.ts";
import { recordMarket } from "../ledger/market-changes.ts";
import { bookEntries } from "../ledger/writer.ts";
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
  rate,
  sell,
  showPortfolio,
  type TestClient,
} from "../testing/firm.ts";
import { computeDailyValues, enqueueOverdue } from "./daily-values.ts";
import { getPerformance } from "./performance.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await installJobs(database.connection);
});
afterAll(() => database.close());

const today = "2024-03-01";
const services = () => ({ db: database.db, events: createEvents(), now: () => new Date(`${today}T09:00:00Z`) });
const compute = (client: TestClient) => computeDailyValues(services(), client);
const everything = (client: TestClient) => listStoredDays(database.db, client);

/** A client with euro and dollars and known figures. */
async function makeInvestor() {
  const { db } = database;
  const client = await makeClient(db);
  const { ACME, GLOB } = await makeInstruments(db, { ACME: "EUR", GLOB: "USD" });
  for (const [day, value] of [
    ["2024-01-02", "10"],
    ["2024-01-15", "12"],
    ["2024-02-20", "11"],
  ] as const)
    await price(db, ACME, day, value);
  await price(db, GLOB, "2024-01-02", "100");
  return { client, ACME, GLOB };
}

describe("performance, by hand", () => {
  test("the bridge sums to the cent, and the returns are those of the days", async () => {
    const { db } = database;
    const { client, ACME } = await makeInvestor();
    await bookEntries(db, client, [
      deposit("2024-01-02", "1000"),
      buy("2024-01-02", ACME, "50", "-501", { fee: "1" }),
      deposit("2024-02-01", "200"),
      entry({ kind: "dividend", day: "2024-02-05", instrumentId: ACME, currency: "EUR", amount: "20" }),
      entry({ kind: "tax", day: "2024-02-05", instrumentId: ACME, currency: "EUR", amount: "-3" }),
    ]);
    const account = accountOf(client);
    const range = { from: "2024-01-01", to: today };
    // Before the job has run, the days are calculated, with the same result.
    const atOnce = await getPerformance(db, account, range, today);
    await compute(client);
    const performance = await getPerformance(db, account, range, today);
    expect(performance).toEqual(atOnce);
    // 499 + 200 + 17 of cash and 50 × 11 of shares.
    expect(performance.bridge).toEqual({
      opening: "0.00",
      deposits: "1200.00",
      price: "50.00",
      fx: "0.00",
      income: "20.00",
      fees: "1.00",
      tax: "3.00",
      closing: "1266.00",
    });
    // 999/1000 × 1099/999 (price 12) × (1299/1299) × 1316/1299 × 1266/1316.
    expect(performance.timeWeightedReturn).toBeCloseTo(((1099 / 1000) * (1316 / 1299) * (1266 / 1316) - 1) * 100, 2);
    expect(performance).toMatchObject({ moneyWeightedReason: null, benchmarkName: null });
    // The price of 2 January is used until the 15th, and is old from the 13th on.
    expect(performance.gaps).toMatchObject([{ code: "priceStale", day: "2024-01-13", quoted: "2024-01-02" }]);
    expect(performance.points[0]).toMatchObject({ day: "2024-01-02", value: 999, netDeposits: 1000 });
    expect(performance.points.at(-1)).toMatchObject({ day: today, value: 1266, netDeposits: 1200 });
    expect((await showPortfolio(db, account, today)).currentValue).toBe(1266);
    for (const figure of ["timeWeightedReturn", "moneyWeightedReturn"] as const) {
      const proof = await getProof(db, account, { figure, key: undefined, ...range }, today);
      expect(Number(proof.result)).toBe(performance[figure]);
      expect(proof.terms.length).toBeGreaterThan(1);
    }
  });

  test("over more than a year the time-weighted return is told a year as well, like the money-weighted one", async () => {
    const { db } = database;
    const { client, ACME } = await makeInvestor();
    await price(db, ACME, "2022-03-02", "9.09");
    await bookEntries(db, client, [deposit("2022-03-02", "909"), buy("2022-03-02", ACME, "100", "-909")]);
    await compute(client);
    const range = (from: string) => getPerformance(db, accountOf(client), { from, to: today }, today);
    const years = await range("2022-03-02");
    // 21.01 % over 731 days, the first one included.
    expect(years).toMatchObject({ timeWeightedReturn: 21.01, timeWeightedYearly: 9.99 });
    expect(Math.abs((years.moneyWeightedReturn ?? 0) - 10.01)).toBeLessThan(0.011);
    expect((await range("2023-03-01")).timeWeightedYearly).toBe(20.89);
    expect((await range("2023-03-02")).timeWeightedYearly).toBeNull();
  });

  test("a range that begins in the middle opens with the value of the day before", async () => {
    const { db } = database;
    const { client, ACME } = await makeInvestor();
    await bookEntries(db, client, [buy("2024-01-02", ACME, "50", "-500"), deposit("2024-01-02", "500")]);
    await compute(client);
    const performance = await getPerformance(db, accountOf(client), { from: "2024-01-15", to: "2024-02-19" }, today);
    expect(performance.bridge).toMatchObject({ opening: "500.00", price: "100.00", closing: "600.00" });
    expect(performance.timeWeightedReturn).toBe(20);
    // The day before and the range's own.
    expect(performance.points).toHaveLength(37);
  });

  test("a long range is thinned to at most 400 points, first and last kept", async () => {
    const { db } = database;
    const client = await makeClient(db);
    await bookEntries(db, client, [deposit("2019-01-01", "500")]);
    await compute(client);
    const { points } = await getPerformance(db, accountOf(client), { from: "2018-01-01", to: today }, today);
    expect(points.length).toBeLessThanOrEqual(400);
    expect(points.length).toBeGreaterThan(300);
    expect([points[0]?.day, points.at(-1)?.day]).toEqual(["2019-01-01", today]);
  });

  test("a missing price leaves bridge and returns unknown, and the day names it", async () => {
    const { db } = database;
    const client = await makeClient(db);
    const { NEW } = await makeInstruments(db, { NEW: "EUR" });
    const delivered = { kind: "transferIn", instrumentId: NEW, quantity: "1", currency: "EUR", amount: "0" } as const;
    await bookEntries(db, client, [deposit("2024-02-01", "100"), entry({ ...delivered, day: "2024-02-10" })]);
    await compute(client);
    const performance = await getPerformance(db, accountOf(client), { from: "2024-02-01", to: today }, today);
    expect(performance).toMatchObject({ bridge: null, timeWeightedReturn: null, moneyWeightedReturn: null });
    expect(performance.points[0]).toMatchObject({ value: 100 });
    expect(performance.points.at(-1)).toMatchObject({ value: null });
    const gap = { code: "priceMissing", instrumentId: NEW, name: "NEW plc", day: "2024-02-10" };
    expect(performance.gaps).toEqual([gap]);
    // A range that only starts with an unpriced value names the gap too.
    await price(db, NEW, "2024-02-20", "10");
    await sql`update ledger_head set recompute_from = '2024-02-20'`.execute(db);
    await compute(client);
    const late = await getPerformance(db, accountOf(client), { from: "2024-02-20", to: today }, today);
    expect(late).toMatchObject({ timeWeightedReturn: null, gaps: [{ ...gap, day: "2024-02-19" }] });
  });

  test("days without a price between the ends take only the return that needs each day", async () => {
    const { db } = database;
    const client = await makeClient(db);
    const { OLD, NEW, KID } = await makeInstruments(db, { OLD: "EUR", NEW: "EUR", KID: "EUR" });
    await price(db, OLD, "2023-12-29", "10");
    await price(db, NEW, "2024-02-12", "26");
    await price(db, KID, "2024-02-14", "5");
    const exchange = { kind: "exchange", currency: "EUR", amount: "0" } as const;
    await bookEntries(db, client, [
      deposit("2024-01-02", "1000"),
      buy("2024-01-02", OLD, "100", "-1000"),
      // A merger into what is quoted a week later, and a spin-off without a stated cost.
      entry({
        ...exchange,
        day: "2024-02-05",
        instrumentId: OLD,
        quantity: "-100",
        counter: { instrumentId: NEW, quantity: "40" },
      }),
      entry({
        ...exchange,
        day: "2024-02-08",
        instrumentId: NEW,
        quantity: "0",
        counter: { instrumentId: KID, quantity: "10" },
      }),
      deposit("2024-02-09", "100"),
    ]);
    const account = accountOf(client);
    const range = { from: "2024-01-01", to: today };
    const atOnce = await getPerformance(db, account, range, today);
    await compute(client);
    const performance = await getPerformance(db, account, range, today);
    expect(performance).toEqual(atOnce);
    expect(performance.bridge).toEqual({
      opening: "0.00",
      deposits: "1100.00",
      price: "90.00",
      fx: "0.00",
      income: "0.00",
      fees: "0.00",
      tax: "0.00",
      closing: "1190.00",
    });
    expect(performance).toMatchObject({ gain: "90", timeWeightedReturn: null, timeWeightedReason: null });
    expect(performance.gaps.map(({ code, name, day }) => [code, name, day])).toEqual([
      ["priceMissing", "NEW plc", "2024-02-05"],
      ["priceMissing", "KID plc", "2024-02-08"],
      ["priceStale", "OLD plc", "2024-01-09"],
      ["priceStale", "NEW plc", "2024-02-23"],
      ["priceStale", "KID plc", "2024-02-25"],
    ]);
    expect(performance.points.at(-1)).toMatchObject({ value: 1190, netDeposits: 1100 });
    expect(performance.points.find(({ day }) => day === "2024-02-10")).toMatchObject({
      value: null,
      netDeposits: 1100,
    });
    expect((await showPortfolio(db, account, today)).netDeposits).toBe(1100);
    // −1,000 on 2 January and −100 on 9 February, 1,190 on 1 March.
    const rate = 1 + (performance.moneyWeightedReturn ?? Number.NaN) / 100;
    expect(1000 * rate ** (59 / 365) + 100 * rate ** (21 / 365)).toBeCloseTo(1190, 1);
    const prove = (figure: ProvableFigure) => getProof(db, account, { figure, key: undefined, ...range }, today);
    const ofMoney = await prove("moneyWeightedReturn");
    expect(Number(ofMoney.result)).toBe(performance.moneyWeightedReturn);
    expect(ofMoney.terms.map(({ value }) => value)).toEqual(["-1000", "-100", "1190"]);
    // The missing prices took nothing from it; the old ones are told.
    expect(ofMoney.gaps).toEqual(performance.gaps.filter(({ code }) => code === "priceStale"));
    expect(await prove("timeWeightedReturn")).toMatchObject({ result: null, gaps: performance.gaps });
    expect(await prove("currencyEffect")).toMatchObject({ result: "0" });
    // A range that ends where a price is missing says which, and names it first.
    const ending = await getPerformance(db, account, { from: "2024-01-01", to: "2024-02-13" }, today);
    expect(ending).toMatchObject({ bridge: null, gain: null, moneyWeightedReturn: null });
    expect(ending.gaps[0]).toMatchObject({ code: "priceMissing", instrumentId: KID });
  });

  test("a delivery of unknown worth leaves every range over it unknown, also after its price came", async () => {
    const { db } = database;
    const client = await makeClient(db);
    const { NEW } = await makeInstruments(db, { NEW: "EUR" });
    await price(db, NEW, "2024-02-20", "10");
    const delivered = { kind: "transferIn", instrumentId: NEW, quantity: "1", currency: "EUR", amount: "0" } as const;
    await bookEntries(db, client, [deposit("2024-02-01", "100"), entry({ ...delivered, day: "2024-02-10" })]);
    await compute(client);
    const over = await getPerformance(db, accountOf(client), { from: "2024-02-01", to: today }, today);
    expect(over).toMatchObject({ bridge: null, gain: null, moneyWeightedReturn: null });
    expect(over.points.at(-1)).toMatchObject({ value: 110, netDeposits: null });
    const after = await getPerformance(db, accountOf(client), { from: "2024-02-21", to: today }, today);
    expect(after.bridge).toMatchObject({ opening: "110.00", deposits: "0.00", closing: "110.00" });
  });

  test("days of an older build, which do not tell what was paid, are unknown over a gap until they are calculated again", async () => {
    const { db } = database;
    const client = await makeClient(db);
    const { OLD, NEW } = await makeInstruments(db, { OLD: "EUR", NEW: "EUR" });
    await price(db, NEW, "2024-02-12", "26");
    const counter = { instrumentId: NEW, quantity: "40" };
    const merger = { kind: "exchange", currency: "EUR", amount: "0", instrumentId: OLD, quantity: "-100" } as const;
    await bookEntries(db, client, [
      deposit("2024-01-02", "1000"),
      buy("2024-01-02", OLD, "100", "-1000"),
      entry({ ...merger, day: "2024-02-05", counter }),
    ]);
    await compute(client);
    await sql`update daily_value set entered = null where holder_id = ${client.holderId}`.execute(db);
    const read = (from: string) => getPerformance(db, accountOf(client), { from, to: today }, today);
    expect(await read("2024-01-01")).toMatchObject({ bridge: null });
    // Complete days need nothing else.
    expect((await read("2024-02-13")).bridge).toMatchObject({ opening: "1040.00", price: "0.00" });
    await sql`update ledger_head set recompute_from = '2024-02-01'`.execute(db);
    await compute(client);
    expect((await read("2024-02-01")).bridge).toMatchObject({ opening: "1000.00", deposits: "0.00", price: "40.00" });
  });

  test("a range with the purchase of what is quoted a month later has its returns, and says what they rest on", async () => {
    const { db } = database;
    const client = await makeClient(db);
    const { NEW } = await makeInstruments(db, { NEW: "EUR" });
    await bookEntries(db, client, [deposit("2024-01-02", "100"), buy("2024-01-02", NEW, "2", "-100")]);
    await price(db, NEW, "2024-02-02", "55");
    await compute(client);
    const range = { from: "2024-01-02", to: today };
    expect(await getPerformance(db, accountOf(client), range, today)).toMatchObject({
      timeWeightedReturn: 10,
      bridge: { deposits: "100.00", price: "10.00", closing: "110.00" },
      gain: "10",
      gaps: [
        { code: "priceFromTrade", instrumentId: NEW, name: "NEW plc", day: "2024-01-02", quoted: "2024-01-02" },
        { code: "priceStale", instrumentId: NEW, day: "2024-02-13", quoted: "2024-02-02" },
      ],
    });
  });

  test("money in and out on one day is not netted, and a range below zero says why it has no return", async () => {
    const { db } = database;
    const interest = (day: string, amount: string) => entry({ kind: "interest", day, currency: "EUR", amount });
    const withdrawal = (day: string, amount: string) => entry({ kind: "withdrawal", day, currency: "EUR", amount });
    const twrOf = async (entries: Parameters<typeof bookEntries>[2], from: string) => {
      const client = await makeClient(db);
      await bookEntries(db, client, entries);
      await compute(client);
      const range = { from, to: "2024-01-10" };
      return { client, range, performance: await getPerformance(db, accountOf(client), range, today) };
    };
    const passing = await twrOf(
      [
        deposit("2024-01-02", "100"),
        deposit("2024-01-05", "900"),
        interest("2024-01-05", "10"),
        withdrawal("2024-01-05", "-900"),
      ],
      "2024-01-02",
    );
    expect(passing.performance).toMatchObject({ timeWeightedReturn: 1, gaps: [], timeWeightedReason: null });
    const proof = await getProof(
      db,
      accountOf(passing.client),
      { figure: "timeWeightedReturn", ...passing.range },
      today,
    );
    expect(proof).toMatchObject({ result: "1", terms: [{ value: "1" }, { value: "1.01" }] });
    const fromNothing = await twrOf(
      [deposit("2024-01-05", "1000"), interest("2024-01-05", "10"), withdrawal("2024-01-05", "-1010")],
      "2024-01-02",
    );
    expect(fromNothing.performance).toMatchObject({ timeWeightedReturn: 1, gaps: [] });
    const { ACME } = await makeInstruments(db, { ACME: "EUR" });
    await price(db, ACME, "2024-01-02", "10");
    await price(db, ACME, "2024-01-04", "4");
    const margin = await twrOf([deposit("2024-01-02", "100"), buy("2024-01-02", ACME, "20", "-200")], "2024-01-02");
    // 200 of shares with 100 of debt: at 4 they are worth 80, and 20 remain owed.
    expect(margin.performance).toMatchObject({
      timeWeightedReturn: null,
      timeWeightedReason: { code: "belowZero", day: "2024-01-04" },
      moneyWeightedReturn: null,
      moneyWeightedReason: "noRoot",
      bridge: { closing: "-20.00" },
    });
  });
});

describe("daily values made anew", () => {
  test("after a backdated entry equal those made from the first day", async () => {
    const { db } = database;
    const { client, ACME, GLOB } = await makeInvestor();
    await rate(db, "USD", "2024-01-01", "1.10");
    await rate(db, "USD", "2024-02-10", "1.05");
    const early = [deposit("2024-01-02", "1000"), deposit("2024-01-03", "900", "USD")];
    const late = [buy("2024-01-09", GLOB, "3", "-300", { currency: "USD" }), sell("2024-02-22", ACME, "5", "54")];
    await bookEntries(db, client, [...early, buy("2024-01-04", ACME, "20", "-200"), late[1] as never]);
    await compute(client);
    await bookEntries(db, client, [late[0] as never]);
    await compute(client);
    const stepwise = await everything(client);
    await sql`delete from daily_value where holder_id = ${client.holderId}`.execute(db);
    await sql`update ledger_head set computed_until = null where holder_id = ${client.holderId}`.execute(db);
    await compute(client);
    expect(await everything(client)).toEqual(stepwise);
    expect(stepwise.length).toBe(60);
  });

  test("go on where a run was cut off, and another run changes nothing", async () => {
    const { db } = database;
    const client = await makeClient(db);
    await bookEntries(db, client, [deposit("2021-01-01", "500")]);
    await compute(client);
    const whole = await everything(client);
    // The state after a run interrupted after its first batch.
    await sql`delete from daily_value where holder_id = ${client.holderId} and day > '2022-02-05'`.execute(db);
    await sql`
      update ledger_head set computed_until = '2022-02-05', recompute_from = '2022-02-06'
      where holder_id = ${client.holderId}`.execute(db);
    await compute(client);
    expect(await everything(client)).toEqual(whole);
    await compute(client);
    expect(await everything(client)).toEqual(whole);
  });

  test("a rate that comes late fills in the costs in base, marks who is affected and no one else", async () => {
    const { db } = database;
    const { client, GLOB } = await makeInvestor();
    const other = await makeClient(db);
    await bookEntries(db, other, [deposit("2024-01-02", "100")]);
    await bookEntries(db, client, [
      deposit("2024-01-02", "1000", "SEK"),
      entry({
        kind: "openingBalance",
        day: "2024-01-02",
        instrumentId: GLOB,
        quantity: "1",
        currency: "SEK",
        amount: "0",
        cost: "900",
      }),
    ]);
    await compute(client);
    await compute(other);
    const account = accountOf(client);
    expect(await showPortfolio(db, account, today)).toMatchObject({
      complete: false,
      totalInvested: null,
      netDeposits: null,
    });
    const events = createEvents();
    const reported: unknown[] = [];
    events.on("portfolio:changed", ({ holderType, holderId }) => reported.push({ holderType, holderId }));
    const change = await inTransaction(db, (trx) =>
      recordMarket(trx, {
        prices: [],
        rates: [{ currency: "SEK", day: "2024-01-01", perEuro: "10", source: "ECB" }],
      }),
    );
    await transact({ db, events }, async (tx) => emitPortfolios(tx, change.holders));
    expect(reported).toEqual([{ holderType: "user", holderId: client.holderId }]);
    const { rows } = await sql<{ replay: boolean; from: string }>`
      select replay, recompute_from as from from ledger_head where holder_id = ${client.holderId}`.execute(db);
    expect(rows).toEqual([{ replay: true, from: "2024-01-02" }]);
    const range = { from: "2024-01-01", to: today };
    const provable = ["totalInvested", "currentValue", "returnVal", "netDeposits", "currencyEffect"] as const;
    const ask = async () => ({
      portfolio: await showPortfolio(db, account, today),
      performance: await getPerformance(db, account, range, today),
      proofs: await Promise.all(provable.map((figure) => getProof(db, account, { figure, ...range }, today))),
    });
    // Between import and job: the same answers as afterwards, without contradictions.
    const meanwhile = await ask();
    const { totalInvested, currentValue, returnVal, netDeposits } = meanwhile.portfolio;
    const proven = meanwhile.proofs.map(({ result }) => Number(result));
    expect(proven.slice(0, -1)).toEqual([totalInvested, currentValue, returnVal, netDeposits]);
    expect(proven.at(-1)?.toFixed(2)).toBe(meanwhile.performance.bridge?.fx);
    expect(meanwhile.performance.bridge?.closing).toBe(currentValue?.toFixed(2));
    await compute(client);
    const after = await ask();
    expect({ ...after, portfolio: { ...after.portfolio, version: meanwhile.portfolio.version } }).toEqual(meanwhile);
    const { portfolio } = after;
    expect(portfolio).toMatchObject({ netDeposits: 190.909090909091 });
    expect(portfolio.instruments.find(({ ticker }) => ticker === "SEK")).toMatchObject({
      totalInvested: 100,
      currentValue: 100,
    });
    expect((await everything(client)).at(-1)).toMatchObject({ complete: true });
  });

  test("a rate of today does not make an old ledger be replayed", async () => {
    const { db } = database;
    const client = await makeClient(db);
    await rate(db, "NOK", "2024-01-01", "11");
    await bookEntries(db, client, [deposit("2024-01-02", "1000", "NOK")]);
    await compute(client);
    const row = { currency: "NOK", day: today, perEuro: "11.5", source: "ECB" };
    await inTransaction(db, (trx) => recordMarket(trx, { prices: [], rates: [row] }));
    const { rows } = await sql<{ replay: boolean; from: string }>`
      select replay, recompute_from as from from ledger_head where holder_id = ${client.holderId}`.execute(db);
    expect(rows).toEqual([{ replay: false, from: today }]);
  });

  test("a new day puts every holder into the queue once", async () => {
    const { db } = database;
    const client = await makeClient(db);
    await bookEntries(db, client, [deposit("2024-02-25", "10")]);
    await compute(client);
    const tomorrow = { ...services(), now: () => new Date("2024-03-02T00:30:00Z") };
    expect(await enqueueOverdue(tomorrow)).toBeGreaterThan(0);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from jobs.job
      where name = 'portfolios.daily-values' and state = 'created' and singleton_key = ${`user/${client.holderId}`}`.execute(
      db,
    );
    expect(rows).toEqual([{ count: 1 }]);
    await computeDailyValues(tomorrow, client);
    expect((await everything(client)).at(-1)).toMatchObject({ day: "2024-03-02", value: "10" });
  });
});

test("the benchmark is what the same payments would be worth in it", async () => {
  const { db } = database;
  const { client, ACME } = await makeInvestor();
  await sql`update instrument set isin = 'US0378331005' where id = ${ACME}`.execute(db);
  const rules = { timeZone: "Europe/Sofia", baseCurrency: "EUR", feesInCost: true, benchmarkIsin: "US0378331005" };
  await sql`insert into setting (name, data) values ('portalRules', ${JSON.stringify(rules)}::jsonb)`.execute(db);
  await bookEntries(db, client, [deposit("2024-01-02", "100"), deposit("2024-01-15", "120")]);
  await compute(client);
  const of = (from: string, to: string) => getPerformance(db, accountOf(client), { from, to }, today);
  const lacking = { code: "priceMissing", instrumentId: ACME, name: "ACME plc", day: "2024-01-01" };
  expect(await of("2024-01-02", today)).toMatchObject({ benchmarkReturn: null, benchmarkGap: lacking });
  await price(db, ACME, "2023-12-29", "10");
  const performance = await of("2024-01-01", today);
  // 10 units at the close of 1 January, 12 more at that of the 14th (deposits count from the start of their day), worth
  // 11 each.
  expect(performance).toMatchObject({ benchmarkName: "ACME plc", benchmarkReturn: 10, benchmarkGap: null });
  expect(performance.points.at(-1)).toMatchObject({ value: 220, benchmark: 242 });
  // The first day counts: from 10 at the close of the 14th to 12 at that of the 15th. The price of the 14th was old,
  // which is stated.
  const old = { code: "priceStale", instrumentId: ACME, name: "ACME plc", day: "2024-01-14", quoted: "2024-01-02" };
  expect(await of("2024-01-15", "2024-01-15")).toMatchObject({ benchmarkReturn: 20, benchmarkGap: old });
  // A split of the benchmark is not a loss.
  const holder = await makeClient(db);
  await bookEntries(db, holder, [
    buy("2024-01-02", ACME, "10", "-100"),
    entry({ kind: "split", day: "2024-01-20", instrumentId: ACME, quantity: "90", currency: "EUR", amount: "0" }),
  ]);
  await price(db, ACME, "2024-01-22", "1.3");
  expect(await of("2024-01-16", "2024-01-25")).toMatchObject({ benchmarkReturn: 8.33 });
  await sql`delete from setting`.execute(db);
});
