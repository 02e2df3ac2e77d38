import { expect, test } from "vitest";
import { contrastOf, isColour } from "./contrast.ts";

test("contrast is WCAG's: black on white 21, a colour on itself 1, either order", () => {
  expect(contrastOf("#000000", "#FFFFFF")).toBeCloseTo(21, 5);
  expect(contrastOf("#0B4F6C", "#0b4f6c")).toBe(1);
  expect(contrastOf("#767676", "#FFFFFF")).toBeCloseTo(4.54, 2);
  expect(contrastOf("#FFFFFF", "#767676")).toBeCloseTo(4.54, 2);
});

test("a colour is six hex digits after #", () => {
  expect(["#0B4F6C", "#ffffff"].every(isColour)).toBe(true);
  expect(["0B4F6C", "#fff", "#0B4F6G", ""].some(isColour)).toBe(false);
});
