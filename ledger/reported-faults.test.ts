/**
 * Faults that users of like programs reported, tried here: the reports are named by their program and number. Each test has
 * the report's case, in its own numbers where it gave them.
 */
import { describe, expect, test } from "vitest";
import { type ConvertedDays, convertPart, returnOfParts } from "./consolidated.ts";
import { one } from "./decimal.ts";
import type { Entry } from "./entry.ts";
import { activeEntries } from "./entry-parts.ts";
import { Replayer } from "./replay.ts";
import { returnIndex } from "./return-index.ts";
import { drawdowns, worstFall } from "./risk.ts";
import { realisedSales, writeLot, writeSale } from "./sales.ts";
import { cents, entriesOf, history, type Quotes } from "./testing/history.ts";
import { timeWeightedReturn } from "./time-weighted.ts";
import { xirr } from "./xirr.ts";

const percentOf = (rows: Parameters<typeof timeWeightedReturn>[1], opening = "0") => {
  const found = timeWeightedReturn(opening, rows);
  return "percent" in found ? Number(found.percent) : found.reason;
};

describe("returns", () => {
  test("Portfolio Performance 193, 423, 624: bought and sold within one day is no loss of everything", () => {
    const entries = entriesOf(
      { day: "2024-03-04", amount: "1000" },
      { kind: "buy", day: "2024-03-04", quantity: "10", amount: "-1000" },
      { kind: "sell", day: "2024-03-04", quantity: "-10", amount: "1020" },
      { kind: "withdrawal", day: "2024-03-04", amount: "-1020" },
    );
    const range = { from: "2024-03-04", to: "2024-03-29" };
    const { rows, holding } = history({ prices: { "2024-03-04": "101" } }, entries, range);
    expect(percentOf(rows)).toBe(2);
    expect((holding("1").found.growth ?? 0) - 1).toBeCloseTo(0.02, 12);
    expect(cents(holding("1").total)).toBe("20.00");
    const oneDay = [-1000, 1020].map((amount) => ({ day: "2024-03-04", amount }));
    expect(xirr(oneDay)).toEqual({ reason: "tooShort" });
  });

  test("Portfolio Performance 372: a dividend after everything was sold is measured by what was invested, not −100 %", () => {
    const entries = entriesOf(
      { kind: "buy", day: "2024-01-02", quantity: "10", amount: "-1000" },
      { kind: "sell", day: "2024-02-01", quantity: "-10", amount: "1100" },
      { kind: "dividend", day: "2024-03-01", amount: "11" },
    );
    const { holding } = history({ prices: { "2024-01-02": "100" } }, entries, { from: "2024-01-02", to: "2024-03-31" });
    expect(cents(holding("1").total)).toBe("111.00");
    // 10 %, then 11 of the 1,000 that were invested last.
    expect((holding("1").found.growth ?? 0) - 1).toBeCloseTo(1.1 * 1.011 - 1, 12);
  });

  test("Portfolio Performance 615: a second purchase above the last price costs its difference once", () => {
    const entries = entriesOf(
      { day: "2024-01-01", amount: "2000" },
      { kind: "buy", day: "2024-01-02", quantity: "10", amount: "-1000" },
      { kind: "buy", day: "2024-01-15", quantity: "9.5", amount: "-997.5" },
    );
    const { rows, closing } = history({ prices: { "2024-01-02": "100" } }, entries, {
      from: "2024-01-01",
      to: "2024-01-31",
    });
    expect(closing).toBe("1952.5");
    expect(percentOf(rows)).toBeCloseTo(-2.375, 12);
  });

  test("Wealthfolio 497: a portfolio that is paid out nearly or wholly keeps its return", () => {
    const of = (paidOut: string) =>
      percentOf(
        history(
          { prices: { "2024-01-02": "100", "2024-02-01": "110" } },
          entriesOf(
            { day: "2024-01-01", amount: "1000" },
            { kind: "buy", day: "2024-01-02", quantity: "10", amount: "-1000" },
            { kind: "transferOut", day: "2024-02-02", quantity: `-${paidOut}` },
          ),
          { from: "2024-01-01", to: "2024-03-31" },
        ).rows,
      );
    expect([of("5"), of("9.999"), of("10")]).toEqual([10, 10, 10]);
  });

  test("Wealthfolio 1414: an account that joins later is paid in; it moves the return of its day only by its weight", () => {
    const part = (first: number, start: number, daily: number): ConvertedDays => {
      const rows = Array.from({ length: 10 }, (_, at) => {
        const value = at < first ? 0 : start * (1 + daily) ** (at - first);
        const inflow = at === first ? String(start) : "0";
        return { day: `2024-01-${10 + at}`, value: value.toFixed(8), deposits: inflow, inflow };
      });
      const found = convertPart({ before: undefined, rows, fraction: () => one, rate: () => one });
      if ("missing" in found) throw new Error(found.missing);
      return found;
    };
    const alone = returnOfParts([part(0, 1000, 0.01)]);
    expect(Number("percent" in alone && alone.percent)).toBeCloseTo(100 * (1.01 ** 9 - 1), 6);
    const joined = returnOfParts([part(0, 1000, 0.01), part(8, 50_000, 0.01)]);
    // Nothing earned on its first day, 50,000 for the money of that day; then 1 % for all.
    const before = 1000 * 1.01 ** 7;
    const expected = 1.01 ** 7 * ((before * 1.01 + 50_000) / (before + 50_000)) * 1.01;
    expect(Number("percent" in joined && joined.percent)).toBeCloseTo(100 * (expected - 1), 6);
  });

  test("hledger 2391: a small holding that does not move beside a large one changes the return by little, not to −100 %", () => {
    const entries = entriesOf(
      { day: "2024-11-07", amount: "20" },
      { day: "2024-11-26", amount: "20000" },
      { kind: "buy", day: "2024-11-26", quantity: "19986", amount: "-20000" },
    );
    const { rows, closing } = history({ prices: { "2024-11-08": "1", "2024-12-31": "1.0018" } }, entries, {
      from: "2024-10-01",
      to: "2024-12-31",
    });
    expect(cents(closing)).toBe("20041.97");
    expect(percentOf(rows)).toBeCloseTo((21.9748 / 20_020) * 100, 6);
  });

  test("Wealthfolio 1124: purchases without a deposit make a debt, and there is no return rather than an inflated one", () => {
    const entries = entriesOf({ kind: "buy", day: "2024-01-02", quantity: "10", amount: "-1000" });
    const { rows, holding } = history({ prices: { "2024-01-02": "100", "2024-02-01": "110" } }, entries, {
      from: "2024-01-02",
      to: "2024-02-29",
    });
    expect(percentOf(rows)).toBe("nothingInvested");
    // The holding's own result and return are known.
    expect(cents(holding("1").total)).toBe("100.00");
    expect((holding("1").found.growth ?? 0) - 1).toBeCloseTo(0.1, 12);
  });

  test("Portfolio Performance 1517: a range that begins before the first payment changes no yearly rate", () => {
    const flows = [
      { day: "2019-05-24", amount: -1000 },
      { day: "2020-05-23", amount: 100 },
    ];
    expect(xirr([{ day: "2015-01-01", amount: 0 }, ...flows])).toEqual(xirr(flows));
    expect(xirr(flows)).toEqual({ rate: expect.closeTo(-0.9, 12) });
  });

  test("Portfolio Performance 5095: a loss of −99.9999 % a year is found, and is not −100 %", () => {
    const found = xirr([
      { day: "2024-01-01", amount: -1 },
      { day: "2024-12-31", amount: 0.000001 },
    ]);
    expect(found).toEqual({ rate: expect.closeTo(-0.999999, 12) });
    expect(found).not.toEqual({ rate: -1 });
  });
});

