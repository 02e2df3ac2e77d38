/** Holdings at prices and rates, with figures calculated by hand. */
import { expect, test } from "vitest";
import { Decimal, zero } from "./decimal.ts";
import { Replayer } from "./replay.ts";
import { startState } from "./state.ts";
import { distinct, returnPercent, totalOf, valueCash, valuePosition } from "./valuation.ts";

const day = "2021-12-04";
const chfQuote = (value: string) => ({ value, day: "2021-12-03", source: "test" });
const options = {
  baseCurrency: "CHF",
  rate: () => undefined,
  price: () => undefined,
  instrumentCurrency: () => "CHF",
  feesInCost: false,
};

function twoPurchases() {
  const replayer = new Replayer(options);
  const shared = { kind: "buy", currency: "CHF", instrumentId: 1, quantity: "2" } as const;
  replayer.apply({ ...shared, id: 1, day: "2021-11-22", price: "142.90", fee: "1.55", amount: "-287.35" });
  replayer.apply({ ...shared, id: 2, day: "2021-11-30", price: "136.60", fee: "1.65", amount: "-274.85" });
  return replayer.toJSON();
}

test("two purchases: invested 559, value 595.60, gain 36.60 before and 33.40 after fees", () => {
  const state = twoPurchases();
  const position = state.positions[1];
  if (!position) throw new Error("no position");
  const held = valuePosition({
    instrumentId: 1,
    currency: "CHF",
    state: position,
    price: chfQuote("148.90"),
    fixing: chfQuote("1"),
    day,
  });
  expect(held).toMatchObject({
    quantity: "4",
    avgBuyPrice: "139.75",
    invested: "559",
    value: "595.6",
    returnValue: "36.6",
    returnPercent: "6.55",
    fees: "3.2",
    quoteGaps: [],
    entryGaps: [],
  });
  expect(Number(held.returnValue) - Number(held.fees)).toBeCloseTo(33.4, 10);
});

test("before the first quote a position is worth what its last trade paid for a unit, and says so", () => {
  const state = twoPurchases();
  const position = state.positions[1];
  if (!position) throw new Error("no position");
  const held = valuePosition({
    instrumentId: 1,
    currency: "CHF",
    state: position,
    price: null,
    fixing: chfQuote("1"),
    day,
  });
  expect(held).toMatchObject({
    invested: "559",
    value: "546.4",
    price: { value: "136.6", day: "2021-11-30", source: "trade" },
    quoteGaps: [{ code: "priceFromTrade", instrumentId: 1, day, quoted: "2021-11-30" }],
  });
  expect(totalOf([held], state)).toMatchObject({ value: "546.4", returnValue: "-12.6", complete: false });
});

test("a missing price makes value and totals unknown and says so; the invested amount stays", () => {
  const replayer = new Replayer(options);
  const shared = { kind: "openingBalance", currency: "CHF", amount: "0", instrumentId: 1, quantity: "4" } as const;
  replayer.apply({ ...shared, id: 1, day: "2021-11-22", cost: "559" });
  const state = replayer.toJSON();
  const position = state.positions[1];
  if (!position) throw new Error("no position");
  const held = valuePosition({
    instrumentId: 1,
    currency: "CHF",
    state: position,
    price: null,
    fixing: chfQuote("1"),
    day,
  });
  expect(held).toMatchObject({ invested: "559", value: null, returnValue: null, returnPercent: null });
  const totals = totalOf([held], state);
  expect(totals).toMatchObject({
    invested: "559",
    value: null,
    complete: false,
    quoteGaps: [{ code: "priceMissing", instrumentId: 1 }],
  });
});

test("the currency's part and the price's part make up the return", () => {
  const state = {
    quantity: "10",
    cost: "1000",
    costBase: "900",
    realised: "0",
    realisedBase: "0",
    incomeBase: "0",
    feesBase: "0",
    taxBase: "0",
    missingRates: [],
    staleRates: [],
    costUnknown: false,
    lastDelivery: null,
    splits: [],
    heldSince: "2021-01-04",
    lastMoved: "2021-01-04",
    lastTrade: null,
  };
  const held = valuePosition({
    instrumentId: 1,
    currency: "USD",
    state,
    price: chfQuote("110"),
    fixing: chfQuote("0.95"),
    day,
  });
  // Value 10 × 110 × 0.95 = 1045; currency 1000 × 0.95 − 900 = 50; price 10 × 10 × 0.95 = 95.
  expect(held).toMatchObject({ value: "1045", returnValue: "145", returnFromCurrency: "50" });
});

