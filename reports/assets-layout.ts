/** What the statement of client assets shows. */
import type { AssetsData } from "./assets.ts";
import { gapNotes } from "./gap-sentences.ts";
import { type ColumnOf, type Label, type Layout, type Sentence, type Table, tableOf, type Value } from "./layout.ts";

type Held = Pick<AssetsData, "instruments" | "cash" | "totals" | "currency">;
type Instrument = AssetsData["instruments"][number];
type Cash = AssetsData["cash"][number];

const nameColumn: ColumnOf<Instrument> = {
  fields: [
    { label: "reports.assets.instrument", as: "text", value: ({ name }) => name },
    { label: "reports.assets.isin", as: "text", place: "below", value: ({ isin, ticker }) => isin ?? ticker },
    {
      label: "reports.assets.class",
      as: "label",
      place: "below",
      value: ({ assetClass }) => `reports.class.${assetClass}`,
    },
  ],
};
const priceColumn: ColumnOf<Instrument> = {
  fields: [
    { label: "reports.assets.price", as: "price", value: ({ price }) => price?.value ?? null },
    {
      label: "reports.assets.priceCurrency",
      as: "text",
      place: "after",
      value: ({ price }) => price?.currency ?? null,
    },
    { label: "reports.assets.priceDay", as: "day", place: "below", value: ({ price }) => price?.day ?? null },
    {
      label: "reports.assets.priceSource",
      as: "source",
      place: "below",
      value: ({ price, valuation }) => (valuation === "estimate" ? null : (price?.source ?? null)),
    },
    {
      label: "reports.assets.valuation",
      as: "label",
      place: "below",
      value: ({ valuation }) => (valuation === "market" ? null : `reports.valuation.${valuation}`),
    },
  ],
};

/** Nothing for what is in the statement's currency already. */
function rateColumn<Row extends Pick<Instrument, "rate">>(from: (row: Row) => string, currency: string): ColumnOf<Row> {
  const rateOf = (row: Row) => (from(row) === currency ? null : row.rate);
  return {
    fields: [
      { label: "reports.assets.rate", as: "rate", value: (row) => rateOf(row)?.value ?? null },
      {
        label: "reports.assets.rateDay",
        as: "day",
        place: "below",
        value: (row) => {
          const rate = rateOf(row);
          return rate === null || rate.source === "fixed" ? null : rate.day;
        },
      },
      { label: "reports.assets.rateSource", as: "source", place: "below", value: (row) => rateOf(row)?.source ?? null },
    ],
  };
}

const valueColumn = (currency: string): ColumnOf<{ value: Value }> => ({
  fields: [
    { label: "reports.assets.value", as: "amount", currency, value: ({ value }) => value },
    {
      label: "reports.assets.valueCurrency",
      as: "text",
      place: "after",
      value: ({ value }) => value && currency,
    },
  ],
});

const sum = (value: Value, currency: string) => ({
  "reports.assets.value": value,
  "reports.assets.valueCurrency": value && currency,
});

export const instrumentTable = ({ instruments, currency, totals }: Held, title: Label): Table =>
  tableOf<Instrument>(
    title,
    [
      nameColumn,
      { fields: [{ label: "reports.assets.quantity", as: "quantity", value: ({ quantity }) => quantity }] },
      priceColumn,
      rateColumn(({ price, currency: own }) => price?.currency ?? own, currency),
      valueColumn(currency),
    ],
    instruments,
    {
      empty: "reports.assets.noInstruments",
      totals:
        instruments.length === 0
          ? []
          : [{ "reports.assets.instrument": "reports.assets.allInstruments", ...sum(totals.instruments, currency) }],
    },
  );

export const cashTable = ({ cash, currency, totals }: Held, title: Label): Table =>
  tableOf<Cash>(
    title,
    [
      { fields: [{ label: "reports.assets.currency", as: "text", value: (held) => held.currency }] },
      {
        fields: [
          { label: "reports.assets.amount", as: "price", value: ({ amount }) => amount },
          { label: "reports.assets.amountCurrency", as: "text", place: "after", value: (held) => held.currency },
        ],
      },
      rateColumn((held) => held.currency, currency),
      valueColumn(currency),
    ],
    cash,
    {
      empty: "reports.assets.noCash",
      totals:
        cash.length === 0
          ? []
          : [{ "reports.assets.currency": "reports.assets.allCash", ...sum(totals.cash, currency) }],
    },
  );

