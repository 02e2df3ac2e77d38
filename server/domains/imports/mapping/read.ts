/** Reads a file through a mapping: its rows become rows of our CSV, whose rules, refusals and decisions then hold. */
import type { NamedMapping } from "@portico/api/imports/mapping.ts";
import { readOwnTable } from "../csv/format.ts";
import type { CsvRow, Rows } from "../csv/records.ts";
import type { GivenWhole } from "../formats/format.ts";
import { leaveOut, type ReadFile, RefusedRow, refuseTooMany, UnreadableFile } from "../reading/parsed-file.ts";
import { readMappedCash } from "./cash.ts";
import { namesOf } from "./columns.ts";
import { exchangeOf, type Leg, pairLegs } from "./pairs.ts";
import { readMappedPositions } from "./positions.ts";
import { rowMapper } from "./row.ts";
import { type Candidate, type FoundTable, findTable } from "./table.ts";
import { type FileRow, type RowReader, rowReader } from "./values.ts";

export type MappedGiven = Pick<GivenWhole, "today" | "zone" | "exclude" | "decisions" | "account" | "findCodes"> & {
  /** Told of each row as our CSV has it. */
  onRow?: (row: CsvRow) => void;
};

/** The table that the mapping reads; throws an UnreadableFile that names the columns which the file does not have. */
export function requireTable(candidates: readonly Candidate[], { name, mapping }: NamedMapping): FoundTable {
  const found = findTable(candidates, mapping);
  const [first] = found?.missing ?? [];
  if (!found) throw new UnreadableFile("emptyFile", null, null);
  if (first) throw new UnreadableFile("missingColumn", found.header?.line ?? null, `${first.join(" / ")} (${name})`);
  return found;
}

/** Calls `take` for each row below the header that is not empty; returns their number. */
function eachRow({ records, header }: FoundTable, skip: number, take: (row: FileRow) => void): number {
  let rows = 0;
  let before = 0;
  records((cells, line, isPlain = () => false) => {
    if (header ? line <= header.line : (before += 1) <= skip) return;
    if (cells.every((cell) => cell.trim() === "")) return;
    rows += 1;
    refuseTooMany(rows);
    take({ line, cells, isPlain });
  });
  return rows;
}

/** The names of the columns, from the header or by their places. */
function readerOf({ header, records }: FoundTable): RowReader {
  if (header) return rowReader(namesOf(header.cells));
  let width = 0;
  records((cells) => {
    width = Math.max(width, cells.length);
  });
  return rowReader(Array.from({ length: width }, (_, index) => `#${index + 1}`));
}

/** Rows of our CSV, with what was left out counted in `left`. */
function rowsOf(
  table: FoundTable,
  { mapping }: NamedMapping,
  account: string | undefined,
  { left, onRow }: { left: Map<string, number>; onRow: MappedGiven["onRow"] },
): Rows {
  return (attemptRow) => {
    const attempt: typeof attemptRow = (line, make) =>
      attemptRow(line, () => {
        const row = make();
        if (row) onRow?.(row);
        return row;
      });
    const reader = readerOf(table);
    const map = rowMapper(mapping, reader, account);
    const legs: Leg[] = [];
    const make = (row: FileRow): CsvRow | undefined => {
      const mapped = map(row);
      if (mapped.result === "leaveOut") {
        left.set(mapped.name, (left.get(mapped.name) ?? 0) + 1);
        return undefined;
      }
      const made = mapped.row();
      const isLeg = mapped.result === "fx" && mapping.pairs.length > 0 && !made.values.has("counter_amount");
      if (!isLeg) return made;
      const by = mapping.pairs.map((name) => reader.cell(row, name)?.text ?? "");
      legs.push({ key: JSON.stringify([made.values.get("account"), ...by]), row: made });
      return undefined;
    };
    const rows = eachRow(table, mapping.table.skip, (row) => attempt(row.line, () => make(row)));
    for (const group of pairLegs(legs)) attemptPair(group, attempt);
    return rows;
  };
}

/** Books the legs as one exchange; if they are none, refuses each of them. */
function attemptPair(legs: readonly CsvRow[], attempt: Parameters<Rows>[0]): void {
  const [first] = legs;
  let made: CsvRow;
  try {
    made = exchangeOf(legs);
  } catch (error) {
    if (!(error instanceof RefusedRow)) throw error;
    for (const row of legs)
      attempt(row.line, () => {
        throw new RefusedRow(error.code, error.detail, row);
      });
    return;
  }
  attempt(first?.line ?? made.line, () => made);
}

/** Reads the file; `candidates` are its tables. */
export async function readMapped(
  candidates: readonly Candidate[],
  named: NamedMapping,
  { account, today, zone, exclude, decisions, findCodes, onRow }: MappedGiven,
): Promise<ReadFile> {
  const { mapping } = named;
  const left = new Map<string, number>();
  const source = { rows: rowsOf(requireTable(candidates, named), named, account, { left, onRow }) };
  const kind = mapping.makes;
  const asked = { today, zone: mapping.dates.zone ?? zone, exclude, decisions };
  const file =
    kind === "positions"
      ? await readMappedPositions(source, asked)
      : kind === "cash"
        ? await readMappedCash(source, { ...asked, findCodes })
        : await readOwnTable(source, { ...asked, kind });
  for (const [name, rows] of left) leaveOut(file, name, rows);
  file.rows -= [...left.values()].reduce((total, rows) => total + rows, 0);
  return { ...file, format: "mapped", mapping: named };
}