describe("income and charges", () => {
  test("Ghostfolio 3233, 5526: four dividends after their tax are a gain of 481.16, on a price that did not move", () => {
    const dividend = (day: string): Partial<Entry> => ({ kind: "dividend", day, amount: "120.29", tax: "42.26" });
    const entries = entriesOf(
      { kind: "buy", day: "2024-01-02", quantity: "1", amount: "-15005" },
      ...["2024-04-02", "2024-07-02", "2024-10-02", "2024-12-02"].map(dividend),
      { kind: "sell", day: "2024-12-30", quantity: "-1", amount: "15005" },
    );
    const { holding } = history({ prices: { "2024-01-02": "15005" } }, entries, {
      from: "2024-01-02",
      to: "2024-12-31",
    });
    expect(holding("1")).toMatchObject({ price: "0.00", income: "650.20", tax: "169.04" });
    expect(cents(holding("1").total)).toBe("481.16");
    // 3.21 % of the purchase; each dividend is paid out, so the returns of the four are linked.
    expect((holding("1").found.growth ?? 0) - 1).toBeCloseTo((1 + 120.29 / 15_005) ** 4 - 1, 12);
  });

  test("Ghostfolio 5451: a dividend before a larger purchase leaves −8.50 and the dividend; the rate of what was paid is beside it", () => {
    const entries = entriesOf(
      { kind: "buy", day: "2024-12-20", quantity: "1", amount: "-12.80", fee: "2" },
      { kind: "dividend", day: "2025-04-17", amount: "0.27" },
      { kind: "buy", day: "2025-08-29", quantity: "14", amount: "-170", fee: "2" },
    );
    const prices = { "2024-12-20": "10.80", "2025-08-29": "12", "2025-09-02": "11.62" };
    const { holding } = history({ prices }, entries, { from: "2024-12-20", to: "2025-09-02" });
    const { total, income, found } = holding("1");
    expect([cents(total), income]).toEqual(["-8.23", "0.27"]);
    // Each day weighs alike: 12.80 lost its fee of 2 on the first day, when it was all that was invested.
    expect(found.growth).toBeCloseTo((10.8 / 12.8) * (11.07 / 10.8) * (180 / 180.8) * (174.3 / 180), 12);
    const rate = xirr([
      { day: "2024-12-20", amount: -12.8 },
      { day: "2025-04-17", amount: 0.27 },
      { day: "2025-08-29", amount: -170 },
      { day: "2025-09-02", amount: 174.3 },
    ]);
    expect("rate" in rate && rate.rate).toBeLessThan(0);
  });

  test("Ghostfolio 3329, 2449, 789: fees in other currencies are summed in base, each at the rate of its day", () => {
    const rates: Record<string, Quotes> = {
      USD: { "2024-01-02": "0.9", "2024-06-03": "0.8" },
      GBP: { "2024-01-02": "1.2" },
    };
    const entries = entriesOf(
      { day: "2024-01-01", amount: "2000" },
      { kind: "buy", day: "2024-01-02", currency: "USD", quantity: "1", amount: "-110", fee: "10" },
      // The fee of a dollar trade, taken from the account in euro.
      { kind: "fee", day: "2024-01-02", amount: "-4", instrumentId: 1 },
      { kind: "buy", day: "2024-06-03", currency: "USD", quantity: "1", amount: "-110", fee: "10" },
      { kind: "fee", day: "2024-06-03", currency: "GBP", amount: "-5" },
    );
    const { sum, holding } = history({ currency: "USD", prices: { "2024-01-02": "100" }, rates }, entries, {
      from: "2024-01-01",
      to: "2024-12-31",
    });
    expect(cents(sum("fees"))).toBe("27.00");
    expect(holding("1").fees).toBe("21.00");
  });
});

