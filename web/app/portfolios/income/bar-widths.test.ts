import { expect, test } from "vitest";
import { barWidth, longestOf } from "./bar-widths.ts";

test("bars are shares of the longest; what is unknown or below zero has none", () => {
  const longest = longestOf(["10.00", null, "-50.00", "40.00"]);
  expect(longest).toBe(40);
  expect(["10.00", null, "-50.00", "40.00"].map((amount) => barWidth(amount, longest))).toEqual([25, 0, 0, 100]);
  expect(barWidth("0.00", longestOf(["0.00"]))).toBe(0);
});
