/** What looks wrong about a price or rate that a file brings, so that somebody has to accept it first. */
import type { quoteMarks } from "@portico/api/imports.ts";

export type QuoteMark = (typeof quoteMarks)[number];

/** More than that, up or down, since the last quote is a jump. */
const jumpShare = 0.2;
/** Factors by which a slip of the decimal point, or another unit, puts a quote off. */
const slips = [10, 100, 1000] as const;

const isNear = (ratio: number): boolean => Math.abs(ratio - 1) <= jumpShare;

/** Saturdays and Sundays: no exchange and no central bank quotes then. */
function isWeekend(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}

/**
 * The marks of a quote. `digits`: about 10, 100 or 1,000 times the quote before it, or that part of it. `jump`: otherwise more than 20 %
 * away. Ratios of doubles are exact enough to look at. Days in the future are refused by the readers.
 */
export function marksOf({ value, before, day }: { value: string; before: string | null; day: string }): QuoteMark[] {
  const ratio = before === null ? 1 : Number(value) / Number(before);
  const isSlip = slips.some((factor) => isNear(ratio / factor) || isNear(ratio * factor));
  return [
    ...(isSlip ? (["digits"] as const) : isNear(ratio) ? [] : (["jump"] as const)),
    ...(isWeekend(day) ? (["weekend"] as const) : []),
  ];
}