describe("prices", () => {
  test("Ghostfolio 6270: without a quote, the price of a trade paid in another currency is converted into the instrument's", () => {
    const entries = entriesOf(
      { day: "2024-01-01", amount: "1000" },
      { kind: "buy", day: "2024-01-02", currency: "CZK", quantity: "1", amount: "-3585.09" },
    );
    const { rows } = history({ rates: { CZK: { "2024-01-01": "0.04" } } }, entries, {
      from: "2024-01-01",
      to: "2024-01-31",
    });
    // One unit, worth 143.4036 euro, for crowns that were owed for it.
    expect(rows.at(-1)).toMatchObject({ value: "1000", gaps: [{ code: "rateStale" }, { code: "priceFromTrade" }] });
  });

  test("Wealthfolio 1140, Portfolio Performance 1368: a reverse split changes neither the value before it nor the one after", () => {
    const entries = entriesOf(
      { day: "2024-01-01", amount: "200" },
      { kind: "buy", day: "2024-01-02", quantity: "100", amount: "-200" },
      { kind: "split", day: "2024-06-03", quantity: "-98" },
    );
    const prices = { "2024-01-02": "2", "2024-06-03": "100", "2024-06-04": "90" };
    const { rows, holding } = history({ prices }, entries, { from: "2024-01-01", to: "2024-06-04" });
    const valueOn = (day: string) => rows.find((row) => row.day === day)?.value;
    expect(["2024-01-02", "2024-06-02", "2024-06-03", "2024-06-04"].map(valueOn)).toEqual(["200", "200", "200", "180"]);
    expect(percentOf(rows)).toBe(-10);
    expect(holding("1").price).toBe("-20.00");
  });

  test("a price that comes late is no gain and no fall", () => {
    const entries = entriesOf({ kind: "transferIn", day: "2024-01-02", quantity: "10" });
    const { rows } = history({ prices: { "2024-02-01": "50", "2024-02-02": "55" } }, entries, {
      from: "2024-01-02",
      to: "2024-02-02",
    });
    expect(percentOf(rows)).toBe(10);
    expect(rows.at(0)).toMatchObject({ value: "0", complete: false });
  });
});

