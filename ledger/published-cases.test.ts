/**
 * The figures of two open programs for the same trades, prices and rates: Portfolio Performance (tests of commit d26a30f6) and
 * Ghostfolio (tests of commit c542997d). Where our definition differs, the test says how.
 */
import { describe, expect, test } from "vitest";
import { Decimal } from "./decimal.ts";
import type { Entry } from "./entry.ts";
import { activeEntries } from "./entry-parts.ts";
import { returnIndex } from "./return-index.ts";
import { volatility, worstFall } from "./risk.ts";
import { realisedSales, writeAmounts, writeSale } from "./sales.ts";
import { cents, entriesOf, history, optionsOf, type Quotes } from "./testing/history.ts";
import { timeWeightedReturn } from "./time-weighted.ts";
import { xirr } from "./xirr.ts";

const perDollar = (quotes: Quotes): Quotes =>
  Object.fromEntries(Object.entries(quotes).map(([day, dollars]) => [day, new Decimal(1).div(dollars).toFixed(20)]));
/** Of Portfolio Performance's tests: dollars per euro. */
const dollars = {
  USD: perDollar({
    "2014-12-31": "1.2141",
    "2015-01-02": "1.2043",
    "2015-01-05": "1.1915",
    "2015-01-06": "1.1914",
    "2015-01-07": "1.1831",
    "2015-01-08": "1.1768",
    "2015-01-09": "1.1813",
    "2015-01-12": "1.1804",
    "2015-01-13": "1.1782",
    "2015-01-14": "1.1775",
    "2015-01-15": "1.1708",
    "2015-01-16": "1.1588",
  }),
};

