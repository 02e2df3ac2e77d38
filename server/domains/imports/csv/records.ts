/** Reads CSV into records by column, each with its first line number, in time linear in the size. */
import type { ImportRefusal } from "@portico/api/imports.ts";
import type { OwnFile } from "@portico/api/rules/other-files.ts";
import type { EntryKind } from "@portico/ledger/entry.ts";
import { CsvError, type InfoRecord, parse } from "csv-parse/sync";
import { findRefusal } from "../questions/decisions.ts";
import { RefusedRow, refuseTooMany, UnreadableFile } from "../reading/parsed-file.ts";

/** One record: its non-empty columns, trimmed. */
export interface CsvRow {
  line: number;
  values: ReadonlyMap<string, string>;
  /** Of a row that was read through a mapping: the row as it is if it is of that kind. */
  as?: (kind: EntryKind) => CsvRow;
}

/** Tables of ours that are recognised by their columns; lots are read among the imports. */
export type OwnTable = OwnFile | "lots";

export interface CsvColumns {
  kind: OwnTable;
  /** Every column of the format; other names are refused, because their values would be silently lost. */
  known: ReadonlySet<string>;
  required: readonly string[];
  /** At least one of each group is required. */
  oneOf?: readonly (readonly string[])[];
}

/** None of our records is longer; a longer one means an unclosed quote. */
const longestRecord = 64 * 1024;

/** Blank records of another length than the header's: the parser is slow at them, and no spreadsheet saves so many. */
const mostOddBlanks = 100_000;

/** Excel's own first line, which only names the delimiter. */
const separatorLine = /^\uFEFF?"?sep=[,;|\t]"?\n/i;

export const delimiters = [",", ";", "\t", "|"] as const;

/**
 * The one that is most frequent in the header; of equally frequent ones the first. A wrong choice loses nothing: the header
 * then has unknown columns, and the file is refused.
 */
function detectDelimiter(text: string): (typeof delimiters)[number] {
  const header = /^[ \n\uFEFF]*(.*)/.exec(text)?.[1] ?? "";
  const columnsBy = (delimiter: string) => header.split(delimiter).length;
  return delimiters.reduce((best, one) => (columnsBy(one) > columnsBy(best) ? one : best));
}

function withoutEmptyEnd(names: string[]): string[] {
  return names.slice(0, names.findLastIndex((name) => name !== "") + 1);
}

/** The columns that only a file of the kind has. */
const signs: readonly (readonly [OwnTable, readonly string[]])[] = [
  ["statement", ["account", "kind", "amount"]],
  ["prices", ["date", "price"]],
  ["rates", ["currency", "date", "rate"]],
  ["navs", ["date", "nav"]],
  ["benchmark", ["day", "value"]],
  ["announcements", ["ex_day", "pay_day"]],
  ["ownCosts", ["isin", "ongoing"]],
  ["mandates", ["account", "category", "service"]],
  ["flags", ["account", "flag", "from"]],
  ["lots", ["account", "acquired", "quantity", "cost"]],
];

