/** What the review of a portfolio shows. */
import { gapNotes } from "./gap-sentences.ts";
import {
  type Chart,
  type ColumnOf,
  type Facts,
  type FieldOf,
  type Label,
  type Layout,
  type Sentence,
  type Table,
  tableOf,
  type Value,
} from "./layout.ts";
import { amountTable, negated } from "./management-layout.ts";
import type {
  AllocationPart,
  Announced,
  AttributedPart,
  AttributionData,
  Contribution,
  PeriodData,
  ReviewData,
} from "./review.ts";

const column = <Row>(
  label: Label,
  as: FieldOf<Row>["as"],
  value: (row: Row) => Value,
  more: Partial<FieldOf<Row>> = {},
): ColumnOf<Row> => ({
  fields: [{ label, as, value, ...more }],
});

const fact = (label: Label, as: "amount" | "percent", value: Value, currency: string): Facts["rows"][number] =>
  value === null ? { label, as: "label", value: "reports.unknown" } : { label, as, value, currency };

interface Compared {
  label: Label;
  own: Value;
  other: Value;
  difference: Value;
}

function performanceTable({ returns, benchmark }: ReviewData): Table {
  const rows: Compared[] = [
    {
      label: "reports.review.timeWeighted",
      own: returns.timeWeighted,
      other: benchmark?.return ?? null,
      difference: benchmark?.excess ?? null,
    },
    ...(returns.timeWeightedYearly === null && (benchmark?.yearly ?? null) === null
      ? []
      : [
          {
            label: "reports.review.timeWeightedYearly",
            own: returns.timeWeightedYearly,
            other: benchmark?.yearly ?? null,
            difference: null,
          } as const,
        ]),
    { label: "reports.review.moneyWeighted", own: returns.moneyWeighted, other: null, difference: null },
  ];
  return tableOf<Compared>(
    "reports.review.performance",
    [
      column("reports.review.figure", "label", ({ label }) => label),
      column("reports.review.portfolio", "percent", ({ own }) => own),
      column("reports.review.benchmark", "percent", ({ other }) => other),
      column("reports.review.difference", "points", ({ difference }) => difference),
    ],
    rows,
    { empty: "reports.review.nothingHeld" },
  );
}

interface RiskRow {
  label: Label;
  percent?: Value;
  ratio?: Value;
  fall?: NonNullable<ReviewData["risk"]["worstFall"]>;
}

function riskTable({ risk: { volatility, sharpe, worstFall } }: ReviewData): Table {
  const rows: RiskRow[] = [
    { label: "reports.review.volatility", percent: volatility },
    { label: "reports.review.sharpe", ratio: sharpe },
    ...(worstFall ? [{ label: "reports.review.worstFall", percent: worstFall.percent, fall: worstFall } as const] : []),
  ];
  return tableOf<RiskRow>(
    "reports.review.risk",
    [
      column("reports.review.figure", "label", ({ label }) => label),
      column("reports.review.fallFrom", "day", ({ fall }) => fall?.from ?? null),
      column("reports.review.fallTo", "day", ({ fall }) => fall?.to ?? null),
      column("reports.review.recovered", "day", ({ fall }) => fall?.recovered ?? null),
      {
        label: "reports.review.value",
        fields: [
          { label: "reports.review.value", as: "percent", value: ({ percent = null }) => percent },
          { label: "reports.review.sharpe", as: "points", place: "after", value: ({ ratio = null }) => ratio },
        ],
      },
    ],
    rows,
    { empty: "reports.review.nothingHeld" },
  );
}

const classes: Readonly<Record<string, Label>> = {
  cash: "reports.review.cash",
  unknown: "reports.review.unknownPart",
  unclassified: "reports.review.unclassified",
};

/** A class is a text of the catalogue, a currency or country its code. */
const partFields = <Row extends { key: string }>(by: "class" | "code", label: Label): ColumnOf<Row> =>
  by === "class"
    ? column(label, "label", ({ key }) => classes[key] ?? `reports.class.${key}`)
    : {
        fields: [
          { label, as: "text", value: ({ key }) => (classes[key] ? null : key) },
          { label: "reports.review.part", as: "label", place: "after", value: ({ key }) => classes[key] ?? null },
        ],
      };