describe("falls", () => {
  const indexOf = (entries: Entry[], prices: Quotes, range: { from: string; to: string }) => {
    const { rows, opening } = history({ prices }, entries, range);
    const found = returnIndex({ opening, startDay: "2023-12-31" }, rows);
    if ("reason" in found) throw new Error(found.reason);
    return found;
  };

  test("pyfolio 179: a fall that begins on the first day counts from the start: −25 %, not −16.7 %", () => {
    const entries = entriesOf(
      { day: "2024-01-01", amount: "100" },
      { kind: "buy", day: "2024-01-01", quantity: "1", amount: "-100" },
    );
    const index = indexOf(
      entries,
      { "2024-01-01": "90", "2024-01-02": "75" },
      { from: "2024-01-01", to: "2024-01-05" },
    );
    expect(worstFall(index).fall).toBeCloseTo(-0.25, 12);
  });

  test("Portfolio Performance 4668: 1,000 fell to 600, and 1,000 paid in does not end the fall", () => {
    const entries = entriesOf(
      { day: "2024-01-01", amount: "1000" },
      { kind: "buy", day: "2024-01-01", quantity: "10", amount: "-1000" },
      { day: "2024-01-04", amount: "1000" },
    );
    const index = indexOf(
      entries,
      { "2024-01-01": "100", "2024-01-03": "60" },
      { from: "2024-01-01", to: "2024-01-05" },
    );
    expect(drawdowns(index).at(-1)?.fall).toBeCloseTo(-0.4, 12);
  });
});

describe("lots", () => {
  const replay = (...entries: Partial<Entry>[]) =>
    realisedSales(
      {
        baseCurrency: "EUR",
        instrumentCurrency: () => "EUR",
        rate: () => undefined,
        price: () => undefined,
        feesInCost: true,
      },
      activeEntries(entriesOf(...entries)),
      { from: "0001-01-01", to: "9999-12-31" },
    );

  test("Portfolio Performance 4446: units that leave and come back keep their day, and the oldest is sold first", () => {
    const { sales, lots } = replay(
      { kind: "buy", day: "2024-01-02", quantity: "1", amount: "-10" },
      { kind: "buy", day: "2024-02-01", quantity: "1", amount: "-20" },
      { kind: "buy", day: "2024-03-01", quantity: "1", amount: "-30" },
      { kind: "transferOut", day: "2024-04-01", quantity: "-1" },
      { kind: "transferIn", day: "2024-05-01", quantity: "1", cost: "10", acquiredOn: "2024-01-02" },
      { kind: "sell", day: "2024-06-03", quantity: "-1", amount: "50" },
    );
    expect(sales.map(writeSale)).toMatchObject([
      { lots: [{ acquired: "2024-01-02" }], fifo: { gain: { base: "40" } } },
    ]);
    expect(lots.held(1).map(writeLot)).toMatchObject([{ acquired: "2024-02-01" }, { acquired: "2024-03-01" }]);
  });

  test("degiro-bookkeeper 91: after a change of the ISIN the new units have the old days and cost, and nothing is realised", () => {
    const { sales, lots, closed } = replay(
      { kind: "buy", day: "2020-01-02", quantity: "10", amount: "-100" },
      { kind: "buy", day: "2021-01-04", quantity: "10", amount: "-300" },
      {
        kind: "exchange",
        day: "2024-02-01",
        instrumentId: 1,
        quantity: "-20",
        counter: { instrumentId: 2, quantity: "20" },
      },
      { kind: "sell", day: "2024-03-01", instrumentId: 2, quantity: "-10", amount: "250" },
    );
    expect(closed).toEqual([]);
    expect(sales.map(writeSale)).toMatchObject([{ instrumentId: 2, fifo: { gain: { base: "150" } } }]);
    expect(lots.held(2).map(writeLot)).toMatchObject([{ acquired: "2021-01-04", quantity: "10" }]);
  });

  test("Ghostfolio 5416, Portfolio Performance 5005: units sold that are not held are refused with what is missing", () => {
    const replayer = new Replayer({
      baseCurrency: "USD",
      instrumentCurrency: () => "USD",
      rate: () => undefined,
      price: () => undefined,
      feesInCost: true,
    });
    const [short] = entriesOf({
      kind: "sell",
      day: "2021-12-12",
      currency: "USD",
      quantity: "-1",
      amount: "44553.96",
      fee: "4.46",
    });
    expect(short && replayer.apply(short)).toEqual({
      code: "quantityBelowZero",
      entryId: 1,
      instrumentId: 1,
      shortfall: "1",
    });
    expect(replayer.toJSON().cash).toEqual({});
  });
});
