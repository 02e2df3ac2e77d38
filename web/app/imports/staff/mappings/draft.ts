/** A mapping as it is typed: every part of our columns in one flat record, so that each field changes one value. */
import type { MappedColumn, Mapping, MappingSource, WrittenMapping } from "@portico/api/imports/mapping.ts";
import { hasKinds, type MappedKind, type OurColumn } from "@portico/api/imports/mapping-columns.ts";

/** Where a column comes from. `kept`: in a way that this page does not show, taken over as it is. */
export const modes = ["none", "column", "constant", "part", "text", "difference", "kept"] as const;
export type Mode = (typeof modes)[number];

export interface DraftColumn {
  mode: Mode;
  /** A column of the file; of a difference, what comes in. */
  name: string;
  /** Used where the first is empty; of a difference, what goes out. */
  other: string;
  /** A constant, or the templates of a text, one a line. */
  value: string;
  divider: string;
  part: string;
  sign: MappedColumn["sign"];
  optional: boolean;
  kept?: MappedColumn;
}

export type KindRow = NonNullable<Mapping["kinds"]>["rows"][number];

export interface Draft {
  makes: MappedKind;
  delimiter: Mapping["table"]["delimiter"];
  sheet: string;
  numbers: Mapping["numbers"];
  /** Formats of days, one a line. */
  formats: string;
  zone: string;
  columns: Partial<Record<OurColumn, DraftColumn>>;
  kindColumns: string[];
  kinds: KindRow[];
  pairs: string[];
  /** Of the table, what the page does not show. */
  table: Pick<Mapping["table"], "header" | "skip">;
}

export const emptyColumn: DraftColumn = {
  mode: "none",
  name: "",
  other: "",
  value: "",
  divider: "",
  part: "1",
  sign: "written",
  optional: false,
};

export const emptyDraft: Draft = {
  makes: "statement",
  delimiter: "auto",
  sheet: "",
  numbers: { decimal: ".", thousands: "", brackets: false, unit: false },
  formats: "DD.MM.YYYY",
  zone: "",
  columns: {},
  kindColumns: [],
  kinds: [],
  pairs: [],
  table: { header: "names", skip: 0 },
};

const linesOf = (text: string): string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

function shownSource(source: MappingSource): Partial<DraftColumn> {
  if (source.from === "column" && source.names.length <= 2)
    return { mode: "column", name: source.names[0] ?? "", other: source.names[1] ?? "" };
  if (source.from === "constant") return { mode: "constant", value: source.value };
  if (source.from === "part")
    return { mode: "part", name: source.name, divider: source.divider, part: String(source.part) };
  if (source.from === "text") return { mode: "text", name: source.name, value: source.templates.join("\n") };
  if (source.from !== "sum") return { mode: "kept" };
  const [credit, debit, ...more] = source.terms;
  const isDifference =
    credit && debit && more.length === 0 && !credit.minus && debit.minus && !credit.currency && !debit.currency;
  return isDifference ? { mode: "difference", name: credit.name, other: debit.name } : { mode: "kept" };
}

function toDraftColumn(column: OurColumn, kept: MappedColumn): DraftColumn {
  const { source, sign, optional, currency } = kept;
  const isShown = currency === undefined && (source.from !== "text" || source.take === takeOf(column));
  return { ...emptyColumn, sign, optional, kept, ...(isShown ? shownSource(source) : { mode: "kept" as const }) };
}

/** The part after a column of the file was dropped on it. Of a difference, the first is what comes in, the next what goes out. */
export function withDropped(before: DraftColumn, name: string): Partial<DraftColumn> {
  const { mode } = before;
  if (mode === "difference" && before.name !== "" && before.other === "") return { other: name };
  return mode === "none" || mode === "constant" || mode === "kept" ? { mode: "column", name } : { name };
}

/** Columns of the file that some part reads. */
export const usedNames = ({ columns, kindColumns }: Pick<Draft, "columns" | "kindColumns">): Set<string> =>
  new Set([
    ...Object.values(columns).flatMap(({ mode, name, other }) =>
      mode === "none" || mode === "constant" || mode === "kept" ? [] : [name, other],
    ),
    ...kindColumns,
  ]);

