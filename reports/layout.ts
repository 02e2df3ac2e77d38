/**
 * What a report shows, from its data: the same for the page, PDF, CSV and XLSX. Texts are named by their keys, and values are
 * those of the data.
 */

/** How a value is written. `label`: the key of a text; `source`: of a price or rate. */
export type FieldKind =
  | "text"
  | "label"
  | "amount"
  | "price"
  | "quantity"
  | "rate"
  | "percent"
  | "day"
  | "time"
  | "source";

/** Keys of texts without parameters, all of which begin with `reports.`. */
export type Label = `reports.${string}`;

export interface Field {
  /** Heads the field's column in CSV and XLSX. */
  label: Label;
  as: FieldKind;
  /** Of amounts; of prices those with the currency in their row. */
  currency?: string;
  /** Where it is shown in its cell: after the field before it, or on the line below. The first begins the cell. */
  place?: "after" | "below";
}

/** A column as printed: one or several fields in a cell. */
export interface Column {
  label: Label;
  numeric?: boolean;
  fields: readonly Field[];
}

export type Value = string | null;

export interface Table {
  kind: "table";
  title: Label;
  columns: readonly Column[];
  /** A value for each field of each column, in their order. */
  rows: readonly (readonly Value[])[];
  /** Rows below, such as sums. */
  totals: readonly (readonly Value[])[];
  /** Shown instead of a table without rows. */
  empty: Label;
}

/** A sentence; what its parameters say is written as named. */
export interface Sentence {
  key: Label;
  params?: Readonly<Record<string, { as: FieldKind; value: string; currency?: string }>>;
}

export interface Notes {
  kind: "notes";
  title: Label;
  sentences: readonly Sentence[];
}

export interface Facts {
  kind: "facts";
  rows: readonly { label: Label; as: FieldKind; value: string; currency?: string }[];
}

export interface Layout {
  title: Label;
  /** Above all else: what the report is about. */
  facts: Facts;
  parts: readonly (Table | Notes)[];
}

/** The fields of a table in the order of a row's values. */
export const fieldsOf = ({ columns }: Pick<Table, "columns">): readonly Field[] =>
  columns.flatMap(({ fields }) => fields);
