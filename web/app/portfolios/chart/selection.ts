/** Selecting days on a chart: pure arithmetic. The points are in order of days, the first one the close before the range. */
import { addDays } from "@portico/api/rules/calendar.ts";

export interface SelectablePoint {
  day: string;
  value: number | null;
  /** Paid in less paid out until the day; null if unknown, or if nothing is paid into what the chart shows. */
  netDeposits: number | null;
}

export interface Selected {
  from: string;
  to: string;
  /** Change of the value from the close before `from` to the close of `to`; null if one of them is unknown. */
  change: number | null;
  /** The part of it that was paid in less paid out; null if unknown. */
  paid: number | null;
  /** The value before `from`. */
  opening: number | null;
}

/**
 * The days between two points: from the day after the earlier one, whose close is where they begin, to the later one. The first
 * point of a chart is a day of its range if nothing was there before it. Undefined for less than two points.
 */
export function selectDays(
  points: readonly SelectablePoint[],
  one: string,
  other: string,
  rangeFrom: string,
): Selected | undefined {
  if (one === other) return undefined;
  const [earlier, later] = one < other ? [one, other] : [other, one];
  const start = points.find(({ day }) => day === earlier);
  const end = points.find(({ day }) => day === later);
  if (!start || !end) return undefined;
  const isOpening = start !== points[0] || start.day < rangeFrom;
  const before = isOpening ? start : { value: 0, netDeposits: 0 };
  const difference = (a: number | null, b: number | null) => (a === null || b === null ? null : b - a);
  return {
    from: isOpening ? addDays(start.day, 1) : start.day,
    to: end.day,
    change: difference(before.value, end.value),
    paid: difference(before.netDeposits, end.netDeposits),
    opening: before.value,
  };
}

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  PageDown: (index, count) => index - Math.ceil(count / 10),
  PageUp: (index, count) => index + Math.ceil(count / 10),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The index to which a key leads; undefined for other keys. */
export function stepBy(key: string, index: number, count: number): number | undefined {
  const next = steps[key]?.(index, count);
  return next === undefined ? undefined : Math.min(count - 1, Math.max(0, next));
}
