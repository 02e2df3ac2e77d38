/** Lots through each kind of entry, and the published figures of others for the same trades. */
import { expect, test } from "vitest";
import { Decimal } from "./decimal.ts";
import type { Entry } from "./entry.ts";
import { activeEntries } from "./entry-parts.ts";
import type { ReplayOptions } from "./replay.ts";
import { realisedSales, writeAmounts, writeLot, writeSale } from "./sales.ts";

let nextId = 0;
const entry = (kind: Entry["kind"], day: string, more: Partial<Entry> = {}): Entry => ({
  id: ++nextId,
  kind,
  day,
  currency: "EUR",
  amount: "0",
  instrumentId: 1,
  ...more,
});
const buy = (day: string, quantity: string, paid: string, more: Partial<Entry> = {}) =>
  entry("buy", day, { quantity, amount: `-${paid}`, ...more });
const sell = (day: string, quantity: string, received: string, more: Partial<Entry> = {}) =>
  entry("sell", day, { quantity: `-${quantity}`, amount: received, ...more });

const inEuro: ReplayOptions = {
  baseCurrency: "EUR",
  instrumentCurrency: () => "EUR",
  rate: () => undefined,
  price: () => undefined,
  feesInCost: true,
};
/** Instruments in dollars, of a holder with another base; rates by day. */
const inDollars = (baseCurrency: string, rates: Record<string, string>): ReplayOptions => ({
  ...inEuro,
  baseCurrency,
  instrumentCurrency: () => "USD",
  rate: (_, day) => (rates[day] === undefined ? undefined : { rate: rates[day], day, source: "made up" }),
});
const all = { from: "0001-01-01", to: "9999-12-31" };
function run(entries: Entry[], options = inEuro, range = all) {
  const { sales, closed, lots } = realisedSales(options, activeEntries(entries), range);
  return {
    sales: sales.map(writeSale),
    closed: closed.map(({ fifo, average, ...rest }) => ({
      ...rest,
      fifo: writeAmounts(fifo.gain),
      average: writeAmounts(average.gain),
    })),
    held: (id: number) => lots.held(id).map(writeLot),
    cost: (id: number) => writeAmounts(lots.cost(id)),
  };
}
const cents = (figure: string | null | undefined) => new Decimal(figure ?? "NaN").toFixed(2);
const gains = (entries: Entry[], options = inEuro) =>
  run(entries, options).sales.map(({ fifo, average }) => [cents(fifo.gain.base), cents(average.gain.base)]);
const held = (entries: Entry[], id = 1, options = inEuro) =>
  run(entries, options)
    .held(id)
    .map(({ acquired, quantity, cost }) => [acquired, quantity, cost.base]);

// Figures of Portfolio Performance's tests of costs, capital gains and trades.
test("Portfolio Performance: one purchase, a part sold, then two more: both methods 98.12, and 5,360.04 left", () => {
  const entries = [
    buy("2010-01-01", "109", "3149.20"),
    sell("2010-02-01", "15", "531.50"),
    buy("2010-03-01", "52", "1684.92"),
    buy("2010-03-01", "32", "959.30"),
  ];
  expect(gains(entries)).toEqual([["98.12", "98.12"]]);
  expect(cents(run(entries).cost(1).base)).toBe("5360.04");
});

test("Portfolio Performance: two purchases, a part sold: 98.12 by lots, 81.12 on average, 4,400.74 left", () => {
  const entries = [
    buy("2010-01-01", "109", "3149.20"),
    buy("2010-02-01", "52", "1684.92"),
    sell("2010-03-01", "15", "531.50"),
  ];
  expect(gains(entries)).toEqual([["98.12", "81.12"]]);
  expect(cents(run(entries).cost(1).base)).toBe("4400.74");
});

