/** What the layouts of tax packs have in common. */
import { type ColumnOf, type FieldOf, type Label, type Notes, type Sentence, type Table, tableOf } from "../layout.ts";
import type { NamedCorrection } from "./poland-data.ts";
import type { UsedQuote } from "./quotes.ts";

/** A column with an amount in the tax's currency. */
export const amount = <Row>(label: Label, currency: string, value: FieldOf<Row>["value"]): ColumnOf<Row> => ({
  fields: [{ label, as: "amount", currency, value }],
});

/** An amount in another currency with the rate that converted it: the rate, its day and its source. */
export const converted = <Row>(
  label: Label,
  {
    value,
    currency,
    quote,
  }: { value: FieldOf<Row>["value"]; currency: FieldOf<Row>["value"]; quote: (row: Row) => UsedQuote },
): ColumnOf<Row> => ({
  fields: [
    { label, as: "price", value },
    { label: "reports.assets.amountCurrency", as: "text", place: "after", value: currency },
    { label: "reports.assets.rate", as: "rate", place: "below", value: (row) => quote(row)?.rate ?? null },
    { label: "reports.assets.rateDay", as: "day", place: "below", value: (row) => quote(row)?.day ?? null },
    { label: "reports.assets.rateSource", as: "source", place: "below", value: (row) => quote(row)?.source ?? null },
  ],
});

/** Who issued something: name, ISIN and country. */
export const issuer = <Row extends { name: string; isin: string | null; country: string | null }>(
  ...more: readonly FieldOf<Row>[]
): ColumnOf<Row> => ({
  fields: [
    { label: "reports.assets.instrument", as: "text", value: ({ name }) => name },
    { label: "reports.assets.isin", as: "text", place: "below", value: ({ isin }) => isin },
    { label: "reports.tax.country", as: "text", place: "below", value: ({ country }) => country },
    ...more,
  ],
});

const correctionColumns: readonly ColumnOf<NamedCorrection>[] = [
  { fields: [{ label: "reports.assets.instrument", as: "text", value: ({ name }) => name }] },
  {
    fields: [
      { label: "reports.management.day", as: "day", value: ({ day }) => day },
      { label: "reports.tax.paidOn", as: "day", place: "below", value: ({ paidOn }) => paidOn },
    ],
  },
  {
    fields: [
      { label: "reports.tax.foreignTax", as: "price", value: ({ tax }) => tax },
      { label: "reports.assets.amountCurrency", as: "text", place: "after", value: ({ currency }) => currency },
    ],
  },
];

/** None without any. */
export const correctionTables = (corrections: readonly NamedCorrection[]): Table[] =>
  corrections.length === 0
    ? []
    : [tableOf("reports.tax.corrections", correctionColumns, corrections, { empty: "reports.tax.nothing" })];

/** That it is help and not advice, before all figures. */
export const helpNotes = (...more: readonly Sentence[]): Notes => ({
  kind: "notes",
  title: "reports.tax.helpTitle",
  sentences: [{ key: "reports.tax.help" }, ...more],
});

/** The value of each switch that the law disputes, in a sentence of its own. */
export const switchNotes = (country: "pl" | "bg", switches: object): Notes => ({
  kind: "notes",
  title: "reports.tax.switches",
  sentences: [
    { key: "reports.tax.switchesLead" },
    ...Object.entries(switches).map(
      ([name, value]): Sentence => ({ key: `reports.tax.switch.${country}.${name}.${String(value)}` }),
    ),
  ],
});
