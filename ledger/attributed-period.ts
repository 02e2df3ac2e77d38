/**
 * Weights and returns of a portfolio's parts over a period in which nothing was paid after its first day: what a part was
 * worth at the close before, with what came into it from outside, is its weight. The parts' returns, weighted, sum to the
 * period's time-weighted return (time-weighted.ts).
 */
import type { AttributedPart } from "./attribution.ts";
import { Decimal, plain, zero } from "./decimal.ts";

/** In base. */
export interface PartOfPeriod {
  /** Worth at the close before, with what came from outside on the first day. */
  invested: Decimal;
  /** What it earned: changes of price and of exchange rates, income, less fees and taxes. */
  gain: Decimal;
}

/** A part of a benchmark: its weight at the period's start, and its return, as fractions. */
export interface BenchmarkPart {
  weight: Decimal;
  return: Decimal;
}

function sumOf<Value>(parts: Iterable<Value>, of: (part: Value) => Decimal): Decimal {
  let sum = zero;
  for (const part of parts) sum = sum.plus(of(part));
  return sum;
}

/** Several parts of a benchmark as one. */
export function joinedPart(parts: readonly BenchmarkPart[]): BenchmarkPart {
  const weight = sumOf(parts, (part) => part.weight);
  const earned = sumOf(parts, (part) => part.weight.times(part.return));
  return { weight, return: weight.isZero() ? zero : earned.div(weight) };
}

/** The parts of both by key, for `attribute`; null if nothing was invested. */
export function attributedParts(
  own: ReadonlyMap<string, PartOfPeriod>,
  benchmark: ReadonlyMap<string, BenchmarkPart>,
): AttributedPart[] | null {
  const whole = sumOf(own.values(), ({ invested }) => invested);
  if (whole.isZero()) return null;
  return [...new Set([...own.keys(), ...benchmark.keys()])].map((key): AttributedPart => {
    const { invested, gain } = own.get(key) ?? { invested: zero, gain: zero };
    const other = benchmark.get(key);
    return {
      key,
      weight: plain(invested.div(whole)),
      benchmarkWeight: plain(other?.weight ?? zero),
      return: invested.isZero() ? null : plain(gain.div(invested)),
      benchmarkReturn: other && !other.weight.isZero() ? plain(other.return) : null,
      ...(invested.isZero() && !gain.isZero() && { unweighted: plain(gain.div(whole)) }),
    };
  });
}
