/** Past performance, drawdown, costs and weighted growth. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawdown, worstFall } from "./drawdown.ts";
import { costsOver, keptOver, noFees } from "./fees.ts";
import { pastPerformance, sinceStart } from "./past-performance.ts";
import { monthlySeries } from "./series.ts";
import { madeUpSeries } from "./testing/made-up-series.ts";
import { rebalancings, weightedGrowth } from "./weighted-growth.ts";

const days = (...values: (number | null)[]) =>
  values.map((value, index) => ({ day: `2024-03-${String(index + 1).padStart(2, "0")}`, value }));

describe("past performance", () => {
  const series = madeUpSeries({ seed: 9, from: "2015-01-01", days: 2500 });
  const valueOn = (day: string) => series.find((point) => point.day === day)?.value ?? Number.NaN;

  test("has the last five whole periods of twelve months, oldest first, with the effect of each fee", () => {
    const fees = { entry: 2, yearly: 1.2, exit: 1 };
    // 2,500 days end on 2021-11-04: October is the last whole month.
    const { periods, total, months } = pastPerformance(monthlySeries(series), fees);
    expect(months).toBe(82);
    expect(periods.map(({ from, to }) => [from, to])).toEqual([
      ["2016-10-31", "2017-10-31"],
      ["2017-10-31", "2018-10-31"],
      ["2018-10-31", "2019-10-31"],
      ["2019-10-31", "2020-10-30"],
      ["2020-10-30", "2021-10-29"],
    ]);
    const growth = valueOn("2017-10-31") / valueOn("2016-10-31");
    expect(periods[0]?.before).toBeCloseTo(growth - 1, 12);
    expect(periods[0]?.after).toBeCloseTo(growth * 0.999 ** 12 - 1, 12);
    const whole = valueOn("2021-10-29") / valueOn("2016-10-31");
    expect(total?.before).toBeCloseTo(whole - 1, 12);
    expect(total?.after).toBeCloseTo(whole * 0.98 * 0.999 ** 60 * 0.99 - 1, 12);
  });

  test("the whole actual history is told from its first day to its last, before and after fees, however short", () => {
    const fees = { entry: 2, yearly: 1.2, exit: 1 };
    const published = "2019-10-31";
    const chain = series.map((point) => ({ ...point, isSimulated: point.day < published }));
    const growth = (valueOn("2021-11-04") || 0) / valueOn(published);
    const since = sinceStart(chain, fees);
    expect(since).toMatchObject({ from: published, to: series.at(-1)?.day });
    expect(since?.before).toBeCloseTo(growth - 1, 12);
    // 735 days: 24 months.
    expect(since?.after).toBeCloseTo(growth * 0.98 * 0.999 ** 24 * 0.99 - 1, 12);
    expect(
      sinceStart(
        chain.filter(({ day }) => day <= published),
        fees,
      ),
    ).toBeNull();
    expect(sinceStart([], fees)).toBeNull();
  });

  test("has as many periods as a younger product has lived, and none of a first year", () => {
    const of = (count: number) => pastPerformance(monthlySeries(series.slice(0, count)), noFees).periods.length;
    expect([of(200), of(270), of(800)]).toEqual([0, 1, 3]);
    expect(pastPerformance(monthlySeries([]), noFees)).toEqual({ periods: [], total: null, months: 0 });
  });

  test("a total loss is told as one, and nothing grows from nothing", () => {
    const lost = series.map((point) => (point.day >= "2021-06-01" ? { ...point, value: 0 } : point));
    expect(sinceStart(lost, noFees)?.before).toBe(-1);
    const { periods, total } = pastPerformance(monthlySeries(lost), noFees);
    expect([periods.at(-1)?.before, total?.before]).toEqual([-1, -1]);
    const regained = series.map((point) => (point.day < "2018-01-01" ? { ...point, value: 0 } : point));
    expect(sinceStart(regained, noFees)).toBeNull();
    expect(pastPerformance(monthlySeries(regained), noFees).periods[0]?.before).toBeNull();
    expect(drawdown(lost).at(-1)?.fall).toBe(-1);
    expect(worstFall(lost)).toMatchObject({ fall: -1, recovered: null });
    expect(drawdown(regained)[0]?.fall).toBe(0);
  });

  test("has no figure for a period with an unknown end", () => {
    const withGap = series.filter(({ day }) => day < "2018-10-10" || day > "2018-12-15");
    const { periods, total } = pastPerformance(monthlySeries(withGap), noFees);
    expect(periods.map(({ before }) => before === null)).toEqual([false, true, true, false, false]);
    expect(total?.before).not.toBeNull();
  });
});

describe("a drawdown", () => {
  test("counts from the highest value before, and is unknown where the value is", () => {
    expect(drawdown(days(100, 80, null, 100, 50)).map(({ fall }) => fall && Math.round(fall * 100))).toEqual([
      0,
      -20,
      null,
      0,
      -50,
    ]);
  });
  test("names the worst fall: its days, and when it was over", () => {
    expect(worstFall(days(100, 80, 90, 100, 110, 99))).toEqual({
      from: "2024-03-01",
      to: "2024-03-02",
      recovered: "2024-03-04",
      fall: 80 / 100 - 1,
    });
    expect(worstFall(days(100, 120, 90, 60, 100))).toMatchObject({
      from: "2024-03-02",
      to: "2024-03-04",
      recovered: null,
    });
    expect(worstFall(days(100, 100, 120))).toBeUndefined();
    // A later, deeper fall takes the place of one that was over.
    expect(worstFall(days(100, 80, 100, 70))).toMatchObject({ from: "2024-03-03", to: "2024-03-04", recovered: null });
  });
  test("is the deepest of all pairs of a day and a later one", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 25 }), (values) => {
        const falls = values.flatMap((high, index) => values.slice(index).map((low) => low / high - 1));
        const worst = worstFall(days(...values));
        expect(worst?.fall ?? 0).toBeCloseTo(Math.min(...falls), 12);
      }),
    );
  });
});

describe("costs over the holding time", () => {
  test("are told by kind, together, and as percent a year", () => {
    expect(costsOver(10_000, 12, { entry: 2, yearly: 1.2, exit: 1 })).toEqual({
      entry: 200,
      yearly: 116.96,
      funds: 0,
      exit: 96.83,
      total: 413.79,
      totalPercent: expect.closeTo(4.1379, 4),
      percentPerYear: expect.closeTo(4.1379, 4),
    });
    expect(costsOver(10_000, 60, { entry: 0, yearly: 1.2, exit: 0 }).percentPerYear).toBeCloseTo(1.1934, 4);
    expect(costsOver(0, 60, { entry: 2, yearly: 1.2, exit: 1 })).toMatchObject({ total: 0 });
    expect(costsOver(100, 1, { entry: 1.005, yearly: 0, exit: 0 }).entry).toBe(1.01);
  });
  test("name what the funds themselves cost beside the yearly fee", () => {
    const costs = costsOver(10_000, 12, { entry: 0, yearly: 1.2, exit: 0 }, 0.6);
    // 10,000 × (1 − 0.9985¹²) = 178.52, two thirds of it for the fee.
    expect(costs).toMatchObject({ yearly: 119.01, funds: 59.51, total: 178.52 });
    expect(costsOver(10_000, 12, noFees, 0.6)).toMatchObject({ yearly: 0, funds: 59.84 });
  });
  test("are all of it that does not remain", () => {
    const percent = fc.double({ min: 0, max: 10, noNaN: true });
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 1, max: 360 }),
        percent,
        percent,
        percent,
        (amount, months, entry, yearly, exit) => {
          const fees = { entry, yearly, exit };
          const { total, totalPercent } = costsOver(amount, months, fees);
          expect(Math.abs(amount - total - amount * keptOver(fees, months))).toBeLessThanOrEqual(0.016);
          expect(totalPercent).toBeCloseTo((1 - keptOver(fees, months)) * 100, 9);
        },
      ),
    );
    for (const [amount, months] of [
      [-1, 12],
      [Number.NaN, 12],
      [1, 0],
      [1, 1.5],
    ] as const)
      expect(() => costsOver(amount, months, noFees)).toThrow(RangeError);
  });
});

describe("growth of weighted parts", () => {
  const monthly = (...values: (number | null)[]) =>
    values.map((value, index) => ({ day: `2024-${String(index + 1).padStart(2, "0")}-28`, value }));
  const parts = (first: (number | null)[], second: (number | null)[]) => [
    { weight: 50, series: monthly(...first) },
    { weight: 50, series: monthly(...second) },
  ];
  const valuesOf = (first: (number | null)[], second: (number | null)[], rebalancing: (typeof rebalancings)[number]) =>
    weightedGrowth(parts(first, second), rebalancing).map(({ value }) => value && Math.round(value * 1e6) / 1e6);

  test("follows the shares bought at the beginning, or bought anew at each period", () => {
    const [first, second] = [
      [100, 200, 400, 400, 800],
      [100, 100, 100, 100, 50],
    ];
    expect(valuesOf(first as number[], second as number[], "none")).toEqual([100, 150, 250, 250, 425]);
    expect(valuesOf(first as number[], second as number[], "monthly")).toEqual([100, 150, 225, 225, 281.25]);
    // Rebalanced once, after March.
    expect(valuesOf(first as number[], second as number[], "quarterly")).toEqual([100, 150, 250, 250, 312.5]);
    expect(valuesOf(first as number[], second as number[], "yearly")).toEqual([100, 150, 250, 250, 425]);
  });
  test("of one part is the part's own, however it is rebalanced", () => {
    const series = madeUpSeries({ seed: 3, from: "2019-05-20", days: 900 });
    for (const rebalancing of rebalancings) {
      const growth = weightedGrowth([{ weight: 7, series }], rebalancing);
      expect(growth).toHaveLength(series.length);
      for (const [index, { day, value }] of growth.entries()) {
        expect(day).toBe(series[index]?.day);
        expect(value).toBeCloseTo(((series[index]?.value ?? 0) / (series[0]?.value ?? 1)) * 100, 6);
      }
    }
  });
  test("a part that becomes worthless loses its share, and cannot be bought again while it is worth nothing", () => {
    const [whole, lost] = [
      [100, 100, 100, 100, 100],
      [100, 50, 0, 0, 10],
    ];
    expect(valuesOf(whole as number[], lost as number[], "none")).toEqual([100, 75, 50, 50, 55]);
    // After February half of 75 is put into each; what is left of the second is then worth nothing, and stays one share.
    expect(valuesOf(whole as number[], lost as number[], "monthly")).toEqual([100, 75, 37.5, 37.5, 45]);
    expect(valuesOf([0, 100, 200] as number[], [100, 100, 100] as number[], "none")).toEqual([100, 150]);
    expect(valuesOf([100, 0, 0] as number[], [100, 0, 5] as number[], "monthly")).toEqual([100, 0, 2.5]);
  });
  test("begins when every part has a value, and is unknown while one has none", () => {
    expect(valuesOf([null, 100, 110], [100, 100, 100], "none")).toEqual([100, 105]);
    expect(valuesOf([100, null, 110], [100, 100, 100], "none")).toEqual([100, null, 105]);
    const shortly = [
      { weight: 1, series: days(100, 100, 110) },
      { weight: 1, series: days(100, null, 110) },
    ];
    expect(weightedGrowth(shortly, "none").map(({ value }) => value)).toEqual([100, 100, 110]);
    expect(weightedGrowth([], "none")).toEqual([]);
    expect(weightedGrowth([{ weight: 0, series: days(1, 2) }], "none")).toEqual([]);
  });
  test("is simulated where a part is, and a part without weight has no influence", () => {
    const series = days(100, 110, 120).map((point, index) => ({ ...point, ...(index === 0 && { isSimulated: true }) }));
    const growth = weightedGrowth(
      [
        { weight: 1, series },
        { weight: 1, series: days(50, 50, 50) },
        { weight: 0, series: [] },
      ],
      "none",
    );
    expect(growth.map(({ isSimulated }) => isSimulated === true)).toEqual([true, false, false]);
  });
});