function attributionTable(title: Label, by: "class" | "code", { parts, total }: AttributionData): Table {
  const points = (label: Label, value: (row: AttributedPart) => Value) => column(label, "points", value);
  return tableOf<AttributedPart>(
    title,
    [
      partFields(by, by === "class" ? "reports.assets.class" : "reports.assets.currency"),
      {
        label: "reports.review.weights",
        fields: [
          { label: "reports.review.weight", as: "points", value: ({ weight }) => weight },
          {
            label: "reports.review.benchmarkWeight",
            as: "points",
            place: "below",
            value: ({ benchmarkWeight }) => benchmarkWeight,
          },
        ],
      },
      points("reports.review.allocationEffect", ({ allocation }) => allocation),
      points("reports.review.selection", ({ selection }) => selection),
      points("reports.review.interaction", ({ interaction }) => interaction),
      points("reports.review.sum", ({ total: sum }) => sum),
    ],
    parts,
    {
      empty: "reports.review.noAttribution",
      totals: total
        ? [
            {
              [by === "class" ? "reports.assets.class" : "reports.assets.currency"]: "reports.review.sum",
              "reports.review.allocationEffect": total.allocation,
              "reports.review.selection": total.selection,
              "reports.review.interaction": total.interaction,
              "reports.review.sum": total.total,
            },
          ]
        : [],
    },
  );
}

type Year = ReviewData["years"][number];
/** The portfolio's row of a year, and the benchmark's below it. */
interface YearRow {
  year: Year;
  of: "percent" | "benchmark";
}

/** The returns of years beside each other, drawn; of a first and a last year the part that is over. */
function yearChart({ years, benchmark }: ReviewData): Chart {
  const returnOf = (label: Label, of: YearRow["of"]): ColumnOf<Year> =>
    column(label, "percent", (year) => year[of] ?? null);
  return {
    kind: "chart",
    form: "bars",
    title: "reports.review.years",
    table: tableOf<Year>(
      "reports.review.years",
      [
        {
          fields: [
            { label: "reports.review.year", as: "text", value: ({ year }) => String(year) },
            {
              label: "reports.review.partial",
              as: "label",
              place: "below",
              value: ({ isPartial }) => (isPartial ? "reports.review.partial" : null),
            },
          ],
        },
        returnOf("reports.review.portfolio", "percent"),
        ...(benchmark ? [returnOf("reports.review.benchmark", "benchmark")] : []),
      ],
      years,
      { empty: "reports.review.nothingHeld" },
    ),
  };
}

/** Of some months, and of the whole year if it is `withYear`: thirteen figures are too many for a page of paper. */
function monthTable(
  title: Label,
  { years, benchmark }: ReviewData,
  months: readonly number[],
  withYear: boolean,
): Table {
  const valueOf = (period: PeriodData | null | undefined, of: YearRow["of"]): Value => period?.[of] ?? null;
  return tableOf<YearRow>(
    title,
    [
      {
        fields: [
          { label: "reports.review.year", as: "text", value: ({ year }) => String(year.year) },
          {
            label: "reports.review.portfolio",
            as: "label",
            place: "below",
            value: ({ of, year }) =>
              of === "benchmark" ? "reports.review.benchmark" : year.isPartial ? "reports.review.partial" : null,
          },
        ],
      },
      ...months.map((month) =>
        column<YearRow>(`reports.review.month.${month}`, "points", ({ year, of }) =>
          valueOf(year.months[month - 1], of),
        ),
      ),
      ...(withYear ? [column<YearRow>("reports.review.wholeYear", "points", ({ year, of }) => valueOf(year, of))] : []),
    ],
    years.flatMap((year): YearRow[] => [
      { year, of: "percent" },
      ...(benchmark ? [{ year, of: "benchmark" } as const] : []),
    ]),
    { empty: "reports.review.nothingHeld" },
  );
}

