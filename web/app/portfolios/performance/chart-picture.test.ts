import { expect, test } from "vitest";
import { draw } from "./chart-picture.tsx";

const pointsOf = (...values: number[]) =>
  values.map((value, index) => ({ day: `2026-01-0${index + 1}`, value, netDeposits: value, benchmark: null }));

test("the area below the line is filled where the scale has zero, and from there; elsewhere the chart is a line", () => {
  const whole = draw(pointsOf(100, 900));
  expect(whole?.amounts[0]).toBe(0);
  expect(whole?.area).toContain(",300");
  const part = draw(pointsOf(98_200, 103_900));
  expect(part?.amounts[0]).toBeGreaterThan(0);
  expect(part?.area).toBe("");
  expect(part?.value).not.toBe("");
  // Below zero it hangs from the line of zero.
  const below = draw(pointsOf(-120, 310));
  expect(below?.area).toMatch(/,200L0,200Z$/);
});
