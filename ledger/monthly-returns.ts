/** Time-weighted returns of the calendar months, and months linked to years. */
import { Decimal } from "./decimal.ts";
import type { Day, DecimalString } from "./entry.ts";
import { type NoReturn, type ReturnRow, type TimeWeighted, timeWeightedReturn } from "./time-weighted.ts";

/** A day's row; `complete` is false if it lacks a price or rate, so that its value is unknown. */
export type MonthRow = ReturnRow & { complete: boolean };

export interface MonthReturn {
  /** "2024-03". */
  month: string;
  /** The first and the last of its days that the rows contain. */
  from: Day;
  to: Day;
  /** Whether all its days are there. */
  isWhole: boolean;
  /** Percent or the reason why there is none; null if the value of one of its days, or of the day before, is unknown. */
  result: TimeWeighted | null;
}

const lastDayOf = (month: string): Day => {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

/**
 * The months of a ledger from its first day on, in order. Days may be left out if nothing was paid on them, neither on the next,
 * they end no month, and all values are known: then they change no return (server: month-days.queries.ts). `before` is the
 * close before the first day, if something was there.
 */
export function monthlyReturns(
  rows: readonly MonthRow[],
  before: { value: DecimalString; complete: boolean } = { value: "0", complete: true },
): MonthReturn[] {
  const months: MonthReturn[] = [];
  let opening = before;
  for (const [month, days] of Map.groupBy(rows, ({ day }) => day.slice(0, 7))) {
    const [first, last] = [days[0], days.at(-1)] as [MonthRow, MonthRow];
    const isKnown = opening.complete && days.every(({ complete }) => complete);
    const from = months.length === 0 ? first.day : `${month}-01`;
    months.push({
      month,
      from,
      to: last.day,
      isWhole: from === `${month}-01` && last.day === lastDayOf(month),
      result: isKnown ? timeWeightedReturn(opening.value, days) : null,
    });
    opening = last;
  }
  return months;
}

/**
 * The return over consecutive periods: (1 + first) × (1 + second) … − 1. Null if one is unknown; the reason of the first that
 * has none. Periods in which nothing was held change nothing.
 */
export function linkReturns(results: readonly (TimeWeighted | null)[]): TimeWeighted | null {
  let factor: Decimal | null = null;
  let nothing: NoReturn = { reason: "nothingHeld", day: null };
  for (const result of results) {
    if (result === null) return null;
    if ("percent" in result)
      factor = new Decimal(result.percent)
        .div(100)
        .plus(1)
        .times(factor ?? 1);
    else if (result.reason === "nothingHeld") nothing = result;
    else return result;
  }
  return factor ? { percent: factor.minus(1).times(100).toDecimalPlaces(10).toFixed() } : nothing;
}
