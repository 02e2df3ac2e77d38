/** Exact figures as they leave the server. */
import { Decimal } from "@portico/ledger/decimal.ts";

/** Digits behind the point that the API's decimals carry. */
const shownDigits = 12;

/** An exact decimal as the API carries it; most have few digits and are that already. */
export function shown(text: string): string {
  const point = text.indexOf(".");
  if (point === -1) return text;
  if (text.length - point - 1 <= shownDigits && !text.endsWith("0")) return text;
  return new Decimal(text).toDecimalPlaces(shownDigits).toFixed();
}

/** A display figure; null where it is unavailable. A proof's result is the same number. */
export const figure = (text: string | null): number | null => (text === null ? null : Number(shown(text)));
