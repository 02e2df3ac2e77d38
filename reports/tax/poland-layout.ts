/** What the Polish tax pack shows. */
import { type ColumnOf, type Layout, type Sentence, tableOf, type Value } from "../layout.ts";
import { taxGapNotes } from "./pack-gaps.ts";
import { amount, converted, correctionTables, helpNotes, issuer, switchNotes } from "./pack-layout.ts";
import type { TaxPLData } from "./poland-data.ts";
import type { PitZg, PolishCostLine, PolishIncomeLine, PolishSaleLine } from "./poland-shapes.ts";

interface FormField {
  number: string;
  name: string;
  value: Value;
}
const fieldColumns: readonly ColumnOf<FormField>[] = [
  { fields: [{ label: "reports.tax.field", as: "text", value: ({ number }) => number }] },
  { fields: [{ label: "reports.tax.fieldName", as: "label", value: ({ name }) => `reports.tax.pit38.${name}` }] },
  {
    fields: [
      {
        label: "reports.tax.value",
        as: "amount",
        currency: "PLN",
        // Field 32 is a percentage, which the name says.
        value: ({ value }) => value,
      },
      {
        label: "reports.tax.state",
        as: "label",
        place: "after",
        value: ({ value }) => (value === null ? "reports.unknown" : null),
      },
    ],
  },
];

const pitZgColumns: readonly ColumnOf<PitZg>[] = [
  { fields: [{ label: "reports.tax.country", as: "text", value: ({ country }) => country }] },
  amount("reports.tax.pitZg.29", "PLN", ({ fields }) => fields["29"]),
  amount("reports.tax.pitZg.30", "PLN", ({ fields }) => fields["30"]),
  amount("reports.tax.pitZg.loss", "PLN", ({ loss }) => loss),
];

const saleColumns: readonly ColumnOf<PolishSaleLine>[] = [
  issuer(),
  {
    fields: [
      { label: "reports.tax.sold", as: "day", value: ({ traded }) => traded },
      { label: "reports.tax.arises", as: "day", place: "below", value: ({ arises }) => arises?.day ?? null },
      {
        label: "reports.tax.basis",
        as: "label",
        place: "below",
        value: ({ arises }) => arises && `reports.tax.basis.${arises.basis}`,
      },
      { label: "reports.confirmation.venue", as: "text", place: "below", value: ({ venue }) => venue },
    ],
  },
  { fields: [{ label: "reports.assets.quantity", as: "quantity", value: ({ quantity }) => quantity }] },
  converted("reports.tax.proceeds", {
    value: ({ proceeds }) => proceeds,
    currency: ({ currency }) => currency,
    quote: ({ quote }) => quote,
  }),
  {
    label: "reports.tax.incomeAndCost",
    fields: [
      { label: "reports.tax.income", as: "amount", currency: "PLN", value: ({ incomePln }) => incomePln },
      { label: "reports.tax.cost", as: "amount", currency: "PLN", place: "below", value: ({ costPln }) => costPln },
    ],
  },
  amount("reports.tax.gain", "PLN", ({ gainPln }) => gainPln),
];

interface CostRow extends Pick<PolishSaleLine, "name" | "isin" | "country" | "traded"> {
  lot: PolishCostLine | null;
  quantity: Value;
  cost: Value;
  currency: string;
  costPln: Value;
  quote: PolishCostLine["quote"];
}
const costColumns: readonly ColumnOf<CostRow>[] = [
  {
    fields: [
      { label: "reports.assets.instrument", as: "text", value: ({ name }) => name },
      { label: "reports.tax.ofSale", as: "day", place: "below", value: ({ traded }) => traded },
    ],
  },
  {
    fields: [
      {
        label: "reports.tax.costKind",
        as: "label",
        value: ({ lot }) => (lot ? "reports.tax.costKind.purchase" : "reports.tax.costKind.commission"),
      },
      { label: "reports.tax.acquired", as: "day", place: "below", value: ({ lot }) => lot?.acquired ?? null },
      { label: "reports.tax.incurred", as: "day", place: "below", value: ({ lot }) => lot?.incurred?.day ?? null },
      {
        label: "reports.tax.basis",
        as: "label",
        place: "below",
        value: ({ lot }) => (lot?.incurred ? `reports.tax.basis.${lot.incurred.basis}` : null),
      },
    ],
  },
  { fields: [{ label: "reports.assets.quantity", as: "quantity", value: ({ quantity }) => quantity }] },
  converted("reports.tax.costPaid", {
    value: ({ cost }) => cost,
    currency: ({ currency }) => currency,
    quote: ({ quote }) => quote,
  }),
  amount("reports.tax.cost", "PLN", ({ costPln }) => costPln),
];

const isNothing = (value: Value): boolean => value !== null && /^0*(\.0*)?$/.test(value);

