/** Reads a CSV of mandates or of flags of positions. Pure. */

import type { ImportRefusal } from "@portico/api/imports.ts";
import { isLongerThan } from "@portico/api/rules/characters.ts";
import {
  type ClientCategory,
  clientCategories,
  type FlagKind,
  flagKinds,
  flagNoteLimit,
  type MandateService,
  mandateFaults,
  mandateFileLimits,
  mandateReasonLimit,
  mandateServices,
  type StatementFrequency,
  statementFrequencies,
} from "@portico/api/rules/mandates.ts";
import { type CsvRow, readRecords } from "../../imports/csv/records.ts";
import { currencyOrNone, positiveNumber, requiredDay, requiredText, textOf } from "../../imports/csv/row.ts";
import { parseIsin } from "../../imports/reading/instruments.ts";
import { RefusedRow, UnreadableFile } from "../../imports/reading/parsed-file.ts";
import { refuseBytes } from "../../imports/reading/reader.ts";

/** Its code is one of `mandateRefusalCodes`. */
export interface ReadRefusal {
  line: number | null;
  code: string;
  detail: string | null;
}

export interface MandateRow {
  line: number;
  account: string;
  from: string;
  category: ClientCategory;
  service: MandateService;
  leverage: boolean;
  /** As named in the file, in any language; null without one. */
  benchmark: string | null;
  frequency: StatementFrequency | null;
  singleConfirmations: boolean;
  reason: string | null;
}

export interface FlagRow {
  line: number;
  account: string;
  isin: string | null;
  currency: string | null;
  kind: FlagKind;
  quantity: string | null;
  from: string;
  to: string | null;
  note: string | null;
}

export interface ReadRows<Row> {
  /** Rows of the file, refused ones too. */
  rows: number;
  read: Row[];
  /** Rows that repeat another one of the file. */
  repeated: number;
  refusals: ReadRefusal[];
}

/** A row refused for a reason that only these files have. */
const refusedFor = (code: "unknownWord" | "contradiction", detail: string): RefusedRow =>
  new RefusedRow(code as ImportRefusal["code"], detail);

/** One of the words, whatever its case; refused with the words that are known. */
function wordOf<Word extends string>(row: CsvRow, name: string, words: readonly Word[]): Word {
  const written = requiredText(row, name);
  const word = words.find((one) => one === written.toLowerCase());
  if (word === undefined) throw refusedFor("unknownWord", `${name}: ${written} (→ ${words.join(", ")})`);
  return word;
}
function yesOrNo(row: CsvRow, name: string): boolean {
  if (textOf(row, name) === undefined) return false;
  return wordOf(row, name, ["yes", "no"]) === "yes";
}
function textUpTo(row: CsvRow, name: string, longest: number): string | null {
  const text = textOf(row, name) ?? null;
  if (text !== null && isLongerThan(text, longest)) throw new RefusedRow("outOfRange", `${name}: > ${longest}`);
  return text;
}

function mandateOf(row: CsvRow): MandateRow {
  const service = wordOf(row, "service", mandateServices);
  const stated = {
    service,
    leverage: yesOrNo(row, "leverage"),
    benchmark: textOf(row, "benchmark") ?? null,
    frequency: textOf(row, "frequency") === undefined ? null : wordOf(row, "frequency", statementFrequencies),
    singleConfirmations: yesOrNo(row, "single_confirmations"),
  };
  const [fault] = mandateFaults({ ...stated, benchmark: stated.benchmark === null ? null : 1 });
  if (fault) throw refusedFor("contradiction", fault.path);
  return {
    line: row.line,
    account: requiredText(row, "account"),
    from: requiredDay(row, "from"),
    category: wordOf(row, "category", clientCategories),
    ...stated,
    reason: textUpTo(row, "reason", mandateReasonLimit),
  };
}

function flagOf(row: CsvRow): FlagRow {
  const written = textOf(row, "isin");
  const isin = written === undefined ? null : parseIsin(written);
  if (isin === undefined) throw new RefusedRow("unknownInstrument", written ?? "");
  const currency = currencyOrNone(row, "currency") ?? null;
  if ((isin === null) === (currency === null)) throw new RefusedRow("missingValue", "isin | currency");
  const from = requiredDay(row, "from");
  const to = textOf(row, "to") === undefined ? null : requiredDay(row, "to");
  if (to !== null && to < from) throw new RefusedRow("badDate", `to: ${to}`);
  return {
    line: row.line,
    account: requiredText(row, "account"),
    isin,
    currency,
    kind: wordOf(row, "flag", flagKinds),
    quantity: textOf(row, "quantity") === undefined ? null : positiveNumber(row, "quantity"),
    from,
    to,
    note: textUpTo(row, "note", flagNoteLimit),
  };
}

interface Format<Row> {
  kind: "mandates" | "flags";
  columns: readonly string[];
  required: readonly string[];
  of: (row: CsvRow) => Row;
  /** What a file says once only. */
  keyOf: (row: Row) => string;
}

function readRows<Row extends { line: number }>(text: string, format: Format<Row>): ReadRows<Row> {
  const refusals: ReadRefusal[] = [];
  const result: ReadRows<Row> = { rows: 0, read: [], repeated: 0, refusals };
  const seen = new Map<string, string>();
  const take = (written: CsvRow): void => {
    const row = format.of(written);
    const { line: _line, ...stated } = row;
    const [key, content] = [format.keyOf(row), JSON.stringify(stated)];
    const before = seen.get(key);
    if (before === content) result.repeated += 1;
    else if (before !== undefined) throw new RefusedRow("repeatedInFile", key);
    else {
      if (result.read.length >= mandateFileLimits.rows)
        throw new UnreadableFile("tooManyRows", null, String(mandateFileLimits.rows));
      seen.set(key, content);
      result.read.push(row);
    }
  };
  try {
    refuseBytes(text);
    if (text.trim() === "") throw new UnreadableFile("emptyFile", null, null);
    const columns = { kind: format.kind, known: new Set(format.columns), required: format.required };
    result.rows = readRecords(text, columns, take, refusals as ImportRefusal[]);
    if (result.rows === 0) throw new UnreadableFile("emptyFile", null, null);
    return result;
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    const { line, code, detail } = error.refusal;
    return { rows: result.rows, read: [], repeated: 0, refusals: [{ line, code, detail }] };
  }
}

/** The rows of a file of mandates, each refused one with its line and reason; an unreadable file is one refusal. */
export const readMandates = (text: string): ReadRows<MandateRow> =>
  readRows(text, {
    kind: "mandates",
    columns: [
      "account",
      "from",
      "category",
      "service",
      "leverage",
      "benchmark",
      "frequency",
      "single_confirmations",
      "reason",
    ],
    required: ["account", "from", "category", "service"],
    of: mandateOf,
    keyOf: ({ account, from }) => `${account.toUpperCase()} ${from}`,
  });

/** The same of a file of flags. */
export const readFlagRows = (text: string): ReadRows<FlagRow> =>
  readRows(text, {
    kind: "flags",
    columns: ["account", "isin", "currency", "flag", "quantity", "from", "to", "note"],
    required: ["account", "flag", "from"],
    of: flagOf,
    keyOf: ({ account, isin, currency, kind, from }) => [account.toUpperCase(), isin ?? currency, kind, from].join(" "),
  });