test("Portfolio Performance: dollars for a holder in euro: 830 by lots, 730 on average", () => {
  const dollars = { currency: "USD" };
  const entries = [
    buy("2024-01-01", "100", "5000", dollars),
    buy("2024-02-01", "50", "3000", dollars),
    sell("2024-03-01", "50", "3500", dollars),
  ];
  const options = inDollars("EUR", { "2024-01-01": "0.90", "2024-02-01": "0.85", "2024-03-01": "0.88" });
  expect(gains(entries, options)).toEqual([["830.00", "730.00"]]);
  const [sale] = run(entries, options).sales;
  expect(sale?.proceeds).toEqual({ own: "3500", base: "3080" });
  expect(sale?.fifo).toMatchObject({ cost: { own: "2500", base: "2250" }, gain: { own: "1000", base: "830" } });
});

test("Portfolio Performance: a cent for ten units, sold in three parts, leaves nothing", () => {
  const entries = [
    buy("2010-01-01", "10", "0.01"),
    sell("2010-02-01", "3", "0.01"),
    sell("2010-03-01", "3", "0.01"),
    sell("2010-03-01", "4", "0.01"),
  ];
  const { sales, cost } = run(entries);
  expect(cost(1)).toEqual({ own: "0", base: "0" });
  expect(sales.map(({ fifo }) => fifo.cost.own)).toEqual(["0.003", "0.003", "0.004"]);
});

test("Portfolio Performance: three purchases, the last one sold in part: 150 by lots, 18 of 20 units", () => {
  const entries = [
    buy("2024-01-01", "12", "120"),
    buy("2024-02-01", "5", "60"),
    buy("2024-03-01", "3", "90"),
    sell("2024-12-31", "18", "360"),
  ];
  expect(gains(entries)[0]?.[0]).toBe("150.00");
  expect(held(entries)).toEqual([["2024-03-01", "2", "60"]]);
  const [sale] = run(entries).sales;
  expect(sale?.lots.map(({ acquired, quantity }) => [acquired, quantity])).toEqual([
    ["2024-01-01", "12"],
    ["2024-02-01", "5"],
    ["2024-03-01", "1"],
  ]);
});

test("Portfolio Performance: a quarter of the cost moves with a spin-off: 3,750 stay, 1,250 go", () => {
  const spinOff = (cost: string) =>
    entry("exchange", "2010-06-01", { quantity: "0", cost, counter: { instrumentId: 2, quantity: "100" } });
  const entries = [buy("2010-01-01", "100", "5000"), spinOff("1250")];
  expect([held(entries), held(entries, 2)]).toEqual([[["2010-01-01", "100", "3750"]], [["2010-01-01", "100", "1250"]]]);
  const uneven = [buy("2010-01-01", "50", "5000.51"), buy("2010-02-01", "50", "5000.51"), spinOff("5000.51")];
  expect(held(uneven, 2)).toEqual([
    ["2010-01-01", "50", "2500.255"],
    ["2010-02-01", "50", "2500.255"],
  ]);
});

// Figures of Ghostfolio's tests of its calculator.
test("Ghostfolio: bought, a part sold, bought, a part sold: what is realised and left adds up to the cash", () => {
  const entries = [
    buy("2022-03-01", "10", "1000"),
    sell("2022-03-07", "4", "480"),
    buy("2022-03-14", "6", "1200"),
    sell("2022-04-08", "4", "880"),
  ];
  const { sales, cost } = run(entries);
  expect(gains(entries)).toEqual([
    ["80.00", "80.00"],
    ["480.00", "280.00"],
  ]);
  const left = new Decimal("8").times("87.8").minus(cost(1).base ?? "NaN");
  expect(sales.reduce((sum, { fifo }) => sum.plus(fifo.gain.base ?? "NaN"), left).toFixed()).toBe("-137.6");
});

