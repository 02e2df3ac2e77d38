/** By what holidays are found: parts of days, weekdays of months, and sets of a year's days. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { weekdayOf } from "@portico/api/rules/holidays.ts";
import type { Day } from "@portico/ledger/entry.ts";

export const yearOf = (day: Day): number => Number(day.slice(0, 4));
/** "12-24". */
export const monthDay = (day: Day): string => day.slice(5);

export const dayIn = (year: number, month: number, day: number): Day =>
  `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** The n-th Monday (1) … Sunday (7) of a month. */
export function nthWeekday(year: number, month: number, weekday: number, nth: number): Day {
  const first = dayIn(year, month, 1);
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (nth - 1));
}

/** The last Monday (1) … Sunday (7) of a month of 31 days. */
export function lastWeekday(year: number, month: number, weekday: number): Day {
  const last = dayIn(year, month, 31);
  return addDays(last, -((weekdayOf(last) - weekday + 7) % 7));
}

/** Whether a day is among those of its year, which are worked out once. */
export function byYear(holidaysOf: (year: number) => Iterable<Day>): (day: Day) => boolean {
  const years = new Map<number, ReadonlySet<Day>>();
  return (day) => {
    const year = yearOf(day);
    const days = years.get(year) ?? new Set(holidaysOf(year));
    years.set(year, days);
    return days.has(day);
  };
}
