/** Time-weighted return: what the holdings earned, whatever was paid in or out. */

import type { DailyRow } from "./bridge.ts";
import { Decimal } from "./decimal.ts";
import type { Day, DecimalString } from "./entry.ts";
import { divideRounded, toUnits } from "./units.ts";

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

/** Growth so far, as whole number of this part of one: ten thousand links stay exact far beyond what is shown. */
const whole = 10n ** 40n;

/**
 * Links daily returns (GIPS 2020, daily valuation): (value + paid out) ÷ (value before + paid in). Money paid in works from the
 * start of its day, money paid out leaves at its end, both in full where a day has both. A day on which nothing was there and
 * nothing happened earns nothing. Over a day with less than nothing a return is not defined, and so over any range with it.
 */
export function timeWeightedReturn(
  opening: DecimalString,
  rows: Iterable<Pick<DailyRow, "day" | "value" | "deposits" | "inflow">>,
): TimeWeighted {
  let before = toUnits(opening);
  let linked = whole;
  let last: Day | null = null;
  let isHeld = false;
  for (const { day, value, deposits, inflow } of rows) {
    const after = toUnits(value);
    const paidIn = toUnits(inflow);
    const base = before + paidIn;
    const end = after + paidIn - toUnits(deposits);
    last = day;
    before = after;
    if (base === 0n) {
      if (end !== 0n) return { reason: end < 0n ? "belowZero" : "nothingInvested", day };
      continue;
    }
    if (base < 0n || end < 0n) return { reason: "belowZero", day };
    linked = divideRounded(linked * end, base);
    isHeld = true;
  }
  return isHeld
    ? { percent: new Decimal((linked - whole).toString()).div("1e38").toDecimalPlaces(12).toFixed() }
    : { reason: "nothingHeld", day: last };
}
