import { provableFigures } from "@portico/api/portfolios.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEvents } from "../../../kernel/events.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { saveRates } from "../../market-data/market-data.ts";
import { recordMarket } from "../ledger/market-changes.ts";
import { bookEntries } from "../ledger/writer.ts";
import { computeDailyValues } from "../performance/daily-values.ts";
import { getPerformance } from "../performance/performance.ts";
import { getProof } from "../proof/proof.ts";
import {
  accountOf,
  buy,
  deposit,
  entry,
  makeClient,
  makeInstruments,
  price,
  rate,
  sell,
  showPortfolio,
} from "../testing/firm.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const today = "2024-06-28";

describe("the specification's figures, by hand", () => {
  test("Swiss francs: two purchases with fees, valued at 148.90", async () => {
    const { db } = database;
    const client = await makeClient(db, { baseCurrency: "CHF" });
    const { BALN } = await makeInstruments(db, { BALN: "CHF" });
    await price(db, BALN, "2022-01-10", "148.90");
    const chf = { currency: "CHF" };
    await bookEntries(db, client, [
      deposit("2021-11-01", "1000", "CHF"),
      buy("2021-11-22", BALN, "2", "-287.35", { ...chf, fee: "1.55", price: "142.90" }),
      buy("2021-11-30", BALN, "2", "-274.85", { ...chf, fee: "1.65", price: "136.60" }),
    ]);
    const portfolio = await showPortfolio(db, accountOf(client), "2022-01-14");
    const [row] = portfolio.instruments;
    // 559.00 without fees, 3.20 of fees: net gain 33.40.
    expect(row).toMatchObject({
      ticker: "BALN",
      type: 1,
      fixing: 1,
      ownedShares: 4,
      avgBuyPrice: 140.55,
      currentPrice: 148.9,
      currentPriceInCtrCurrency: 148.9,
      totalInvested: 562.2,
      currentValue: 595.6,
      returnVal: 33.4,
      returnPercent: 5.94,
      fees: 3.2,
      gaps: [],
    });
    expect(row?.priceQuote).toEqual({ value: "148.9", day: "2022-01-10", source: "exchange" });
    expect(portfolio).toMatchObject({
      complete: true,
      netDeposits: 1000,
      cashBelowZero: false,
      contractCurrency: "CHF",
    });
    expect(portfolio.currentValue).toBe(1033.4);
  });

  test("a purchase in dollars for a client whose account is in euro", async () => {
    const { db } = database;
    const client = await makeClient(db);
    const { GLOB } = await makeInstruments(db, { GLOB: "USD" });
    await rate(db, "USD", "2024-01-02", "1.25");
    await rate(db, "USD", "2024-01-31", "1.25");
    await rate(db, "USD", "2024-06-27", "1.00");
    await price(db, GLOB, "2024-06-26", "12");
    await bookEntries(db, client, [
      deposit("2024-01-02", "2000"),
      entry({
        kind: "fx",
        day: "2024-01-03",
        currency: "EUR",
        amount: "-800",
        counter: { currency: "USD", amount: "1000" },
      }),
      buy("2024-01-04", GLOB, "50", "-500", { currency: "USD" }),
      entry({ kind: "dividend", day: "2024-02-01", instrumentId: GLOB, currency: "USD", amount: "10" }),
      entry({ kind: "tax", day: "2024-02-01", instrumentId: GLOB, currency: "USD", amount: "-1.5" }),
    ]);
    const portfolio = await showPortfolio(db, accountOf(client), today);
    const byTicker = new Map(portfolio.instruments.map((row) => [row.ticker, row]));
    // 500 USD at 0.80 = 400 EUR invested; 50 × 12 × 1.00 = 600 EUR now. Of the 200, the dollar contributed 500 × 1.00 −
    // 400 = 100.
    expect(byTicker.get("GLOB")).toMatchObject({
      instrumentCurrency: "USD",
      fixing: 1,
      avgBuyPrice: 10,
      currentPriceInCtrCurrency: 12,
      totalInvested: 400,
      currentValue: 600,
      returnVal: 200,
      returnPercent: 50,
      returnFromCurrency: 100,
      income: 8,
    });
    expect(byTicker.get("GLOB")?.fixingQuote).toEqual({ value: "1", day: "2024-06-27", source: "ECB" });
    // 500 + 8.50 USD; the 500 cost 0.80 each, as did the dividend.
    expect(byTicker.get("USD")).toMatchObject({
      type: 9,
      ownedShares: 508.5,
      avgBuyPrice: 0.8,
      currentPrice: 1,
      currentValue: 508.5,
    });
    expect(byTicker.get("EUR")).toMatchObject({
      type: 9,
      ownedShares: 1200,
      avgBuyPrice: 1,
      currentValue: 1200,
      returnVal: 0,
    });
    expect(portfolio.currentValue).toBe(2308.5);
    expect(portfolio).toMatchObject({ income: 8, tax: 1.2, complete: true, valuationDay: today });
  });

  test("a client without an entry sees zeros, not gaps", async () => {
    const { db } = database;
    const client = await makeClient(db);
    expect(await showPortfolio(db, accountOf(client), today)).toMatchObject({
      totalInvested: 0,
      currentValue: 0,
      returnVal: 0,
      returnPercent: 0,
      complete: true,
      instruments: [],
    });
  });

  test("a sold-out holding has no row, and its gain is in the total", async () => {
    const { db } = database;
    const client = await makeClient(db);
    const { ACME } = await makeInstruments(db, { ACME: "EUR" });
    await bookEntries(db, client, [buy("2024-01-04", ACME, "5", "-50"), sell("2024-02-04", ACME, "5", "80")]);
    const portfolio = await showPortfolio(db, accountOf(client), today);
    expect(portfolio.instruments.map(({ ticker }) => ticker)).toEqual(["EUR"]);
    expect(portfolio).toMatchObject({ realisedGain: 30, complete: true });
  });
});

