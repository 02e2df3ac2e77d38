/** Made-up series for tests and benchmarks: the same seed gives the same values. */
import type { DayValue } from "../series.ts";

/** Numbers from 0 to 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface Course {
  seed: number;
  /** First day. */
  from: string;
  days: number;
  /** Probability that a weekday has no value. */
  missing?: number;
  /** Probability that a longer stretch without values begins on a day. */
  stretches?: number;
  /** Days at the beginning that are marked as simulated. */
  simulated?: number;
}

/** Monday to Friday, each day up to three per cent up or down. */
export function madeUpSeries({ seed, from, days, missing = 0, stretches = 0, simulated = 0 }: Course): DayValue[] {
  const random = randomNumbers(seed);
  const points: DayValue[] = [];
  let value = 50 + random() * 100;
  let silentUntil = -1;
  for (let index = 0; index < days; index++) {
    const date = new Date(`${from}T00:00:00Z`);
    date.setUTCDate(date.getUTCDate() + index);
    value *= 1 + (random() - 0.495) * 0.06;
    if (random() < stretches) silentUntil = index + Math.floor(random() * 90);
    if (index <= silentUntil || random() < missing || date.getUTCDay() % 6 === 0) continue;
    points.push({
      day: date.toISOString().slice(0, 10),
      value: Math.round(value * 10_000) / 10_000,
      ...(index < simulated && { isSimulated: true }),
    });
  }
  return points;
}
