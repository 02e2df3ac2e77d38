/** Layouts: every row has a value for each field, and every text is in the catalogue. */
import { readdirSync, readFileSync } from "node:fs";
import { attributionReasons } from "@portico/api/portfolio-attribution.ts";
import { Decimal, zero } from "@portico/ledger/decimal.ts";
import { expect, test } from "vitest";
import { assetsData } from "./assets.ts";
import { changesBetween } from "./changes.ts";
import { confirmationData } from "./confirmation.ts";
import { costKinds } from "./costs.ts";
import { costsData } from "./costs-data.ts";
import { type ColumnOf, fieldsOf, type Layout, tableOf, tablesOf } from "./layout.ts";
import { layoutOf } from "./layouts.ts";
import { managementData } from "./management.ts";
import { reviewData } from "./review.ts";

const given = {
  firm: "Portico",
  timeZone: "Europe/Sofia",
  holder: { type: "user", name: "Anna", account: "A-1" },
} as const;
const held = (name: string, value: string | null, quantity = "1") => ({
  name,
  isin: null,
  ticker: name,
  assetClass: "equity",
  currency: "EUR",
  quantity,
  price: value === null ? null : { value, currency: "EUR", day: "2026-03-31", source: "trade" },
  rate: { value: "1", day: "2026-03-31", source: "fixed" },
  value,
  gaps: value === null ? [{ code: "priceMissing", name }] : [],
});
const dataOf = (instruments: ReturnType<typeof held>[]) =>
  assetsData({
    given,
    period: { from: "2026-01-01", to: "2026-03-31" },
    currency: "EUR",
    instruments,
    cash: [
      { currency: "JPY", amount: "100", rate: null, value: null, gaps: [{ code: "rateMissing", currency: "JPY" }] },
    ],
    excluded: [
      { name: "Gift", quantity: null, day: null },
      { name: "Old", quantity: "3", day: "2026-02-01" },
    ],
  });

const catalogue = (): Set<string> => {
  const folder = new URL("../messages/texts/", import.meta.url);
  return new Set(
    readdirSync(folder)
      .filter((file) => file.startsWith("reports"))
      .flatMap((file) => Object.keys(JSON.parse(readFileSync(new URL(file, folder), "utf8")) as object)),
  );
};

/** Every key that a layout names. */
function* keysOf({ title, facts, parts }: Layout): Generator<string> {
  yield title;
  for (const { label, as, value } of facts.rows) yield* as === "label" ? [label, value] : [label];
  for (const part of parts) {
    yield part.title;
    if (part.kind === "notes") for (const { key } of part.sentences) yield key;
  }
  for (const table of tablesOf({ parts })) {
    yield table.empty;
    for (const { label, fields } of table.columns) yield* [label, ...fields.map((field) => field.label)];
    const fields = fieldsOf(table);
    for (const row of table.rows)
      for (const [index, value] of row.entries()) if (value !== null && fields[index]?.as === "label") yield value;
    for (const [label] of table.totals) if (label) yield label;
  }
}

test("each row of a table has a value for each field, and each text has its key in the catalogue", () => {
  const layout = layoutOf("assets", dataOf([held("ACME", "10.005"), held("None", null)])) as Layout;
  for (const part of layout.parts)
    if (part.kind === "table")
      for (const row of [...part.rows, ...part.totals]) expect(row).toHaveLength(fieldsOf(part).length);
  const keys = catalogue();
  expect([...keysOf(layout)].filter((key) => !keys.has(key))).toEqual([]);
});

test("a column is named by its first field and numeric by its kind; a total names its fields", () => {
  const columns = [
    { fields: [{ label: "reports.assets.currency", as: "text", value: ({ currency }) => currency }] },
    {
      label: "reports.assets.amount",
      fields: [{ label: "reports.assets.value", as: "amount", currency: "EUR", value: ({ value }) => value }],
    },
  ] satisfies ColumnOf<{ currency: string; value: string }>[];
  const table = (total: Record<string, string>) =>
    tableOf("reports.assets.cash", columns, [{ currency: "EUR", value: "1" }], {
      empty: "reports.assets.noCash",
      totals: [total],
    });
  expect(table({ "reports.assets.value": "1" })).toEqual({
    kind: "table",
    title: "reports.assets.cash",
    columns: [
      { label: "reports.assets.currency", fields: [{ label: "reports.assets.currency", as: "text" }] },
      {
        label: "reports.assets.amount",
        numeric: true,
        fields: [{ label: "reports.assets.value", as: "amount", currency: "EUR" }],
      },
    ],
    rows: [["EUR", "1"]],
    totals: [[null, "1"]],
    empty: "reports.assets.noCash",
  });
  expect(() => table({ "reports.assets.amount": "1" })).toThrow("no field reports.assets.amount");
});

