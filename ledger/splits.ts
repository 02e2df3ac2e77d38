/** Splits change quantities and prices by the same factor, so a price from before one is turned into today's units. */
import { Decimal, plain } from "./decimal.ts";
import type { Day, DecimalString } from "./entry.ts";

/** `from` units became `into` units, so a price falls by from ÷ into. */
export interface Split {
  day: Day;
  from: DecimalString;
  into: DecimalString;
}

/** The split that turns one quantity into another; undefined where nothing was held. */
export const splitOf = (day: Day, from: Decimal, into: Decimal): Split | undefined =>
  from.isZero() || into.isZero() ? undefined : { day, from: plain(from), into: plain(into) };

/** A price in the units after a split. */
export const afterSplit = (price: Decimal, { from, into }: Split): Decimal => price.times(from).div(into);

/** A price of a day in the units that stand after all splits since; quotes of a split's own day are in new units already. */
export const inTodaysUnits = (price: DecimalString, quoted: Day, splits: readonly Split[]): Decimal =>
  splits.reduce((value, split) => (quoted < split.day ? afterSplit(value, split) : value), new Decimal(price));
