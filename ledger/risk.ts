/**
 * Risk figures of a series of simple returns (fractions, not percent). Definitions: Bacon, Practical Portfolio Performance
 * Measurement and Attribution, 2nd edition 2008, chapter 4; the checks are those of empyrical's published tests.
 */
import type { Day } from "./entry.ts";
import type { IndexPoint } from "./return-index.ts";

/** Returns per year, by which figures are made yearly. */
export const perYear = { days: 252, months: 12 } as const;

/** Below this a deviation is what doubles leave of equal returns, not a variation. */
const noDeviation = 1e-12;

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Sample deviation (n − 1); null for fewer than two values. */
function deviation(values: readonly number[]): number | null {
  if (values.length < 2) return null;
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  const found = Math.sqrt(squares / (values.length - 1));
  return found < noDeviation ? 0 : found;
}

/** Sample deviation of the returns, a year: × √ of the returns per year. Null for fewer than two. */
export function volatility(returns: readonly number[], returnsPerYear: number): number | null {
  const found = deviation(returns);
  return found === null ? null : found * Math.sqrt(returnsPerYear);
}

/** A yearly rate as the rate of one period, compounded: 0.05 a year is 0.0001936 a day. */
export const ratePerPeriod = (yearly: number, periodsPerYear: number): number =>
  (1 + yearly) ** (1 / periodsPerYear) - 1;

/**
 * Sharpe ratio, a year: mean excess over the risk-free return of a period ÷ sample deviation of the excess × √ of the returns
 * per year. Null for fewer than two returns, and without any deviation.
 */
export function sharpeRatio(
  returns: readonly number[],
  { riskFree, returnsPerYear }: { riskFree: number; returnsPerYear: number },
): number | null {
  const excess = returns.map((value) => value - riskFree);
  const spread = deviation(excess);
  return spread === null || spread === 0 ? null : (mean(excess) / spread) * Math.sqrt(returnsPerYear);
}

/** The returns between the points of an index at the start and on the days that count. */
export function returnsOn(points: readonly IndexPoint[], counts: (day: Day) => boolean): number[] {
  let before = points[0]?.index ?? 1;
  const returns: number[] = [];
  for (const { day, index } of points.slice(1)) {
    if (!counts(day)) continue;
    // After a total loss there is nothing left to earn.
    returns.push(before === 0 ? 0 : index / before - 1);
    before = index;
  }
  return returns;
}

export interface Fall {
  /** Fraction of the highest value, 0 or below. */
  fall: number;
  /** Days of the highest value and of the lowest after it; null if it never fell. */
  from: Day | null;
  to: Day | null;
  /** The first day after it on which the highest value was reached again; null if it was not. */
  recovered: Day | null;
}

/** How far each day is below the highest value until then: fractions, 0 or below. */
export function drawdowns(points: readonly IndexPoint[]): { day: Day; fall: number }[] {
  let highest = 0;
  return points.map(({ day, index }) => {
    highest = Math.max(highest, index);
    return { day, fall: highest === 0 ? 0 : index / highest - 1 };
  });
}

/**
 * The worst fall from a highest value to the lowest after it. Of equal falls the first; of equal highest values the one
 * from which it fell: the last that was reached from below, on the first of its days.
 */
export function worstFall(points: readonly IndexPoint[]): Fall {
  let highest: IndexPoint | undefined;
  let worst: Fall = { fall: 0, from: null, to: null, recovered: null };
  let isBelow = false;
  for (const point of points) {
    if (!highest || point.index > highest.index || (point.index === highest.index && isBelow)) {
      if (isBelow && worst.from === highest?.day) worst.recovered = point.day;
      highest = point;
      isBelow = false;
      continue;
    }
    if (point.index === highest.index) continue;
    isBelow = true;
    const fall = point.index / highest.index - 1;
    if (fall < worst.fall) worst = { fall, from: highest.day, to: point.day, recovered: null };
  }
  return worst;
}

/** Days between prices from which on a year has too few returns to be multiplied by √252: weekly prices and rarer. */
const rareFrom = 5;

/**
 * Whether the returns of these days stand for daily ones: the median of the distances between them is less than five days. A
 * value that is priced monthly moves on twelve days of the year, and its deviation × √252 would be more than four times too large.
 */
export function areDaily(days: readonly Day[]): boolean {
  const distances = days
    .slice(1)
    .map((day, index) => (Date.parse(day) - Date.parse(days[index] ?? day)) / 86_400_000)
    .sort((a, b) => a - b);
  return (distances[Math.floor(distances.length / 2)] ?? 0) < rareFrom;
}