const movement = (kind: string) => ({
  kind,
  day: "2026-02-01",
  instrument: kind === "fx" ? null : "ACME",
  isin: null,
  quantity: "1",
  price: "2",
  currency: "EUR",
  amount: "-2",
  fee: "0.5",
  tax: null,
  baseFees: "0.5",
  baseIncome: "0",
});

test("the same of the other kinds, with every kind of movement and every gap", () => {
  const period = { from: "2026-01-01", to: "2026-03-31" };
  const assets = {
    given,
    period,
    currency: "EUR",
    instruments: [held("ACME", "1"), held("None", null)],
    cash: [],
    excluded: [],
  };
  const managed = managementData({
    given,
    period,
    currency: "EUR",
    beginning: assets,
    end: assets,
    bridge: { opening: "1", deposits: "0", price: "1", fx: "0", income: "0", fees: "0.5", tax: "0", closing: "1.5" },
    performance: "1.005",
    movements: ["buy", "sell", "fx", "dividend", "interest", "split", "exchange", "returnOfCapital", "fee"].map(
      movement,
    ),
    gaps: [{ code: "daysIncomplete" }],
  });
  expect(managed.fees).toEqual({ execution: "1.50", management: "3.00", all: "4.50" });
  const trade = {
    ...movement("buy"),
    side: "sell",
    instrument: "ACME",
    time: null,
    consideration: "1",
    accruedInterest: null,
  };
  const confirmed = confirmationData({
    given,
    period,
    currency: "EUR",
    trades: [{ ...trade, commission: null, rate: null, venue: null, settlementDay: null, price: null }],
  });
  const keys = catalogue();
  for (const data of [managed, confirmed]) {
    const layout = layoutOf(data.kind, data) as Layout;
    for (const part of layout.parts)
      if (part.kind === "table")
        for (const row of [...part.rows, ...part.totals]) expect(row).toHaveLength(fieldsOf(part).length);
    expect([...keysOf(layout)].filter((key) => !keys.has(key))).toEqual([]);
  }
});

