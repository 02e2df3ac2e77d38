/** Suspicious prices and rates of a file, which must be accepted first. */
import type { quoteMarks } from "@portico/api/imports.ts";

export type QuoteMark = (typeof quoteMarks)[number];

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
 * The marks of a quote. `digits`: about 10, 100 or 1,000 times the previous quote, or that fraction of it. `jump`:
 * otherwise more than 20 % away. Floating-point ratios are exact enough. Readers refuse future days.
 */
export function findMarks({
  value,
  before,
  day,
}: {
  value: string;
  before: string | null;
  day: string;
}): Exclude<QuoteMark, "noRate">[] {
  const ratio = before === null ? 1 : Number(value) / Number(before);
  const isSlip = slips.some((factor) => isNear(ratio / factor) || isNear(ratio * factor));
  return [
    ...(isSlip ? (["digits"] as const) : isNear(ratio) ? [] : (["jump"] as const)),
    ...(isWeekend(day) ? (["weekend"] as const) : []),
  ];
}