type Flag = NonNullable<AssetsData["flags"]>[number];
const flagColumns: readonly ColumnOf<Flag>[] = [
  {
    fields: [
      { label: "reports.assets.instrument", as: "text", value: ({ name, currency }) => name ?? currency },
      { label: "reports.assets.isin", as: "text", place: "below", value: ({ isin }) => isin },
    ],
  },
  {
    fields: [
      { label: "reports.assets.flagKind", as: "label", value: ({ kind }) => `reports.flag.${kind}` },
      { label: "reports.assets.flagNote", as: "text", place: "below", value: ({ note }) => note },
      {
        label: "reports.assets.flagExceeds",
        as: "label",
        place: "below",
        value: ({ exceeds }) => (exceeds ? "reports.assets.flagExceeds" : null),
      },
    ],
  },
  {
    label: "reports.assets.flagQuantity",
    fields: [
      { label: "reports.assets.flagQuantity", as: "quantity", value: ({ quantity, held }) => quantity ?? held },
      {
        label: "reports.assets.flagWhole",
        as: "label",
        place: "below",
        value: ({ quantity }) => (quantity === null ? "reports.assets.flagWhole" : null),
      },
    ],
  },
  { fields: [{ label: "reports.assets.flagHeld", as: "quantity", value: ({ held }) => held }] },
  {
    fields: [
      { label: "reports.assets.flagFrom", as: "day", value: ({ from }) => from },
      { label: "reports.assets.flagTo", as: "day", place: "below", value: ({ to }) => to },
    ],
  },
];

type Unsettled = NonNullable<AssetsData["unsettled"]>[number];
const unsettledColumns: readonly ColumnOf<Unsettled>[] = [
  {
    fields: [
      { label: "reports.assets.instrument", as: "text", value: ({ instrument }) => instrument },
      { label: "reports.assets.side", as: "label", place: "below", value: ({ side }) => `reports.movement.${side}` },
      { label: "reports.assets.isin", as: "text", place: "below", value: ({ isin }) => isin },
    ],
  },
  { fields: [{ label: "reports.assets.tradeDay", as: "day", value: ({ day }) => day }] },
  { fields: [{ label: "reports.assets.quantity", as: "quantity", value: ({ quantity }) => quantity }] },
  {
    fields: [
      { label: "reports.assets.amount", as: "price", value: ({ amount }) => amount },
      { label: "reports.assets.amountCurrency", as: "text", place: "after", value: ({ currency }) => currency },
    ],
  },
  {
    fields: [
      { label: "reports.assets.settlementDay", as: "day", value: ({ settlementDay }) => settlementDay },
      {
        label: "reports.assets.settlementBy",
        as: "label",
        place: "below",
        value: ({ by }) => `reports.settlement.${by ?? "unknown"}`,
      },
    ],
  },
];

/** What the second version shows besides. */
const markTables = ({ flags, unsettled }: AssetsData): Table[] => [
  ...(flags ? [tableOf("reports.assets.flags", flagColumns, flags, { empty: "reports.assets.noFlags" })] : []),
  ...(unsettled
    ? [tableOf("reports.assets.unsettled", unsettledColumns, unsettled, { empty: "reports.assets.noUnsettled" })]
    : []),
];

/** What is protected and what is not; the first version says it in a sentence. */
function protectionNotes({ flags, protection }: AssetsData): Sentence[] {
  if (!flags || !protection) return [{ key: "reports.assets.protected" }, { key: "reports.assets.noFinancing" }];
  return [
    { key: "reports.assets.protectedRest" },
    ...(flags.some(({ kind }) => kind === "lent") ? [{ key: "reports.assets.benefit" } as const] : []),
  ];
}

/** An amount that may not be known. */
export const amountFact = (label: Label, value: Value, currency: string): Layout["facts"]["rows"][number] =>
  value === null ? { label, as: "label", value: "reports.unknown" } : { label, as: "amount", value, currency };

/** What Article 63 asks to be said, and what the figures depend on. */
function notesOf(data: AssetsData): Sentence[] {
  return [
    { key: "reports.assets.basisTrade" },
    ...protectionNotes(data),
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
  const { given, period, currency, totals, gaps, mandate, protection } = data;
  return {
    title: "reports.kind.assets",
    facts: {
      kind: "facts",
      rows: [
        { label: "reports.fact.holder", as: "text", value: given.holder.name },
        { label: "reports.fact.account", as: "text", value: given.holder.account },
        ...(mandate
          ? [
              { label: "reports.fact.category", as: "label", value: `reports.category.${mandate.category}` } as const,
              { label: "reports.fact.service", as: "label", value: `reports.service.${mandate.service}` } as const,
            ]
          : []),
        { label: "reports.fact.endOf", as: "day", value: period.to },
        amountFact("reports.assets.all", totals.all, currency),
        ...(protection
          ? [
              amountFact("reports.assets.protectedValue", protection.protected, currency),
              amountFact("reports.assets.encumberedValue", protection.encumbered, currency),
              amountFact("reports.assets.unprotectedValue", protection.unprotected, currency),
            ]
          : []),
      ],
    },
    parts: [
      instrumentTable(data, "reports.assets.instruments"),
      cashTable(data, "reports.assets.cash"),
      ...markTables(data),
      ...gapNotes(gaps),
      { kind: "notes", title: "reports.notes.title", sentences: notesOf(data) },
    ],
  };
}
