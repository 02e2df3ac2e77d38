/** Periods for which reports are usually asked. */
import { addDays } from "./calendar.ts";

export interface ReportPeriod {
  from: string;
  to: string;
}

/** From the first day of a month for so many months, counted from the year's first. */
function months(year: number, first: number, count: number): ReportPeriod {
  const dayOf = (month: number): string => new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
  return { from: dayOf(first), to: addDays(dayOf(first + count), -1) };
}

/** The last whole month, quarter and year, and the year before, on the day `today`. */
export function usualPeriods(today: string): Record<"quarter" | "month" | "year" | "yearBefore", ReportPeriod> {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1];
  return {
    quarter: months(year, Math.floor(month / 3) * 3 - 3, 3),
    month: months(year, month - 1, 1),
    year: months(year - 1, 0, 12),
    yearBefore: months(year - 2, 0, 12),
  };
}

/** The quarter in which the day is. */
export const quarterOf = (day: string): ReportPeriod =>
  months(Number(day.slice(0, 4)), Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3, 3);
