/** Which quotes must be accepted before they are stored. */
import { expect, test } from "vitest";
import { findMarks, isNewZero } from "./quotes.policy.ts";

const tuesday = "2024-01-02";
test.each([
  ["120", "100", tuesday, []],
  ["80", "100", tuesday, []],
  ["120.01", "100", tuesday, ["jump"]],
  ["79.99", "100", tuesday, ["jump"]],
  ["10", "100", tuesday, ["digits"]],
  ["1.1", "100", tuesday, ["digits"]],
  ["98562", "98.562", tuesday, ["digits"]],
  ["0.1", "100", tuesday, ["digits"]],
  ["500", "100", tuesday, ["jump"]],
  ["100", null, tuesday, []],
  ["0", "0", tuesday, []],
  ["5", "0", tuesday, ["jump"]],
  ["100", "100", "2024-01-06", ["weekend"]],
  ["10000", "100", "2024-01-07", ["digits", "weekend"]],
] as const)("%s after %s on %s is marked %j", (value, before, day, marks) => {
  expect(findMarks({ value, before, day })).toEqual(marks);
});

test.each([
  ["0", null, true],
  ["0.00", "3.5", true],
  ["0", "0", false],
  ["0.01", "3.5", false],
] as const)("%s after %s is a new price of nothing: %s", (value, before, isNew) => {
  expect(isNewZero(value, before)).toBe(isNew);
});