test("the average price of cash is the rate that it was acquired at", () => {
  const results = { realisedBase: "0", incomeBase: "0", feesBase: "0", taxBase: "0", missingRates: [], staleRates: [] };
  const held = valueCash({
    currency: "USD",
    state: { amount: "200", costBase: "180", ...results },
    fixing: chfQuote("0.95"),
    day,
  });
  expect(held).toMatchObject({ avgBuyPrice: "0.9", value: "190", returnValue: "10", returnPercent: "5.56" });
  const debt = valueCash({
    currency: "USD",
    state: { amount: "-100", costBase: "-90", ...results },
    fixing: chfQuote("1"),
    day,
  });
  expect(debt).toMatchObject({ value: "-100", returnValue: "-10", returnPercent: "-11.11" });
});

test("a price from before a split is one of other units", () => {
  const replayer = new Replayer(options);
  replayer.apply({
    id: 1,
    kind: "buy",
    day: "2021-11-22",
    currency: "CHF",
    instrumentId: 1,
    quantity: "2",
    amount: "-300",
  });
  replayer.apply({
    id: 2,
    kind: "split",
    day: "2021-12-04",
    currency: "CHF",
    instrumentId: 1,
    quantity: "4",
    amount: "0",
  });
  const state = replayer.toJSON().positions[1];
  if (!state) throw new Error("no position");
  const held = { instrumentId: 1, currency: "CHF", state, fixing: chfQuote("1"), day };
  expect(valuePosition({ ...held, price: chfQuote("180") })).toMatchObject({ value: "360", price: { value: "60" } });
  const later = { value: "61", day: "2021-12-04", source: "test" };
  expect(valuePosition({ ...held, price: later })).toMatchObject({ value: "366" });
});

test("a price or rate older than ten days values, and position, cash and totals say so; what is sold out does not", () => {
  const state = twoPurchases();
  const position = state.positions[1];
  if (!position) throw new Error("no position");
  const old = { value: "2", day: "2021-11-23", source: "test" };
  const recent = { ...old, day: "2021-11-24" };
  const on = (price: typeof old, fixing: typeof old, held = position) =>
    valuePosition({ instrumentId: 1, currency: "USD", state: held, price, fixing, day });
  const price = { code: "priceStale", instrumentId: 1, day, quoted: "2021-11-23" };
  const rate = { code: "rateStale", currency: "USD", day, quoted: "2021-11-23" };
  expect(on(recent, recent).quoteGaps).toEqual([]);
  expect(on(old, recent)).toMatchObject({ value: "16", quoteGaps: [price] });
  expect(on(old, old).quoteGaps).toEqual([price, rate]);
  expect(on(old, old, { ...position, quantity: "0" }).quoteGaps).toEqual([]);
  const results = { realisedBase: "0", incomeBase: "0", feesBase: "0", taxBase: "0", missingRates: [], staleRates: [] };
  const cash = (amount: string) =>
    valueCash({ currency: "USD", state: { amount, costBase: "0", ...results }, fixing: old, day });
  expect(cash("5")).toMatchObject({ value: "10", quoteGaps: [rate] });
  expect(cash("0").quoteGaps).toEqual([]);
  expect(totalOf([on(old, old), cash("5")], startState())).toMatchObject({
    value: "26",
    complete: false,
    quoteGaps: [price, rate],
    entryGaps: [],
  });
});

test("cash of a currency without a rate is shown with its amount, its value unknown", () => {
  const state = {
    amount: "50",
    costBase: null,
    realisedBase: "0",
    incomeBase: "0",
    feesBase: "0",
    taxBase: "0",
    missingRates: [],
    staleRates: [],
  };
  const held = valueCash({ currency: "SEK", state, fixing: null, day });
  expect(held).toMatchObject({
    quantity: "50",
    value: null,
    invested: null,
    quoteGaps: [{ code: "rateMissing", currency: "SEK" }],
  });
});

test("what was gained on nothing, such as a gift, has no return in percent; nothing at all has 0", () => {
  const one = new Decimal(1);
  expect(returnPercent(one.times(1000), zero)).toBeNull();
  expect(returnPercent(one.neg(), zero)).toBeNull();
  expect(returnPercent(zero, zero)).toEqual(zero);
  // What divisions leave of a cost that was given away whole.
  expect(returnPercent(one.times(750), new Decimal("1e-20"))).toBeNull();
  expect(returnPercent(new Decimal("1e-20"), new Decimal("-1e-21"))).toEqual(zero);
});

test("nothing invested returns 0 percent", () => {
  expect(totalOf([], startState())).toMatchObject({
    invested: "0",
    value: "0",
    returnPercent: "0",
    complete: true,
  });
});

test("a doubt that was stored, with its fields in another order, is told once", () => {
  const stale = { code: "rateStale", currency: "USD", day: "2024-01-08", quoted: "2023-12-28" } as const;
  const stored = { code: "rateStale", day: "2024-01-08", quoted: "2023-12-28", currency: "USD" } as const;
  expect(distinct([stale, stored, { ...stale, currency: "GBP" }])).toEqual([stored, { ...stale, currency: "GBP" }]);
});
