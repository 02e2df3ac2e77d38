/** Marks, prices and the money-weighted return of one holding, over HTTP. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { savePrices } from "../../market-data/market-data.ts";
import { bookEntries } from "../ledger/writer.ts";
import { linkCustodian } from "../portfolios.ts";
import { buy, deposit, entry, makeInstruments, price, rate, sell } from "../testing/firm.ts";
import { groupDays } from "./marks.ts";

let portal: TestApp;
let ids: Record<"ACME" | "GLOB" | "OTHER" | "BARE", number>;
beforeAll(async () => {
  portal = await createTestApp();
  portal.services.now = () => new Date("2010-06-30T12:00:00Z");
  const { db } = portal.services;
  ids = await makeInstruments(db, { ACME: "EUR", GLOB: "USD", OTHER: "EUR", BARE: "EUR" });
  await rate(db, "USD", "2007-12-01", "2");
});
afterAll(() => portal.close());

let number = 0;
async function makeClient(entries: Parameters<typeof bookEntries>[2]) {
  const user = await portal.as("client", { clientNumber: `H${++number}` });
  const holder = { holderType: "user" as const, holderId: user.id };
  if (entries.length > 0) await bookEntries(portal.services.db, holder, entries);
  return { user, holder, calls: user.client.portfolios };
}

/** The published check of XIRR: what was paid and received on these days. */
const published = () => [
  deposit("2008-01-01", "10000"),
  buy("2008-01-01", ids.ACME, "100", "-10000"),
  sell("2008-03-01", ids.ACME, "20", "2750"),
  entry({ kind: "dividend", day: "2008-10-30", instrumentId: ids.ACME, currency: "EUR", amount: "4250", tax: "250" }),
  sell("2009-02-15", ids.ACME, "40", "3250"),
  sell("2009-04-01", ids.ACME, "40", "2750"),
];

test("the money-weighted return of a holding is that of the published check, whatever else is held", async () => {
  const { calls, holder } = await makeClient([
    ...published(),
    deposit("2008-05-05", "5000"),
    buy("2008-05-06", ids.OTHER, "10", "-5000"),
  ]);
  const params = { ...holder, from: "2008-01-01", to: "2009-12-31" };
  const found = await calls.getHoldingReturn({ params, query: { instrumentId: ids.ACME } });
  expect(found).toEqual({
    contractCurrency: "EUR",
    from: "2008-01-01",
    to: "2009-12-31",
    moneyWeightedReturn: 37.3362534,
    reason: null,
    flows: [
      { day: "2008-01-01", amount: "-10000.00" },
      { day: "2008-03-01", amount: "2750.00" },
      { day: "2008-10-30", amount: "4250.00" },
      { day: "2009-02-15", amount: "3250.00" },
      { day: "2009-04-01", amount: "2750.00" },
    ],
    gaps: [],
  });
  // Within the range: opening and closing value at the price of the last trade.
  const within = await calls.getHoldingReturn({
    params: { ...params, from: "2008-03-02", to: "2009-03-31" },
    query: { instrumentId: ids.ACME },
  });
  expect(within.flows).toEqual([
    { day: "2008-03-02", amount: "-11000.00" },
    { day: "2008-10-30", amount: "4250.00" },
    { day: "2009-02-15", amount: "3250.00" },
    { day: "2009-03-31", amount: "3250.00" },
  ]);
  const short = await calls.getHoldingReturn({
    params: { ...params, from: "2008-03-02", to: "2008-03-20" },
    query: { instrumentId: ids.ACME },
  });
  expect([short.moneyWeightedReturn, short.reason]).toEqual([null, "tooShort"]);
});

test("a holding without a price has no return, with the reason; nothing paid is told apart from it", async () => {
  const { calls, holder } = await makeClient([
    entry({
      kind: "transferIn",
      day: "2009-01-05",
      instrumentId: ids.BARE,
      quantity: "5",
      currency: "EUR",
      amount: "0",
    }),
  ]);
  const query = { instrumentId: ids.BARE };
  const found = await calls.getHoldingReturn({ params: { ...holder, from: "2009-01-01", to: "2009-12-31" }, query });
  expect(found).toMatchObject({ moneyWeightedReturn: null, reason: "gaps", flows: [] });
  expect(found.gaps).toContainEqual({
    code: "priceMissing",
    instrumentId: ids.BARE,
    name: "BARE plc",
    day: "2009-12-31",
  });
  const before = await calls.getHoldingReturn({ params: { ...holder, from: "2008-01-01", to: "2008-12-31" }, query });
  expect([before.reason, before.gaps]).toEqual(["noFlows", []]);
});