/** The columns that are offered: those of the header, or by their place. */
export function offeredColumns(
  { header }: Draft["table"],
  table: { columns: readonly string[]; rows: readonly { cells: readonly string[] }[] } | undefined,
): string[] {
  if (header === "names") return [...(table?.columns ?? [])];
  const width = Math.max(0, ...(table?.rows ?? []).map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, index) => `#${index + 1}`);
}

/** The name that stands for the column in its templates. */
export const takeOf = (column: OurColumn): string => column.replaceAll("_", "");

export const toDraft = ({ makes, table, numbers, dates, columns, kinds, pairs }: Mapping): Draft => ({
  makes,
  delimiter: table.delimiter,
  sheet: table.sheet ?? "",
  table: { header: table.header, skip: table.skip },
  numbers,
  formats: dates.formats.join("\n"),
  zone: dates.zone ?? "",
  columns: Object.fromEntries(
    Object.entries(columns).map(([column, one]) => [column, toDraftColumn(column as OurColumn, one)]),
  ),
  kindColumns: kinds?.columns ?? [],
  kinds: kinds?.rows ?? [],
  pairs,
});

function sourceOf(column: OurColumn, draft: DraftColumn): MappingSource | undefined {
  const { mode, name, other, value, divider, part } = draft;
  if (mode === "constant") return value.trim() === "" ? undefined : { from: "constant", value: value.trim() };
  if (name === "" || mode === "none" || mode === "kept") return undefined;
  if (mode === "column") return { from: "column", names: other === "" ? [name] : [name, other] };
  if (mode === "part")
    return divider === "" || !/^-?[1-9]$/.test(part) ? undefined : { from: "part", name, divider, part: Number(part) };
  if (mode === "text") {
    const templates = linesOf(value);
    return templates.length === 0 ? undefined : { from: "text", name, templates, take: takeOf(column) };
  }
  if (other === "") return undefined;
  return {
    from: "sum",
    terms: [
      { name, minus: false },
      { name: other, minus: true },
    ],
  };
}

function toMappedColumn(column: OurColumn, draft: DraftColumn): MappedColumn | undefined {
  if (draft.mode === "kept") return draft.kept;
  const source = sourceOf(column, draft);
  return source && { source, sign: draft.sign, optional: draft.optional };
}

/** The mapping as it is sent; columns that are not finished are left out. */
export function toMapping(draft: Draft): WrittenMapping {
  const { makes, delimiter, sheet, table, numbers, formats, zone, kindColumns, kinds, pairs } = draft;
  const columns = Object.entries(draft.columns).flatMap(([name, one]) => {
    const mapped = toMappedColumn(name as OurColumn, one);
    return mapped ? [[name, mapped] as const] : [];
  });
  return {
    makes,
    table: { ...table, delimiter, sheet: sheet === "" ? null : sheet },
    numbers: { ...numbers, thousands: numbers.thousands === numbers.decimal ? "" : numbers.thousands },
    dates: { formats: linesOf(formats), ...(zone.trim() !== "" && { zone: zone.trim() }) },
    columns: Object.fromEntries(columns),
    ...(hasKinds(makes) && kindColumns.length > 0 && { kinds: { columns: kindColumns, rows: kinds } }),
    ...(makes === "statement" && { pairs }),
  };
}

/** Columns and tables without which a mapping reads nothing. */
export function missingOf(draft: Draft, needed: readonly OurColumn[]): string[] {
  const { columns, dates } = toMapping(draft);
  return [
    ...needed.filter((column) => columns[column] === undefined),
    ...(dates.formats.length === 0 ? ["formats"] : []),
    ...(draft.makes === "statement" && draft.kindColumns.length === 0 ? ["kind"] : []),
  ];
}

/** The table of kinds with the values of the file that it does not have: a person is asked about them. */
export function withValues(rows: readonly KindRow[], values: readonly (readonly string[])[]): KindRow[] {
  const known = new Set(rows.map(({ when }) => JSON.stringify(when.map((one) => one.toLowerCase()))));
  const fresh = values.filter((one) => !known.has(JSON.stringify(one.map((text) => text.toLowerCase()))));
  return [...rows, ...fresh.map((when): KindRow => ({ when: [...when], result: "ask" }))];
}
