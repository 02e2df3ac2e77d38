/** Exact figures in the format of the API. */
import { Decimal } from "@portico/ledger/decimal.ts";

/** Maximum decimals in the API. */
const shownDigits = 12;

/** An exact decimal in the API's format; most already are. */
export function shown(text: string): string {
  const point = text.indexOf(".");
  if (point === -1) return text;
  if (text.length - point - 1 <= shownDigits && !text.endsWith("0")) return text;
  return new Decimal(text).toDecimalPlaces(shownDigits).toFixed();
}

/** A rate keeps all its digits: a short one is wrong by cents for large amounts. */
export const shownRate = (text: string): string =>
  text.includes(".") && text.endsWith("0") ? new Decimal(text).toFixed() : text;
export const rateFigure = (text: string | null): number | null => (text === null ? null : Number(text));

/** A display figure; null if unavailable. A proof's result is the same number. */
export const figure = (text: string | null): number | null => (text === null ? null : Number(shown(text)));

/** Percent with two decimals, as displayed. */
export const percent = (value: Decimal | number | string): number => new Decimal(value).toDecimalPlaces(2).toNumber();
