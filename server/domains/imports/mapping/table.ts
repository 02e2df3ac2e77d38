/** Finds the table of a mapping in a file: its delimiter or sheet, and the row of its names. */
import { delimiters, type Mapping } from "@portico/api/imports/mapping.ts";
import { type FirstRow, firstRows } from "../csv/first-rows.ts";
import { type Records, recordsOf } from "../csv/records.ts";
import type { FileContent } from "../formats/format.ts";
import { isWorkbook, openWorkbook } from "../reading/xlsx/workbook.ts";
import { expectedColumns, missingColumns, namesOf, normalName } from "./columns.ts";

/** One way to read a file as a table: by a delimiter, or a sheet. */
export interface Candidate {
  sheet: string | null;
  delimiter: string | null;
  records: Records;
  /** Its first rows, each with the names that it has if it is the header. */
  first: readonly HeaderRow[];
}

interface HeaderRow extends FirstRow {
  names: ReadonlySet<string>;
}

const headersOf = (records: Records): HeaderRow[] =>
  firstRows(records).map((row) => ({ ...row, names: new Set(namesOf(row.cells).map(normalName)) }));

/** Enough of a text for its first rows. */
const startLength = 64 * 1024;

const signs = delimiters.filter((sign) => sign !== "auto");

/** Every way in which the file may be read as a table. */
export function candidatesOf(file: FileContent): Candidate[] {
  if (isWorkbook(file))
    return openWorkbook(file.bytes).sheets.map(({ name, records }) => ({
      sheet: name,
      delimiter: null,
      records,
      first: headersOf(records),
    }));
  const { text } = file;
  const start = text.slice(0, startLength);
  return signs
    .filter((sign) => start.includes(sign))
    .map((delimiter) => ({
      sheet: null,
      delimiter,
      records: recordsOf(text, delimiter),
      first: headersOf(recordsOf(start, delimiter)),
    }));
}

/** A table as a mapping reads it. `missing`: groups of columns that it does not have. */
export interface FoundTable {
  records: Records;
  /** The row of names; null without a header: data begin behind the rows that are skipped. */
  header: FirstRow | null;
  expected: number;
  missing: string[][];
  /** Columns of the table, read or not. */
  width: number;
}

/** The table that fits the mapping best; undefined if the file has none that it could be. */
export function findTable(candidates: readonly Candidate[], mapping: Mapping): FoundTable | undefined {
  const { table } = mapping;
  const expected = expectedColumns(mapping);
  const possible = candidates.filter(
    ({ sheet, delimiter }) =>
      (table.sheet === null || sheet === null || sheet === table.sheet) &&
      (table.delimiter === "auto" || delimiter === null || delimiter === table.delimiter),
  );
  let best: FoundTable | undefined;
  for (const { records, first } of possible) {
    if (table.header === "none") {
      const width = Math.max(0, ...first.map(({ cells }) => cells.length));
      const missing = missingColumns(expected, new Set(Array.from({ length: width }, (_, index) => `#${index + 1}`)));
      if (!best || missing.length < best.missing.length)
        best = { records, header: null, expected: expected.length, missing, width };
      continue;
    }
    for (const row of first) {
      const missing = missingColumns(expected, row.names);
      if (!best || missing.length < best.missing.length)
        best = { records, header: row, expected: expected.length, missing, width: row.names.size };
    }
  }
  return best;
}
