/** Time-weighted return: what the holdings earned, whatever was paid in or out. */

import type { DailyRow } from "./bridge.ts";
import { Decimal, one, zero } from "./decimal.ts";
import type { Day, DecimalString } from "./entry.ts";

/**
 * Why there is no return: `nothingHeld` where there was never anything to earn on; `nothingInvested` where a day gained or lost
 * something although nothing was invested; `belowZero` where what was invested, or what became of it, is less than nothing.
 */
export interface NoReturn {
  reason: "nothingHeld" | "nothingInvested" | "belowZero";
  /** The first such day; null where no day was looked at. */
  day: Day | null;
}
/** Percent, unrounded. */
export type TimeWeighted = { percent: DecimalString } | NoReturn;

/**
 * Links daily returns (GIPS 2020, daily valuation): (value + paid out) ÷ (value before + paid in). Money paid in works from the
 * start of its day, money paid out leaves at its end, both in full where a day has both. A day on which nothing was there and
 * nothing happened earns nothing. Over a day with less than nothing a return is not defined, and so over any range with it.
 */
export function timeWeightedReturn(
  opening: DecimalString,
  rows: Iterable<Pick<DailyRow, "day" | "value" | "deposits" | "inflow">>,
): TimeWeighted {
  let before = new Decimal(opening);
  let linked = one;
  let last: Day | null = null;
  let isHeld = false;
  for (const { day, value, deposits, inflow } of rows) {
    const after = new Decimal(value);
    const paidIn = new Decimal(inflow);
    const base = before.plus(paidIn);
    const end = after.plus(paidIn).minus(deposits);
    last = day;
    before = after;
    if (base.isZero()) {
      if (!end.isZero()) return { reason: end.lt(zero) ? "belowZero" : "nothingInvested", day };
      continue;
    }
    if (base.lt(zero) || end.lt(zero)) return { reason: "belowZero", day };
    // Thirty digits a link: ten thousand of them stay exact far beyond what is shown.
    linked = linked.times(end.div(base)).toSignificantDigits(30);
    isHeld = true;
  }
  return isHeld
    ? { percent: linked.minus(1).times(100).toDecimalPlaces(12).toFixed() }
    : { reason: "nothingHeld", day: last };
}
