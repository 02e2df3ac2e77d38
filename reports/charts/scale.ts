/** Positions of a chart's lines, amounts and days, for pages and files: pure arithmetic. */

const dayMilliseconds = 86_400_000;
const toTime = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Round amounts from below the minimum to above the maximum, at most `most`: 0, 5,000, 10,000. */
export function amountTicks(least: number, greatest: number, most = 6): number[] {
  const span = greatest - least || Math.abs(greatest) || 1;
  const rough = span / (most - 2);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? 10 * power;
  const first = Math.floor(least / step);
  const last = Math.max(Math.ceil(greatest / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

/** Decimals that tell neighbouring ticks apart: 0 for whole amounts, 2 for 0.25. */
export function digitsOfTicks([first = 0, second = 1]: readonly number[]): number {
  const step = second - first;
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  // A step of 2.5 needs one more than a step of 2.
  return Math.abs(step * 10 ** digits - Math.round(step * 10 ** digits)) < 1e-6 ? digits : digits + 1;
}

export interface DayTick {
  day: string;
  /** What its label shows. */
  unit: "year" | "month" | "day";
}

/** At most `most` days to label: first days of years or months, or evenly spaced days. */
export function dayTicks(first: string, last: string, most = 6): DayTick[] {
  const [start, end] = [toTime(first), toTime(last)];
  const days = Math.round((end - start) / dayMilliseconds);
  if (days <= 62) {
    const step = Math.max(1, Math.ceil((days + 1) / most));
    return Array.from({ length: Math.floor(days / step) + 1 }, (_, index) => ({
      day: toDay(start + index * step * dayMilliseconds),
      unit: "day",
    }));
  }
  const unit = days > 3 * 366 ? "year" : "month";
  const months: string[] = [];
  for (let [year = 0, month = 1] = first.split("-").map(Number); ; month++) {
    const day = toDay(Date.UTC(year, month - 1, 1));
    if (day > last) break;
    if (day >= first && (unit === "month" || day.endsWith("-01-01"))) months.push(day);
  }
  const step = Math.max(1, Math.ceil(months.length / most));
  return months.filter((_, index) => index % step === 0).map((day) => ({ day, unit }));
}

/** A day's position between two others, from 0 to 1. */
export function placeOfDay(day: string, first: string, last: string): number {
  const start = toTime(first);
  return (toTime(day) - start) / (toTime(last) - start || 1);
}

/** The point nearest to a position from 0 to 1; points are ordered by day. */
export function nearestPoint<P extends { day: string }>(points: readonly P[], place: number): P | undefined {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return undefined;
  const distance = (point: P) => Math.abs(placeOfDay(point.day, first.day, last.day) - place);
  return points.reduce((nearest, point) => (distance(point) < distance(nearest) ? point : nearest), first);
}
