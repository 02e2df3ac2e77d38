/** The actual history of a product is the chain of its versions' own weights; what was before them is simulated. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { chainedGrowth, type HeldWeights } from "./chained-growth.ts";
import { monthCount, monthlySeries } from "./series.ts";
import { madeUpSeries } from "./testing/made-up-series.ts";
import { rebalancings, weightedGrowth } from "./weighted-growth.ts";

const dayOf = (index: number) => `2024-03-${String(index + 1).padStart(2, "0")}`;
const days = (...values: (number | null)[]) => values.map((value, index) => ({ day: dayOf(index), value }));
const held = (since: string, ...parts: HeldWeights["parts"]): HeldWeights => ({ since, rebalancing: "none", parts });
const all = (series: HeldWeights["parts"][number]["series"]) => ({ weight: 100, series });
const shown = (versions: HeldWeights[]) =>
  chainedGrowth(versions).series.map(({ value, isSimulated }) => [
    value && Math.round(value * 1e6) / 1e6,
    isSimulated === true,
  ]);

const first = days(100, 110, 121, 121, 60.5);
const second = days(10, 10, 10, 20, 40);

test("each version's weights count from its day until the next, and before the first is simulated", () => {
  expect(shown([held(dayOf(1), all(first)), held(dayOf(2), all(second))])).toEqual([
    [100, true],
    [110, false],
    [121, false],
    [242, false],
    [484, false],
  ]);
  expect(chainedGrowth([held(dayOf(1), all(first)), held(dayOf(2), all(second))]).since).toBe(dayOf(1));
});

test("a change between two days with values takes the last value before it", () => {
  const weekend = first.filter(({ day }) => day !== dayOf(2));
  const also = second.filter(({ day }) => day !== dayOf(2));
  expect(shown([held(dayOf(0), all(weekend)), held(dayOf(2), all(also))])).toEqual([
    [100, false],
    [110, false],
    [220, false],
    [440, false],
  ]);
});

test("a version whose parts had no values when it was published begins the actual history anew", () => {
  const late = days(null, null, null, 20, 40);
  expect(shown([held(dayOf(0), all(first)), held(dayOf(2), all(late))])).toEqual([
    [100, false],
    [200, false],
  ]);
  expect(chainedGrowth([held(dayOf(0), all(first)), held(dayOf(2), all(late))]).since).toBe(dayOf(2));
});

test("values missing around a change are unknown, not those of weights that nobody held", () => {
  const long = [
    { day: "2024-01-01", value: 100 },
    { day: "2024-02-01", value: null },
    { day: "2024-03-01", value: 130 },
  ];
  const other = [
    { day: "2024-01-01", value: 10 },
    { day: "2024-02-01", value: 15 },
    { day: "2024-03-01", value: 20 },
  ];
  expect(shown([held("2024-01-01", all(long)), held("2024-02-20", all(other))]).map(([value]) => value)).toEqual([
    100,
    null,
    200,
  ]);
});

test("versions published before the first value or after the last one change nothing that can be seen", () => {
  const [before, after] = [held("2020-01-01", all(second)), held("2030-01-01", all(second))];
  expect(shown([before, held("2020-06-01", all(first))])).toEqual([
    [100, false],
    [110, false],
    [121, false],
    [121, false],
    [60.5, false],
  ]);
  expect(shown([held("2020-06-01", all(first)), after])).toHaveLength(5);
  // Published after the last value: all of it is simulated, so there is no month to calculate with.
  const simulated = chainedGrowth([after]);
  expect(simulated.series.every(({ isSimulated }) => isSimulated)).toBe(true);
  expect(monthCount(monthlySeries(simulated.series))).toBe(0);
  expect(chainedGrowth([])).toEqual({ series: [], since: null });
});

test("a new version with the same single part changes nothing, whenever it is published", () => {
  const series = madeUpSeries({ seed: 21, from: "2019-05-20", days: 700 });
  const lastDay = series.length - 1;
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: lastDay }), { minLength: 1, maxLength: 5 }),
      fc.constantFrom(...rebalancings),
      (places, rebalancing) => {
        const versions = places
          .toSorted((a, b) => a - b)
          .map((place) => ({ since: series[place]?.day ?? "", rebalancing, parts: [all(series)] }));
        const whole = weightedGrowth([all(series)], "none");
        const chain = chainedGrowth(versions).series;
        expect(chain.map(({ day }) => day)).toEqual(whole.map(({ day }) => day));
        for (const [index, { day, value, isSimulated }] of chain.entries()) {
          expect(value).toBeCloseTo(whole[index]?.value ?? 0, 6);
          expect(isSimulated === true).toBe(day < (versions[0]?.since ?? ""));
        }
      },
    ),
    { numRuns: 30 },
  );
});
