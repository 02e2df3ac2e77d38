import { expect, test } from "vitest";
import { selectDays, stepBy } from "./selection.ts";

/** The close before the range from 2 March, then its days; 500 are paid in on the 4th. */
const points = [
  { day: "2026-03-01", value: 1000, netDeposits: 900 },
  { day: "2026-03-02", value: 1010, netDeposits: 900 },
  { day: "2026-03-03", value: null, netDeposits: 900 },
  { day: "2026-03-04", value: 1530, netDeposits: 1400 },
  { day: "2026-03-05", value: 1520, netDeposits: 1400 },
];
const select = (one: string, other: string, from = "2026-03-02") => selectDays(points, one, other, from);

test("days between two points begin after the earlier one, in either direction, and a deposit is told from a gain", () => {
  const whole = { from: "2026-03-02", to: "2026-03-05", change: 520, paid: 500, opening: 1000 };
  expect(select("2026-03-01", "2026-03-05")).toEqual(whole);
  expect(select("2026-03-05", "2026-03-01")).toEqual(whole);
  expect(select("2026-03-04", "2026-03-05")).toMatchObject({ from: "2026-03-05", change: -10, paid: 0, opening: 1530 });
});

test("from the first day of a portfolio everything counts: there was no close before it", () => {
  expect(select("2026-03-01", "2026-03-02", "2026-03-01")).toEqual({
    from: "2026-03-01",
    to: "2026-03-02",
    change: 1010,
    paid: 900,
    opening: 0,
  });
});

test("a day without a value leaves the change unknown, and one point alone selects nothing", () => {
  expect(select("2026-03-02", "2026-03-03")).toMatchObject({ change: null, paid: 0 });
  expect(select("2026-03-03", "2026-03-03")).toBeUndefined();
  expect(select("2026-03-03", "2026-04-03")).toBeUndefined();
});

test("keys lead by a day, a tenth of the range, or to its ends", () => {
  expect(
    ["ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End", "a"].map((key) => stepBy(key, 50, 365)),
  ).toEqual([49, 51, 87, 13, 0, 364, undefined]);
  expect([stepBy("ArrowLeft", 0, 5), stepBy("PageUp", 4, 5)]).toEqual([0, 4]);
});
