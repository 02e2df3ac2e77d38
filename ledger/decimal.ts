/**
 * The one arithmetic of the ledger: exact decimals, 40 significant digits where a division has to end somewhere. A figure that
 * cannot be known is null, and whatever is worked out from it is null too: never 0.
 */
import { Decimal as DecimalJs } from "decimal.js";
import type { DecimalString } from "./entry.ts";

export const Decimal = DecimalJs.clone({ precision: 40, toExpNeg: -60, toExpPos: 60 });
export type Decimal = InstanceType<typeof Decimal>;
export const zero = new Decimal(0);
export const one = new Decimal(1);

/** A figure, or null where a price, a rate or a cost is missing. */
export type Known = Decimal | null;

/** Digits behind the point of what is kept: far beyond any currency's, so that averages do not drift. */
const keptDigits = 20;
/** Plain notation for keeping and sending. */
export const plain = (value: Decimal): DecimalString => value.toDecimalPlaces(keptDigits).toFixed();

/** True for plain notation such as "-1356.75": no exponent, no spaces, no other number's spelling. */
export const isDecimal = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text);

export const read = (text: DecimalString | null | undefined): Known =>
  text === null || text === undefined ? null : new Decimal(text);
export const write = (value: Known): DecimalString | null => (value === null ? null : plain(value));

export const plus = (a: Known, b: Known): Known => (a === null || b === null ? null : a.plus(b));
export const minus = (a: Known, b: Known): Known => (a === null || b === null ? null : a.minus(b));

/** Nothing times something unknown is nothing: an amount of 0 needs no rate. */
export function times(a: Known, b: Known): Known {
  if (a?.isZero() || b?.isZero()) return zero;
  if (a === null || b === null) return null;
  return a === one ? b : b === one ? a : a.times(b);
}

/** The part of a whole that goes with `share` of `of`, exact where it is all of it. */
export const portion = (whole: Known, share: Decimal, of: Decimal): Known =>
  whole === null || share.eq(of) ? whole : whole.times(share).div(of);
