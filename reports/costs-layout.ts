/** What the yearly report of costs and charges shows (Delegated Regulation 2017/565, Article 50 and Annex II). */
import type { CostFigure, CostPart } from "./costs.ts";
import type { BookedCost, CostsData, OwnCost } from "./costs-data.ts";
import { gapNotes } from "./gap-sentences.ts";
import {
  type Chart,
  type ColumnOf,
  type Facts,
  type Label,
  type Layout,
  type Sentence,
  type Table,
  tableOf,
  type Value,
} from "./layout.ts";

interface Item {
  label: Label;
  figure: CostFigure;
}

const itemColumn: ColumnOf<Item> = {
  fields: [{ label: "reports.costs.item", as: "label", value: ({ label }) => label }],
};

const amountField = <Row>(label: Label, currency: string, value: (row: Row) => Value): ColumnOf<Row>["fields"] => [
  { label, as: "amount", currency, value },
  { label: "reports.assets.amountCurrency", as: "text", place: "after", value: (row) => value(row) && currency },
];

/** Amounts with their percentages of the average value. */
function itemTable(title: Label, currency: string, items: readonly Item[], total?: Item): Table {
  return tableOf<Item>(
    title,
    [
      itemColumn,
      { fields: amountField("reports.assets.amount", currency, ({ figure }) => figure.amount) },
      { fields: [{ label: "reports.costs.percent", as: "percent", value: ({ figure }) => figure.percent }] },
    ],
    items,
    {
      empty: "reports.management.nothing",
      ...(total && {
        totals: [
          {
            "reports.costs.item": total.label,
            "reports.assets.amount": total.figure.amount,
            "reports.assets.amountCurrency": total.figure.amount && currency,
            "reports.costs.percent": total.figure.percent,
          },
        ],
      }),
    },
  );
}

const kindItems = ({ kinds }: CostsData, part: CostPart): Item[] =>
  kinds.flatMap(({ part: of, kind, ...figure }) =>
    of === part ? [{ label: `reports.costs.${part}.${kind}`, figure }] : [],
  );

type Effect = CostsData["effects"][number];
const percent = (label: Label, value: (row: Effect) => Value): ColumnOf<Effect> => ({
  fields: [{ label, as: "percent", value }],
});
const until: ColumnOf<Effect> = { fields: [{ label: "reports.costs.until", as: "day", value: ({ to }) => to }] };
const before = percent("reports.costs.before", (row) => row.before);
const after = percent("reports.costs.after", (row) => row.after);

/** The return before and after costs, drawn: the distance between the lines is the effect. */
const effectChart = ({ effects }: CostsData): Chart => ({
  kind: "chart",
  form: "line",
  title: "reports.costs.effectChart",
  table: tableOf("reports.costs.effectChart", [until, before, after], effects, {
    empty: "reports.management.nothing",
  }),
});

function effectTable({ currency, effects, returns }: CostsData): Table {
  return tableOf<Effect>(
    "reports.costs.effects",
    [
      until,
      { fields: amountField("reports.costs.chargedSince", currency, ({ costs }) => costs) },
      before,
      after,
      percent("reports.costs.effect", ({ effect }) => effect),
    ],
    effects,
    {
      empty: "reports.management.nothing",
      totals: [
        {
          "reports.costs.until": "reports.costs.wholePeriod",
          "reports.costs.before": returns.before,
          "reports.costs.after": returns.after,
          "reports.costs.effect": returns.effect,
        },
      ],
    },
  );
}

function bookedTable(title: Label, currency: string, booked: readonly BookedCost[], taxes: boolean): Table {
  return tableOf<BookedCost>(
    title,
    [
      {
        fields: [
          {
            label: "reports.assets.instrument",
            as: "text",
            value: ({ instrument, currency: own }) => instrument ?? own,
          },
          {
            label: "reports.management.kind",
            as: "label",
            place: "below",
            value: ({ entryKind }) => `reports.movement.${entryKind}`,
          },
          { label: "reports.assets.isin", as: "text", place: "below", value: ({ isin }) => isin },
        ],
      },
      {
        fields: [
          { label: "reports.management.day", as: "day", value: ({ day }) => day },
          { label: "reports.costs.entry", as: "entry", place: "below", value: ({ entryId }) => String(entryId) },
        ],
      },
      ...(taxes
        ? []
        : [
            {
              fields: [
                {
                  label: "reports.costs.kind",
                  as: "label",
                  value: ({ kind }: BookedCost) => `reports.costs.kindOf.${kind}`,
                },
              ],
            } as const,
          ]),
      {
        fields: [
          { label: "reports.costs.charged", as: "price", value: ({ charged }) => charged },
          { label: "reports.costs.chargedCurrency", as: "text", place: "after", value: ({ currency: own }) => own },
        ],
      },
      { fields: amountField("reports.assets.amount", currency, ({ amount }) => amount) },
    ],
    booked,
    { empty: "reports.management.nothing" },
  );
}

/** One kind of an instrument's own costs. */
interface OwnRow {
  own: OwnCost;
  label: Label;
  base: Value;
  percent: string;
  amount: Value;
}