describe("gaps", () => {
  test("a missing price leaves its row and every total over it unknown, and names itself", async () => {
    const { db } = database;
    const client = await makeClient(db);
    const { KNOWN, UNKNOWN } = await makeInstruments(db, { KNOWN: "EUR", UNKNOWN: "EUR" });
    await price(db, KNOWN, "2024-06-27", "11");
    const units = (instrumentId: number, cost: string) =>
      entry({ kind: "transferIn", day: "2024-01-04", instrumentId, quantity: "5", cost, currency: "EUR", amount: "0" });
    await bookEntries(db, client, [buy("2024-01-04", KNOWN, "5", "-50"), units(UNKNOWN, "50")]);
    const portfolio = await showPortfolio(db, accountOf(client), today);
    const rows = new Map(portfolio.instruments.map((row) => [row.ticker, row]));
    expect(rows.get("KNOWN")).toMatchObject({ currentValue: 55, gaps: [] });
    const gap = { code: "priceMissing", instrumentId: UNKNOWN, name: "UNKNOWN plc", day: today };
    expect(rows.get("UNKNOWN")).toMatchObject({
      currentPrice: null,
      currentValue: null,
      returnVal: null,
      totalInvested: 50,
      gaps: [gap],
    });
    expect(portfolio).toMatchObject({
      currentValue: null,
      returnVal: null,
      totalInvested: 50,
      complete: false,
      gaps: [gap],
    });
  });

  test("before the first quote the price of the trade values the position, and is named", async () => {
    const { db } = database;
    const client = await makeClient(db);
    const { FRESH } = await makeInstruments(db, { FRESH: "EUR" });
    await bookEntries(db, client, [deposit("2024-01-04", "51"), buy("2024-01-04", FRESH, "5", "-51", { fee: "1" })]);
    const gap = { code: "priceFromTrade", instrumentId: FRESH, name: "FRESH plc", day: today, quoted: "2024-01-04" };
    const before = await showPortfolio(db, accountOf(client), today);
    expect(before).toMatchObject({ currentValue: 50, returnVal: -1, complete: false, gaps: [gap] });
    expect(before.instruments[0]).toMatchObject({
      currentPrice: 10,
      priceQuote: { source: "trade", day: "2024-01-04" },
    });
    await inTransaction(db, (trx) =>
      recordMarket(trx, {
        prices: [{ instrumentId: FRESH, day: "2024-02-05", value: "11", source: "exchange" }],
        rates: [],
      }),
    );
    const after = await showPortfolio(db, accountOf(client), "2024-02-06");
    expect(after).toMatchObject({ currentValue: 55, complete: true, gaps: [], quotedUntil: "2024-02-05" });
  });

  test("what was converted at a rate five months old is known, is not complete, and says which rate", async () => {
    const { db } = database;
    const client = await makeClient(db);
    const { SEK } = { SEK: "SEK" };
    await rate(db, SEK, "2024-01-05", "10");
    await rate(db, SEK, "2024-06-27", "12.5");
    await bookEntries(db, client, [deposit("2024-06-05", "1000", SEK)]);
    const portfolio = await showPortfolio(db, accountOf(client), today);
    const gap = { code: "rateStale", currency: SEK, day: "2024-06-05", quoted: "2024-01-05" };
    // 100 EUR at the rate of January, 80 EUR at the valuation rate.
    expect(portfolio).toMatchObject({
      totalInvested: 100,
      netDeposits: 100,
      currentValue: 80,
      complete: false,
      gaps: [gap],
    });
    await inTransaction(db, (trx) =>
      recordMarket(trx, { prices: [], rates: [{ currency: SEK, day: "2024-06-04", perEuro: "12", source: "ECB" }] }),
    );
    await computeDailyValues({ db, events: createEvents(), now: () => new Date(`${today}T09:00:00Z`) }, client);
    expect(await showPortfolio(db, accountOf(client), today)).toMatchObject({
      complete: true,
      gaps: [],
      currentValue: 80,
    });
  });

  test("a quote in a currency without a rate does not blank what is known: the last convertible price counts", async () => {
    const { db } = database;
    const client = await makeClient(db);
    const { TWICE } = await makeInstruments(db, { TWICE: "EUR" });
    await bookEntries(db, client, [deposit("2024-06-03", "50"), buy("2024-06-03", TWICE, "5", "-50")]);
    await price(db, TWICE, "2024-06-24", "12");
    await inTransaction(db, (trx) =>
      recordMarket(trx, {
        prices: [{ instrumentId: TWICE, currency: "XOF", day: "2024-06-26", value: "9000", source: "exchange" }],
        rates: [],
      }),
    );
    const account = accountOf(client);
    const shown = await showPortfolio(db, account, "2024-06-27");
    expect(shown).toMatchObject({ currentValue: 60, complete: true, gaps: [] });
    expect(shown.instruments[0]).toMatchObject({ priceQuote: { value: "12", day: "2024-06-24" } });
    const range = { from: "2024-06-03", to: "2024-06-27" };
    const performance = await getPerformance(db, account, range, "2024-06-27");
    expect(performance.points.at(-1)).toMatchObject({ value: 60 });
    const proof = await getProof(db, account, { figure: "currentValue", key: String(TWICE) }, "2024-06-27");
    expect(proof).toMatchObject({ result: "60", gaps: [] });
    // With its rate the newer quote counts, from its day on.
    await inTransaction(db, (trx) =>
      recordMarket(trx, { prices: [], rates: [{ currency: "XOF", day: "2024-06-26", perEuro: "600", source: "X" }] }),
    );
    expect(await showPortfolio(db, account, "2024-06-27")).toMatchObject({ currentValue: 75, complete: true });
    const later = await getPerformance(db, account, range, "2024-06-27");
    expect(later.points.slice(-3).map(({ day, value }) => [day, value])).toEqual([
      ["2024-06-25", 60],
      ["2024-06-26", 75],
      ["2024-06-27", 75],
    ]);
  });

  test("a missing rate is never taken for 1", async () => {
    const { db } = database;
    const client = await makeClient(db);
    await bookEntries(db, client, [deposit("2024-01-04", "100", "ISK")]);
    const portfolio = await showPortfolio(db, accountOf(client), today);
    expect(portfolio.instruments[0]).toMatchObject({
      ticker: "ISK",
      fixing: null,
      currentValue: null,
      totalInvested: null,
    });
    expect(portfolio.gaps).toContainEqual({ code: "rateMissing", currency: "ISK", day: today });
  });

  test("an opening balance without its cost says so", async () => {
    const { db } = database;
    const client = await makeClient(db);
    const { OLD } = await makeInstruments(db, { OLD: "EUR" });
    await price(db, OLD, "2024-06-27", "3");
    await bookEntries(db, client, [
      entry({
        kind: "openingBalance",
        day: "2024-01-02",
        instrumentId: OLD,
        quantity: "10",
        currency: "EUR",
        amount: "0",
      }),
    ]);
    const portfolio = await showPortfolio(db, accountOf(client), today);
    expect(portfolio.instruments[0]).toMatchObject({ currentValue: 30, totalInvested: null, returnVal: null });
    expect(portfolio.instruments[0]?.gaps).toMatchObject([{ code: "costUnknown", instrumentId: OLD, name: "OLD plc" }]);
  });

  test("a price or rate older than ten days is used, and row, totals, proofs and performance say so", async () => {
    const { db } = database;
    const client = await makeClient(db);
    const { SLOW } = await makeInstruments(db, { SLOW: "HUF" });
    const account = accountOf(client);
    await price(db, SLOW, "2024-06-17", "4000");
    await rate(db, "HUF", "2024-01-02", "400");
    await rate(db, "HUF", "2024-06-17", "400");
    await bookEntries(db, client, [
      deposit("2024-01-03", "4000", "HUF"),
      buy("2024-01-04", SLOW, "1", "-4000", { currency: "HUF" }),
    ]);
    const on = async (day: string) => {
      const portfolio = await showPortfolio(db, account, day);
      const row = portfolio.instruments.find(({ ticker }) => ticker === "SLOW");
      const doubtsOf = async (figure: (typeof provableFigures)[number], key?: string) =>
        (await getProof(db, account, { figure, key, from: day, to: day }, day)).gaps.map(({ code }) => code);
      return { portfolio, row, doubtsOf };
    };
    const recent = await on("2024-06-27");
    expect(recent.portfolio).toMatchObject({ currentValue: 10, complete: true, gaps: [] });
    expect(recent.row?.priceQuote).toEqual({ value: "4000", day: "2024-06-17", source: "exchange" });
    expect(await recent.doubtsOf("currentValue")).toEqual([]);
    const { portfolio, row, doubtsOf } = await on(today);
    const gaps = [
      { code: "priceStale", instrumentId: SLOW, name: "SLOW plc", day: today, quoted: "2024-06-17" },
      { code: "rateStale", currency: "HUF", day: today, quoted: "2024-06-17" },
    ];
    expect(portfolio).toMatchObject({ currentValue: 10, complete: false, gaps });
    expect(row).toMatchObject({ priceQuote: { stale: true }, fixingQuote: { stale: true }, gaps });
    expect(row?.gaps).toHaveLength(2);
    for (const figure of ["currentValue", "returnVal", "returnPercent"] as const)
      expect([figure, await doubtsOf(figure)]).toEqual([figure, ["priceStale", "rateStale"]]);
    expect(await doubtsOf("currentPrice", String(SLOW))).toEqual(["priceStale"]);
    expect(await doubtsOf("fixing", String(SLOW))).toEqual(["rateStale"]);
    // Figures built at historical rates do not depend on today's.
    for (const figure of ["totalInvested", "netDeposits", "fees"] as const)
      expect([figure, await doubtsOf(figure)]).toEqual([figure, []]);
    expect(await doubtsOf("ownedShares", String(SLOW))).toEqual([]);
    const { gaps: ofRange } = await getPerformance(db, account, { from: today, to: today }, today);
    expect(new Set(ofRange)).toEqual(new Set(gaps));
    for (const figure of ["timeWeightedReturn", "moneyWeightedReturn", "currencyEffect"] as const)
      expect([figure, (await doubtsOf(figure)).toSorted()]).toEqual([figure, ["priceStale", "rateStale"]]);
  });

  test("of one day the price recorded last counts: a correction has a source of its own", async () => {
    const { db } = database;
    const client = await makeClient(db);
    const { FIXED } = await makeInstruments(db, { FIXED: "EUR" });
    await price(db, FIXED, "2024-06-27", "3");
    await price(db, FIXED, "2024-06-27", "4", "exchange, corrected");
    await bookEntries(db, client, [buy("2024-01-04", FIXED, "5", "-50")]);
    const { instruments } = await showPortfolio(db, accountOf(client), today);
    expect(instruments.find(({ ticker }) => ticker === "FIXED")).toMatchObject({ currentPrice: 4 });
  });
});

