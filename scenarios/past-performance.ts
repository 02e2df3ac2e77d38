/**
 * Past performance of whole 12-month periods, with the effect of fees (Delegated Regulation (EU) 2017/565, Article
 * 44(4)): the last five, or as many as the product has lived.
 */
import { type FeeRates, keptOver, monthlyKept } from "./fees.ts";
import {
  actualOnly,
  type DayValue,
  daysBetween,
  isInvestable,
  isKnown,
  type MonthlySeries,
  monthCount,
} from "./series.ts";

export interface Period {
  from: string;
  to: string;
  /** Fractions: 0.05 is 5 %. Null if a value at either end is unknown. */
  before: number | null;
  /** After the yearly fee; entry and exit fees are in the total, because they are paid once. */
  after: number | null;
}

export interface PastPerformance {
  /** Oldest first; empty if the product is younger than a year. */
  periods: Period[];
  /** All periods together, after entry, yearly and exit fees; null without a period. */
  total: Period | null;
  /** Whole months of history that there are. */
  months: number;
}

/** A whole span of actual values, however short: what a headline says. */
export interface SinceStart extends Period {
  before: number;
  after: number;
}

/**
 * The actual history from its first value to its last, after entry fee, a twelfth of the yearly fee for each month (rounded to
 * the nearest), and exit fee.
 */
export function sinceStart(series: readonly DayValue[], fees: FeeRates): SinceStart | null {
  const actual = actualOnly(series);
  const [first, last] = [actual[0], actual.at(-1)];
  if (!first || !last || !isInvestable(first.value) || !isKnown(last.value) || first.day === last.day) return null;
  const growth = last.value / first.value;
  const months = Math.round((daysBetween(first.day, last.day) * 12) / 365.25);
  return { from: first.day, to: last.day, before: growth - 1, after: growth * keptOver(fees, months) - 1 };
}

const mostPeriods = 5;

/** The periods end with the last whole month. Only actual values are in a monthly series. */
export function pastPerformance(series: MonthlySeries, fees: FeeRates): PastPerformance {
  const months = monthCount(series);
  const count = Math.min(mostPeriods, Math.floor(months / 12));
  const yearly = monthlyKept(fees) ** 12;
  const period = (from: number, to: number, kept: number): Period => {
    const [start, end] = [series.values[from], series.values[to]];
    const growth = isInvestable(start) && isKnown(end) ? end / start : null;
    return {
      from: series.days[from] ?? "",
      to: series.days[to] ?? "",
      before: growth === null ? null : growth - 1,
      after: growth === null ? null : growth * kept - 1,
    };
  };
  const first = months - count * 12;
  const periods = Array.from({ length: count }, (_, index) =>
    period(first + index * 12, first + (index + 1) * 12, yearly),
  );
  return { periods, total: count === 0 ? null : period(first, months, keptOver(fees, count * 12)), months };
}
