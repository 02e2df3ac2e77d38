/**
 * Attribution of the excess over a benchmark: Brinson and Fachler, Measuring Non-US Equity Portfolio Performance, Journal of
 * Portfolio Management 1985, with the interaction on its own. The parts may be classes or currencies: each level is
 * calculated from its own weights and returns, and never summed from a lower one. Periods are linked after Carino, Combining
 * Attribution Effects Over Time, Journal of Performance Measurement 1999.
 */
import { Decimal, plain, zero } from "./decimal.ts";
import type { DecimalString } from "./entry.ts";

/** A part of portfolio and benchmark at the start of a period, as fractions: 0.4 is 40 %. */
export interface AttributedPart {
  key: string;
  weight: DecimalString;
  benchmarkWeight: DecimalString;
  /** Null if the portfolio has nothing of it: the part then selects nothing. */
  return: DecimalString | null;
  /** Null if the benchmark has nothing of it: what the part earned is then due to its weight alone. */
  benchmarkReturn: DecimalString | null;
  /** What it added to the portfolio's return without any weight at the start, such as what was bought later: part of selection. */
  unweighted?: DecimalString;
}

/** Fractions; allocation + selection + interaction = total, exactly. */
export interface Effects {
  allocation: DecimalString;
  selection: DecimalString;
  interaction: DecimalString;
  total: DecimalString;
}

/** The total of `effects` is `return` − `benchmarkReturn`, exactly for one period, and to 20 decimals if linked. */
export interface Attribution {
  return: DecimalString;
  benchmarkReturn: DecimalString;
  parts: { key: string; effects: Effects }[];
  effects: Effects;
}

interface Sums {
  allocation: Decimal;
  selection: Decimal;
  interaction: Decimal;
}
const nothing: Sums = { allocation: zero, selection: zero, interaction: zero };

const plus = (a: Sums, b: Sums): Sums => ({
  allocation: a.allocation.plus(b.allocation),
  selection: a.selection.plus(b.selection),
  interaction: a.interaction.plus(b.interaction),
});
const write = ({ allocation, selection, interaction }: Sums): Effects => ({
  allocation: plain(allocation),
  selection: plain(selection),
  interaction: plain(interaction),
  total: plain(allocation.plus(selection).plus(interaction)),
});
const read = ({ allocation, selection, interaction }: Effects): Sums => ({
  allocation: new Decimal(allocation),
  selection: new Decimal(selection),
  interaction: new Decimal(interaction),
});
const scaled = (sums: Sums, by: Decimal): Sums => ({
  allocation: sums.allocation.times(by),
  selection: sums.selection.times(by),
  interaction: sums.interaction.times(by),
});

/** Weights are quotients, so their sum is 1 but for the last digits. */
const nearlyOne = (sum: Decimal): boolean => sum.minus(1).abs().lt("1e-12");

function readPart(part: AttributedPart) {
  const [weight, benchmarkWeight] = [new Decimal(part.weight), new Decimal(part.benchmarkWeight)];
  const [own, other] = [part.return ?? part.benchmarkReturn ?? "0", part.benchmarkReturn ?? part.return ?? "0"];
  if (part.return === null && !weight.isZero()) throw new RangeError(`${part.key} has a weight but no return`);
  if (part.benchmarkReturn === null && !benchmarkWeight.isZero())
    throw new RangeError(`${part.key} has a weight in the benchmark but no return`);
  const unweighted = new Decimal(part.unweighted ?? 0);
  return {
    key: part.key,
    weight,
    benchmarkWeight,
    earned: new Decimal(own),
    benchmark: new Decimal(other),
    unweighted,
  };
}

/** The attribution of one period. Throws a RangeError if weights do not sum to 1, or a part with a weight lacks its return. */
export function attribute(given: readonly AttributedPart[]): Attribution {
  const parts = given.map(readPart);
  const sum = (of: (part: (typeof parts)[number]) => Decimal): Decimal =>
    parts.reduce((total, part) => total.plus(of(part)), zero);
  if (!nearlyOne(sum(({ weight }) => weight)) || !nearlyOne(sum(({ benchmarkWeight }) => benchmarkWeight)))
    throw new RangeError("the weights of portfolio and benchmark must each sum to 1");
  const own = sum(({ weight, earned, unweighted }) => weight.times(earned).plus(unweighted));
  const other = sum(({ benchmarkWeight, benchmark }) => benchmarkWeight.times(benchmark));
  const effects = parts.map(({ key, weight, benchmarkWeight, earned, benchmark, unweighted }) => ({
    key,
    sums: {
      allocation: weight.minus(benchmarkWeight).times(benchmark.minus(other)),
      selection: benchmarkWeight.times(earned.minus(benchmark)).plus(unweighted),
      interaction: weight.minus(benchmarkWeight).times(earned.minus(benchmark)),
    },
  }));
  return {
    return: plain(own),
    benchmarkReturn: plain(other),
    parts: effects.map(({ key, sums }) => ({ key, effects: write(sums) })),
    effects: write(effects.reduce((total, { sums }) => plus(total, sums), nothing)),
  };
}

/** Carino's coefficient: the difference of the continuous returns per difference of the simple ones. */
function coefficient(own: Decimal, other: Decimal): Decimal {
  const [a, b] = [own.plus(1), other.plus(1)];
  return a.eq(b) ? new Decimal(1).div(a) : a.ln().minus(b.ln()).div(own.minus(other));
}

/**
 * The attribution over consecutive periods: the effects of each, weighted so that they sum to the excess of the linked
 * returns. Null without periods, and after a total loss, which has no continuous return.
 */
export function linkAttributions(periods: readonly Attribution[]): Attribution | null {
  const given = periods.map((period) => ({
    own: new Decimal(period.return),
    other: new Decimal(period.benchmarkReturn),
    period,
  }));
  if (given.length === 0 || given.some(({ own, other }) => own.lte(-1) || other.lte(-1))) return null;
  const linked = (of: "own" | "other"): Decimal =>
    given.reduce((factor, one) => factor.times(one[of].plus(1)), new Decimal(1)).minus(1);
  const [own, other] = [linked("own"), linked("other")];
  const whole = coefficient(own, other);
  const sums = new Map<string, Sums>();
  for (const { own: earned, other: benchmark, period } of given) {
    const weight = coefficient(earned, benchmark).div(whole);
    for (const { key, effects } of period.parts)
      sums.set(key, plus(sums.get(key) ?? nothing, scaled(read(effects), weight)));
  }
  return {
    return: plain(own),
    benchmarkReturn: plain(other),
    parts: [...sums].map(([key, part]) => ({ key, effects: write(part) })),
    effects: write([...sums.values()].reduce(plus, nothing)),
  };
}
