/** Reads CSV into records by column, each with its first line number, in time linear in the size. */
import type { ImportRefusal } from "@portico/api/imports.ts";
import type { OwnFile } from "@portico/api/rules/other-files.ts";
import { CsvError, type InfoRecord, parse } from "csv-parse/sync";
import { findRefusal } from "../questions/decisions.ts";
import { RefusedRow, refuseTooMany, UnreadableFile } from "../reading/parsed-file.ts";

/** One record: its non-empty columns, trimmed. */
export interface CsvRow {
  line: number;
  values: ReadonlyMap<string, string>;
}

interface CsvColumns {
  kind: OwnFile;
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

const delimiters = [",", ";", "\t", "|"] as const;

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
const signs: readonly (readonly [OwnFile, readonly string[]])[] = [
  ["statement", ["account", "kind", "amount"]],
  ["prices", ["date", "price"]],
  ["rates", ["currency", "date", "rate"]],
  ["navs", ["date", "nav"]],
  ["benchmark", ["day", "value"]],
  ["announcements", ["ex_day", "pay_day"]],
  ["ownCosts", ["isin", "ongoing"]],
  ["mandates", ["account", "category", "service"]],
  ["flags", ["account", "flag", "from"]],
];

/** Which of our own files the text is, by the columns of its header; undefined for any other. */
export function recogniseColumns(start: string): OwnFile | undefined {
  const text = start.replace(/\r\n?/g, "\n").replace(separatorLine, "\n");
  const header = /^[ \n\uFEFF]*(.*)/.exec(text)?.[1] ?? "";
  const names = header.split(detectDelimiter(text)).map((name) => name.replace(/^[\s"]+|[\s"]+$/g, "").toLowerCase());
  return ownFileOf(names);
}

const ownFileOf = (names: readonly string[]): OwnFile | undefined =>
  signs.find(([, wanted]) => wanted.every((name) => names.includes(name)))?.[0];

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

/**
 * Calls `read` for each record; a RefusedRow is stored with its line, and reading continues, unless staff decided about the
 * row (`follow`). Returns the number of records.
 */
export function readRecords(
  written: string,
  columns: CsvColumns,
  read: (row: CsvRow) => void,
  refusals: ImportRefusal[],
  follow: (row: CsvRow, refusal: RefusedRow) => boolean = () => false,
): number {
  // Inside quotes the parser counts both halves of CRLF as lines.
  const text = written.replace(/\r\n?/g, "\n").replace(separatorLine, "\n");
  let names: string[] | undefined;
  let nextLine = 1;
  let rows = 0;
  let oddBlanks = 0;

  const take = (record: string[], { lines }: InfoRecord): void => {
    const line = lines - record.reduce((count, value) => count + value.split("\n").length - 1, 0);
    nextLine = lines + 1;
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
    const values = new Map<string, string>();
    for (let index = 0; index < names.length; index += 1) {
      const value = record[index]?.trim();
      if (value) values.set(names[index] as string, value);
    }
    try {
      const { length } = names;
      if (record.length < length || record.some((value, index) => index >= length && value.trim() !== ""))
        throw new RefusedRow("malformedFile", `${record.length} ≠ ${names.length} columns`);
      read({ line, values });
    } catch (error) {
      if (!(error instanceof RefusedRow)) throw error;
      const refusal = findRefusal(error, () => follow({ line, values }, error));
      const account = values.get("account") ?? null;
      if (refusal) refusals.push({ line, code: refusal.code, detail: refusal.detail, account });
    }
  };
  try {
    withoutStacks(() =>
      parse(text, {
        delimiter: detectDelimiter(text),
        bom: true,
        relax_column_count: true,
        skip_empty_lines: true,
        record_delimiter: "\n",
        max_record_size: longestRecord,
        on_record: (record: string[], info) => {
          take(record, info);
          // The record is passed to `read`, not kept by the parser.
          return null;
        },
      }),
    );
  } catch (error) {
    throw unreadable(error, nextLine);
  }
  if (!names) throw new UnreadableFile("emptyFile", null, null);
  return rows;
}

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
