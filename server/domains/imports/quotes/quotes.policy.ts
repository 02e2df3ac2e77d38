/** Suspicious prices and rates of a file, which must be accepted first. */
import type { quoteMarks } from "@portico/api/imports.ts";

export type QuoteMark = (typeof quoteMarks)[number];
/** The marks of any value beside the one before it. */
type ValueMark = Exclude<QuoteMark, "zero" | "noRate">;

/** The mark of a price in a currency without a rate. */
export const noRate: QuoteMark = "noRate";

/** A larger change since the last quote, up or down, is a jump. */
const jumpShare = 0.2;
/** Factors of a misplaced decimal point or another unit. */
const slips = [10, 100, 1000] as const;

const isNear = (ratio: number): boolean => Math.abs(ratio - 1) <= jumpShare;

/** Saturdays and Sundays: no exchange and no central bank quotes then. */
function isWeekend(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday === 0 || weekday === 6;
}

/**
 * True for a price of nothing, unless the one before it was accepted as nothing: a statement of every day repeats it.
 * One after another price is no slip of digits.
 */
export const isNewZero = (value: string, before: string | null): boolean =>
  Number(value) === 0 && (before === null || Number(before) !== 0);

/**
 * The marks of a quote. `digits`: about 10, 100 or 1,000 times the previous quote, or that fraction of it. `jump`:
 * otherwise more than 20 % away. Floating-point ratios are exact enough. Readers refuse future days.
 */
export function findMarks({ value, before, day }: { value: string; before: string | null; day: string }): ValueMark[] {
  const ratio = before === null || before === value ? 1 : Number(value) / Number(before);
  const isSlip = slips.some((factor) => isNear(ratio / factor) || isNear(ratio * factor));
  return [
    ...(isSlip ? (["digits"] as const) : isNear(ratio) ? [] : (["jump"] as const)),
    ...(isWeekend(day) ? (["weekend"] as const) : []),
  ];
}