/** Those that are stated; of an instrument that costs nothing, its ongoing costs. */
function ownRows(own: OwnCost): OwnRow[] {
  const row = (kind: "ongoing" | "transactions" | "incidental" | "oneOff" | "thirdParties"): OwnRow => ({
    own,
    label: `reports.costs.${kind === "thirdParties" ? "ofThirdParties" : kind}`,
    base: kind === "oneOff" ? own.bought : own.averageHolding,
    percent: own[kind],
    amount: own.amounts?.[kind] ?? null,
  });
  const rows = (["ongoing", "transactions", "incidental", "oneOff", "thirdParties"] as const).map(row);
  const stated = rows.filter(({ percent }) => Number(percent) !== 0);
  return stated.length > 0 ? stated : rows.slice(0, 1);
}

function ownTable({ currency, own, instruments }: CostsData): Table {
  return tableOf<OwnRow>(
    "reports.costs.own",
    [
      {
        fields: [
          { label: "reports.assets.instrument", as: "text", value: (row) => row.own.instrument },
          { label: "reports.assets.isin", as: "text", place: "below", value: (row) => row.own.isin },
          { label: "reports.costs.statedFrom", as: "day", place: "below", value: (row) => row.own.from },
        ],
      },
      { fields: [{ label: "reports.costs.kind", as: "label", value: ({ label }) => label }] },
      { fields: [{ label: "reports.costs.averageHolding", as: "amount", currency, value: ({ base }) => base }] },
      { fields: [{ label: "reports.costs.statedPercent", as: "percent", value: ({ percent }) => percent }] },
      { fields: amountField("reports.assets.amount", currency, ({ amount }) => amount) },
    ],
    own.flatMap(ownRows),
    {
      empty: "reports.costs.noOwn",
      totals:
        own.length === 0
          ? []
          : [
              {
                "reports.assets.instrument": "reports.costs.part.instruments",
                "reports.assets.amount": instruments.amount,
                "reports.assets.amountCurrency": instruments.amount && currency,
              },
            ],
    },
  );
}

function notesOf({ days, averageValue, currency, withoutOwn, nothingHeld }: CostsData): Sentence[] {
  return [
    averageValue === null || nothingHeld
      ? { key: nothingHeld ? "reports.costs.noBase" : "reports.costs.unknownBase" }
      : {
          key: "reports.costs.baseNote",
          params: {
            days: { as: "quantity", value: String(days) },
            value: { as: "amount", value: averageValue, currency },
          },
        },
    { key: "reports.costs.ownNote" },
    ...(withoutOwn.length > 0
      ? [
          {
            key: "reports.costs.withoutOwn",
            params: { names: { as: "text", value: withoutOwn.map(({ instrument }) => instrument).join(", ") } },
          } as const,
        ]
      : []),
    { key: "reports.costs.thirdPartiesNote" },
    { key: "reports.costs.kindsNote" },
    { key: "reports.costs.returnNote" },
    { key: "reports.costs.spreadNote" },
    { key: "reports.note.rounding" },
  ];
}

const fact = (label: Label, as: "amount" | "percent", value: Value, currency: string): Facts["rows"][number] =>
  value === null ? { label, as: "label", value: "reports.unknown" } : { label, as, value, currency };

export function costsLayout(data: CostsData): Layout {
  const {
    given,
    period,
    currency,
    averageValue,
    service,
    instruments,
    total,
    thirdParties,
    taxes,
    returns,
    booked,
    gaps,
  } = data;
  return {
    title: "reports.kind.costs",
    facts: {
      kind: "facts",
      rows: [
        { label: "reports.fact.holder", as: "text", value: given.holder.name },
        { label: "reports.fact.account", as: "text", value: given.holder.account },
        { label: "reports.fact.from", as: "day", value: period.from },
        { label: "reports.fact.to", as: "day", value: period.to },
        fact("reports.costs.total", "amount", total.amount, currency),
        ...(data.nothingHeld ? [] : [fact("reports.costs.totalPercent", "percent", total.percent, currency)]),
        fact("reports.costs.averageValue", "amount", averageValue, currency),
        fact("reports.costs.after", "percent", returns.after, currency),
        fact("reports.costs.before", "percent", returns.before, currency),
      ],
    },
    parts: [
      itemTable(
        "reports.costs.summary",
        currency,
        [
          { label: "reports.costs.part.service", figure: service },
          { label: "reports.costs.part.instruments", figure: instruments },
        ],
        { label: "reports.costs.total", figure: total },
      ),
      itemTable("reports.costs.apart", currency, [
        { label: "reports.costs.thirdParties", figure: thirdParties },
        { label: "reports.costs.taxes", figure: taxes },
      ]),
      itemTable("reports.costs.serviceTitle", currency, kindItems(data, "service"), {
        label: "reports.costs.part.service",
        figure: service,
      }),
      itemTable("reports.costs.instrumentsTitle", currency, kindItems(data, "instruments"), {
        label: "reports.costs.part.instruments",
        figure: instruments,
      }),
      ...(data.effects.length > 1 ? [effectChart(data)] : []),
      effectTable(data),
      ownTable(data),
      bookedTable(
        "reports.costs.booked",
        currency,
        booked.filter(({ part }) => part === "service"),
        false,
      ),
      bookedTable(
        "reports.costs.bookedTaxes",
        currency,
        booked.filter(({ part }) => part === "taxes"),
        true,
      ),
      ...gapNotes(gaps),
      { kind: "notes", title: "reports.notes.title", sentences: notesOf(data) },
    ],
  };
}
