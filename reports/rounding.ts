/** Rounding at the places that a law names. Ties go away from zero: "half up" of tax laws. */
import { Decimal, type Known } from "@portico/ledger/decimal.ts";
import type { DecimalString } from "@portico/ledger/entry.ts";

export const halfUp = (value: Decimal, places: number): Decimal => value.toDecimalPlaces(places, Decimal.ROUND_HALF_UP);
/** Upwards to the next unit of the place, as Polish law has it for grosze of lump-sum taxes. */
export const upTo = (value: Decimal, places: number): Decimal => value.toDecimalPlaces(places, Decimal.ROUND_CEIL);

/** With exactly so many decimals, rounded half up; null stays unknown. A zero has no sign. */
export function written(value: Known, places = 2): DecimalString | null {
  if (value === null) return null;
  const rounded = halfUp(value, places);
  return rounded.isZero() ? rounded.abs().toFixed(places) : rounded.toFixed(places);
}

/** Sum of known figures; null if one is unknown. */
export const total = (figures: Iterable<Known>): Known => {
  let sum: Known = new Decimal(0);
  for (const figure of figures) sum = sum === null || figure === null ? null : sum.plus(figure);
  return sum;
};
