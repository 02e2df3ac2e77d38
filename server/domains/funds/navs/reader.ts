/** Reads a CSV of NAVs: isin, date, nav, currency, source. Pure. */

import type { ImportRefusal } from "@portico/api/imports.ts";
import { navFileLimits } from "@portico/api/rules/funds.ts";
import { type CsvRow, readRecords } from "../../imports/csv/records.ts";
import { currencyOrNone, isBlank, notNegative, requiredDay, requiredText, textOf } from "../../imports/csv/row.ts";
import { RefusedRow, UnreadableFile } from "../../imports/reading/parsed-file.ts";
import { refuseBytes } from "../../imports/reading/reader.ts";
import { atMostDigits, isIsin, priceDigits } from "../../imports/reading/values.ts";

export const navColumns = ["isin", "date", "nav", "currency", "source"] as const;
const longestSource = 60;

export interface ReadNav {
  line: number;
  /** Undefined in a file of one fund. */
  isin: string | undefined;
  day: string;
  value: string;
  currency: string | undefined;
  source: string | undefined;
}

export interface ReadNavs {
  /** Rows of the file, refused ones too. */
  rows: number;
  navs: ReadNav[];
  /** Rows without a NAV. */
  leftOut: number;
  refusals: ImportRefusal[];
}

function readRow(row: CsvRow, { ofOneFund, today }: { ofOneFund: boolean; today: string }): ReadNav {
  const isin = ofOneFund ? textOf(row, "isin")?.toUpperCase() : requiredText(row, "isin").toUpperCase();
  if (isin !== undefined && !isIsin(isin)) throw new RefusedRow("unknownInstrument", isin);
  const day = requiredDay(row, "date");
  if (day > today) throw new RefusedRow("futureDate", day);
  const written = textOf(row, "nav") ?? "";
  // A spreadsheet's short form of a number has lost its digits.
  if (/e/i.test(written)) throw new RefusedRow("badNumber", `nav: ${written}`);
  // A fund that was liquidated may be worth nothing.
  const value = notNegative(row, "nav");
  atMostDigits(priceDigits, "nav", value);
  const source = textOf(row, "source");
  if (source !== undefined && source.length > longestSource) throw new RefusedRow("tooLong", `source: ${source}`);
  return { line: row.line, isin, day, value, currency: currencyOrNone(row, "currency"), source };
}

/** The rows of a file, each refused one with its line and reason; an unreadable file is one refusal. */
export function readNavs(text: string, given: { ofOneFund: boolean; today: string }): ReadNavs {
  const read: ReadNavs = { rows: 0, navs: [], leftOut: 0, refusals: [] };
  const required = given.ofOneFund ? ["date", "nav"] : ["isin", "date", "nav"];
  try {
    refuseBytes(text);
    if (text.trim() === "") throw new UnreadableFile("emptyFile", null, null);
    const columns = { kind: "navs" as const, known: new Set<string>(navColumns), required };
    read.rows = readRecords(
      text,
      columns,
      (row) => {
        if (read.navs.length >= navFileLimits.rows)
          throw new UnreadableFile("tooManyRows", null, String(navFileLimits.rows));
        if (isBlank(row, "nav")) read.leftOut += 1;
        else read.navs.push(readRow(row, given));
      },
      read.refusals,
    );
    if (read.rows === 0) throw new UnreadableFile("emptyFile", null, null);
    return read;
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { rows: read.rows, navs: [], leftOut: 0, refusals: [error.refusal] };
  }
}