test("the flows of a holding agree with its result: the value that it began and ended with, and what it earned", async () => {
  const { db } = portal.services;
  await price(db, ids.GLOB, "2009-01-02", "10");
  await price(db, ids.GLOB, "2009-06-01", "12");
  await price(db, ids.GLOB, "2009-12-01", "9");
  await rate(db, "USD", "2009-06-01", "1.25");
  const { calls, holder } = await makeClient([
    deposit("2009-01-02", "1000", "USD"),
    buy("2009-01-02", ids.GLOB, "10", "-101", { currency: "USD", fee: "1" }),
    sell("2009-06-02", ids.GLOB, "4", "47", { currency: "USD", fee: "1" }),
    entry({ kind: "split", day: "2009-08-03", instrumentId: ids.GLOB, quantity: "6", amount: "0", currency: "USD" }),
    entry({ kind: "dividend", day: "2009-09-01", instrumentId: ids.GLOB, currency: "USD", amount: "8.5", tax: "1.5" }),
    entry({ kind: "fee", day: "2009-10-01", instrumentId: ids.GLOB, currency: "USD", amount: "-2" }),
  ]);
  const params = { ...holder, from: "2009-03-01", to: "2009-11-30" };
  const { flows } = await calls.getHoldingReturn({ params, query: { instrumentId: ids.GLOB } });
  const { holdings } = await calls.getResults({ params });
  const result = holdings.find(({ instrumentId }) => instrumentId === ids.GLOB);
  const sum = flows.reduce((all, { amount }) => all.plus(amount), new Decimal(0));
  expect(flows.length).toBe(5);
  expect(sum.toFixed(2)).toBe(result?.total);
  expect(flows.map(({ amount }) => amount)).toEqual(["-50.00", "37.60", "6.80", "-1.60", "57.60"]);
});

test("marks are purchases, sales and income by day, in the contract currency; reversed ones and charges are none", async () => {
  const { calls, holder } = await makeClient([
    ...published(),
    entry({ kind: "interest", day: "2008-03-01", currency: "USD", amount: "10" }),
    entry({ kind: "interest", day: "2008-03-02", currency: "USD", amount: "-4" }),
    entry({ kind: "fee", day: "2008-03-02", currency: "EUR", amount: "-4" }),
    buy("2008-03-01", ids.OTHER, "1", "-50", { externalId: "wrong" }),
    entry({ kind: "reversal", day: "2008-03-05", amount: "0", currency: "EUR", reversesExternalId: "wrong" }),
    buy("2008-03-01", ids.OTHER, "1", "-40"),
    buy("2008-03-01", ids.GLOB, "1", "-90", { currency: "USD" }),
    buy("2008-03-01", ids.GLOB, "2", "-90", { currency: "CHF", externalId: "no rate" }),
  ]);
  const params = { ...holder, from: "2008-03-01", to: "2008-12-31" };
  const { marks, reason } = await calls.getMarks({ params, query: {} });
  expect(reason).toBeNull();
  const one = { from: "2008-03-01", to: "2008-03-01", moreNames: 0 };
  expect(marks).toEqual([
    { ...one, kind: "purchase", count: 3, amount: null, names: ["GLOB plc", "OTHER plc"] },
    { ...one, kind: "sale", count: 1, amount: "2750.00", names: ["ACME plc"] },
    { ...one, kind: "income", count: 1, amount: "5.00", names: ["USD"] },
    { ...one, kind: "income", from: "2008-10-30", to: "2008-10-30", count: 1, amount: "4500.00", names: ["ACME plc"] },
  ]);
  const ofOne = await calls.getMarks({ params, query: { instrumentId: ids.ACME } });
  expect(ofOne.marks.map(({ kind, count }) => [kind, count])).toEqual([
    ["sale", 1],
    ["income", 1],
  ]);
  // Kept until an entry is booked.
  expect(await calls.getMarks({ params, query: { instrumentId: ids.ACME } })).toEqual(ofOne);
  await bookEntries(portal.services.db, holder, [buy("2008-06-02", ids.ACME, "1", "-70")]);
  const now = await calls.getMarks({ params, query: { instrumentId: ids.ACME } });
  expect(now.marks.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["sale", "2750.00"],
    ["purchase", "70.00"],
    ["income", "4500.00"],
  ]);
  await expect(calls.getMarks({ params: { ...params, to: "2008-01-01" }, query: {} })).rejects.toMatchObject({
    code: "badInput",
  });
});

