/** How far a value was below its highest before: each day, and the worst fall. */
import { type DayValue, isKnown } from "./series.ts";

export interface Fall {
  /** The day of the highest value before, and of the lowest after it. */
  from: string;
  to: string;
  /** First day on which the highest value was reached again; null if it never was. */
  recovered: string | null;
  /** A fraction, not positive: −0.2 is a fall by 20 %. */
  fall: number;
}

/** Fractions, 0 at a new highest value; null on days without a value. */
export function drawdown(series: readonly DayValue[]): { day: string; fall: number | null }[] {
  let highest = 0;
  return series.map(({ day, value }) => {
    if (!isKnown(value)) return { day, fall: null };
    highest = Math.max(highest, value);
    return { day, fall: highest === 0 ? 0 : value / highest - 1 };
  });
}

/** The deepest fall, the earlier of two equal ones; undefined if the series never fell. */
export function worstFall(series: readonly DayValue[]): Fall | undefined {
  let worst: Fall | undefined;
  let highest: { day: string; value: number } | undefined;
  for (const { day, value } of series) {
    if (!isKnown(value)) continue;
    if (!highest || value >= highest.value) {
      if (worst && worst.recovered === null && worst.from === highest?.day) worst.recovered = day;
      highest = { day, value };
    } else if (value / highest.value - 1 < (worst?.fall ?? 0))
      worst = { from: highest.day, to: day, recovered: null, fall: value / highest.value - 1 };
  }
  return worst;
}