test("the same of costs and of a review, with every kind of cost, reason and part", () => {
  const period = { from: "2026-01-01", to: "2026-01-31" };
  const days = Array.from({ length: 31 }, (_, index) => ({
    day: `2026-01-${String(index + 1).padStart(2, "0")}`,
    value: "100",
    opening: "100",
    closing: "100",
    charged: zero,
  }));
  const own = { ongoing: "0.5", transactions: "0", incidental: "0", oneOff: "1", thirdParties: "0.1" };
  const instrument = { isin: null, bearsCosts: true, worths: new Map([["2026-01-02", new Decimal(100)]]), bought: [] };
  const booked = [
    "buy",
    "sell",
    "fx",
    "fee",
    "interest",
    "deposit",
    "withdrawal",
    "transferIn",
    "transferOut",
    "openingBalance",
    "dividend",
    "tax",
    "exchange",
    "split",
    "returnOfCapital",
    "excluded",
  ].map((entryKind, index) => ({
    entryId: index + 1,
    day: "2026-01-05",
    part: entryKind === "tax" ? ("taxes" as const) : ("service" as const),
    kind: costKinds[index % costKinds.length] as (typeof costKinds)[number],
    entryKind,
    instrument: index === 0 ? "ACME" : null,
    isin: null,
    currency: "EUR",
    charged: "1",
    amount: "1",
  }));
  const costs = costsData({
    given,
    period,
    currency: "EUR",
    days,
    booked,
    instruments: [
      { ...instrument, instrumentId: 1, instrument: "Known", stated: [{ from: "2026-01-01", ...own }] },
      { ...instrument, instrumentId: 2, instrument: "Unknown", stated: [] },
      { ...instrument, instrumentId: 3, instrument: "Share", bearsCosts: false, stated: [] },
    ],
    gaps: [],
  });
  expect(costs.gaps.map(({ code, name }) => [code, name])).toEqual([
    ["ownCostsMissing", "Unknown"],
    ["costReturnMissing", undefined],
  ]);
  const sums = { gross: "1.00", tax: "0.00", net: "1.00" };
  const effects = { allocation: "0.00", selection: "1.00", interaction: "0.00", total: "1.00" };
  const keys = ["equity", "fund", "bond", "commodity", "other", "cash", "unknown", "unclassified"];
  const attribution = (reason: string | null) => ({
    ...period,
    return: "1.00",
    benchmarkReturn: "0.00",
    excess: "1.00",
    parts: keys.map((key) => ({ key, weight: "1.00", benchmarkWeight: "1.00", ...effects })),
    total: reason === null ? effects : null,
    reason,
  });
  const contribution = {
    name: "ACME",
    isin: null,
    priceGain: "1.00",
    currencyGain: "0.00",
    income: "0.00",
    fees: "0.00",
    tax: "0.00",
    total: "1.00",
    returnPercent: "1.00",
    contribution: "1.00",
    isClosed: true,
  };
  const review = (reason: string, returnKind: string) =>
    reviewData({
      given,
      period,
      currency: "EUR",
      bridge: { opening: "1", deposits: "0", price: "1", fx: "0", income: "0", fees: "0.5", tax: "0", closing: "1.5" },
      returns: {
        timeWeighted: "1.00",
        timeWeightedYearly: "1.00",
        timeWeightedReason: reason,
        moneyWeighted: null,
        moneyWeightedReason: reason,
      },
      benchmark: {
        name: { bg: "Индекс", en: "Index", pl: "Indeks" },
        currency: "EUR",
        returnKind,
        return: "1.00",
        yearly: null,
        from: "2026-01-05",
        excess: null,
      },
      risk: {
        volatility: "1.00",
        sharpe: "0.50",
        worstFall: { percent: "-1.00", ...period, recovered: null },
        days: 80,
        basis: "days",
        months: null,
        reason,
        riskFree: { name: "Bund", percent: "2.5" },
      },
      attribution: { class: attribution(null), currency: attribution(reason) },
      years: [
        {
          year: 2026,
          ...period,
          isPartial: true,
          percent: "1.00",
          benchmark: null,
          excess: null,
          months: Array.from({ length: 12 }, () => null),
        },
      ],
      contributions: [contribution],
      contributionTotal: contribution,
      allocation: {
        class: keys.map((key) => ({ key, value: "1.00", weight: "1.00" })),
        currency: [{ key: "EUR", value: "1.00", weight: "100.00" }],
        country: [{ key: "unknown", value: null, weight: null }],
      },
      income: { total: sums, holdings: [{ name: "ACME", isin: null, payments: 1, ...sums }] },
      announced: [
        {
          name: "ACME",
          isin: null,
          state: "due",
          exDay: "2026-01-05",
          payDay: "2026-02-05",
          quantity: "1",
          currency: "EUR",
          gross: "1",
          tax: null,
        },
      ],
      gaps: [{ code: "benchmarkUnknown" }],
    });
  const reasons = [...attributionReasons, "tooShort", "noVariation", "noFlows", "noRoot", "severalRoots"];
  const known = catalogue();
  const all = [
    costs,
    costsData({
      given,
      period,
      currency: "EUR",
      instruments: [],
      gaps: [],
      days: days.map((day) => ({ ...day, value: "0" })),
      booked: [],
    }),
    ...reasons.map((reason, index) => review(reason, ["price", "total", "mixed"][index % 3] ?? "price")),
  ];
  for (const data of all) {
    const layout = layoutOf(data.kind, data) as Layout;
    for (const part of layout.parts)
      if (part.kind === "table")
        for (const row of [...part.rows, ...part.totals]) expect(row).toHaveLength(fieldsOf(part).length);
    expect([...keysOf(layout)].filter((key) => !known.has(key))).toEqual([]);
  }
});

test("instruments are in one order whatever the order in which they were read; a sum with an unknown part is unknown", () => {
  const [one, two] = [
    dataOf([held("acme", "1.005"), held("Zeta", "2"), held("Beta", "3.333")]),
    dataOf([held("Zeta", "2"), held("Beta", "3.333"), held("acme", "1.005")]),
  ];
  expect(one).toEqual(two);
  expect(one.instruments.map(({ name, value }) => [name, value])).toEqual([
    ["acme", "1.01"],
    ["Beta", "3.33"],
    ["Zeta", "2.00"],
  ]);
  // 6.338, and not the sum of the rounded rows.
  expect(one.totals).toEqual({ instruments: "6.34", cash: null, all: null });
});

test("what changed: figures that differ, rows that are new, and rows that are gone", () => {
  const changes = changesBetween(
    "assets",
    dataOf([held("ACME", "10"), held("Gone", "5")]),
    dataOf([held("ACME", "10", "2"), held("New", "5")]),
  );
  expect(changes.map(({ row, field, before, after }) => [row, field.split(".").at(-1), before, after])).toEqual([
    ["ACME", "quantity", "1", "2"],
    ["New", "quantity", null, "1"],
    ["New", "price", null, "5"],
    ["New", "priceDay", null, "2026-03-31"],
    ["New", "valuation", null, "reports.valuation.estimate"],
    ["New", "value", null, "5.00"],
    ["Gone", "quantity", "1", null],
    ["Gone", "price", "5", null],
    ["Gone", "priceDay", "2026-03-31", null],
    ["Gone", "valuation", "reports.valuation.estimate", null],
    ["Gone", "value", "5.00", null],
  ]);
  expect(changesBetween("assets", dataOf([]), dataOf([]))).toEqual([]);
});
