/** A ledger's entries as a tax form counts them. */
import type { Entry } from "@portico/ledger/entry.ts";
import { incomeOf } from "@portico/ledger/income.ts";
import { expect, test } from "vitest";
import { taxBulgaria } from "./bulgaria.ts";
import { firstInFirstOut } from "./fifo.ts";
import { type TaxInstrument, type TaxSettlement, taxEvents, taxIncomes } from "./ledger-events.ts";
import { pit38 } from "./poland.ts";

const instrument = (instrumentId: number, rest: Partial<TaxInstrument> = {}): TaxInstrument => ({
  instrumentId,
  name: `Paper ${instrumentId}`,
  isin: null,
  country: "US",
  venue: "XNAS",
  assetClass: "equity",
  sector: null,
  ...rest,
});
let nextId = 1;
const entry = (kind: Entry["kind"], day: string, rest: Partial<Entry>): Entry => ({
  id: nextId++,
  kind,
  day,
  currency: "USD",
  amount: "0",
  ...rest,
});
const events = (entries: Entry[], settlements: Record<number, TaxSettlement> = {}, about = instrument) =>
  taxEvents({ entries, settlementOf: (id) => settlements[id], instrumentOf: (id) => about(id) });

test("purchases and sales: charges apart, accrued interest no part of either, the trade's own venue before the usual one", () => {
  const entries = [
    entry("deposit", "2025-01-02", { amount: "5000" }),
    entry("buy", "2025-01-02", { id: 501, instrumentId: 1, quantity: "10", amount: "-1003", fee: "2", tax: "1" }),
    entry("buy", "2025-01-03", {
      instrumentId: 2,
      quantity: "1000",
      amount: "-1012",
      fee: "2",
      accruedInterest: "-10",
    }),
    entry("sell", "2025-02-03", { id: 502, instrumentId: 1, quantity: "-4", amount: "438", fee: "2" }),
  ];
  const settlements = { 501: { settledOn: "2025-01-03" }, 502: { settledOn: "2025-02-05", venue: "XETR" } };
  expect(events(entries, settlements, (id) => instrument(id, id === 2 ? { assetClass: "bond" } : {}))).toEqual([
    {
      kind: "purchase",
      entryId: 501,
      account: "",
      instrumentId: 1,
      traded: "2025-01-02",
      settled: "2025-01-03",
      venue: "XNAS",
      quantity: "10",
      cost: "1000",
      commission: "3",
      currency: "USD",
    },
    {
      kind: "purchase",
      entryId: expect.any(Number),
      account: "",
      instrumentId: 2,
      traded: "2025-01-03",
      settled: null,
      venue: "XNAS",
      quantity: "1000",
      cost: "1000",
      commission: "2",
      currency: "USD",
    },
    {
      kind: "sale",
      entryId: 502,
      account: "",
      instrumentId: 1,
      name: "Paper 1",
      isin: null,
      country: "US",
      traded: "2025-02-03",
      settled: "2025-02-05",
      venue: "XETR",
      quantity: "4",
      proceeds: "440",
      commission: "2",
      currency: "USD",
      foreignTax: "0",
      isExemptible: true,
    },
  ]);
});

test("splits by what is held; deliveries with their day; what came without one has no cost that could be converted", () => {
  const entries = [
    entry("openingBalance", "2025-01-02", { instrumentId: 1, quantity: "3", cost: "30" }),
    entry("transferIn", "2025-01-03", { instrumentId: 1, quantity: "3", cost: "60", acquiredOn: "2020-05-04" }),
    entry("split", "2025-01-04", { instrumentId: 1, quantity: "-4" }),
    entry("transferOut", "2025-01-05", { instrumentId: 1, quantity: "-1" }),
    entry("split", "2025-01-06", { instrumentId: 1, quantity: "-1" }),
    entry("split", "2025-01-07", { instrumentId: 1, quantity: "5" }),
  ];
  expect(events(entries)).toMatchObject([
    { kind: "purchase", traded: "2025-01-02", cost: null },
    { kind: "purchase", traded: "2020-05-04", settled: null, cost: "60" },
    { kind: "split", from: "6", into: "2" },
    { kind: "delivery", quantity: "1" },
    // Nothing is left, and of nothing nothing comes.
    { kind: "delivery", quantity: "1" },
  ]);
});

test("a delivery of several lots: each with its own day and cost; one without a day has no cost that could be converted", () => {
  const lots = [
    { acquired: "2021-03-01", quantity: "2", cost: "20" },
    { acquired: null, quantity: "1", cost: "15" },
  ];
  const delivered = { instrumentId: 1, quantity: "3", cost: "35", acquiredOn: "2021-03-01", lots };
  expect(events([entry("transferIn", "2025-01-03", delivered)])).toMatchObject([
    { kind: "purchase", traded: "2021-03-01", quantity: "2", cost: "20" },
    { kind: "purchase", traded: "2025-01-03", quantity: "1", cost: null },
  ]);
});