test("deliveries and exchanges are marks of their own kinds, without an amount; an exchange names both, and is one", async () => {
  const units = (kind: "transferIn" | "transferOut", day: string, quantity: string, more = {}) =>
    entry({ kind, day, instrumentId: ids.ACME, quantity, amount: "0", currency: "EUR", ...more });
  const { calls, holder } = await makeClient([
    units("transferIn", "2008-03-03", "10", { cost: "100" }),
    units("transferIn", "2008-03-03", "5", { cost: "50", externalId: "undone" }),
    entry({ kind: "reversal", day: "2008-03-04", amount: "0", currency: "EUR", reversesExternalId: "undone" }),
    // Of cash: a payment.
    entry({ kind: "transferIn", day: "2008-03-03", amount: "70", currency: "EUR" }),
    units("transferOut", "2008-04-01", "-2"),
    entry({
      kind: "exchange",
      day: "2008-05-01",
      instrumentId: ids.ACME,
      quantity: "-8",
      amount: "0",
      currency: "EUR",
      counter: { instrumentId: ids.OTHER, quantity: "4" },
    }),
  ]);
  const params = { ...holder, from: "2008-03-01", to: "2008-12-31" };
  const { marks } = await calls.getMarks({ params, query: {} });
  const found = marks.map(({ kind, from, count, amount, names }) => [kind, from, count, amount, names.toSorted()]);
  expect(found).toEqual([
    ["deliveryIn", "2008-03-03", 1, null, ["ACME plc"]],
    ["deliveryOut", "2008-04-01", 1, null, ["ACME plc"]],
    ["exchange", "2008-05-01", 1, null, ["ACME plc", "OTHER plc"]],
  ]);
  for (const instrumentId of [ids.ACME, ids.OTHER]) {
    const { marks: ofOne } = await calls.getMarks({ params, query: { instrumentId } });
    expect(ofOne.filter(({ kind }) => kind === "exchange")).toMatchObject([{ count: 1 }]);
    expect(ofOne.some(({ kind }) => kind === "deliveryIn")).toBe(instrumentId === ids.ACME);
  }
});

test("many days share their marks: no more than can be told apart, with every count and amount in them", () => {
  const entries = Array.from({ length: 10_000 }, (_, index) => ({
    kind: index % 2 ? ("sale" as const) : ("purchase" as const),
    day: addDays("2010-01-01", Math.floor(index / 3)),
    of: `Instrument ${index % 7}`,
    count: 1,
    amount: new Decimal("1.01"),
  }));
  const marks = groupDays(entries, 2);
  expect(marks.length).toBeLessThanOrEqual(240);
  expect(marks.reduce((sum, { count }) => sum + count, 0)).toBe(10_000);
  expect(marks.reduce((sum, { amount }) => sum.plus(amount ?? 0), new Decimal(0)).toFixed()).toBe("10100");
  for (const { names, moreNames, from, to } of marks.slice(0, -4)) {
    expect([names.length, moreNames]).toEqual([3, 4]);
    expect(from <= to).toBe(true);
  }
  const few = groupDays(entries.slice(0, 300), 2);
  expect(few.every(({ from, to }) => from === to)).toBe(true);
});

