/** The columns of a file that a mapping reads, and how they are named. */
import type { MappedColumn, Mapping, MappingSource } from "@portico/api/imports/mapping.ts";

/** A name as it is compared: blanks are one, and capital letters do not matter. */
export const normalName = (name: string): string =>
  name
    .replace(/[\s\u00A0\uFEFF]+/g, " ")
    .trim()
    .toLowerCase();

/** Names by place. A column without a name is its left neighbour's with ` +1`; a name that occurs again has ` (2)` behind it. */
export function namesOf(header: readonly string[]): string[] {
  const seen = new Map<string, number>();
  let left = "";
  let away = 0;
  return header.map((cell, index) => {
    const written = cell.replace(/[\s\u00A0\uFEFF]+/g, " ").trim();
    if (written === "") {
      away += 1;
      return left === "" ? `#${index + 1}` : `${left} +${away}`;
    }
    const times = (seen.get(normalName(written)) ?? 0) + 1;
    seen.set(normalName(written), times);
    left = times > 1 ? `${written} (${times})` : written;
    away = 0;
    return left;
  });
}

/** Columns of the file that a source reads: of each group one is enough. */
function groupsOfSource(source: MappingSource): string[][] {
  if (source.from === "column") return [source.names];
  if (source.from === "part" || source.from === "text") return [[source.name]];
  if (source.from === "sum")
    return source.terms.flatMap(({ name, currency }) => [[name], ...(currency === undefined ? [] : [[currency]])]);
  return [];
}

const groupsOfColumn = ({ source, currency, optional }: MappedColumn): string[][] =>
  optional ? [] : [...groupsOfSource(source), ...(currency ? groupsOfSource(currency) : [])];

/** Columns that a file must have for the mapping: of each group one. */
export function expectedColumns({ columns, kinds, pairs }: Mapping): string[][] {
  const all = [
    ...Object.values(columns).flatMap(groupsOfColumn),
    ...(kinds?.columns ?? []).map((name) => [name]),
    ...(kinds?.rows ?? []).flatMap((row) => Object.values(row.columns ?? {}).flatMap(groupsOfColumn)),
    ...pairs.map((name) => [name]),
  ];
  return [...new Map(all.map((group) => [group.map(normalName).join("\n"), group])).values()];
}

/** The groups of which a header with these names has no column. */
export function missingColumns(expected: readonly string[][], names: ReadonlySet<string>): string[][] {
  return expected.filter((group) => !group.some((name) => names.has(normalName(name))));
}
