/** One record of our CSV: values by column. */
import { RefusedRow } from "../imports.file.ts";
import { currencyOf, dayOf, exactNumber, isNegative, isZero } from "../imports.values.ts";
import type { CsvRow } from "./records.ts";

export const textOf = ({ values }: CsvRow, name: string): string | undefined => values.get(name);

export function requiredText(row: CsvRow, name: string): string {
  const text = textOf(row, name);
  if (text === undefined) throw new RefusedRow("missingValue", name);
  return text;
}

/** A decimal comma would make ten times a hundred out of one: it is refused, with the number that may be meant. */
export function numberOf(row: CsvRow, name: string): string | undefined {
  const text = textOf(row, name);
  if (text === undefined) return undefined;
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

export const requiredDay = (row: CsvRow, name: string): string => dayOf(requiredText(row, name));
export const requiredCurrency = (row: CsvRow, name: string): string => currencyOf(requiredText(row, name));
/** A column whose name says what it does. */
export const currencyOrNone = (row: CsvRow, name: string): string | undefined => {
  const text = textOf(row, name);
  return text === undefined ? undefined : currencyOf(text);
};
