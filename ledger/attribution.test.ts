/** Attribution against the tables of Bacon, Practical Portfolio Performance Measurement and Attribution, 2nd edition 2008. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type AttributedPart, attribute, type Effects, linkAttributions } from "./attribution.ts";
import { Decimal } from "./decimal.ts";

const keys = ["UK", "Japan", "US"];
/** Parts from percentages: weights and returns of the portfolio, then of the benchmark. */
const period = (weights: number[], returns: number[], benchmarkWeights: number[], benchmarkReturns: number[]) =>
  keys.map((key, index): AttributedPart => {
    const fraction = (values: number[]) => new Decimal(values[index] ?? 0).div(100).toFixed();
    return {
      key,
      weight: fraction(weights),
      benchmarkWeight: fraction(benchmarkWeights),
      return: fraction(returns),
      benchmarkReturn: fraction(benchmarkReturns),
    };
  });
const quarters = [
  period([40, 30, 30], [20, -5, 6], [40, 20, 40], [10, -4, 8]),
  period([70, 20, 10], [-5, 3, -5], [40, 30, 30], [-7, 4, -10]),
  period([30, 50, 20], [-20, 8, -15], [50, 40, 10], [-25, 5, -20]),
  period([30, 50, 20], [10, -7, 25], [40, 40, 20], [5, -5, 10]),
];
const percent = (text: string) => Number(new Decimal(text).times(100).toFixed(4));
const inPercent = ({ allocation, selection, interaction, total }: Effects) =>
  [allocation, selection, interaction, total].map(percent);

test("one period: allocation, selection and interaction of each part sum to the excess", () => {
  const { parts, effects, ...returns } = attribute(quarters[0] ?? []);
  expect(returns).toEqual({ return: "0.083", benchmarkReturn: "0.064" });
  expect(parts.map((part) => [part.key, ...inPercent(part.effects)])).toEqual([
    ["UK", 0, 4, 0, 4],
    ["Japan", -1.04, -0.2, -0.1, -1.34],
    ["US", -0.16, -0.8, 0.2, -0.76],
  ]);
  expect(inPercent(effects)).toEqual([-1.2, 3, 0.1, 1.9]);
});

test("four quarters linked after Carino: tables 8.1 and 8.2", () => {
  const linked = linkAttributions(quarters.map(attribute));
  // The tables have four decimals of a fraction, and the interaction within the selection.
  const rows = [...(linked?.parts.map(({ effects }) => effects) ?? []), linked?.effects].map((effects) =>
    [Number(effects?.allocation), new Decimal(effects?.selection ?? 0).plus(effects?.interaction ?? 0).toNumber()].map(
      (value) => Number(value.toFixed(4)),
    ),
  );
  const published = [
    [0.0165, 0.0804],
    [-0.006, 0.0018],
    [0.0015, 0.0385],
    [0.012, 0.1207],
  ];
  for (const [at, [allocation = 0, selection = 0]] of published.entries()) {
    expect(Math.abs((rows[at]?.[0] ?? 9) - allocation)).toBeLessThan(0.00011);
    expect(Math.abs((rows[at]?.[1] ?? 9) - selection)).toBeLessThan(0.00011);
  }
});

test("a class that only one of both has", () => {
  const part = (key: string, weight: string, benchmarkWeight: string, own: string | null, other: string | null) => ({
    key,
    weight,
    benchmarkWeight,
    return: own,
    benchmarkReturn: other,
  });
  const { parts, effects } = attribute([
    part("equity", "0.5", "0.8", "0.1", "0.1"),
    part("bonds", "0", "0.2", null, "0.02"),
    part("cash", "0.5", "0", "0.01", null),
  ]);
  const of = Object.fromEntries(parts.map((each) => [each.key, inPercent(each.effects)]));
  // The benchmark earned 8.4 %: bonds left out bring, cash costs, and neither is a choice of instruments.
  expect(of["bonds"]).toEqual([1.28, 0, 0, 1.28]);
  expect(of["cash"]).toEqual([-3.7, 0, 0, -3.7]);
  expect(percent(effects.total)).toBe(-2.9);
});

test("what a class earned without any weight at the start is selection, and of the whole return", () => {
  const {
    return: own,
    parts,
    effects,
  } = attribute([
    { key: "equity", weight: "0", benchmarkWeight: "0.5", return: null, benchmarkReturn: "0.1", unweighted: "0.02" },
    { key: "cash", weight: "1", benchmarkWeight: "0.5", return: "0.01", benchmarkReturn: "0" },
  ]);
  expect(own).toBe("0.03");
  // The benchmark earned 5 %.
  expect(inPercent(parts[0]?.effects ?? effects)).toEqual([-2.5, 2, 0, -0.5]);
  expect(percent(effects.total)).toBe(-2);
});

test("weights that do not sum to 1, or lack a return, are refused", () => {
  const [uk, ...rest] = quarters[0] ?? [];
  if (!uk) throw new Error("no part");
  expect(() => attribute([{ ...uk, weight: "0.5" }, ...rest])).toThrow(RangeError);
  expect(() => attribute([{ ...uk, benchmarkWeight: "0.3" }, ...rest])).toThrow(RangeError);
  expect(() => attribute([{ ...uk, return: null }, ...rest])).toThrow(RangeError);
  expect(() => attribute([{ ...uk, benchmarkReturn: null }, ...rest])).toThrow(RangeError);
  expect(() => attribute([])).toThrow(RangeError);
});

test("a total loss is not linked", () => {
  expect(linkAttributions([])).toBeNull();
  const lost = attribute(period([40, 30, 30], [-100, -100, -100], [40, 20, 40], [10, -4, 8]));
  expect(linkAttributions([lost])).toBeNull();
});

test("effects sum to the excess of the linked returns, for any periods", () => {
  const rate = fc.integer({ min: -60, max: 90 });
  const weights = fc
    .tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 }))
    .map(([a, b]) => [a, b, 100 - a - b]);
  const rates = fc.tuple(rate, rate, rate);
  const periods = fc.array(fc.tuple(weights, rates, weights, rates), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(periods, (list) => {
      const each = list.map((values) => attribute(period(...values)));
      for (const { effects, return: own, benchmarkReturn } of each)
        expect(effects.total).toBe(new Decimal(own).minus(benchmarkReturn).toFixed());
      const linked = linkAttributions(each);
      const excess = each
        .reduce((factor, one) => factor.times(new Decimal(one.return).plus(1)), new Decimal(1))
        .minus(each.reduce((factor, one) => factor.times(new Decimal(one.benchmarkReturn).plus(1)), new Decimal(1)));
      expect(new Decimal(linked?.effects.total ?? 9).minus(excess).abs().lt("1e-16")).toBe(true);
    }),
  );
});