test("Ghostfolio: sold out and bought again begins anew: 4.95 and 39, less fees of 4", () => {
  const fee = { fee: "1" };
  const entries = [
    buy("2025-12-11", "10", "1886.05", fee),
    sell("2025-12-18", "10", "1889.00", fee),
    buy("2025-12-18", "10", "2042.10", fee),
    sell("2025-12-28", "10", "2079.10", fee),
  ];
  expect(gains(entries)).toEqual([
    ["2.95", "2.95"],
    ["37.00", "37.00"],
  ]);
  expect(gains(entries, { ...inEuro, feesInCost: false })).toEqual([
    ["4.95", "4.95"],
    ["39.00", "39.00"],
  ]);
  expect(run(entries).closed).toMatchObject([
    { from: "2025-12-11", to: "2025-12-18", fifo: { base: "2.95" }, average: { base: "2.95" } },
    { from: "2025-12-18", to: "2025-12-28", fifo: { base: "37" }, average: { base: "37" } },
  ]);
});

test("Ghostfolio: one unit for 1,200, ten after a split of 10:1, sold at 125 each", () => {
  const entries = [
    buy("2024-06-03", "1", "1200"),
    entry("split", "2024-06-10", { quantity: "9" }),
    sell("2024-06-14", "10", "1250"),
  ];
  expect(gains(entries)).toEqual([["50.00", "50.00"]]);
  expect(run(entries).sales[0]?.lots).toMatchObject([{ acquired: "2024-06-03", quantity: "10" }]);
});

test("Ghostfolio: one of two units sold: 75.80 of the cost goes, 75.80 stays", () => {
  const entries = [buy("2022-03-07", "2", "151.6"), sell("2022-04-08", "1", "85.73")];
  expect(gains(entries)).toEqual([["9.93", "9.93"]]);
  expect(held(entries)).toEqual([["2022-03-07", "1", "75.8"]]);
});

test("Poland, 2025: the cost of sales by lots is 16,082.14, the income 48,392.01", () => {
  const dollars = { currency: "USD" };
  const entries = [
    buy("2024-03-01", "80", "4160", dollars),
    entry("buy", "2024-06-03", { quantity: "60", amount: "0", ...dollars }),
    sell("2025-02-03", "25", "3375", dollars),
    sell("2025-05-05", "65", "7800", dollars),
    sell("2025-08-04", "15", "1725", dollars),
  ];
  const { sales } = run(
    entries,
    inDollars("PLN", {
      "2024-03-01": "3.8659",
      "2024-06-03": "4.0738",
      "2025-02-03": "3.9729",
      "2025-05-05": "3.6763",
      "2025-08-04": "3.6570",
    }),
  );
  // The form's amounts are the sums of each sale's, in whole grosz.
  const sum = (figures: (string | null)[]) =>
    figures.reduce((total, one) => total.plus(new Decimal(one ?? "NaN").toDecimalPlaces(2)), new Decimal(0)).toFixed(2);
  expect(sum(sales.map(({ proceeds }) => proceeds.base))).toBe("48392.01");
  expect(sum(sales.map(({ fifo }) => fifo.cost.base))).toBe("16082.14");
  expect(sales.map(({ lots }) => lots.map(({ quantity }) => quantity))).toEqual([["25"], ["55", "10"], ["15"]]);
});

test("Bulgaria, 2025: the weighted average cost of 25 of 40 units is 5,057.50 levs, the profit 337.50", () => {
  const dollars = { currency: "USD" };
  const entries = [
    buy("2025-01-15", "10", "1000", dollars),
    buy("2025-03-17", "30", "3600", dollars),
    sell("2025-09-15", "25", "3250", dollars),
  ];
  const options = inDollars("BGN", { "2025-01-15": "1.90", "2025-03-17": "1.72", "2025-09-15": "1.66" });
  const [sale] = run(entries, options).sales;
  expect(sale?.proceeds.base).toBe("5395");
  expect(sale?.average).toMatchObject({ cost: { base: "5057.5" }, gain: { base: "337.5" } });
  expect(sale?.fifo).toMatchObject({ cost: { base: "4996" }, gain: { base: "399" } });
});

