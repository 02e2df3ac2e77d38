/** Reads CSV piece by piece into records by column, each with the line that it begins on. */
import { setImmediate as breathe } from "node:timers/promises";
import type { ImportRefusal } from "@portico/api/imports.ts";
import { CsvError, parse } from "csv-parse";
import { RefusedRow, refuseTooMany, UnreadableFile } from "../imports.file.ts";

/** One record: the columns that are not empty, trimmed. */
export interface CsvRow {
  line: number;
  values: ReadonlyMap<string, string>;
}

interface CsvColumns {
  /** Every column that the format knows; another name is refused, since it would be lost without a word. */
  known: ReadonlySet<string>;
  required: readonly string[];
  /** At least one of each group. */
  oneOf?: readonly (readonly string[])[];
}

/** Characters read at once: some milliseconds. */
const piece = 64 * 1024;
/** No record of ours is longer; a longer one is an unclosed quote. */
const longestRecord = 64 * 1024;

/** Excel's own first line, which names the delimiter and nothing else. */
const separatorLine = /^\uFEFF?"?sep=[,;]"?\n/i;

/** Comma or semicolon: whichever the header has more of. */
function delimiterOf(text: string): "," | ";" {
  const header = /^[\s\uFEFF]*(.*)/.exec(text)?.[1] ?? "";
  return header.split(";").length > header.split(",").length ? ";" : ",";
}

function withoutEmptyEnd(names: string[]): string[] {
  return names.slice(0, names.findLastIndex((name) => name !== "") + 1);
}

function checkHeader(names: readonly string[], { known, required, oneOf = [] }: CsvColumns): void {
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) throw new UnreadableFile("unknownColumn", 1, unknown || "(empty)");
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new UnreadableFile("malformedFile", 1, `${twice}, ${twice}`);
  const missing = required.find((name) => !names.includes(name));
  if (missing !== undefined) throw new UnreadableFile("missingColumn", 1, missing);
  const group = oneOf.find((wanted) => !wanted.some((name) => names.includes(name)));
  if (group) throw new UnreadableFile("missingColumn", 1, group.join(" / "));
}

interface Told {
  record: string[];
  info: { lines: number };
}

/** Calls `read` for each record; its RefusedRow is noted with the line, and reading goes on. Returns how many there were. */
export async function readRecords(
  written: string,
  columns: CsvColumns,
  read: (row: CsvRow) => void,
  refusals: ImportRefusal[],
): Promise<number> {
  // Inside quotes the parser counts both halves of CRLF as lines.
  const text = written.replace(/\r\n?/g, "\n").replace(separatorLine, "\n");
  const parser = parse({
    delimiter: delimiterOf(text),
    bom: true,
    info: true,
    relax_column_count: true,
    record_delimiter: "\n",
    max_record_size: longestRecord,
  });
  let names: string[] | undefined;
  let nextLine = 1;
  let rows = 0;
  let failure: unknown;
  parser.on("error", (error) => {
    failure = error;
  });

  const take = ({ record, info }: Told): void => {
    const line = nextLine;
    nextLine = info.lines + 1;
    if (record.every((value) => value.trim() === "")) return;
    if (!names) {
      // Spreadsheets save the empty columns beside the table too.
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
      refusals.push({ line, code: error.code, detail: error.detail, account: values.get("account") ?? null });
    }
  };
  const drain = (): void => {
    for (let told = parser.read() as Told | null; told !== null; told = parser.read() as Told | null) take(told);
    if (failure) throw unreadable(failure, nextLine);
  };

  for (let start = 0; start < text.length; start += piece) {
    parser.write(text.slice(start, start + piece));
    await breathe();
    drain();
  }
  const ended = new Promise<void>((resolve) => {
    parser.once("end", resolve).once("error", () => resolve());
    parser.on("readable", () => {
      try {
        drain();
      } catch (error) {
        failure ??= error;
        resolve();
      }
    });
  });
  parser.end();
  await ended;
  if (failure) throw unreadable(failure, nextLine);
  if (!names) throw new UnreadableFile("emptyFile", null, null);
  return rows;
}

/** The parser's complaint as a refusal with its line. */
function unreadable(failure: unknown, line: number): unknown {
  if (!(failure instanceof CsvError)) return failure;
  const told = Number(failure["lines"]);
  // What can go wrong is a quote in the wrong place; the parser's own words for it are English and technical.
  const words = '"';
  return new UnreadableFile("malformedFile", failure.code === "CSV_QUOTE_NOT_CLOSED" ? line : told || line, words);
}