test("prices of a holding are as quoted, and per unit after its splits; only who held it sees them", async () => {
  const { db } = portal.services;
  const { SPLT } = await makeInstruments(db, { SPLT: "EUR" });
  const { calls, holder } = await makeClient([
    deposit("2009-01-05", "1000"),
    buy("2009-01-05", SPLT, "3", "-300"),
    entry({ kind: "split", day: "2009-03-02", instrumentId: SPLT, quantity: "6", amount: "0", currency: "EUR" }),
    sell("2009-05-04", SPLT, "9", "360"),
  ]);
  await price(db, SPLT, "2009-01-02", "99");
  await price(db, SPLT, "2009-01-06", "102");
  await savePrices(db, [{ instrumentId: SPLT, currency: "USD", day: "2009-02-02", value: "210", source: "exchange" }]);
  await price(db, SPLT, "2009-03-03", "35");
  await price(db, SPLT, "2009-06-01", "41");
  const query = { instrumentId: SPLT };
  const found = await calls.getHolding({ params: { ...holder, from: "2009-01-05", to: "2009-04-30" }, query });
  expect(found).toMatchObject({
    name: "SPLT plc",
    ticker: "SPLT",
    currency: "EUR",
    assetClass: "equity",
    firstDay: "2009-01-05",
    splits: [{ day: "2009-03-02", from: "3", into: "9" }],
  });
  expect(found.prices).toEqual([
    { day: "2009-01-06", quoted: "102", currency: "EUR", source: "exchange", price: "34" },
    { day: "2009-02-02", quoted: "210", currency: "USD", source: "exchange", price: "35" },
    { day: "2009-03-03", quoted: "35", currency: "EUR", source: "exchange", price: "35" },
  ]);
  // The same price of a day in any range, also in one that ends before the split.
  const early = await calls.getHolding({ params: { ...holder, from: "2009-01-06", to: "2009-01-06" }, query });
  expect(early.prices).toEqual(found.prices.slice(0, 1));

  const stranger = await makeClient([deposit("2009-01-05", "1000")]);
  const range = { from: "2009-01-01", to: "2009-12-31" };
  const missing = { instrumentId: 999_999_999 };
  for (const name of ["getHolding", "getHoldingReturn"] as const)
    for (const asked of [query, missing])
      await expect(
        stranger.calls[name]({ params: { ...stranger.holder, ...range }, query: asked }),
      ).rejects.toMatchObject({ code: "notFound" });
});

// Wealthfolio 1574: after a split the chart of what was sold before it had a jump of the split's size.
test("a split after everything was sold, booked by who still holds it, leaves no jump in the prices of who sold", async () => {
  const { db } = portal.services;
  const { REAX } = await makeInstruments(db, { REAX: "EUR" });
  const { calls, holder } = await makeClient([
    deposit("2009-01-05", "100"),
    buy("2009-01-05", REAX, "10", "-42.50"),
    sell("2009-05-04", REAX, "10", "17.50"),
  ]);
  await makeClient([
    deposit("2009-01-05", "100"),
    buy("2009-01-05", REAX, "10", "-42.50"),
    entry({ kind: "split", day: "2009-08-25", instrumentId: REAX, quantity: "-9", amount: "0", currency: "EUR" }),
  ]);
  await price(db, REAX, "2009-01-05", "4.25");
  await price(db, REAX, "2009-08-24", "2.40");
  await price(db, REAX, "2009-08-25", "23.7");
  const { prices } = await calls.getHolding({
    params: { ...holder, from: "2009-01-01", to: "2009-12-31" },
    query: { instrumentId: REAX },
  });
  expect(prices.map(({ day, price: shown }) => [day, shown])).toEqual([
    ["2009-01-05", "42.5"],
    ["2009-08-24", "24"],
    ["2009-08-25", "23.7"],
  ]);
});

test("a custodian's system tells neither marks nor former prices", async () => {
  const { calls, holder } = await makeClient([]);
  await linkCustodian(portal.services.db, holder, "http://127.0.0.1:9");
  const params = { ...holder, from: "2009-01-01", to: "2009-12-31" };
  const query = { instrumentId: ids.ACME };
  expect(await calls.getMarks({ params, query: {} })).toMatchObject({ marks: [], reason: "notProvided" });
  expect(await calls.getHoldingReturn({ params, query })).toMatchObject({ flows: [], reason: "notProvided" });
  await expect(calls.getHolding({ params, query })).rejects.toMatchObject({ code: "ledgerElsewhere" });
});
