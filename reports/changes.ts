/** What a report says otherwise than the one that it replaces. */
import {
  type Column,
  type FieldKind,
  fieldsOf,
  type Label,
  type Layout,
  type Table,
  tablesOf,
  type Value,
} from "./layout.ts";
import { layoutOf } from "./layouts.ts";
import { valuesByColumn, type Writing, writeValue } from "./written.ts";

/** A field that was, or is now, shown otherwise; null where it was not, or is no longer, there. */
export interface Change {
  /** Title of the table; null for the facts above. */
  part: Label | null;
  /** What the row is about; null for a fact, and for the sum of a table. */
  row: string | null;
  field: Label;
  as: FieldKind;
  currency: string | null;
  before: string | null;
  after: string | null;
}

interface Shown {
  part: Label | null;
  row: string | null;
  field: Label;
  as: FieldKind;
  currency: string | null;
  value: string;
}

/** What a row is about: the values of its first column. */
const nameOf = (columns: readonly Column[], row: readonly Value[]): string =>
  (valuesByColumn(columns, row)[0] ?? []).filter((value) => value !== null).join(" · ");

function* shownOf(table: Table): Generator<[string, Shown]> {
  const fields = fieldsOf(table);
  const own = table.columns[0]?.fields.length ?? 0;
  // Rows that are named by a text, as sums are, are what changed themselves.
  const isText = fields[0]?.as === "label";
  const counts = new Map<string, number>();
  for (const [rows, isTotal] of [
    [table.rows, false],
    [table.totals, true],
  ] as const)
    for (const [index, row] of rows.entries()) {
      const isNamed = isTotal || isText;
      const name = isTotal ? `total ${index}` : nameOf(table.columns, row);
      // Rows of one name, such as two trades of an instrument, are told apart by their order.
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      for (const [place, { label, as, currency, place: where }] of fields.entries()) {
        const value = row[place];
        // A currency is said by its amount.
        if (place < own || value === null || value === undefined || where === "after") continue;
        const beside = fields[place + 1]?.place === "after" ? (row[place + 1] ?? null) : null;
        yield [
          JSON.stringify([table.title, name, count, label]),
          {
            part: table.title,
            row: isNamed ? null : (row[0] ?? null),
            field: isNamed ? ((row[0] as Label | null) ?? label) : label,
            as,
            currency: currency ?? beside,
            value,
          },
        ];
      }
    }
}

function listShown({ facts, parts }: Layout): Map<string, Shown> {
  return new Map([
    ...facts.rows.map(
      ({ label, as, value, currency }) =>
        [
          JSON.stringify([label]),
          { part: null, row: null, field: label, as, currency: currency ?? null, value },
        ] as const,
    ),
    ...tablesOf({ parts }).flatMap((table) => [...shownOf(table)]),
  ]);
}

/** What differs between the data of two reports of a kind, in the order of the newer one; what is gone comes last. */
export function changesBetween(kind: string, before: unknown, after: unknown): Change[] {
  const [former, now] = [layoutOf(kind, before), layoutOf(kind, after)].map((layout) =>
    layout ? listShown(layout) : new Map<string, Shown>(),
  ) as [Map<string, Shown>, Map<string, Shown>];
  const change = (shown: Shown, values: Pick<Change, "before" | "after">): Change => {
    const { value: _value, ...about } = shown;
    return { ...about, ...values };
  };
  return [
    ...[...now].flatMap(([key, shown]) => {
      const earlier = former.get(key)?.value ?? null;
      return earlier === shown.value ? [] : [change(shown, { before: earlier, after: shown.value })];
    }),
    ...[...former].flatMap(([key, shown]) =>
      now.has(key) ? [] : [change(shown, { before: shown.value, after: null })],
    ),
  ];
}

/** A change as an answer of the API has it. */
type WrittenChange = Pick<Change, "row" | "as" | "currency"> & { part: string | null; field: string };

/** A value of a change with its currency, or a dash. */
export function writeChanged(writing: Writing, { as, currency }: WrittenChange, value: string | null): string {
  if (value === null) return "–";
  const written = writeValue(writing, { as, currency: currency ?? undefined }, value);
  return currency === null ? written : `${written}\u00a0${currency}`;
}

/** Where a changed figure is: "Financial instruments · ACME plc · Quantity". */
export const placeOfChange = (writing: Writing, { part, row, field }: WrittenChange): string =>
  [part === null ? null : writing.text(part as Label), row, writing.text(field as Label)].filter(Boolean).join(" · ");