test("corporate actions: cash alone is a sale; the rest makes cost unknown", () => {
  const entries = [
    entry("buy", "2025-01-02", { instrumentId: 1, quantity: "10", amount: "-100" }),
    entry("exchange", "2025-01-03", { instrumentId: 1, quantity: "-2", amount: "30" }),
    entry("exchange", "2025-01-04", { instrumentId: 1, quantity: "-2", counter: { instrumentId: 2, quantity: "4" } }),
    entry("exchange", "2025-01-05", {
      instrumentId: 1,
      quantity: "-2",
      amount: "5",
      counter: { instrumentId: 2, quantity: "4" },
    }),
    entry("exchange", "2025-01-06", {
      instrumentId: 1,
      quantity: "0",
      cost: "3",
      counter: { instrumentId: 3, quantity: "1" },
    }),
    entry("returnOfCapital", "2025-01-07", { instrumentId: 2, amount: "1" }),
  ];
  expect(events(entries)).toMatchObject([
    { kind: "purchase" },
    { kind: "sale", quantity: "2", proceeds: "30" },
    { kind: "delivery", instrumentId: 1, quantity: "2" },
    { kind: "purchase", instrumentId: 2, quantity: "4", cost: null },
    { kind: "sale", quantity: "2", proceeds: null },
    { kind: "purchase", instrumentId: 2, quantity: "4", cost: null },
    { kind: "costUnknown", instrumentId: 1 },
    { kind: "purchase", instrumentId: 3, quantity: "1", cost: null },
    { kind: "costUnknown", instrumentId: 2 },
  ]);
});

test("what can be exempt in Bulgaria follows from the class, of bonds from the sector", () => {
  const of = (assetClass: string, sector: string | null) => {
    const [sale] = events([entry("sell", "2025-01-02", { instrumentId: 1, quantity: "-1", amount: "1" })], {}, (id) =>
      instrument(id, { assetClass, sector }),
    );
    return sale?.kind === "sale" ? sale.isExemptible : undefined;
  };
  expect([
    of("equity", null),
    of("fund", null),
    of("bond", "government"),
    of("bond", "energy"),
    of("bond", null),
    of("other", null),
  ]).toEqual([true, true, true, false, null, null]);
});

test("income with its tax, also if it is corrected later; tax of another year's payment is told apart", () => {
  const entries = [
    entry("dividend", "2025-03-31", { id: 601, instrumentId: 1, amount: "6.20" }),
    entry("tax", "2025-03-31", { instrumentId: 1, amount: "-1.86" }),
    entry("tax", "2025-04-02", { instrumentId: 1, amount: "0.93" }),
    entry("interest", "2025-05-02", { amount: "4", currency: "EUR" }),
    entry("dividend", "2024-12-30", { instrumentId: 2, amount: "9" }),
    entry("tax", "2025-01-03", { id: 602, instrumentId: 2, amount: "-1" }),
  ].toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const { lines } = incomeOf(entries, { from: "2025-01-01", to: "2025-12-31" });
  const { incomes, corrections } = taxIncomes(
    lines,
    (id) => instrument(id),
    () => ({ name: "Broker", country: "BG" }),
  );
  expect(incomes).toMatchObject([
    { entryId: 601, kind: "dividend", instrumentId: 1, country: "US", gross: "6.2", foreignTax: "0.93" },
    { kind: "interest", name: "Broker", country: "BG", gross: "4", currency: "EUR" },
  ]);
  expect(corrections).toMatchObject([{ entryId: 602, day: "2025-01-03", paidOn: "2024-12-30", tax: "1" }]);
});

test("from a ledger to both forms", () => {
  const entries = [
    entry("buy", "2025-02-03", { instrumentId: 1, quantity: "10", amount: "-1000" }),
    entry("split", "2025-03-03", { instrumentId: 1, quantity: "10" }),
    entry("sell", "2025-09-10", { instrumentId: 1, quantity: "-5", amount: "400" }),
  ];
  const all = events(entries);
  const quoteOf = (_currency: string, day: string) => ({ rate: "2", day, source: "made up" });
  const polish = pit38({ year: 2025, sales: firstInFirstOut(all), incomes: [], quoteOf });
  expect(polish).toMatchObject({ gaps: [], fields: { "22": "800.00", "23": "500.00", "28": "300.00" } });
  const bulgarian = taxBulgaria({
    year: 2025,
    taxpayer: "person",
    events: all,
    dividends: [],
    holdings: [],
    quoteOf,
    hasLocalIntermediary: true,
  });
  expect(bulgarian).toMatchObject({
    gaps: [],
    annex5: { salePrice: "800.00", acquisitionPrice: "500.00", tax: "30.00" },
  });
  // A return of capital that no rule covers: the cost is unknown from then on.
  const returned = events([
    ...entries.slice(0, 2),
    entry("returnOfCapital", "2025-04-01", { instrumentId: 1, amount: "1" }),
    ...entries.slice(2),
  ]);
  expect(pit38({ year: 2025, sales: firstInFirstOut(returned), incomes: [], quoteOf }).fields).toMatchObject({
    "22": "800.00",
    "23": null,
  });
});