function contributionTable({ currency, contributions, contributionTotal: total }: ReviewData): Table {
  return tableOf<Contribution>(
    "reports.review.contributions",
    [
      {
        fields: [
          { label: "reports.assets.instrument", as: "text", value: ({ name }) => name },
          { label: "reports.assets.isin", as: "text", place: "below", value: ({ isin }) => isin },
          {
            label: "reports.review.closed",
            as: "label",
            place: "below",
            value: ({ isClosed }) => (isClosed ? "reports.review.closed" : null),
          },
        ],
      },
      {
        label: "reports.review.gains",
        fields: [
          { label: "reports.review.priceGain", as: "amount", currency, value: ({ priceGain }) => priceGain },
          {
            label: "reports.review.currencyGain",
            as: "amount",
            currency,
            place: "below",
            value: ({ currencyGain }) => currencyGain,
          },
        ],
      },
      {
        label: "reports.review.incomeAndCharges",
        fields: [
          { label: "reports.management.income", as: "amount", currency, value: ({ income }) => income },
          { label: "reports.management.fee", as: "amount", currency, place: "below", value: ({ fees }) => fees },
          { label: "reports.management.tax", as: "amount", currency, place: "below", value: ({ tax }) => tax },
        ],
      },
      column("reports.review.result", "amount", (row) => row.total, { currency }),
      {
        label: "reports.review.returnAndContribution",
        fields: [
          { label: "reports.review.return", as: "percent", value: ({ returnPercent }) => returnPercent },
          {
            label: "reports.review.contribution",
            as: "points",
            place: "below",
            value: ({ contribution }) => contribution,
          },
        ],
      },
    ],
    contributions,
    {
      empty: "reports.review.nothingHeld",
      totals:
        contributions.length === 0
          ? []
          : [
              {
                "reports.assets.instrument": "reports.review.sum",
                "reports.review.priceGain": total.priceGain,
                "reports.review.currencyGain": total.currencyGain,
                "reports.management.income": total.income,
                "reports.management.fee": total.fees,
                "reports.management.tax": total.tax,
                "reports.review.result": total.total,
                "reports.review.return": total.returnPercent,
                "reports.review.contribution": total.contribution,
              },
            ],
    },
  );
}

const allocationTable = (
  title: Label,
  label: Label,
  by: "class" | "code",
  currency: string,
  parts: readonly AllocationPart[],
): Table =>
  tableOf<AllocationPart>(
    title,
    [
      partFields(by, label),
      column("reports.assets.value", "amount", ({ value }) => value, { currency }),
      column("reports.review.share", "percent", ({ weight }) => weight),
    ],
    parts,
    { empty: "reports.review.nothingHeld" },
  );

type Payer = ReviewData["income"]["holdings"][number];
function incomeTable({ currency, income: { total, holdings } }: ReviewData): Table {
  const amount = (label: Label, value: (row: Payer) => Value) => column(label, "amount", value, { currency });
  return tableOf<Payer>(
    "reports.review.incomeReceived",
    [
      {
        fields: [
          { label: "reports.assets.instrument", as: "text", value: ({ name }) => name },
          { label: "reports.assets.isin", as: "text", place: "below", value: ({ isin }) => isin },
        ],
      },
      column("reports.review.payments", "quantity", ({ payments }) => String(payments)),
      amount("reports.review.gross", ({ gross }) => gross),
      amount("reports.review.taxWithheld", ({ tax }) => tax),
      amount("reports.review.net", ({ net }) => net),
    ],
    holdings,
    {
      empty: "reports.review.noIncome",
      totals:
        holdings.length === 0
          ? []
          : [
              {
                "reports.assets.instrument": "reports.review.sum",
                "reports.review.gross": total.gross,
                "reports.review.taxWithheld": total.tax,
                "reports.review.net": total.net,
              },
            ],
    },
  );
}

const announcedTable = ({ announced }: ReviewData): Table =>
  tableOf<Announced>(
    "reports.review.announced",
    [
      {
        fields: [
          { label: "reports.assets.instrument", as: "text", value: ({ name }) => name },
          { label: "reports.assets.isin", as: "text", place: "below", value: ({ isin }) => isin },
        ],
      },
      column("reports.review.exDay", "day", ({ exDay }) => exDay),
      column("reports.review.payDay", "day", ({ payDay }) => payDay),
      column("reports.assets.quantity", "quantity", ({ quantity }) => quantity),
      {
        fields: [
          { label: "reports.review.gross", as: "price", value: ({ gross }) => gross },
          { label: "reports.assets.amountCurrency", as: "text", place: "after", value: ({ currency }) => currency },
        ],
      },
    ],
    announced,
    { empty: "reports.review.noneAnnounced" },
  );