describe("Portfolio Performance", () => {
  test("eight days with payments on the days of interest and fees: each day's return, and −5.6182678 % in all", () => {
    const entries = entriesOf(
      { day: "2011-12-31", amount: "10000" },
      { kind: "interest", day: "2012-01-01", amount: "230" },
      { day: "2012-01-02", amount: "200" },
      { kind: "interest", day: "2012-01-02", amount: "200" },
      { kind: "withdrawal", day: "2012-01-03", amount: "-400" },
      { kind: "fee", day: "2012-01-03", amount: "-234.41" },
      { kind: "interest", day: "2012-01-04", amount: "293.99" },
      { kind: "interest", day: "2012-01-05", amount: "293.99" },
      { day: "2012-01-06", amount: "5400" },
      { kind: "interest", day: "2012-01-06", amount: "195.99" },
      { kind: "withdrawal", day: "2012-01-07", amount: "-3697.04" },
      { kind: "fee", day: "2012-01-07", amount: "-882.52" },
      { kind: "fee", day: "2012-01-08", amount: "-1003.85" },
    );
    const { rows, opening } = history({}, entries, { from: "2012-01-01", to: "2012-01-08" });
    const index = returnIndex({ opening, startDay: "2011-12-31" }, rows);
    if ("reason" in index) throw new Error(index.reason);
    const days = index.slice(1).map((point, at) => point.index / (index[at]?.index ?? 1) - 1);
    const published = [
      0.023, 0.019175455, -0.0220517, 0.0294117647, 0.0285714286, 0.012261967, -0.0545454545, -0.0865384615,
    ];
    for (const [at, value] of published.entries()) expect(days[at]).toBeCloseTo(value, 6);
    const linked = timeWeightedReturn(opening, rows);
    expect(Number("percent" in linked && linked.percent) / 100).toBeCloseTo(-0.056182678, 9);
  });

  test("a deposit on the last day changes no return, nor does one on the first: 10 % both times", () => {
    const first = entriesOf(
      { day: "2012-01-01", amount: "100" },
      { kind: "interest", day: "2012-01-02", amount: "10" },
      { day: "2012-01-10", amount: "100" },
    );
    const range = { from: "2012-01-01", to: "2012-01-10" };
    expect(timeWeightedReturn("0", history({}, first, range).rows)).toEqual({ percent: "10" });
    expect(timeWeightedReturn("0", history({}, first.slice(0, 2), range).rows)).toEqual({ percent: "10" });
  });

  test("interest of 50.00 with tax of 7.50 leaves 1,042.50: income is gross, the return net", () => {
    const entries = entriesOf(
      { day: "2022-01-01", amount: "1000" },
      { kind: "interest", day: "2022-12-24", amount: "42.5", tax: "7.5" },
    );
    const { rows, closing, sum } = history({}, entries, { from: "2022-01-01", to: "2022-12-31" });
    expect([closing, cents(sum("income")), cents(sum("tax"))]).toEqual(["1042.5", "50.00", "7.50"]);
    expect(timeWeightedReturn("0", rows)).toEqual({ percent: "4.25" });
  });

  test("a dividend of 100.00 after tax of 10.00 is income of 110.00, whether the units are still held or not", () => {
    const entries = entriesOf({ kind: "dividend", day: "2011-03-01", amount: "100", tax: "10" });
    const { sum, holding } = history({}, entries, { from: "2011-01-01", to: "2011-12-31" });
    expect([cents(sum("income")), cents(sum("tax"))]).toEqual(["110.00", "10.00"]);
    expect(holding("1")).toMatchObject({ income: "110.00", tax: "10.00" });
  });

  test("a unit delivered in a year with gains: 1,000 before, 1,210 after; theirs enters at the 99 stated, ours at the price of 100", () => {
    const market = { prices: { "2010-01-01": "100", "2011-06-01": "110" } };
    const entries = entriesOf(
      { kind: "buy", day: "2010-01-01", quantity: "10", amount: "-1" },
      { kind: "transferIn", day: "2011-01-15", quantity: "1", cost: "99", value: "99" },
    );
    const held = history(market, entries, { from: "2011-01-01", to: "2011-12-31" });
    // The cash that paid for the first ten is owed, and no part of the figures.
    expect([held.opening, held.closing]).toEqual(["999", "1209"]);
    expect([cents(held.sum("deposits")), cents(held.sum("price"))]).toEqual(["100.00", "110.00"]);
  });

  test("one of ten units sold for 98.99 after a fee of 0.01: 1 lost on it, 90 gained on the others", () => {
    const market = { prices: { "2010-01-01": "100", "2011-06-01": "110" } };
    const entries = entriesOf(
      { day: "2010-01-01", amount: "1" },
      { kind: "buy", day: "2010-01-01", quantity: "10", amount: "-1" },
      { kind: "sell", day: "2011-01-15", quantity: "-1", amount: "98.99", fee: "0.01" },
      { kind: "withdrawal", day: "2011-01-15", amount: "-98.99" },
    );
    const { opening, closing, holding } = history(market, entries, { from: "2011-01-01", to: "2011-12-31" });
    expect([opening, closing]).toEqual(["1000", "990"]);
    expect(holding("1")).toMatchObject({ price: "89.00", fees: "0.01" });
  });

  test("dollars in an account: 830.36 euro at the start, 580.80 at the end, and what payments and fees leave is currency", () => {
    const entries = entriesOf(
      { day: "2015-01-01", amount: "1000", currency: "USD" },
      { day: "2015-01-05", amount: "200", currency: "USD" },
      { kind: "withdrawal", day: "2015-01-10", amount: "-500", currency: "USD" },
      { kind: "fee", day: "2015-01-12", amount: "-20", currency: "USD" },
    );
    const { opening, closing, sum } = history({ rates: dollars }, entries, { from: "2015-01-03", to: "2015-01-15" });
    expect([cents(opening), cents(closing)]).toEqual(["830.36", "580.80"]);
    const euro = (amount: number, rate: number) => amount / rate;
    const transfers = euro(200, 1.1915) - euro(500, 1.1813);
    const expected = euro(680, 1.1708) - euro(1000, 1.2043) - transfers + euro(20, 1.1804);
    expect(sum("fx").toNumber()).toBeCloseTo(expected, 9);
    expect(sum("price").isZero()).toBe(true);
  });

  test("a dollar share bought and sold for euro: realised and not realised gains of the period add up to 178.50", () => {
    const market = {
      currency: "USD",
      prices: { "2015-01-02": "100", "2015-01-08": "110", "2015-12-01": "120" },
      rates: dollars,
    };
    const entries = entriesOf(
      { day: "2014-12-31", amount: "1000" },
      { kind: "buy", day: "2015-01-02", quantity: "10", amount: "-900" },
      { kind: "sell", day: "2015-01-09", quantity: "-5", amount: "500" },
    );
    const { holding } = history(market, entries, { from: "2015-01-06", to: "2016-01-01" });
    const unrealised = (120 * 5) / 1.1588 - (100 * 5) / 1.1915;
    const realised = 100 * 5 - (100 * 5) / 1.1915;
    expect(holding("1").total.toNumber()).toBeCloseTo(unrealised + realised, 9);
    expect(cents(holding("1").total)).toBe("178.50");
  });

  test("what is put into an index at its last price earns the return of the index, however often", () => {
    const days = Array.from({ length: 120 }, (_, at) => new Date(Date.UTC(2012, 0, 1 + at)).toISOString().slice(0, 10));
    const prices = Object.fromEntries(days.map((day, at) => [day, String(100 + ((at * 37) % 23) + at / 10)]));
    const last = days.at(-1) ?? "";
    const entries = entriesOf(
      ...days.flatMap((day, at): Partial<Entry>[] => {
        const price = prices[days[at - 1] ?? day] ?? "0";
        const amount = new Decimal(price).times(100).toFixed();
        return at % 20 === 0
          ? [
              { day, amount },
              { kind: "buy", day, quantity: "100", amount: `-${amount}` },
            ]
          : [];
      }),
    );
    const { rows } = history({ prices }, entries, { from: "2012-01-01", to: last });
    const linked = timeWeightedReturn("0", rows);
    const ofIndex = Number(prices[last]) / 100 - 1;
    expect(Number("percent" in linked && linked.percent) / 100).toBeCloseTo(ofIndex, 10);
  });

  test("XIRR of ten years with payments in between, of a loss of nearly all, and of a year with a dividend", () => {
    const rateOf = (flows: Record<string, number>) => {
      const found = xirr(Object.entries(flows).map(([day, amount]) => ({ day, amount })));
      return "rate" in found ? found.rate : found.reason;
    };
    const slow = {
      "2002-11-30": -4398,
      "2007-06-11": 200,
      "2008-05-11": 270,
      "2009-05-01": 280,
      "2010-06-01": 280,
      "2011-05-02": 300,
      "2012-04-30": 330,
      "2012-12-06": 14_508,
    };
    // Their figure is exact to 0.0001, as their test says: at it the flows are worth −0.88, at ours nothing.
    expect(rateOf(slow)).toBeCloseTo(0.1444629967, 4);
    expect(rateOf(slow)).toBeCloseTo(0.14443898947, 10);
    expect(rateOf({ "2019-05-24": -1560.94, "2020-01-13": -1160, "2020-06-29": 42.8 })).toBeCloseTo(-0.999251643, 8);
    // Before taxes: a dividend of 100 with 50 kept back, a sale for 1,200 with 30.
    expect(rateOf({ "2015-12-31": -1000, "2016-06-01": 150, "2016-12-31": 1230 })).toBeCloseTo(0.412128788, 8);
  });

  test("volatility of six days, 1.7736692475 % over them: theirs is of the logarithms of returns", () => {
    const returns = [0.005, -1 / 300, -0.005, 0.01, 0.01, -0.005];
    expect(
      volatility(
        returns.map((value) => Math.log1p(value)),
        returns.length,
      ),
    ).toBeCloseTo(0.017736692475, 10);
    // Simple returns, as ours are, give nearly the same for days.
    expect(volatility(returns, returns.length)).toBeCloseTo(0.0177367, 4);
  });

  test("−47.444 % below the highest price, and with days without a price −24.005 %", () => {
    const fallOf = (...prices: (number | null)[]) => {
      const points = prices.flatMap((index, at) => (index === null ? [] : [{ day: `2022-06-${10 + at}`, index }]));
      const highest = Math.max(...points.map(({ index }) => index));
      return worstFall([...points.filter(({ index }) => index === highest), ...points.slice(-1)]);
    };
    expect(fallOf(210, 699, 699, 2133, 2074, 1854, 1500, 9, 900, 1121).fall).toBeCloseTo(-0.47444, 4);
    expect(fallOf(1323, null, 2062, null, 2000, 1567, null).fall).toBeCloseTo(-0.24005, 4);
  });

  const realised = (feesInCost: boolean, ...entries: Partial<Entry>[]) => {
    const market = optionsOf({});
    const { sales, lots } = realisedSales(
      {
        baseCurrency: "EUR",
        instrumentCurrency: market.instrumentCurrency,
        rate: () => undefined,
        price: () => undefined,
        feesInCost,
      },
      activeEntries(entriesOf(...entries)),
      { from: "0001-01-01", to: "9999-12-31" },
    );
    const [sale] = sales.map(writeSale);
    return {
      gains: [cents(sale?.fifo.gain.base), cents(sale?.average.gain.base)],
      averageCost: cents(sale?.average.cost.base),
      fifoCost: cents(sale?.fifo.cost.base),
      left: cents(writeAmounts(lots.cost(1)).base),
    };
  };

  test("ten of fifteen units sold: 460 by lots and 466.67 on average with fees and tax, 500 without them", () => {
    const trades: Partial<Entry>[] = [
      { kind: "buy", day: "2022-01-01", quantity: "5", amount: "-520", fee: "10", tax: "10" },
      { kind: "buy", day: "2022-02-01", quantity: "10", amount: "-1000" },
      { kind: "sell", day: "2022-03-01", quantity: "-10", amount: "1480", fee: "10", tax: "10" },
    ];
    const included = realised(true, ...trades);
    expect(included).toMatchObject({ gains: ["460.00", "466.67"], left: "500.00" });
    // Returns of the sale: 45.10 % by lots, 46.05 % on average.
    expect(1480 / Number(included.fifoCost) - 1).toBeCloseTo(0.451, 4);
    expect(1480 / Number(included.averageCost) - 1).toBeCloseTo(0.4605, 4);
    expect(realised(false, ...trades).gains).toEqual(["500.00", "500.00"]);
  });

  test("half a million units for 450,000, one sold for 0.989: 449,999.10 are left", () => {
    const trades: Partial<Entry>[] = [
      { kind: "buy", day: "2018-05-01", quantity: "500000", amount: "-450000" },
      { kind: "sell", day: "2018-05-08", quantity: "-1", amount: "0.989" },
    ];
    expect(realised(true, ...trades)).toMatchObject({ gains: ["0.09", "0.09"], left: "449999.10" });
  });
});

