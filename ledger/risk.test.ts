/** Risk figures, as published by others or calculated by hand. */
import { describe, expect, test } from "vitest";
import { returnIndex } from "./return-index.ts";
import { drawdowns, perYear, ratePerPeriod, returnsOn, sharpeRatio, volatility, worstFall } from "./risk.ts";

const dayOf = (index: number): string => new Date(Date.UTC(2000, 0, 30 + index)).toISOString().slice(0, 10);
const percents = (...values: number[]): number[] => values.map((value) => value / 100);
/** The index of these returns, from 1 on 30 January 2000. */
const indexOf = (returns: readonly number[]) => {
  let index = 1;
  return [
    { day: dayOf(0), index },
    ...returns.map((value, at) => {
      index *= 1 + value;
      return { day: dayOf(at + 1), index };
    }),
  ];
};

// Figures of empyrical's published tests.
const mixed = percents(1, 10, -4, 2, 3, 2, 1, -10);
const months = percents(0, 1, 10, -4, 2, 3, 2, 1, -10);
const positive = percents(1, 2, 1, 1, 1, 1, 1, 1, 1);
const negative = percents(0, -6, -7, -1, -9, -2, -6, -8, -5);
const sharpe = (returns: number[], riskFree = 0) => sharpeRatio(returns, { riskFree, returnsPerYear: perYear.days });

test("volatility of days and months", () => {
  expect(volatility(mixed, perYear.days)).toBeCloseTo(0.9136465399704637, 8);
  expect(volatility(months, perYear.months)).toBeCloseTo(0.18663690238892558, 8);
  expect(volatility(Array(1000).fill(0.01), perYear.days)).toBe(0);
  expect(volatility([], perYear.days)).toBeNull();
  expect(volatility([0.01], perYear.days)).toBeNull();
});

test("Sharpe ratio", () => {
  expect(sharpe(mixed)).toBeCloseTo(1.7238613961706866, 8);
  expect(sharpe(positive)).toBeCloseTo(52.915026221291804, 8);
  expect(sharpe(negative)).toBeCloseTo(-24.406808633910085, 8);
  expect(sharpe([])).toBeNull();
  expect(sharpe([0.01])).toBeNull();
  // Where others give infinity.
  expect(sharpe(Array(9).fill(0.01))).toBeNull();
  // A risk-free rate lowers the mean, not the deviation: 8 returns with the mean 0.625 %, less 0.1 %.
  expect((sharpe(mixed, 0.001) ?? 0) / (sharpe(mixed) ?? 1)).toBeCloseTo(0.525 / 0.625, 10);
});

test("a yearly rate compounds to itself over the days of a year", () => {
  expect((1 + ratePerPeriod(0.05, perYear.days)) ** 252).toBeCloseTo(1.05, 12);
  expect(ratePerPeriod(0, perYear.days)).toBe(0);
  expect(ratePerPeriod(-0.005, perYear.months)).toBeCloseTo(-0.00041762, 8);
});