describe("proofs", () => {
  test("every figure's proof, worked out from the entries, is the figure shown, and its terms make it", async () => {
    const { db } = database;
    const client = await makeClient(db);
    const { ONE, TWO } = await makeInstruments(db, { ONE: "EUR", TWO: "PLN" });
    await saveRates(db, [
      { currency: "PLN", day: "2024-01-01", perEuro: "4.3", source: "NBP" },
      { currency: "PLN", day: "2024-03-01", perEuro: "4.35", source: "NBP" },
      { currency: "PLN", day: "2024-06-20", perEuro: "4.27", source: "NBP" },
    ]);
    await price(db, ONE, "2024-06-27", "21.37");
    await price(db, TWO, "2024-06-26", "101.05");
    const pln = { currency: "PLN" };
    await bookEntries(db, client, [
      deposit("2024-01-02", "5000"),
      entry({
        kind: "fx",
        day: "2024-01-03",
        currency: "EUR",
        amount: "-2000",
        counter: { currency: "PLN", amount: "8590" },
      }),
      buy("2024-01-04", ONE, "100", "-1903.30", { fee: "3.30" }),
      buy("2024-01-05", TWO, "60", "-5703", { ...pln, fee: "3" }),
      sell("2024-03-04", TWO, "13", "1297.77", { ...pln, fee: "1.23" }),
      entry({ kind: "dividend", day: "2024-04-02", instrumentId: TWO, ...pln, amount: "47" }),
      entry({ kind: "tax", day: "2024-04-02", instrumentId: TWO, ...pln, amount: "-8.93" }),
      entry({ kind: "fee", day: "2024-05-02", currency: "EUR", amount: "-12.5" }),
      entry({ kind: "withdrawal", day: "2024-05-03", currency: "EUR", amount: "-100" }),
    ]);
    const account = accountOf(client);
    const portfolio = await showPortfolio(db, account, today);
    const figures = provableFigures.filter((figure) => !/Weighted/.test(figure));
    const totals = portfolio as unknown as Record<string, number | null>;
    const check = async (
      figure: (typeof figures)[number],
      key: string | undefined,
      displayed: number | null | undefined,
    ) => {
      const proof = await getProof(db, account, { figure, key }, today);
      expect([figure, key, Number(proof.result)]).toEqual([figure, key, displayed]);
      expect(proof.terms.length).toBeGreaterThan(0);
      const sum = proof.terms.reduce((total, { value }) => total + Number(value), 0);
      const sums: readonly string[] = [
        "ownedShares",
        "realisedGain",
        "income",
        "fees",
        "tax",
        "netDeposits",
        "totalInvested",
      ];
      if (sums.includes(figure) || (key === undefined && figure === "currentValue"))
        expect(sum).toBeCloseTo(displayed ?? Number.NaN, 8);
    };
    for (const figure of figures) if (totals[figure] !== undefined) await check(figure, undefined, totals[figure]);
    for (const row of portfolio.instruments) {
      const shown = row as unknown as Record<string, number | null>;
      for (const figure of figures)
        if (
          shown[figure] !== undefined &&
          !(shown[figure] === 0 && ["income", "fees", "realisedGain"].includes(figure))
        )
          await check(figure, row.key, shown[figure]);
    }
  });

  test("a long history is bounded: the newest entries one by one, the rest in one sum", async () => {
    const { db } = database;
    const client = await makeClient(db);
    const days = Array.from({ length: 260 }, (_, index) =>
      new Date(Date.UTC(2023, 0, 1 + index)).toISOString().slice(0, 10),
    );
    await bookEntries(
      db,
      client,
      days.map((day) => deposit(day, "10")),
    );
    const proof = await getProof(db, accountOf(client), { figure: "netDeposits", key: undefined }, today);
    expect(proof).toMatchObject({ result: "2600", moreTerms: 61 });
    expect(proof.terms).toHaveLength(200);
    expect(proof.terms.at(-1)).toMatchObject({ label: "others", value: "610" });
  });
});
