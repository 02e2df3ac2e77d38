/** The bars of the chart by day: days, weeks or months, so that a bar is never too thin to be hit. */
import { addDays } from "@portico/api/rules/calendar.ts";

interface Day {
  value: string;
  signIns: number;
  failures: number;
  suspicious: number;
}

export interface Bar extends Omit<Day, "value"> {
  from: string;
  to: string;
}

/** More days than this are drawn as weeks, more weeks as months. */
const mostBars = 62;

/** Consecutive days, in order, as bars that begin on Monday or on the first of a month; the ends may be shorter. */
export function buildBars(days: readonly Day[]): Bar[] {
  const startOf =
    days.length <= mostBars
      ? (day: string) => day
      : days.length <= mostBars * 7
        ? mondayOf
        : (day: string) => day.slice(0, 7);
  const bars = new Map<string, Bar>();
  for (const { value, signIns, failures, suspicious } of days) {
    const key = startOf(value);
    const bar = bars.get(key);
    bars.set(key, {
      from: bar?.from ?? value,
      to: value,
      signIns: (bar?.signIns ?? 0) + signIns,
      failures: (bar?.failures ?? 0) + failures,
      suspicious: (bar?.suspicious ?? 0) + suspicious,
    });
  }
  return [...bars.values()];
}

const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