/** Which of our own files the text is, by the columns of its header; undefined for any other. */
export function recogniseColumns(start: string): OwnTable | undefined {
  const text = start.replace(/\r\n?/g, "\n").replace(separatorLine, "\n");
  const header = /^[ \n\uFEFF]*(.*)/.exec(text)?.[1] ?? "";
  const names = header
    .split(detectDelimiter(text))
    .map((name) => name.replace(/^[\s"]+|(?<![\s"])[\s"]+$/g, "").toLowerCase());
  return ownFileOf(names);
}

/** Brokers' lists of trades have a date and a price too: what they trade is no column of our prices. */
const ofTrades = ["action", "amount", "fees", "quantity", "shares", "type"];

/** Which of our own files has these columns. */
export const ownFileOf = (names: readonly string[]): OwnTable | undefined =>
  signs.find(
    ([kind, wanted]) =>
      wanted.every((name) => names.includes(name)) &&
      !(kind === "prices" && ofTrades.some((name) => names.includes(name))),
  )?.[0];

function checkHeader(names: readonly string[], columns: CsvColumns): void {
  try {
    checkColumns(names, columns);
  } catch (fault) {
    const other = ownFileOf(names);
    // Correcting its columns would be of no use.
    throw other !== undefined && other !== columns.kind ? new UnreadableFile("otherFile", null, other) : fault;
  }
}

function checkColumns(names: readonly string[], { known, required, oneOf = [] }: CsvColumns): void {
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) throw new UnreadableFile("unknownColumn", 1, unknown || "(empty)");
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new UnreadableFile("malformedFile", 1, `${twice}, ${twice}`);
  const missing = required.find((name) => !names.includes(name));
  if (missing !== undefined) throw new UnreadableFile("missingColumn", 1, missing);
  const group = oneOf.find((wanted) => !wanted.some((name) => names.includes(name)));
  if (group) throw new UnreadableFile("missingColumn", 1, group.join(" / "));
}

/** One record as it is written, and its first line. `isPlain`: which cells of a workbook are numbers or dates. */
type TakeRecord = (cells: readonly string[], line: number, isPlain?: (index: number) => boolean) => void;

/** Gives the records of a table, the header first, in their order. */
export type Records = (take: TakeRecord) => void;

/** Rows of our columns from elsewhere, such as a file read through a mapping; `attempt` stores the fault of one that cannot be made. */
export type Rows = (attempt: (line: number, make: () => CsvRow | undefined) => void) => number;

/** The text of a CSV, the records of a table, or rows of our columns. */
export type RowSource = string | Records | { rows: Rows };

interface Handling {
  read: (row: CsvRow) => void;
  refusals: ImportRefusal[];
  /** Whether staff decided about a refused row. */
  follow?: (row: CsvRow, refusal: RefusedRow) => boolean;
}

/** Reads one row; a RefusedRow is stored with its line, unless staff decided about the row (`follow`). */
function attemptRow(line: number, make: () => CsvRow | undefined, { read, refusals, follow }: Handling): void {
  let row: CsvRow = { line, values: new Map() };
  try {
    const made = make();
    if (!made) return;
    row = made;
    read(row);
  } catch (error) {
    if (!(error instanceof RefusedRow)) throw error;
    const about = error.row ?? row;
    const refusal = findRefusal(error, () => follow?.(about, error) ?? false);
    const account = about.values.get("account") ?? null;
    if (refusal) refusals.push({ line, code: refusal.code, detail: refusal.detail, account });
  }
}

/**
 * Calls `read` for each row; a RefusedRow is stored with its line, and reading continues, unless staff decided about the
 * row (`follow`). Returns the number of rows.
 */
export function readRecords(
  source: RowSource,
  columns: CsvColumns,
  read: (row: CsvRow) => void,
  refusals: ImportRefusal[],
  follow: (row: CsvRow, refusal: RefusedRow) => boolean = () => false,
): number {
  const handling = { read, refusals, follow };
  if (typeof source === "object") return source.rows((line, make) => attemptRow(line, make, handling));
  const records = typeof source === "string" ? recordsOf(source) : source;
  let names: string[] | undefined;
  let rows = 0;
  let oddBlanks = 0;
  records((record, line) => {
    if (record.every((value) => value.trim() === "")) {
      if (names && record.length !== names.length && (oddBlanks += 1) > mostOddBlanks)
        refuseTooMany(Number.MAX_SAFE_INTEGER);
      return;
    }
    if (!names) {
      // Spreadsheets also save empty columns next to the table.
      names = withoutEmptyEnd(record.map((name) => name.trim().toLowerCase()));
      checkHeader(names, columns);
      return;
    }
    rows += 1;
    refuseTooMany(rows);
    const values = valuesOf(record, names);
    const isOdd = !fitsHeader(record, names.length);
    const detail = `${record.length} ≠ ${names.length} columns`;
    attemptRow(
      line,
      () => {
        if (isOdd) throw new RefusedRow("malformedFile", detail, { line, values });
        return { line, values };
      },
      handling,
    );
  });
  if (!names) throw new UnreadableFile("emptyFile", null, null);
  return rows;
}

function valuesOf(record: readonly string[], names: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (let index = 0; index < names.length; index += 1) {
    const value = record[index]?.trim();
    if (value) values.set(names[index] as string, value);
  }
  return values;
}

const fitsHeader = (record: readonly string[], length: number): boolean =>
  record.length >= length && !record.some((value, index) => index >= length && value.trim() !== "");

/** The records of a CSV; `delimiter` undefined: the most frequent one in its first line. `most`: no more than so many. */
export const recordsOf =
  (written: string, delimiter?: string, most?: number): Records =>
  (take) => {
    // Inside quotes the parser counts both halves of CRLF as lines.
    const text = written.replace(/\r\n?/g, "\n").replace(separatorLine, "\n");
    let nextLine = 1;
    const onRecord = (record: string[], { lines }: InfoRecord): null => {
      const line = lines - record.reduce((count, value) => count + value.split("\n").length - 1, 0);
      nextLine = lines + 1;
      take(record, line);
      // The record is passed on, not kept by the parser.
      return null;
    };
    try {
      withoutStacks(() =>
        parse(text, {
          delimiter: delimiter ?? detectDelimiter(text),
          bom: true,
          relax_column_count: true,
          skip_empty_lines: true,
          record_delimiter: "\n",
          max_record_size: longestRecord,
          on_record: onRecord,
          ...(most !== undefined && { to: most }),
        }),
      );
    } catch (error) {
      throw unreadable(error, nextLine);
    }
  };

/**
 * The parser makes an error of each record of another length, also where that is allowed; with their stacks a million
 * empty lines would take minutes.
 */
function withoutStacks<T>(work: () => T): T {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Converts the parser's error to a refusal with its line. */
function unreadable(failure: unknown, line: number): unknown {
  if (!(failure instanceof CsvError)) return failure;
  const reported = Number(failure["lines"]);
  // The only possible error is a misplaced quote; the parser's own message is English and technical.
  const words = '"';
  return new UnreadableFile("malformedFile", failure.code === "CSV_QUOTE_NOT_CLOSED" ? line : reported || line, words);
}
