/**
 * Arithmetic of the ledger: exact decimals; divisions are rounded to 40 significant digits. An unknown figure is null,
 * never 0, and so is every figure calculated from it.
 */
import { Decimal as DecimalJs } from "decimal.js";
import type { DecimalString } from "./entry.ts";

export const Decimal = DecimalJs.clone({ precision: 40, toExpNeg: -60, toExpPos: 60 });
export type Decimal = InstanceType<typeof Decimal>;
export const zero = new Decimal(0);
export const one = new Decimal(1);

/** A figure, or null if a price, a rate or a cost is missing. */
export type Known = Decimal | null;

/** Decimals of stored figures: far more than any currency has, so that averages do not drift. */
const plainDigits = 20;
/** Plain notation for storing and sending. */
export const plain = (value: Decimal): DecimalString => value.toDecimalPlaces(plainDigits).toFixed();

/** True for plain notation such as "-1356.75": no exponent, no spaces, no other spelling. */
export const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

export const read = (text: DecimalString | null | undefined): Known =>
  text === null || text === undefined ? null : new Decimal(text);
export const write = (value: Known): DecimalString | null => (value === null ? null : plain(value));

export const plus = (a: Known, b: Known): Known => (a === null || b === null ? null : a.plus(b));
export const minus = (a: Known, b: Known): Known => (a === null || b === null ? null : a.minus(b));

/** Zero times an unknown is zero: an amount of 0 needs no rate. */
export function times(a: Known, b: Known): Known {
  if (a?.isZero() || b?.isZero()) return zero;
  if (a === null || b === null) return null;
  return a === one ? b : b === one ? a : a.times(b);
}

/** The share `share` / `of` of a whole; exact if it is all of it. */
export const portion = (whole: Known, share: Decimal, of: Decimal): Known =>
  whole === null || share.eq(of) ? whole : whole.times(share).div(of);

/**
 * As a double, to about fifteen digits: for rates and returns, which are no money. Many times as fast as `toNumber`, which
 * writes the digits out first.
 */
export function toDouble({ s, e, d }: Decimal): number {
  // Seven digits a word; the exponent is that of the first.
  const [first = 0, second = 0, third = 0, fourth = 0] = d;
  const digits = first + (second + (third + fourth / 1e7) / 1e7) / 1e7;
  const words = Math.floor(e / 7);
  return s * digits * (powers[words + mostWords] ?? 10 ** (7 * words));
}
const mostWords = 4;
const powers = Array.from({ length: 2 * mostWords + 1 }, (_, index) => 10 ** (7 * (index - mostWords)));
