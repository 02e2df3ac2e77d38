/** One record of our CSV: values by column. */

import { findCurrencyUnit, inMajorUnits, perUnit, type Quotation } from "../quotes/quotation.ts";
import { RefusedRow } from "../reading/parsed-file.ts";
import { isGrouped, readingsOf } from "../reading/thousands-separators.ts";
import { exactNumber, isNegative, isZero, parseCurrency, parseDay } from "../reading/values.ts";
import type { CsvRow } from "./records.ts";

const amounts: Readonly<Record<string, readonly string[]>> = {
  currency: ["price", "amount", "fee", "tax", "accrued_interest", "cost", "rate"],
  counter_currency: ["counter_amount"],
};

/** Converts a row in pence to pounds, so that readers of rows need not know minor units. */
export function withMajorUnits(row: CsvRow): CsvRow {
  const values = new Map(row.values);
  for (const [column, named] of Object.entries(amounts)) {
    const unit = findCurrencyUnit(row.values.get(column) ?? "");
    if (unit?.per !== 100) continue;
    values.set(column, unit.currency);
    for (const name of named) {
      const amount = values.get(name);
      if (amount !== undefined) values.set(name, inMajorUnits(amount, unit.per));
    }
  }
  return { ...row, values };
}

/** The price of one unit; the column `quoted` says if it is in percent of par. */
export function unitPriceIn(row: CsvRow): { price?: string; quotation?: Quotation } {
  const quote = numberOf(row, "price");
  const written = textOf(row, "quoted")?.toLowerCase();
  if (written !== undefined && written !== "unit" && written !== "percent")
    throw new RefusedRow("badNumber", `quoted: ${written} (→ unit, percent)`);
  if (quote === undefined) return {};
  return { price: perUnit(quote, written ?? "unit"), ...(written !== undefined && { quotation: written }) };
}

export const textOf = ({ values }: CsvRow, name: string): string | undefined => values.get(name);

export function requiredText(row: CsvRow, name: string): string {
  const text = textOf(row, name);
  if (text === undefined) throw new RefusedRow("missingValue", name);
  return text;
}

/** A decimal comma could multiply a number by a hundred, so it is refused, with the number that may be meant. */
export function numberOf(row: CsvRow, name: string): string | undefined {
  const text = textOf(row, name);
  if (text === undefined) return undefined;
  if (isGrouped(text)) throw new RefusedRow("badNumber", `${name}: ${text} (${readingsOf(text)})`);
  if (/^-?\d+,\d+$/.test(text)) throw new RefusedRow("badNumber", `${name}: ${text} (→ ${text.replace(",", ".")})`);
  return exactNumber(text, name);
}
export function requiredNumber(row: CsvRow, name: string): string {
  const value = numberOf(row, name);
  if (value === undefined) throw new RefusedRow("missingValue", name);
  return value;
}
export function positiveNumber(row: CsvRow, name: string): string {
  const value = requiredNumber(row, name);
  if (isNegative(value) || isZero(value)) throw new RefusedRow("notPositive", `${name}: ${value}`);
  return value;
}

export function notNegative(row: CsvRow, name: string): string {
  const value = requiredNumber(row, name);
  if (isNegative(value)) throw new RefusedRow("belowZero", `${name}: ${value}`);
  return value;
}

/** How lists of prices write that there is none. */
const nothing = new Set(["-", "--", "–", "n/a", "n.a.", "na", "#n/a", "null"]);
export function isBlank(row: CsvRow, name: string): boolean {
  const text = textOf(row, name);
  return text === undefined || nothing.has(text.toLowerCase());
}

export const requiredDay = (row: CsvRow, name: string): string => parseDay(requiredText(row, name));
export const requiredCurrency = (row: CsvRow, name: string): string => parseCurrency(requiredText(row, name));
/** An optional column with a currency code. */
export const currencyOrNone = (row: CsvRow, name: string): string | undefined => {
  const text = textOf(row, name);
  return text === undefined ? undefined : parseCurrency(text);
};
