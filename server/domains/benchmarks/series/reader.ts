/** Reads a CSV of values of a series: day, value, currency, source. Pure. */
import type { ImportRefusal } from "@portico/api/imports.ts";
import { benchmarkFileLimits, benchmarkLimits } from "@portico/api/rules/benchmarks.ts";
import { type CsvRow, readRecords } from "../../imports/csv/records.ts";
import { currencyOrNone, isBlank, positiveNumber, requiredDay, textOf } from "../../imports/csv/row.ts";
import { RefusedRow, UnreadableFile } from "../../imports/reading/parsed-file.ts";
import { refuseBytes } from "../../imports/reading/reader.ts";
import { atMostDigits, priceDigits } from "../../imports/reading/values.ts";
import type { NewValue } from "./values.queries.ts";

const columns = ["day", "value", "currency", "source"] as const;

export interface ReadValues {
  /** Rows of the file, refused ones and those without a value too. */
  rows: number;
  values: NewValue[];
  /** Rows that repeat another one of the file. */
  repeated: number;
  refusals: ImportRefusal[];
}

interface Given {
  today: string;
  /** Of rows that name none. */
  source: string;
  /** The series' currency. */
  currency: string;
}

function readRow(row: CsvRow, { today, source, currency }: Given): NewValue {
  const day = requiredDay(row, "day");
  if (day > today) throw new RefusedRow("futureDate", day);
  const written = textOf(row, "value") ?? "";
  // A spreadsheet's short form of a number has lost its digits.
  if (/e/i.test(written)) throw new RefusedRow("badNumber", `value: ${written}`);
  const value = positiveNumber(row, "value");
  atMostDigits(priceDigits, "value", value);
  const own = currencyOrNone(row, "currency");
  if (own !== undefined && own !== currency) throw new RefusedRow("currencyMismatch", `${own} ≠ ${currency}`);
  const named = textOf(row, "source") ?? source;
  if (named.length > benchmarkLimits.source) throw new RefusedRow("tooLong", `source: ${named}`);
  return { line: row.line, day, value, source: named };
}

/** The rows of a file, each refused one with its line and reason; an unreadable file is one refusal. */
export function readValues(text: string, given: Given): ReadValues {
  const read: ReadValues = { rows: 0, values: [], repeated: 0, refusals: [] };
  const seen = new Map<string, string>();
  const take = (row: CsvRow): void => {
    if (isBlank(row, "value")) return;
    const value = readRow(row, given);
    const before = seen.get(value.day);
    if (before === value.value) read.repeated += 1;
    else if (before !== undefined) throw new RefusedRow("repeatedInFile", `${value.day}: ${before} ≠ ${value.value}`);
    else {
      if (read.values.length >= benchmarkFileLimits.rows)
        throw new UnreadableFile("tooManyRows", null, String(benchmarkFileLimits.rows));
      seen.set(value.day, value.value);
      read.values.push(value);
    }
  };
  try {
    refuseBytes(text);
    if (text.trim() === "") throw new UnreadableFile("emptyFile", null, null);
    const wanted = { kind: "benchmark" as const, known: new Set<string>(columns), required: ["day", "value"] };
    read.rows = readRecords(text, wanted, take, read.refusals);
    if (read.rows === 0) throw new UnreadableFile("emptyFile", null, null);
    return read;
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { rows: read.rows, values: [], repeated: 0, refusals: [error.refusal] };
  }
}