/** Of each sale its purchases, then its own commission. */
const costRows = (sales: readonly PolishSaleLine[]): CostRow[] =>
  sales.flatMap(({ name, isin, country, traded, currency, quote, commission, commissionPln, costs }) => {
    const sale = { name, isin, country, traded };
    const lots = costs.map(
      (lot): CostRow => ({
        ...sale,
        lot,
        quantity: lot.quantity,
        cost: lot.cost,
        currency: lot.currency,
        costPln: lot.costPln,
        quote: lot.quote,
      }),
    );
    if (isNothing(commission) || isNothing(commissionPln)) return lots;
    return [...lots, { ...sale, lot: null, quantity: null, cost: commission, currency, costPln: commissionPln, quote }];
  });

const incomeColumns: readonly ColumnOf<PolishIncomeLine>[] = [
  issuer<PolishIncomeLine>({
    label: "reports.tax.incomeKind",
    as: "label",
    place: "below",
    value: ({ kind }) => `reports.tax.incomeKind.${kind}`,
  }),
  { fields: [{ label: "reports.management.day", as: "day", value: ({ day }) => day }] },
  converted("reports.tax.gross", {
    value: ({ gross }) => gross,
    currency: ({ currency }) => currency,
    quote: ({ quote }) => quote,
  }),
  amount("reports.tax.grossPln", "PLN", ({ grossPln, isDomestic }) => (isDomestic ? null : grossPln)),
  {
    fields: [
      { label: "reports.tax.foreignTax", as: "price", value: ({ foreignTax }) => foreignTax },
      { label: "reports.tax.treatyRate", as: "percent", place: "below", value: ({ treatyRate }) => treatyRate },
      { label: "reports.tax.credited", as: "price", place: "below", value: ({ credited }) => credited },
    ],
  },
  {
    fields: [
      { label: "reports.tax.creditedPln", as: "amount", currency: "PLN", value: ({ creditedPln }) => creditedPln },
      {
        label: "reports.tax.state",
        as: "label",
        place: "below",
        value: ({ isDomestic }) => (isDomestic ? "reports.tax.domestic" : null),
      },
    ],
  },
];

export function taxPLLayout(data: TaxPLData): Layout {
  const { given, version, year, fieldNames, pitZg, sales, incomes, corrections, switches, provisional, gaps } = data;
  const numberOf = (name: string): string | undefined => fieldNames.find((field) => field.name === name)?.number;
  const field = (name: string): Value => {
    const number = numberOf(name);
    return number === undefined ? null : (data[number as `${number}`] ?? null);
  };
  const provisionalNote: Sentence[] = provisional
    ? [{ key: "reports.tax.provisional", params: { year: { as: "text", value: String(year) } } }]
    : [];
  return {
    title: "reports.kind.taxPL",
    facts: {
      kind: "facts",
      rows: [
        { label: "reports.fact.holder", as: "text", value: given.holder.name },
        { label: "reports.fact.account", as: "text", value: given.holder.account },
        { label: "reports.tax.year", as: "text", value: String(year) },
        {
          label: "reports.tax.form",
          as: "text",
          value: version === null ? "PIT-38" : `PIT-38 (${version}), PIT/ZG`,
        },
        { label: "reports.tax.currency", as: "text", value: "PLN" },
        { label: "reports.tax.residences", as: "text", value: data.residences.join(", ") || "–" },
      ],
    },
    parts: [
      helpNotes(...provisionalNote),
      ...taxGapNotes(gaps),
      tableOf(
        "reports.tax.pit38",
        fieldColumns,
        fieldNames.map(({ name, number }) => ({ name, number, value: data[number as `${number}`] ?? null })),
        { empty: "reports.tax.noForm" },
      ),
      ...(pitZg ? [tableOf("reports.tax.pitZg", pitZgColumns, pitZg, { empty: "reports.tax.nothing" })] : []),
      tableOf("reports.tax.sales", saleColumns, sales, {
        empty: "reports.tax.nothing",
        totals:
          sales.length === 0
            ? []
            : [
                {
                  "reports.assets.instrument": "reports.tax.sum",
                  "reports.tax.income": field("income"),
                  "reports.tax.cost": field("cost"),
                },
              ],
      }),
      tableOf("reports.tax.costs", costColumns, costRows(sales), { empty: "reports.tax.nothing" }),
      tableOf("reports.tax.incomes", incomeColumns, incomes, { empty: "reports.tax.nothing" }),
      ...correctionTables(corrections),
      switchNotes("pl", switches),
      {
        kind: "notes",
        title: "reports.notes.title",
        sentences: [
          { key: "reports.tax.pl.fifo" },
          { key: "reports.tax.pl.rates" },
          { key: "reports.tax.pl.year" },
          { key: "reports.tax.pl.stated" },
          { key: "reports.tax.pl.brokers" },
          { key: "reports.tax.pl.numbers" },
          ...(corrections.length > 0 ? [{ key: "reports.tax.correctionsNote" } as const] : []),
        ],
      },
    ],
  };
}
