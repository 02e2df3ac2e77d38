/**
 * Value index of a benchmark that consists of parts with weights: rebalanced at the close of each month, or left to drift.
 * Exact; an index is 1 on the day on which it begins.
 */
import { Decimal, one, zero } from "./decimal.ts";
import type { Day, DecimalString } from "./entry.ts";

/** `monthly`: the weights are restored at the close of each month's last day. `drift`: they are those of the first day alone. */
export type Rebalancing = "monthly" | "drift";

/** What one unit of a part is worth on a day, in one currency for all parts; undefined before its first value. */
export type WorthOn = (day: Day) => Decimal | undefined;

export interface Part {
  /** In percent; those of all parts sum to 100. */
  percent: DecimalString;
  worthOn: WorthOn;
}

/** True if percentages, as written, sum to exactly 100. */
export const isWhole = (percents: readonly DecimalString[]): boolean =>
  percents.reduce((sum, percent) => sum.plus(percent), zero).eq(100);

const dayMs = 86_400_000;
const dayOf = (time: number): Day => new Date(time).toISOString().slice(0, 10);

/** The last day of the month before the day's: the close at which the weights of the day's month were restored. */
export const monthEndBefore = (day: Day): Day => dayOf(Date.parse(`${day.slice(0, 7)}-01`) - dayMs);

/** The last close before the day on which the parts had their weights: of a month, or of the first day. */
const rebalancedBefore = (day: Day, start: Day): Day => {
  const end = monthEndBefore(day);
  return end > start ? end : start;
};

/**
 * The first day from `from` to `to` on which every part has a value; undefined if there is none. A part that has a value
 * keeps having one.
 */
export function firstDayOf(parts: readonly Part[], from: Day, to: Day): Day | undefined {
  const isKnown = (day: Day): boolean => parts.every(({ worthOn }) => worthOn(day) !== undefined);
  if (from > to || !isKnown(to)) return undefined;
  let [low, high] = [Date.parse(from), Date.parse(to)];
  while (low < high) {
    const middle = low + Math.floor((high - low) / dayMs / 2) * dayMs;
    if (isKnown(dayOf(middle))) high = middle;
    else low = middle + dayMs;
  }
  return dayOf(low);
}

/** By how much the parts together grew from one close to another, the weights being those of the first. */
function growth(parts: readonly Part[], from: Day, to: Day): Decimal | undefined {
  let sum = zero;
  for (const { percent, worthOn } of parts) {
    const [start, end] = [worthOn(from), worthOn(to)];
    if (start === undefined || end === undefined || start.isZero()) return undefined;
    sum = sum.plus(end.div(start).times(percent));
  }
  return sum.div(100);
}

/**
 * The index by day, 1 at the close of `start`, when the parts have their weights; undefined on earlier days, and where a part
 * has no value. Asked for days in any order, each month is calculated once.
 */
export function blendIndex(parts: readonly Part[], rebalancing: Rebalancing, start: Day): WorthOn {
  const levels = new Map<Day, Decimal | undefined>([[start, one]]);
  /** The index at a close on which the weights are restored. */
  const levelAt = (close: Day): Decimal | undefined => {
    const missing: Day[] = [];
    for (let day = close; !levels.has(day); day = rebalancedBefore(day, start)) missing.push(day);
    for (const day of missing.toReversed()) {
      const before = rebalancedBefore(day, start);
      levels.set(day, grown(levels.get(before), before, day));
    }
    return levels.get(close);
  };
  const grown = (level: Decimal | undefined, from: Day, to: Day): Decimal | undefined => {
    const factor = level && growth(parts, from, to);
    return level && factor?.times(level);
  };
  return (day) => {
    if (day < start) return undefined;
    if (rebalancing === "drift") return growth(parts, start, day);
    if (day === start) return one;
    const close = rebalancedBefore(day, start);
    return grown(levelAt(close), close, day);
  };
}

/**
 * The parts' weights at the close of a day, as fractions; undefined before `start`, and where a part has no value. On a day
 * on whose close they are restored, the restored ones.
 */
export function weightsOn(
  parts: readonly Part[],
  rebalancing: Rebalancing,
  start: Day,
  day: Day,
): Decimal[] | undefined {
  if (day < start) return undefined;
  const close = rebalancing === "drift" ? start : rebalancedBefore(dayOf(Date.parse(day) + dayMs), start);
  const grown: Decimal[] = [];
  for (const { percent, worthOn } of parts) {
    const [before, after] = [worthOn(close), worthOn(day)];
    if (before === undefined || after === undefined || before.isZero()) return undefined;
    grown.push(close === day ? new Decimal(percent) : after.div(before).times(percent));
  }
  const sum = grown.reduce((total, each) => total.plus(each), zero);
  return sum.isZero() ? undefined : grown.map((each) => each.div(sum));
}

/** The days up to `to` on whose closes the weights are restored, `start` being the first. */
export function rebalancedOn(rebalancing: Rebalancing, start: Day, to: Day): Day[] {
  if (rebalancing === "drift") return [start];
  const days: Day[] = [];
  for (let day = rebalancedBefore(to, start); day > start; day = rebalancedBefore(day, start)) days.push(day);
  return [start, ...days.toReversed()];
}