test("a split between purchase and sale changes the units of each lot, not its cost or day; the last lot takes what rounding leaves", () => {
  const entries = [
    buy("2024-01-01", "1", "10"),
    buy("2024-02-01", "1", "20"),
    buy("2024-03-01", "1", "40"),
    // Ten old units become three new ones: repeating decimals for each lot.
    entry("split", "2024-04-01", { quantity: "-2" }),
  ];
  const lots = run(entries).held(1);
  expect(lots.map(({ acquired, cost }) => [acquired, cost.base])).toEqual([
    ["2024-01-01", "10"],
    ["2024-02-01", "20"],
    ["2024-03-01", "40"],
  ]);
  expect(lots.reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0)).toFixed()).toBe("1");
  expect(gains([...entries, sell("2024-05-01", "1", "100")])).toEqual([["30.00", "30.00"]]);
});

test("a split that leaves nothing loses the cost", () => {
  const entries = [buy("2024-01-01", "1", "10"), entry("split", "2024-04-01", { quantity: "-1" })];
  expect(run(entries).sales).toMatchObject([
    {
      kind: "split",
      quantity: "1",
      proceeds: { base: "0" },
      fifo: { gain: { base: "-10" } },
      average: { gain: { base: "-10" } },
      lots: [{ acquired: "2024-01-01", quantity: "1" }],
    },
  ]);
});

test("a return of capital reduces each unit's cost alike; what one lot lacks reduces the others, and only the rest is a gain", () => {
  const bought = [buy("2024-01-01", "10", "20"), buy("2024-02-01", "10", "500")];
  const back = (amount: string) => entry("returnOfCapital", "2024-03-01", { amount });
  expect(held([...bought, back("30")])).toEqual([
    ["2024-01-01", "10", "5"],
    ["2024-02-01", "10", "485"],
  ]);
  // Five per unit are more than the first lot cost.
  expect(held([...bought, back("100")])).toEqual([
    ["2024-01-01", "10", "0"],
    ["2024-02-01", "10", "420"],
  ]);
  expect(run([...bought, back("100")]).sales).toEqual([]);
  expect(run([...bought, back("600")]).sales).toMatchObject([
    {
      kind: "returnOfCapital",
      quantity: "0",
      lots: [],
      fifo: { gain: { base: "80" } },
      average: { gain: { base: "80" } },
    },
  ]);
});

test("a return of capital that is taken back leaves the lots as they were, and less gain for those sold since", () => {
  const bought = [buy("2024-01-01", "10", "100"), buy("2024-02-01", "10", "300")];
  const back = (day: string, amount: string) => entry("returnOfCapital", day, { amount });
  const undone = [...bought, back("2024-03-01", "40"), back("2024-05-01", "-40")];
  expect(held(undone)).toEqual(held(bought));
  const sold = [...bought, back("2024-03-01", "40"), sell("2024-04-01", "10", "150"), back("2024-05-01", "-40")];
  expect(held(sold)).toEqual([["2024-02-01", "10", "300"]]);
  expect(gains(sold)).toEqual([
    ["70.00", "-30.00"],
    ["-20.00", "-20.00"],
  ]);
});

test("the cost and the days of lots move with a merger; cash beside it reduces them, and the part above them is a gain", () => {
  const bought = [buy("2020-01-01", "10", "100"), buy("2022-01-01", "10", "300")];
  const merger = (amount: string) =>
    entry("exchange", "2024-03-01", { quantity: "-20", amount, counter: { instrumentId: 2, quantity: "5" } });
  expect(held([...bought, merger("40")], 2)).toEqual([
    ["2020-01-01", "2.5", "80"],
    ["2022-01-01", "2.5", "280"],
  ]);
  const sold = [...bought, merger("40"), sell("2024-06-01", "2.5", "200", { instrumentId: 2 })];
  expect(run(sold).sales).toMatchObject([
    {
      instrumentId: 2,
      lots: [{ acquired: "2020-01-01", quantity: "2.5", cost: { base: "80" } }],
      fifo: { gain: { base: "120" } },
      average: { gain: { base: "20" } },
    },
  ]);
  const above = run([...bought, merger("450")]);
  expect(above.sales).toMatchObject([
    {
      kind: "exchange",
      instrumentId: 1,
      quantity: "0",
      fifo: { gain: { base: "50" } },
      average: { gain: { base: "50" } },
    },
  ]);
  expect(above.closed).toMatchObject([{ instrumentId: 1, from: "2020-01-01", to: "2024-03-01", fifo: { base: "50" } }]);
  expect(above.cost(2)).toEqual({ own: "0", base: "0" });
});

