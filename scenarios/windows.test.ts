/** Windows at both ends of a history, its gaps and its simulated part; laws of the range. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { keptOver, noFees } from "./fees.ts";
import { type DayValue, monthCount, monthlySeries } from "./series.ts";
import { madeUpSeries } from "./testing/made-up-series.ts";
import { type HistoricalRange, historicalRange, type Plan } from "./windows.ts";

const once = (months: number): Plan => ({ now: 1000, monthly: 0, months });
/** Each month's last weekday, and the first day of the first month. */
const tenYears = madeUpSeries({ seed: 5, from: "2010-01-01", days: 3652 });

function rangeOf(series: readonly DayValue[], plan: Plan, fees = noFees): HistoricalRange {
  const range = historicalRange(monthlySeries(series), plan, fees);
  if (range.outcome !== "range") throw new Error("too short");
  return range;
}

describe("windows", () => {
  test("of ten whole years: 121 less each month of their length, from the first value to the last", () => {
    expect(monthCount(monthlySeries(tenYears))).toBe(120);
    for (const [months, windows] of [
      [1, 120],
      [12, 109],
      [119, 2],
      [120, 1],
    ] as const)
      expect(rangeOf(tenYears, once(months)).windows).toBe(windows);
    const whole = rangeOf(tenYears, once(120));
    expect(whole.worst).toMatchObject({ startDay: "2010-01-01", endDay: "2019-12-31" });
    const [first, last] = [tenYears[0]?.value ?? 0, tenYears.at(-1)?.value ?? 0];
    expect(whole.worst.value).toBeCloseTo((1000 * last) / first, 8);
  });

  test("none is longer than the history, which says how long it is", () => {
    expect(historicalRange(monthlySeries(tenYears), once(121), noFees)).toEqual({
      outcome: "tooShort",
      months: 120,
      needed: 121,
      longest: 120,
      leftOut: 0,
    });
    expect(historicalRange(monthlySeries([]), once(1), noFees)).toMatchObject({
      outcome: "tooShort",
      months: 0,
      longest: 0,
    });
  });

  test("the longest plan that a history too short names is calculated, and none of a month more", () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.integer({ min: 1, max: 9 }), { nil: null, freq: 4 }), { maxLength: 30 }),
        fc.constantFrom(0, 50),
        (values, monthly) => {
          const days = values.map((_, index) => new Date(Date.UTC(2020, index + 1, 0)).toISOString().slice(0, 10));
          const series = { values, days, firstDay: null, lastDay: null, gaps: [] };
          const outcome = (months: number) => historicalRange(series, { now: 1000, monthly, months }, noFees);
          const all = outcome(values.length + 1);
          if (all.outcome !== "tooShort") throw new Error("longer than the history");
          if (all.longest > 0) expect(outcome(all.longest).outcome).toBe("range");
          expect(outcome(all.longest + 1).outcome).toBe("tooShort");
        },
      ),
    );
  });

  test("begin and end with whole months: neither a first one that begins late nor a last one that is not over", () => {
    const late = tenYears.filter(({ day }) => day >= "2010-01-06");
    expect(monthlySeries(late).days[0]).toBe("2010-01-29");
    const unfinished = monthlySeries(tenYears.filter(({ day }) => day <= "2019-12-30"));
    expect(unfinished.days.at(-1)).toBe("2019-11-29");
    expect(unfinished).toMatchObject({ firstDay: "2010-01-01", lastDay: "2019-12-30", gaps: [] });
    // The 31st of August 2019 is a Saturday.
    expect(monthlySeries(tenYears.filter(({ day }) => day <= "2019-08-30")).days.at(-1)).toBe("2019-08-30");
    // The first value that a fund publishes may be that of a month's end.
    const monthly = ["2020-01-31", "2020-02-28", "2020-03-31"].map((day, index) => ({ day, value: 100 + index }));
    expect(monthlySeries(monthly)).toMatchObject({ values: [100, 101, 102], gaps: [] });
  });

  test("with a gap at a month's end are left out, and the gap is told; others remain", () => {
    const series = tenYears.filter(({ day }) => day <= "2014-05-12" || day >= "2014-08-04");
    const monthly = monthlySeries(series);
    expect(monthly.gaps).toEqual([{ from: "2014-05-12", to: "2014-08-04" }]);
    expect(monthly.values.filter((value) => value === null)).toHaveLength(3);
    // Windows of a single payment that begin or end with May, June or July; of monthly ones, all that pass over them.
    expect(rangeOf(series, once(12))).toMatchObject({ windows: 109 - 6, leftOut: 6 });
    expect(rangeOf(series, { now: 0, monthly: 10, months: 12 })).toMatchObject({ windows: 109 - 15, leftOut: 15 });
    const long = { now: 0, monthly: 10, months: 100 };
    expect(historicalRange(monthly, long, noFees)).toMatchObject({ outcome: "tooShort", months: 120, leftOut: 21 });
    const withinAMonth = tenYears.filter(({ day }) => day <= "2014-05-02" || day >= "2014-05-21");
    expect(rangeOf(withinAMonth, once(12))).toMatchObject({ windows: 109, leftOut: 0 });
  });

  test("that end with a total loss are among the results; none begins or buys where nothing can be bought", () => {
    const lost = tenYears.map((point) => (point.day >= "2019-11-01" ? { ...point, value: 0 } : point));
    const years = rangeOf(lost, once(12));
    expect([years.worst.value, years.windows, years.leftOut]).toEqual([0, 109, 0]);
    const one = rangeOf(lost, once(1));
    // The last month begins with nothing.
    expect([one.worst.value, one.windows, one.leftOut]).toEqual([0, 119, 1]);
    const monthly = rangeOf(lost, { now: 0, monthly: 100, months: 12 });
    expect([monthly.worst.value, monthly.leftOut]).toEqual([0, 1]);
    const whole = historicalRange(monthlySeries(lost), { now: 0, monthly: 100, months: 120 }, noFees);
    expect(whole).toMatchObject({ outcome: "tooShort", longest: 119 });
  });

  test("contain nothing simulated", () => {
    const simulated = tenYears.map((point) => (point.day < "2015-01-01" ? { ...point, isSimulated: true } : point));
    const actual = tenYears.filter(({ day }) => day >= "2015-01-01");
    expect(monthlySeries(simulated)).toEqual(monthlySeries(actual));
    expect(rangeOf(simulated, once(12))).toEqual(rangeOf(actual, once(12)));
  });

  test("of a falling history end below what was paid in, each one", () => {
    const falling = ["2020-01-31", "2020-02-28", "2020-03-31"].map((day, index) => ({ day, value: 100 - index }));
    expect(rangeOf(falling, once(1))).toMatchObject({ windows: 2, below: 2 });
  });

  test("an impossible plan is refused", () => {
    const monthly = monthlySeries(tenYears);
    for (const plan of [
      once(0),
      once(1.5),
      { now: -1, monthly: 0, months: 1 },
      { now: Number.NaN, monthly: 0, months: 1 },
    ])
      expect(() => historicalRange(monthly, plan, noFees)).toThrow(RangeError);
  });
});

