/** Time-weighted return: the return of the holdings, independent of deposits and withdrawals. */

import type { DailyRow } from "./bridge.ts";
import { Decimal } from "./decimal.ts";
import type { Day, DecimalString } from "./entry.ts";
import { divideRounded, toUnits } from "./units.ts";

/**
 * Why there is no return. `nothingHeld`: there was never anything invested. `nothingInvested`: a day had a result
 * without anything invested. `belowZero`: the amount invested, or its result, was negative.
 */
export interface NoReturn {
  reason: "nothingHeld" | "nothingInvested" | "belowZero";
  /** The first such day; null for an empty range. */
  day: Day | null;
}
/** Percent, unrounded. */
export type TimeWeighted = { percent: DecimalString } | NoReturn;

export type ReturnRow = Pick<DailyRow, "day" | "value" | "deposits" | "inflow">;

/** What was invested over a day, `base`, and what it became, `end`; both are 0 without anything invested. */
export interface Link {
  base: bigint;
  end: bigint;
  /** The day's closing value. */
  after: bigint;
}

/** The link of a day to the value before it. */
export function linkOf(before: bigint, { value, deposits, inflow }: ReturnRow): Link {
  const after = toUnits(value);
  const paidIn = toUnits(inflow);
  return { base: before + paidIn, end: after + paidIn - toUnits(deposits), after };
}

/** Why a day has no return; undefined if it has one, or nothing was invested and nothing earned. */
export function faultOf({ base, end }: Pick<Link, "base" | "end">): "nothingInvested" | "belowZero" | undefined {
  if (base < 0n || end < 0n) return "belowZero";
  return base === 0n && end !== 0n ? "nothingInvested" : undefined;
}

const daysOfYear = 365;

/**
 * A return over `days` as a rate a year, in percent: Actual/365, as the money-weighted return has it, so that both can be
 * compared. Null for a year or less, 366 days with its opening or a leap day: GIPS 2020 does not let less be annualised, and
 * beside the return of a year the rate would be the same again. Null, too, for a loss of more than everything.
 */
export function yearlyPercent(percent: DecimalString | number, days: number): number | null {
  const growth = 1 + Number(percent) / 100;
  return days <= daysOfYear + 1 || growth < 0 ? null : 100 * (growth ** (daysOfYear / days) - 1);
}

/** Scale of the growth factor: ten thousand links stay exact far beyond the displayed digits. */
const whole = 10n ** 40n;

/**
 * Links daily returns (GIPS 2020, daily valuation): (value + paid out) ÷ (value before + paid in). Money paid in is
 * invested from the start of its day, money paid out until the end of its day, and the two are not netted. A day
 * without holdings and flows earns nothing. A negative amount invested makes the return of any range that contains the
 * day undefined.
 */
export function timeWeightedReturn(opening: DecimalString, rows: Iterable<ReturnRow>): TimeWeighted {
  let before = toUnits(opening);
  let linked = whole;
  let last: Day | null = null;
  let isHeld = false;
  for (const row of rows) {
    const { base, end, after } = linkOf(before, row);
    last = row.day;
    before = after;
    const reason = faultOf({ base, end });
    if (reason) return { reason, day: row.day };
    if (base === 0n) continue;
    linked = divideRounded(linked * end, base);
    isHeld = true;
  }
  return isHeld
    ? { percent: new Decimal((linked - whole).toString()).div("1e38").toDecimalPlaces(12).toFixed() }
    : { reason: "nothingHeld", day: last };
}
