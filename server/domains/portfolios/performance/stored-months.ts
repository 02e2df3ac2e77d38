/** Which days of a range are stored as whole months or years, and which beside them must be calculated. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { type ComputedHead, firstDayToMake } from "./daily-walk.ts";

/** Consecutive days; `stored` is what is known of the whole month or year. */
export interface Span<Month> {
  from: string;
  to: string;
  stored: Month | null;
}

interface StoredSums {
  /** Its last day. */
  day: string;
  /** The first day of a year; of a month without it. */
  begin?: string;
  effect?: object | null;
  results?: object | null;
}

/**
 * The spans of the days from..to, in order. `months` are the months' ends of the range, and years in place of theirs; those without sums (`effect` or
 * `results` is null), not whole in the range, or outdated are calculated.
 */
export function splitIntoMonths<Month extends StoredSums>(
  months: readonly Month[],
  head: ComputedHead,
  { from, to }: { from: string; to: string },
): Span<Month>[] {
  const stale = firstDayToMake(head);
  const spans: Span<Month>[] = [];
  let next = from;
  for (const month of months) {
    const { day } = month;
    const begin = month.begin ?? `${day.slice(0, 7)}-01`;
    // The ledger's first month and year begin with its first day.
    const isWhole = begin >= from || head.firstDay === from;
    if (!(month.effect ?? month.results) || !isWhole || (stale !== null && day >= stale)) continue;
    if (next < begin) spans.push({ from: next, to: addDays(begin, -1), stored: null });
    spans.push({ from: begin, to: day, stored: month });
    next = addDays(day, 1);
  }
  if (next <= to) spans.push({ from: next, to, stored: null });
  return spans;
}