test("an instrument in another currency takes over the lots at the day's rate, in base at their own", () => {
  const options: ReplayOptions = {
    ...inEuro,
    instrumentCurrency: (id) => (id === 1 ? "EUR" : "USD"),
    rate: (_, day) => ({ rate: "0.8", day, source: "made up" }),
  };
  const entries = [
    buy("2020-01-01", "3", "10"),
    buy("2021-01-01", "3", "10"),
    entry("exchange", "2024-03-01", { quantity: "-6", counter: { instrumentId: 2, quantity: "7" } }),
  ];
  const { cost, held: lotsOf } = run(entries, options);
  expect(cost(2)).toEqual({ own: "25", base: "20" });
  expect(lotsOf(2)).toMatchObject([
    { acquired: "2020-01-01", quantity: "3.5", cost: { own: "12.5", base: "10" } },
    { acquired: "2021-01-01", quantity: "3.5", cost: { own: "12.5", base: "10" } },
  ]);
});

test("a tender for cash is a sale by lots", () => {
  const entries = [
    buy("2020-01-01", "10", "100"),
    buy("2022-01-01", "10", "300"),
    entry("exchange", "2024-03-01", { quantity: "-15", amount: "450" }),
  ];
  expect(run(entries).sales).toMatchObject([
    { kind: "exchange", quantity: "15", fifo: { cost: { base: "250" } }, average: { cost: { base: "300" } } },
  ]);
});

test("a delivery brings its day and cost and takes its place by the day; units that are delivered out go first in, first out", () => {
  const entries = [
    buy("2022-01-01", "10", "300"),
    entry("transferIn", "2024-01-10", { quantity: "10", cost: "50", acquiredOn: "2015-06-01" }),
  ];
  expect(held(entries)).toEqual([
    ["2015-06-01", "10", "50"],
    ["2022-01-01", "10", "300"],
  ]);
  const out = [...entries, entry("transferOut", "2024-02-01", { quantity: "-15" })];
  expect(held(out)).toEqual([["2022-01-01", "5", "150"]]);
  expect(run(out).sales).toEqual([]);
});

test("an opening balance is one lot of an unknown day, and of unknown cost if none is stated: sales of later lots are known", () => {
  const stated = [entry("openingBalance", "2020-01-01", { quantity: "5", cost: "50" }), buy("2021-01-01", "5", "100")];
  expect(run([...stated, sell("2022-01-01", "6", "120")]).sales).toMatchObject([
    {
      fifo: { cost: { base: "70" }, gaps: [] },
      lots: [
        { acquired: null, since: "2020-01-01", quantity: "5" },
        { acquired: "2021-01-01", since: "2021-01-01", quantity: "1" },
      ],
    },
  ]);
  const without = [
    entry("openingBalance", "2020-01-01", { quantity: "5" }),
    buy("2021-01-01", "5", "100"),
    sell("2022-01-01", "4", "80"),
    sell("2023-01-01", "2", "40"),
    sell("2024-01-01", "2", "40"),
  ];
  const { sales } = run(without);
  const unknown = [{ code: "costUnknown", day: "2020-01-01" }];
  expect(sales.map(({ fifo }) => [fifo.cost.base, fifo.gain.base, fifo.gaps])).toEqual([
    [null, null, unknown],
    [null, null, unknown],
    ["40", "0", []],
  ]);
  expect(sales.map(({ average }) => [average.cost.base, average.gaps])).toEqual([
    [null, unknown],
    [null, unknown],
    [null, unknown],
  ]);
  expect(sales[1]?.lots.map(({ cost }) => cost.base)).toEqual([null, "20"]);
});

