/**
 * What a report shows, from its data: the same for the page, PDF, CSV and XLSX. Texts are named by their keys, and values are
 * those of the data.
 */

/**
 * How a value is written. `label`: the key of a text; `source`: of a price or rate; `entry`: the number of a ledger entry, of the row's day;
 * `names`: the name in each language, as JSON; `points`: percentage points.
 */
export type FieldKind =
  | "names"
  | "points"
  | "entry"
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

const figures: ReadonlySet<FieldKind> = new Set(["amount", "price", "quantity", "rate", "percent", "points"]);
export const isFigure = (kind: FieldKind): boolean => figures.has(kind);

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

/**
 * Values over time or by name, drawn. Its table has the same title and says every figure: the first field names the places, a day or a
 * name, and each field with a figure is a series. The series are of one kind and currency.
 */
export interface Chart {
  kind: "chart";
  form: "line" | "bars";
  title: Label;
  table: Table;
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
  parts: readonly (Table | Chart | Notes)[];
}

/** A field with where its value is in a row of data. */
export interface FieldOf<Row> extends Field {
  value: (row: Row) => Value;
}

/** A column of rows of data, headed by its first field if it has no name of its own. */
export interface ColumnOf<Row> {
  label?: Label;
  fields: readonly [FieldOf<Row>, ...FieldOf<Row>[]];
}

/**
 * A table of rows of data, each field of which reads its own value. The columns that begin with a figure are numeric. A total gives its values
 * by the labels of their fields; throws if the table has no such field.
 */
export function tableOf<Row>(
  title: Label,
  columns: readonly ColumnOf<Row>[],
  rows: readonly Row[],
  { empty, totals = [] }: { empty: Label; totals?: readonly Readonly<Partial<Record<Label, Value>>>[] },
): Table {
  const fields = columns.flatMap((column) => column.fields);
  const labels = new Set(fields.map(({ label }) => label));
  const totalRow = (total: Readonly<Partial<Record<Label, Value>>>): Value[] => {
    const unknown = Object.keys(total).find((label) => !labels.has(label as Label));
    if (unknown !== undefined) throw new Error(`The table ${title} has no field ${unknown}`);
    return fields.map(({ label }) => total[label] ?? null);
  };
  return {
    kind: "table",
    title,
    columns: columns.map(({ label, fields: [first, ...others] }) => ({
      label: label ?? first.label,
      ...(isFigure(first.as) && { numeric: true }),
      fields: [first, ...others].map(({ value: _value, ...field }) => field),
    })),
    rows: rows.map((row) => fields.map(({ value }) => value(row))),
    totals: totals.map(totalRow),
    empty,
  };
}

/** The fields of a table in the order of a row's values. */
export const fieldsOf = ({ columns }: Pick<Table, "columns">): readonly Field[] =>
  columns.flatMap(({ fields }) => fields);

/** The tables of a report, those of its charts too. */
export const tablesOf = ({ parts }: Pick<Layout, "parts">): readonly Table[] =>
  parts.flatMap((part) => (part.kind === "table" ? [part] : part.kind === "chart" ? [part.table] : []));
