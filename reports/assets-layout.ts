/** What the statement of client assets shows. */
import type { AssetsData } from "./assets.ts";
import { gapSentences } from "./gap-sentences.ts";
import type { Column, Layout, Sentence, Table, Value } from "./layout.ts";

const name: Column = {
  label: "reports.assets.instrument",
  fields: [
    { label: "reports.assets.instrument", as: "text" },
    { label: "reports.assets.isin", as: "text", place: "below" },
    { label: "reports.assets.class", as: "label", place: "below" },
  ],
};
const quantity: Column = {
  label: "reports.assets.quantity",
  numeric: true,
  fields: [{ label: "reports.assets.quantity", as: "quantity" }],
};
const price: Column = {
  label: "reports.assets.price",
  numeric: true,
  fields: [
    { label: "reports.assets.price", as: "price" },
    { label: "reports.assets.priceCurrency", as: "text", place: "after" },
    { label: "reports.assets.priceDay", as: "day", place: "below" },
    { label: "reports.assets.priceSource", as: "source", place: "below" },
    { label: "reports.assets.valuation", as: "label", place: "below" },
  ],
};
const rate: Column = {
  label: "reports.assets.rate",
  numeric: true,
  fields: [
    { label: "reports.assets.rate", as: "rate" },
    { label: "reports.assets.rateDay", as: "day", place: "below" },
    { label: "reports.assets.rateSource", as: "source", place: "below" },
  ],
};
const value = (currency: string): Column => ({
  label: "reports.assets.value",
  numeric: true,
  fields: [
    { label: "reports.assets.value", as: "amount", currency },
    { label: "reports.assets.valueCurrency", as: "text", place: "after" },
  ],
});

type Rated = Pick<AssetsData["instruments"][number], "rate">;

/** Nothing for what is in the statement's currency already. */
const rateValues = ({ rate }: Rated, from: string, currency: string): Value[] =>
  rate === null || from === currency
    ? [null, null, null]
    : [rate.value, rate.source === "fixed" ? null : rate.day, rate.source];

type Held = Pick<AssetsData, "instruments" | "cash" | "totals" | "currency">;

export function instrumentTable({ instruments, currency, totals }: Held): Table {
  return {
    kind: "table",
    title: "reports.assets.instruments",
    columns: [name, quantity, price, rate, value(currency)],
    rows: instruments.map((held): Value[] => [
      held.name,
      held.isin ?? held.ticker,
      `reports.class.${held.assetClass}`,
      held.quantity,
      held.price?.value ?? null,
      held.price?.currency ?? null,
      held.price?.day ?? null,
      held.valuation === "estimate" ? null : (held.price?.source ?? null),
      held.valuation === "market" ? null : `reports.valuation.${held.valuation}`,
      ...rateValues(held, held.price?.currency ?? held.currency, currency),
      held.value,
      held.value && currency,
    ]),
    totals:
      instruments.length === 0 ? [] : [totalRow("reports.assets.allInstruments", totals.instruments, currency, 12)],
    empty: "reports.assets.noInstruments",
  };
}

/** The text first, the sum and its currency last. */
const totalRow = (label: Value, sum: Value, currency: string, fields: number): Value[] => [
  label,
  ...Array.from({ length: fields - 1 }, () => null),
  sum,
  sum && currency,
];

export function cashTable({ cash, currency, totals }: Held): Table {
  return {
    kind: "table",
    title: "reports.assets.cash",
    columns: [
      { label: "reports.assets.currency", fields: [{ label: "reports.assets.currency", as: "text" }] },
      {
        label: "reports.assets.amount",
        numeric: true,
        fields: [
          { label: "reports.assets.amount", as: "price" },
          { label: "reports.assets.amountCurrency", as: "text", place: "after" },
        ],
      },
      rate,
      value(currency),
    ],
    rows: cash.map((held): Value[] => [
      held.currency,
      held.amount,
      held.currency,
      ...rateValues(held, held.currency, currency),
      held.value,
      held.value && currency,
    ]),
    totals: cash.length === 0 ? [] : [totalRow("reports.assets.allCash", totals.cash, currency, 6)],
    empty: "reports.assets.noCash",
  };
}

/** What Article 63 asks to be said, and what the figures depend on. */
function notesOf(data: AssetsData): Sentence[] {
  return [
    { key: "reports.assets.basisTrade" },
    { key: "reports.assets.protected" },
    { key: "reports.assets.noFinancing" },
    { key: "reports.note.rounding" },
    ...(data.instruments.some(({ valuation }) => valuation !== "market")
      ? [{ key: "reports.assets.estimated" } as const]
      : []),
    ...data.excluded.map(
      ({ name, quantity, day }): Sentence =>
        quantity === null || day === null
          ? { key: "reports.assets.excluded", params: { name: { as: "text", value: name } } }
          : {
              key: "reports.assets.excludedStated",
              params: {
                name: { as: "text", value: name },
                quantity: { as: "quantity", value: quantity },
                day: { as: "day", value: day },
              },
            },
    ),
  ];
}

export function assetsLayout(data: AssetsData): Layout {
  const { given, period, currency, totals, gaps } = data;
  return {
    title: "reports.kind.assets",
    facts: {
      kind: "facts",
      rows: [
        { label: "reports.fact.holder", as: "text", value: given.holder.name },
        { label: "reports.fact.account", as: "text", value: given.holder.account },
        { label: "reports.fact.endOf", as: "day", value: period.to },
        totals.all === null
          ? { label: "reports.assets.all", as: "label", value: "reports.unknown" }
          : { label: "reports.assets.all", as: "amount", value: totals.all, currency },
      ],
    },
    parts: [
      instrumentTable(data),
      cashTable(data),
      ...(gaps.length > 0
        ? [{ kind: "notes", title: "reports.gaps.title", sentences: gapSentences(gaps) } as const]
        : []),
      { kind: "notes", title: "reports.notes.title", sentences: notesOf(data) },
    ],
  };
}
