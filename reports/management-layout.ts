/** What the periodic statement of portfolio management shows. */
import { cashTable, instrumentTable } from "./assets-layout.ts";
import { gapNotes } from "./gap-sentences.ts";
import {
  type ColumnOf,
  type Facts,
  type Label,
  type Layout,
  type Sentence,
  type Table,
  tableOf,
  type Value,
} from "./layout.ts";
import type { ManagementData } from "./management.ts";

type Movement = ManagementData["transactions"][number];

/** A list of names and amounts in the statement's currency. */
export const amountTable = (
  title: Label,
  currency: string,
  rows: readonly (readonly [Label, Value])[],
  total?: readonly [Label, Value],
): Table =>
  tableOf<readonly [Label, Value]>(
    title,
    [
      { fields: [{ label: "reports.management.item", as: "label", value: ([label]) => label }] },
      {
        fields: [
          { label: "reports.assets.amount", as: "amount", currency, value: ([, amount]) => amount },
          {
            label: "reports.assets.amountCurrency",
            as: "text",
            place: "after",
            value: ([, amount]) => amount && currency,
          },
        ],
      },
    ],
    rows,
    {
      empty: "reports.management.nothing",
      totals: total
        ? [
            {
              "reports.management.item": total[0],
              "reports.assets.amount": total[1],
              "reports.assets.amountCurrency": total[1] && currency,
            },
          ]
        : [],
    },
  );

const movementColumns: readonly ColumnOf<Movement>[] = [
  {
    label: "reports.management.what",
    fields: [
      { label: "reports.assets.instrument", as: "text", value: ({ instrument, currency }) => instrument ?? currency },
      {
        label: "reports.management.kind",
        as: "label",
        place: "below",
        value: ({ kind }) => `reports.movement.${kind}`,
      },
      { label: "reports.assets.isin", as: "text", place: "below", value: ({ isin }) => isin },
    ],
  },
  { fields: [{ label: "reports.management.day", as: "day", value: ({ day }) => day }] },
  {
    fields: [
      { label: "reports.assets.quantity", as: "quantity", value: ({ quantity }) => quantity },
      { label: "reports.assets.price", as: "quantity", place: "below", value: ({ price }) => price },
    ],
  },
  {
    label: "reports.management.charges",
    fields: [
      { label: "reports.management.fee", as: "price", value: ({ fee }) => fee },
      { label: "reports.management.tax", as: "price", place: "below", value: ({ tax }) => tax },
    ],
  },
  {
    fields: [
      { label: "reports.assets.amount", as: "price", value: ({ amount }) => amount },
      { label: "reports.assets.amountCurrency", as: "text", place: "after", value: ({ currency }) => currency },
    ],
  },
];

const movementTable = (title: Label, movements: readonly Movement[]): Table =>
  tableOf(title, movementColumns, movements, { empty: "reports.management.nothing" });

const contents = (
  { beginning, end, currency }: ManagementData,
  which: "beginning" | "end",
  titles: readonly [Label, Label],
): Table[] => {
  const held = which === "end" ? end : beginning;
  if (!held) return [];
  return [instrumentTable({ ...held, currency }, titles[0]), cashTable({ ...held, currency }, titles[1])];
};

/** A fact that may not be known. */
const fact = (label: Label, as: "amount" | "percent", value: Value, currency: string): Facts["rows"][number] =>
  value === null ? { label, as: "label", value: "reports.unknown" } : { label, as, value, currency };

type Fact = Facts["rows"][number];

/** The agreed benchmark beside the performance. */
function benchmarkFacts({ benchmark, currency }: ManagementData): Fact[] {
  if (!benchmark) return [];
  return [
    { label: "reports.fact.benchmark", as: "names", value: JSON.stringify(benchmark.name) },
    fact("reports.fact.benchmarkReturn", "percent", benchmark.percent, currency),
  ];
}

function mandateFacts({ mandate }: ManagementData): Fact[] {
  if (!mandate) return [];
  const { category, service, leverage, frequency } = mandate;
  return [
    { label: "reports.fact.category", as: "label", value: `reports.category.${category}` },
    { label: "reports.fact.service", as: "label", value: `reports.service.${service}` },
    ...(service === "management"
      ? [{ label: "reports.fact.leverage", as: "label", value: leverage ? "reports.yes" : "reports.no" } as const]
      : []),
    ...(frequency === null
      ? []
      : [{ label: "reports.fact.frequency", as: "label", value: `reports.statementFrequency.${frequency}` } as const]),
  ];
}

/** What follows from the mandate: benchmark, frequency, and whether transactions are listed. */
function mandateNotes({ mandate, benchmark }: ManagementData): Sentence[] {
  if (!mandate) return [{ key: "reports.management.noBenchmark" }];
  const { frequency, leverage, singleConfirmations, service, changed } = mandate;
  const agreed = frequency === "month" && !leverage ? "monthAgreed" : frequency;
  return [
    ...(service === "management" ? [] : [{ key: "reports.management.notManaged" } as const]),
    ...(changed ? [{ key: "reports.management.mandateChanged" } as const] : []),
    ...(benchmark
      ? [
          {
            key: "reports.management.benchmarkNote",
            params: { kind: { as: "label", value: `reports.return.${benchmark.returnKind}` } },
          } as const,
        ]
      : [{ key: "reports.management.noBenchmark" } as const]),
    ...(benchmark?.from
      ? [{ key: "reports.management.benchmarkFrom", params: { day: { as: "day", value: benchmark.from } } } as const]
      : []),
    ...(agreed === null ? [] : [{ key: `reports.management.frequency.${agreed}` } as const]),
    ...(singleConfirmations ? [{ key: "reports.management.singleConfirmations" } as const] : []),
  ];
}

export function managementLayout(data: ManagementData): Layout {
  const { given, period, currency, beginning, end, bridge, performance, fees, income, gaps } = data;
  const opening = beginning === null ? "0" : beginning.totals.all;
  const notes: Sentence[] = [
    { key: "reports.management.breakdown" },
    { key: "reports.management.performanceNote" },
    ...mandateNotes(data),
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
        ...mandateFacts(data),
        { label: "reports.fact.from", as: "day", value: period.from },
        { label: "reports.fact.to", as: "day", value: period.to },
        fact("reports.management.opening", "amount", opening, currency),
        fact("reports.management.closing", "amount", end.totals.all, currency),
        fact("reports.management.performance", "percent", performance, currency),
        ...benchmarkFacts(data),
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
      ...(data.mandate?.singleConfirmations
        ? []
        : [movementTable("reports.management.transactions", data.transactions)]),
      movementTable("reports.management.incomeReceived", data.incomeReceived),
      movementTable("reports.management.corporateActions", data.corporateActions),
      ...gapNotes(gaps),
      { kind: "notes", title: "reports.notes.title", sentences: notes },
    ],
  };
}

/** A cost as a change of the value. */
export function negated(amount: string): string {
  if (/^0*(\.0*)?$/.test(amount)) return amount;
  return amount.startsWith("-") ? amount.slice(1) : `-${amount}`;
}