describe("Ghostfolio", () => {
  const francs = { base: "CHF", currency: "USD" };
  const inFrancs = (entry: Partial<Entry>) => ({ currency: "CHF", ...entry });
  const inDollars = (entry: Partial<Entry>) => ({ currency: "USD", ...entry });
  const baloise = {
    base: "CHF",
    prices: { "2021-11-22": "142.9", "2021-11-30": "136.6", "2021-12-17": "143.9", "2021-12-18": "148.9" },
  };
  const bought = inFrancs({ kind: "buy", day: "2021-11-22", quantity: "2", amount: "-287.35", fee: "1.55" });

  test("two purchases: 595.60 held, 36.60 gained before fees of 3.20, 33.40 after", () => {
    const entries = entriesOf(
      bought,
      inFrancs({ kind: "buy", day: "2021-11-30", quantity: "2", amount: "-274.85", fee: "1.65" }),
    );
    const { holding } = history(baloise, entries, { from: "2021-11-22", to: "2021-12-18" });
    expect(holding("1")).toMatchObject({ price: "36.60", fees: "3.20" });
    expect(cents(holding("1").total)).toBe("33.40");
  });

  test("bought and sold: −12.60 before fees, −15.80 after; the return is of what was paid with its fee", () => {
    const entries = entriesOf(
      bought,
      inFrancs({ kind: "sell", day: "2021-11-30", quantity: "-2", amount: "271.55", fee: "1.65" }),
    );
    const { holding } = history(baloise, entries, { from: "2021-11-22", to: "2021-12-18" });
    expect(holding("1")).toMatchObject({ price: "-12.60", fees: "3.20", found: { isClosed: true } });
    expect(cents(holding("1").total)).toBe("-15.80");
    // Theirs is of the price without the fee: −15.80 of 285.80.
    expect((holding("1").found.growth ?? 0) - 1).toBeCloseTo(-15.8 / 287.35, 10);
  });

  test("without fees the return of a closed holding is theirs: 13.100263852 %", () => {
    const entries = entriesOf(
      inFrancs({ kind: "buy", day: "2022-03-07", quantity: "2", amount: "-151.6" }),
      inFrancs({ kind: "sell", day: "2022-04-08", quantity: "-2", amount: "171.46" }),
    );
    const { holding } = history({ base: "CHF", prices: { "2022-04-11": "87.8" } }, entries, {
      from: "2022-03-07",
      to: "2022-04-11",
    });
    expect(cents(holding("1").total)).toBe("19.86");
    expect((holding("1").found.growth ?? 0) - 1).toBeCloseTo(0.13100263852242744, 12);
  });

  test("a dollar share in francs: worth 103.10483, gained 20.775774, less a fee of one dollar, 0.9238", () => {
    const market = {
      ...francs,
      prices: { "2023-01-03": "89.12", "2023-07-10": "116.45" },
      rates: { USD: { "2023-01-03": "0.9238", "2023-07-10": "0.8854" } },
    };
    const entries = entriesOf(
      inDollars({ day: "2023-01-03", amount: "90.12" }),
      inDollars({ kind: "buy", day: "2023-01-03", quantity: "1", amount: "-90.12", fee: "1" }),
    );
    const { closing, holding } = history(market, entries, { from: "2023-01-03", to: "2023-07-10" });
    const { price, fx, fees } = holding("1").found;
    expect([closing, price.plus(fx).toFixed(), fees.toFixed()]).toEqual(["103.10483", "20.775774", "0.9238"]);
    // At the last day's rate alone it would be 27.33 dollars; what the currency took is told apart.
    expect([price.toFixed(), fx.toFixed()]).toEqual(["24.197982", "-3.422208"]);
    expect(holding("1").total.toFixed()).toBe("19.851974");
  });

  test("one of two sold on the last but one day, in francs: 26,516.2087014 gained", () => {
    const market = {
      ...francs,
      prices: { "2015-01-01": "314.25", "2017-12-31": "14156.4", "2018-01-01": "13657.2" },
      rates: { USD: { "2015-01-01": "0.99411", "2017-12-31": "0.9787", "2018-01-01": "0.97373" } },
    };
    const entries = entriesOf(
      inDollars({ kind: "buy", day: "2015-01-01", quantity: "2", amount: "-640.86" }),
      inDollars({ kind: "sell", day: "2017-12-31", quantity: "-1", amount: "14156.4" }),
      inDollars({ kind: "withdrawal", day: "2017-12-31", amount: "-13515.54" }),
    );
    const { closing, holding } = history(market, entries, { from: "2015-01-01", to: "2018-01-01" });
    expect([closing, holding("1").total.toFixed()]).toEqual(["13298.425356", "26516.2087014"]);
  });

  test("a share with a fee and a dividend: 33.25 price, 19 fee, 0.62 income, and −5.39 on the last day", () => {
    const market = { base: "USD", prices: { "2021-09-16": "298.58", "2023-07-09": "337.22", "2023-07-10": "331.83" } };
    const entries = entriesOf(
      inDollars({ kind: "buy", day: "2021-09-16", quantity: "1", amount: "-317.58", fee: "19" }),
      inDollars({ kind: "dividend", day: "2021-11-16", amount: "0.62" }),
    );
    const all = history(market, entries, { from: "2021-09-16", to: "2023-07-10" }).holding("1");
    expect(all).toMatchObject({ price: "33.25", fees: "19.00", income: "0.62" });
    // Their net performance, 14.25, leaves the dividend out.
    expect(cents(all.total.minus("0.62"))).toBe("14.25");
    const lastDay = history(market, entries, { from: "2023-07-10", to: "2023-07-10" }).holding("1");
    expect(cents(lastDay.total)).toBe("-5.39");
  });

  test("dollars held in francs: 70 gained by the currency in all, 60 in a year, 20 on the last day", () => {
    const rates = { "2023-12-31": "0.85", "2024-01-01": "0.86", "2024-12-31": "0.9", "2025-01-01": "0.91" };
    const entries = entriesOf(
      inDollars({ day: "2023-12-31", amount: "1000" }),
      inDollars({ day: "2024-12-31", amount: "1000" }),
    );
    const since = (from: string) => history({ ...francs, rates: { USD: rates } }, entries, { from, to: "2025-01-01" });
    expect(since("2023-12-31").closing).toBe("1820");
    expect(["2023-12-31", "2024-01-02", "2025-01-01"].map((from) => since(from).sum("fx").toFixed())).toEqual([
      "70",
      "60",
      "20",
    ]);
  });

  test("a fee alone: 49 is a fee, and there is no return rather than 0 %", () => {
    const entries = entriesOf(inDollars({ kind: "fee", day: "2021-09-01", amount: "-49" }));
    const { rows, sum } = history({ base: "USD" }, entries, { from: "2021-09-01", to: "2021-12-18" });
    expect(sum("fees").toFixed()).toBe("49");
    expect(timeWeightedReturn("0", rows)).toEqual({ reason: "belowZero", day: "2021-09-01" });
  });
});
