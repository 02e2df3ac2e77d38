/** Splits change quantities and prices by the same factor, so a price from before one is turned into today's units. */
import { Decimal, plain } from "./decimal.ts";
import type { Day, DecimalString } from "./entry.ts";

/** A split: `ratio` is units before ÷ units after, by which a price falls. */
export interface Split {
  day: Day;
  ratio: DecimalString;
}

/** The split that turns one quantity into another; undefined where nothing was held. */
export function splitOf(day: Day, before: Decimal, after: Decimal): Split | undefined {
  return before.isZero() || after.isZero() ? undefined : { day, ratio: plain(before.div(after)) };
}

/** A price of a day in the units that stand after all splits since; quotes of a split's own day are in new units already. */
export function inTodaysUnits(price: DecimalString, quoted: Day, splits: readonly Split[]): Decimal {
  return splits.reduce((value, { day, ratio }) => (quoted < day ? value.times(ratio) : value), new Decimal(price));
}
