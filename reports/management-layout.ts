/** What the periodic statement of portfolio management shows. */
import { cashTable, instrumentTable } from "./assets-layout.ts";
import { gapSentences } from "./gap-sentences.ts";
import type { Column, Facts, Label, Layout, Sentence, Table, Value } from "./layout.ts";
import type { ManagementData } from "./management.ts";

/** A list of names and amounts in the statement's currency. */
function amountTable(
  title: Label,
  currency: string,
  rows: readonly (readonly [Label, Value])[],
  total?: readonly [Label, Value],
): Table {
  const row = ([label, amount]: readonly [Label, Value]): Value[] => [label, amount, amount && currency];
  return {
    kind: "table",
    title,
    columns: [
      { label: "reports.management.item", fields: [{ label: "reports.management.item", as: "label" }] },
      {
        label: "reports.assets.amount",
        numeric: true,
        fields: [
          { label: "reports.assets.amount", as: "amount", currency },
          { label: "reports.assets.amountCurrency", as: "text", place: "after" },
        ],
      },
    ],
    rows: rows.map(row),
    totals: total ? [row(total)] : [],
    empty: "reports.management.nothing",
  };
}

const movementColumns: readonly Column[] = [
  {
    label: "reports.management.what",
    fields: [
      { label: "reports.assets.instrument", as: "text" },
      { label: "reports.management.kind", as: "label", place: "below" },
      { label: "reports.assets.isin", as: "text", place: "below" },
    ],
  },
  { label: "reports.management.day", fields: [{ label: "reports.management.day", as: "day" }] },
  {
    label: "reports.assets.quantity",
    numeric: true,
    fields: [
      { label: "reports.assets.quantity", as: "quantity" },
      { label: "reports.assets.price", as: "quantity", place: "below" },
    ],
  },
  {
    label: "reports.management.charges",
    numeric: true,
    fields: [
      { label: "reports.management.fee", as: "price" },
      { label: "reports.management.tax", as: "price", place: "below" },
    ],
  },
  {
    label: "reports.assets.amount",
    numeric: true,
    fields: [
      { label: "reports.assets.amount", as: "price" },
      { label: "reports.assets.amountCurrency", as: "text", place: "after" },
    ],
  },
];

const movementTable = (title: Label, movements: ManagementData["transactions"]): Table => ({
  kind: "table",
  title,
  columns: movementColumns,
  rows: movements.map(({ kind, day, instrument, isin, quantity, price, currency, amount, fee, tax }): Value[] => [
    instrument ?? currency,
    `reports.movement.${kind}`,
    isin,
    day,
    quantity,
    price,
    fee,
    tax,
    amount,
    currency,
  ]),
  totals: [],
  empty: "reports.management.nothing",
});

const contents = (
  { beginning, end, currency }: ManagementData,
  which: "beginning" | "end",
  titles: readonly [Label, Label],
): Table[] => {
  const held = which === "end" ? end : beginning;
  if (!held) return [];
  return [
    { ...instrumentTable({ ...held, currency }), title: titles[0] },
    { ...cashTable({ ...held, currency }), title: titles[1] },
  ];
};

/** A fact that may not be known. */
const fact = (label: Label, as: "amount" | "percent", value: Value, currency: string): Facts["rows"][number] =>
  value === null ? { label, as: "label", value: "reports.unknown" } : { label, as, value, currency };

export function managementLayout(data: ManagementData): Layout {
  const { given, period, currency, beginning, end, bridge, performance, fees, income, gaps } = data;
  const opening = beginning === null ? "0" : beginning.totals.all;
  const notes: Sentence[] = [
    { key: "reports.management.breakdown" },
    { key: "reports.management.performanceNote" },
    { key: "reports.management.noBenchmark" },
    { key: "reports.assets.basisTrade" },
    { key: "reports.note.rounding" },
  ];
  return {
    title: "reports.kind.management",
    facts: {
      kind: "facts",
      rows: [
        { label: "reports.fact.holder", as: "text", value: given.holder.name },
        { label: "reports.fact.account", as: "text", value: given.holder.account },
        { label: "reports.fact.from", as: "day", value: period.from },
        { label: "reports.fact.to", as: "day", value: period.to },
        fact("reports.management.opening", "amount", opening, currency),
        fact("reports.management.closing", "amount", end.totals.all, currency),
        fact("reports.management.performance", "percent", performance, currency),
      ],
    },
    parts: [
      ...(bridge
        ? [
            amountTable(
              "reports.management.bridge",
              currency,
              [
                ["reports.management.opening", bridge.opening],
                ["reports.management.deposits", bridge.deposits],
                ["reports.management.priceResult", bridge.price],
                ["reports.management.fxResult", bridge.fx],
                ["reports.management.income", bridge.income],
                ["reports.management.feesPaid", negated(bridge.fees)],
                ["reports.management.taxPaid", negated(bridge.tax)],
              ],
              ["reports.management.closing", bridge.closing],
            ),
          ]
        : []),
      amountTable(
        "reports.management.fees",
        currency,
        [
          ["reports.management.feesOfManagement", fees.management],
          ["reports.management.feesOfExecution", fees.execution],
        ],
        ["reports.management.allFees", fees.all],
      ),
      amountTable(
        "reports.management.incomeTitle",
        currency,
        [
          ["reports.management.dividends", income.dividends],
          ["reports.management.interest", income.interest],
        ],
        ["reports.management.allIncome", income.all],
      ),
      ...contents(data, "end", ["reports.management.endInstruments", "reports.management.endCash"]),
      ...contents(data, "beginning", ["reports.management.beginningInstruments", "reports.management.beginningCash"]),
      movementTable("reports.management.transactions", data.transactions),
      movementTable("reports.management.incomeReceived", data.incomeReceived),
      movementTable("reports.management.corporateActions", data.corporateActions),
      ...(gaps.length > 0
        ? [{ kind: "notes", title: "reports.gaps.title", sentences: gapSentences(gaps) } as const]
        : []),
      { kind: "notes", title: "reports.notes.title", sentences: notes },
    ],
  };
}

/** A cost as a change of the value. */
function negated(amount: string): string {
  if (/^0*(\.0*)?$/.test(amount)) return amount;
  return amount.startsWith("-") ? amount.slice(1) : `-${amount}`;
}