test("a missing rate leaves the lot's cost in base unknown, names it, and nothing else", () => {
  const dollars = { currency: "USD" };
  const options = inDollars("EUR", { "2024-02-01": "0.5", "2024-03-01": "0.5", "2024-04-01": "0.5" });
  const entries = [
    buy("2024-01-01", "1", "10", dollars),
    buy("2024-02-01", "1", "10", dollars),
    sell("2024-03-01", "1", "12", dollars),
    sell("2024-04-01", "1", "12", dollars),
    buy("2024-04-01", "1", "10", dollars),
    sell("2024-05-01", "1", "12", dollars),
  ];
  const { sales, closed } = run(entries, options);
  const rate = (day: string) => [{ code: "rateMissing", currency: "USD", day }];
  expect(sales.map(({ fifo }) => [fifo.gain.own, fifo.gain.base, fifo.gaps])).toEqual([
    ["2", null, rate("2024-01-01")],
    ["2", "1", []],
    ["2", null, rate("2024-05-01")],
  ]);
  expect(closed.map(({ fifo }) => [fifo.own, fifo.base])).toEqual([
    ["4", null],
    ["2", null],
  ]);
});

test("a reversed sale, a corrected purchase and a late entry before an old sale give what would be without the mistakes", () => {
  const wrong = buy("2024-01-01", "10", "900");
  const sale = sell("2024-03-01", "5", "75");
  const entries = [wrong, sale];
  const right = buy("2024-01-01", "10", "100");
  const late = buy("2023-12-01", "4", "20");
  const corrected = [late, right, sell("2024-03-01", "5", "75")];
  const undo = (target: Entry) => entry("reversal", target.day, { reverses: target.id });
  expect(gains([...entries, undo(sale)])).toEqual([]);
  expect(
    gains(
      [late, ...entries, undo(wrong), right].toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.id - b.id)),
    ),
  ).toEqual(gains(corrected));
  expect(gains(corrected)[0]?.[0]).toBe("45.00");
});

test("fees belong to the cost or not, as the firm decides", () => {
  const entries = [buy("2024-01-01", "10", "101", { fee: "1" }), sell("2024-03-01", "5", "59", { fee: "1" })];
  expect(gains(entries)).toEqual([["8.50", "8.50"]]);
  expect(gains(entries, { ...inEuro, feesInCost: false })).toEqual([["10.00", "10.00"]]);
});

test("accrued interest is neither cost nor proceeds", () => {
  const entries = [
    buy("2024-01-01", "10", "102", { accruedInterest: "-2" }),
    sell("2024-03-01", "10", "113", { accruedInterest: "3" }),
  ];
  expect(gains(entries)).toEqual([["10.00", "10.00"]]);
});

test("only the range's sales are listed, whatever was sold before", () => {
  const entries = [
    buy("2024-01-01", "3", "30"),
    sell("2024-02-01", "1", "20"),
    sell("2024-03-01", "1", "20"),
    sell("2024-04-01", "1", "20"),
  ];
  const { sales, closed } = run(entries, inEuro, { from: "2024-02-15", to: "2024-03-31" });
  expect(sales.map(({ day }) => day)).toEqual(["2024-03-01"]);
  expect(closed).toEqual([]);
  expect(run(entries, inEuro, { from: "2024-04-01", to: "2024-04-01" }).closed).toMatchObject([
    { from: "2024-01-01", to: "2024-04-01", fifo: { base: "30" } },
  ]);
});