const percents = fc.double({ min: 0, max: 20, noNaN: true });
const anyFees = fc.record({ entry: percents, yearly: percents, exit: percents });
const anyPlan = fc.record({ now: fc.nat(1_000_000), monthly: fc.nat(5000), months: fc.integer({ min: 1, max: 36 }) });
const anySeries = fc
  .record({
    seed: fc.nat(),
    days: fc.integer({ min: 1130, max: 2500 }),
    missing: fc.double({ min: 0, max: 0.2, noNaN: true }),
  })
  .map((course) => madeUpSeries({ ...course, from: "2011-03-01" }));
const three = ({ worst, median, best }: HistoricalRange) => [worst.value, median.value, best.value];

describe("laws of the range", () => {
  test("worst ≤ median ≤ best, and the same again for the same input", () => {
    fc.assert(
      fc.property(anySeries, anyPlan, anyFees, (series, plan, fees) => {
        const range = rangeOf(series, plan, fees);
        const [worst = 0, median = 0, best = 0] = three(range);
        expect(worst).toBeLessThanOrEqual(median);
        expect(median).toBeLessThanOrEqual(best);
        expect(rangeOf(series, plan, fees)).toEqual(range);
      }),
    );
  });
  test("twice the amounts give twice the results, in the same windows", () => {
    fc.assert(
      fc.property(anySeries, anyPlan, anyFees, fc.integer({ min: 2, max: 1000 }), (series, plan, fees, times) => {
        const single = rangeOf(series, plan, fees);
        const multiple = rangeOf(series, { ...plan, now: plan.now * times, monthly: plan.monthly * times }, fees);
        for (const [index, value] of three(multiple).entries()) {
          const expected = (three(single)[index] ?? 0) * times;
          expect(Math.abs(value - expected)).toBeLessThanOrEqual(1e-9 * Math.max(1, expected));
        }
        expect(multiple.windows).toBe(single.windows);
      }),
    );
  });
  test("a higher fee never gives more", () => {
    fc.assert(
      fc.property(
        anySeries,
        anyPlan,
        anyFees,
        fc.constantFrom("entry", "yearly", "exit"),
        percents,
        (series, plan, fees, kind, more) => {
          const low = three(rangeOf(series, plan, fees));
          const high = three(rangeOf(series, plan, { ...fees, [kind]: fees[kind] + more }));
          for (const [index, value] of high.entries())
            expect(value).toBeLessThanOrEqual((low[index] ?? 0) * (1 + 1e-12));
        },
      ),
    );
  });
  test("a history that stands still returns what was paid in, less the fees", () => {
    fc.assert(
      fc.property(anyPlan, anyFees, fc.integer({ min: 1, max: 1000 }), (plan, fees, value) => {
        const still = tenYears.map(({ day }) => ({ day, value }));
        const range = rangeOf(still, plan, noFees);
        expect(three(range)).toEqual(Array(3).fill(plan.now + plan.monthly * plan.months));
        expect(range.below).toBe(0);
        const charged = rangeOf(still, { ...plan, monthly: 0 }, fees);
        expect(charged.worst.value).toBeCloseTo(plan.now * keptOver(fees, plan.months), 6);
        expect(charged.best.value).toBeCloseTo(charged.worst.value, 6);
      }),
    );
  });
  test("one window of the whole history grows as the history did", () => {
    fc.assert(
      fc.property(anySeries, (series) => {
        const monthly = monthlySeries(series);
        const { values } = monthly;
        fc.pre(values.every((value) => value !== null));
        const range = historicalRange(monthly, once(values.length - 1), noFees);
        expect(range).toMatchObject({ outcome: "range", windows: 1 });
        const growth = (values.at(-1) ?? 0) / (values[0] ?? 1);
        if (range.outcome === "range") expect(range.median.value / 1000 / growth).toBeCloseTo(1, 9);
      }),
    );
  });
});
