/** Months and years of the returns: in order, named, and their grounds compared with the strongest month. */
import { expect, test } from "vitest";
import { figureOf, heatOf, monthHeading, monthsSummary, periodName, periodsOf, type Year } from "./periods.ts";

const period = (percent: number | null, excess: number | null = null) => ({
  from: "2024-02-01",
  to: "2024-02-29",
  isPartial: false,
  percent,
  reason: null,
  gap: null,
  benchmark: null,
  excess,
});
const empty: Year["months"] = Array.from({ length: 12 }, () => null);
const years: Year[] = [
  { ...period(40), year: 2023, months: empty.with(11, period(-2, 1)) },
  { ...period(5), year: 2024, months: empty.with(0, period(4, -3)).with(1, period(null)) },
];

test("the months that are there come before their year", () => {
  expect(periodsOf(years).map(({ year, month, percent }) => [year, month, percent])).toEqual([
    [2023, 12, -2],
    [2023, null, 40],
    [2024, 1, 4],
    [2024, 2, null],
    [2024, null, 5],
  ]);
});

test("the strongest month has the strongest ground; a year does not make the months pale", () => {
  const own = heatOf(years, "own");
  expect([own(-2), own(4), own(0), own(40)]).toEqual([0.5, 1, 0, 1]);
  expect(heatOf(years, "excess")(-3)).toBe(1);
  expect(heatOf([], "own")(1)).toBe(0);
  expect(figureOf(period(1, 2), "excess")).toBe(2);
});

test("the best and the worst whole month, and how many gained; parts of months and unknown ones do not count", () => {
  expect(monthsSummary(years)).toMatchObject({
    best: { year: 2024, month: 1 },
    worst: { year: 2023, month: 12 },
    gained: 1,
    count: 2,
  });
  const begun = { ...period(-50), isPartial: true };
  const more: Year[] = [...years, { ...period(0), year: 2025, months: empty.with(0, period(0)).with(1, begun) }];
  expect(monthsSummary(more)).toMatchObject({ worst: { percent: -2 }, gained: 1, count: 3 });
  expect(monthsSummary(years.slice(0, 1))).toBeUndefined();
});

test("months have their names in each language", () => {
  expect((["en", "bg", "pl"] as const).map((language) => monthHeading(language, 3))).toEqual(["Mar", "март", "mar"]);
  const march = { year: 2024, month: 3 };
  expect((["en", "pl"] as const).map((language) => periodName(language, march))).toEqual(["March 2024", "marzec 2024"]);
  expect(periodName("bg", march)).toContain("март 2024");
  expect(periodName("en", { year: 2024, month: null })).toBe("2024");
});
