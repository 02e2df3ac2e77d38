/** Reads a CSV of announcements: isin, kind, ex_day, record_day, pay_day, currency, amount. Pure. */
import type { ImportRefusal } from "@portico/api/imports.ts";
import { type AnnouncedKind, announcedKinds, announcementFileLimits } from "@portico/api/rules/announcements.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { type CsvRow, readRecords } from "../imports/csv/records.ts";
import {
  positiveNumber,
  requiredCurrency,
  requiredDay,
  requiredText,
  textOf,
  withMajorUnits,
} from "../imports/csv/row.ts";
import { parseIsin } from "../imports/reading/instruments.ts";
import { RefusedRow, UnreadableFile } from "../imports/reading/parsed-file.ts";
import { refuseBytes } from "../imports/reading/reader.ts";
import { atMostDigits, priceDigits } from "../imports/reading/values.ts";

const columns = ["isin", "kind", "ex_day", "record_day", "pay_day", "currency", "amount"] as const;
const required = ["isin", "kind", "ex_day", "pay_day", "currency", "amount"] as const;

export interface ReadRow {
  line: number;
  isin: string;
  kind: AnnouncedKind;
  exDay: string;
  recordDay: string | null;
  payDay: string;
  currency: string;
  amount: string;
}

/** The code of a refusal is one of `announcementRefusalCodes`. */
export type ReadRefusal = Omit<ImportRefusal, "code"> & { code: string };

export interface ReadAnnouncements {
  /** Rows of the file, refused ones too. */
  rows: number;
  announcements: ReadRow[];
  /** Rows that repeat another one of the file. */
  repeated: number;
  refusals: ReadRefusal[];
}

/** The kinds as other programs write them, besides our own names. */
const kindNames: Readonly<Record<string, AnnouncedKind>> = {
  ...Object.fromEntries(announcedKinds.map((kind) => [kind.toLowerCase(), kind])),
  dividends: "dividend",
  "cash dividend": "dividend",
  "special dividend": "specialDividend",
  special_dividend: "specialDividend",
  coupon: "interest",
  "return of capital": "returnOfCapital",
  return_of_capital: "returnOfCapital",
};

/** A record day lies this near to the ex-day. */
const recordDayDays = 31;

function readRow(asWritten: CsvRow): ReadRow {
  const row = withMajorUnits(asWritten);
  const isin = parseIsin(requiredText(row, "isin"));
  if (isin === undefined) throw new RefusedRow("unknownInstrument", textOf(row, "isin") ?? "");
  const written = requiredText(row, "kind");
  const kind = kindNames[written.toLowerCase()];
  if (!kind) throw new RefusedRow("unknownKind", `${written} (→ ${announcedKinds.join(", ")})`);
  const exDay = requiredDay(row, "ex_day");
  const payDay = requiredDay(row, "pay_day");
  const recordDay = textOf(row, "record_day") === undefined ? null : requiredDay(row, "record_day");
  if (
    recordDay !== null &&
    (recordDay > payDay || recordDay < addDays(exDay, -recordDayDays) || recordDay > addDays(exDay, recordDayDays))
  )
    throw new RefusedRow("badDate", `record_day: ${recordDay}`);
  const text = textOf(asWritten, "amount") ?? "";
  // A spreadsheet's short form of a number has lost its digits.
  if (/e/i.test(text)) throw new RefusedRow("badNumber", `amount: ${text}`);
  const amount = positiveNumber(row, "amount");
  atMostDigits(priceDigits, "amount", amount);
  return { line: row.line, isin, kind, exDay, recordDay, payDay, currency: requiredCurrency(row, "currency"), amount };
}

/** The rows of a file, each refused one with its line and reason; an unreadable file is one refusal. */
export function readAnnouncements(text: string): ReadAnnouncements {
  const refusals: ImportRefusal[] = [];
  const read: ReadAnnouncements = { rows: 0, announcements: [], repeated: 0, refusals };
  const seen = new Map<string, string>();
  const take = (row: CsvRow): void => {
    const { line, ...stated } = readRow(row);
    const key = `${stated.isin} ${stated.exDay} ${stated.kind}`;
    const content = JSON.stringify(stated);
    const before = seen.get(key);
    if (before === content) read.repeated += 1;
    else if (before !== undefined) throw new RefusedRow("repeatedInFile", key);
    else {
      if (read.announcements.length >= announcementFileLimits.rows)
        throw new UnreadableFile("tooManyRows", null, String(announcementFileLimits.rows));
      seen.set(key, content);
      read.announcements.push({ line, ...stated });
    }
  };
  try {
    refuseBytes(text);
    if (text.trim() === "") throw new UnreadableFile("emptyFile", null, null);
    read.rows = readRecords(text, { kind: "announcements", known: new Set<string>(columns), required }, take, refusals);
    if (read.rows === 0) throw new UnreadableFile("emptyFile", null, null);
    return read;
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { rows: read.rows, announcements: [], repeated: 0, refusals: [error.refusal] };
  }
}