const benchmarkNotes: Readonly<Record<string, Label>> = {
  price: "reports.review.note.benchmarkPrice",
  total: "reports.review.note.benchmarkTotal",
  mixed: "reports.review.note.benchmarkMixed",
};

function notesOf({ benchmark, risk, returns, attribution, announced }: ReviewData): Sentence[] {
  const reasons = new Set(
    [returns.timeWeightedReason, returns.moneyWeightedReason, risk.reason, attribution.class.reason].flatMap((one) =>
      one === null || (one === "noBenchmark" && benchmark === null) ? [] : [one],
    ),
  );
  return [
    ...[...reasons].map((reason): Sentence => ({ key: `reports.review.reason.${reason}` })),
    benchmark
      ? {
          key: benchmarkNotes[benchmark.returnKind] ?? "reports.review.note.benchmarkMixed",
          params: {
            name: { as: "names", value: JSON.stringify(benchmark.name) },
            currency: { as: "text", value: benchmark.currency },
          },
        }
      : { key: "reports.review.note.noBenchmark" },
    { key: "reports.review.note.returns" },
    { key: "reports.review.note.volatility" },
    {
      key: "reports.review.note.sharpe",
      params: {
        name: { as: "text", value: risk.riskFree.name === "" ? "" : `${risk.riskFree.name}, ` },
        percent: { as: "percent", value: risk.riskFree.percent },
        returns: { as: "quantity", value: String(risk.months ?? risk.days) },
      },
    },
    { key: "reports.review.note.worstFall" },
    ...(benchmark ? [{ key: "reports.review.note.attribution" } as const] : []),
    { key: "reports.review.note.contributions" },
    ...(announced.length > 0 ? [{ key: "reports.review.note.announced" } as const] : []),
    { key: "reports.note.rounding" },
  ];
}

const bridgeTable = (bridge: NonNullable<ReviewData["bridge"]>, currency: string): Table =>
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
  );

export function reviewLayout(data: ReviewData): Layout {
  const { given, period, currency, bridge, returns, benchmark, attribution, allocation, gaps } = data;
  return {
    title: "reports.kind.review",
    facts: {
      kind: "facts",
      rows: [
        { label: "reports.fact.holder", as: "text", value: given.holder.name },
        { label: "reports.fact.account", as: "text", value: given.holder.account },
        { label: "reports.fact.from", as: "day", value: period.from },
        { label: "reports.fact.to", as: "day", value: period.to },
        fact("reports.management.closing", "amount", bridge?.closing ?? null, currency),
        fact("reports.review.timeWeighted", "percent", returns.timeWeighted, currency),
        ...(benchmark
          ? [{ label: "reports.review.benchmark", as: "names", value: JSON.stringify(benchmark.name) } as const]
          : []),
        ...(benchmark && benchmark.from !== null
          ? [{ label: "reports.review.benchmarkFrom", as: "day", value: benchmark.from } as const]
          : []),
      ],
    },
    parts: [
      performanceTable(data),
      ...(bridge ? [bridgeTable(bridge, currency)] : []),
      riskTable(data),
      ...(data.years.length > 1 ? [yearChart(data)] : []),
      monthTable("reports.review.firstMonths", data, [1, 2, 3, 4, 5, 6], false),
      monthTable("reports.review.lastMonths", data, [7, 8, 9, 10, 11, 12], true),
      contributionTable(data),
      ...(benchmark
        ? [
            attributionTable("reports.review.attributionClass", "class", attribution.class),
            attributionTable("reports.review.attributionCurrency", "code", attribution.currency),
          ]
        : []),
      allocationTable("reports.review.allocationByClass", "reports.assets.class", "class", currency, allocation.class),
      allocationTable(
        "reports.review.allocationByCurrency",
        "reports.assets.currency",
        "code",
        currency,
        allocation.currency,
      ),
      allocationTable(
        "reports.review.allocationByCountry",
        "reports.review.country",
        "code",
        currency,
        allocation.country,
      ),
      incomeTable(data),
      announcedTable(data),
      ...gapNotes(gaps),
      { kind: "notes", title: "reports.notes.title", sentences: notesOf(data) },
    ],
  };
}