describe("worst fall", () => {
  test.each([
    ["mixed", mixed, -0.1],
    ["positive", positive, 0],
    ["one", percents(1), 0],
    ["up, down, up", percents(10, -10, 10), -0.1],
    ["only down: all of it", negative, -0.3659],
  ])("%s", (_, returns, expected) => {
    expect(worstFall(indexOf(returns)).fall).toBeCloseTo(expected, 4);
  });

  test("figures of Portfolio Performance's and ffn's tests", () => {
    const of = (...accumulated: number[]) =>
      worstFall(accumulated.map((value, index) => ({ day: dayOf(index), index: 1 + value }))).fall;
    expect(of(1, 1, -0.5, 1, 1, 2, 3, 4, 5, 6)).toBe(-0.75);
    expect(of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)).toBe(0);
    const prices = [13.84, 13.575, 13.78, 13.225, 12.91, 13.095, 12.835, 12.93, 12.93, 12.645];
    const points = prices.map((index, at) => ({ day: dayOf(at), index }));
    const falls = drawdowns(points).map(({ fall }) => fall);
    expect([falls[0], falls[1], falls[9]].map((fall) => Number(fall?.toFixed(3)))).toEqual([0, -0.019, -0.086]);
    expect(worstFall(points)).toEqual({ fall: falls[9], from: dayOf(0), to: dayOf(9), recovered: null });
  });

  const points = (...values: number[]) => values.map((index, at) => ({ day: dayOf(at), index }));
  test("names the first day of the highest value and the first of the lowest", () => {
    expect(worstFall(points(1, 2, 2, 1.5, 1, 1, 1.9))).toEqual({
      fall: -0.5,
      from: dayOf(1),
      to: dayOf(4),
      recovered: null,
    });
    // Recovered before it fell again: the fall begins where it had recovered.
    expect(worstFall(points(2, 1.8, 2, 2, 1))).toEqual({
      fall: -0.5,
      from: dayOf(2),
      to: dayOf(4),
      recovered: null,
    });
    expect(worstFall(points(1, 1, 1.1))).toEqual({ fall: 0, from: null, to: null, recovered: null });
    expect(worstFall(points(1, 0, 0))).toEqual({ fall: -1, from: dayOf(0), to: dayOf(1), recovered: null });
  });

  test("is over when the highest value is reached again, by that fall's own", () => {
    const recoveredOf = (...values: number[]) => worstFall(points(...values)).recovered;
    // Of Portfolio Performance's tests: from the lowest on the fourth day to the twelfth.
    expect(recoveredOf(100, 120, 110, 80, 85, 90, 95, 100, 105, 110, 115, 120)).toBe(dayOf(11));
    expect(recoveredOf(100, 120, 80, 121, 120, 119)).toBe(dayOf(3));
    expect(recoveredOf(100, 120, 80, 119)).toBeNull();
    // A smaller fall that is over says nothing of the worst, which lasts, nor of one before it.
    expect(recoveredOf(100, 90, 100, 50, 99)).toBeNull();
    expect(recoveredOf(100, 50, 100, 90, 95)).toBe(dayOf(2));
    expect(recoveredOf(100, 50, 100, 90, 200, 150)).toBe(dayOf(2));
  });
});

describe("the index of a portfolio", () => {
  const row = (day: string, value: string, inflow = "0", deposits = inflow) => ({ day, value, inflow, deposits });
  const start = { opening: "100", startDay: "2024-01-01" };

  test("a withdrawal is no fall, and a deposit hides none", () => {
    const withdrawn = returnIndex(start, [row("2024-01-02", "110"), row("2024-01-03", "55", "0", "-55")]);
    expect(withdrawn).toEqual([
      { day: "2024-01-01", index: 1 },
      { day: "2024-01-02", index: 1.1 },
      { day: "2024-01-03", index: 1.1 },
    ]);
    const hidden = returnIndex(start, [row("2024-01-02", "180", "100"), row("2024-01-03", "200")]);
    if ("reason" in hidden) throw new Error(hidden.reason);
    expect(worstFall(hidden)).toMatchObject({ fall: expect.closeTo(-0.1, 12), from: "2024-01-01", to: "2024-01-02" });
  });

  test("has the reasons of the time-weighted return", () => {
    expect(returnIndex(start, [row("2024-01-02", "-1")])).toEqual({ reason: "belowZero", day: "2024-01-02" });
    expect(returnIndex({ ...start, opening: "0" }, [row("2024-01-02", "1")])).toEqual({
      reason: "nothingInvested",
      day: "2024-01-02",
    });
    expect(returnIndex({ ...start, opening: "0" }, [row("2024-01-02", "0")])).toEqual({
      reason: "nothingHeld",
      day: "2024-01-02",
    });
    expect(returnIndex(start, [])).toEqual({ reason: "nothingHeld", day: null });
  });

  test("what is earned on days that do not count belongs to the next that does", () => {
    const points = [1, 1.1, 1.1, 1.21, 1.331].map((index, at) => ({ day: dayOf(at), index }));
    const counted = returnsOn(points, (day) => day === dayOf(1) || day === dayOf(4));
    expect(counted).toEqual([expect.closeTo(0.1, 12), expect.closeTo(0.21, 12)]);
    expect(
      returnsOn(
        [
          { day: dayOf(0), index: 1 },
          { day: dayOf(1), index: 0 },
          { day: dayOf(2), index: 0 },
        ],
        () => true,
      ),
    ).toEqual([-1, 0]);
  });
});
