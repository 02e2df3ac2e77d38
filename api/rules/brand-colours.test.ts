import { expect, test } from "vitest";
import { calculateContrast, isColour, isReadable, nearestReadable } from "./brand-colours.ts";

test("contrast is WCAG's: black on white 21, a colour on itself 1, either order", () => {
  expect(calculateContrast("#000000", "#FFFFFF")).toBeCloseTo(21, 5);
  expect(calculateContrast("#0B4F6C", "#0b4f6c")).toBe(1);
  expect(calculateContrast("#767676", "#FFFFFF")).toBeCloseTo(4.54, 2);
  expect(calculateContrast("#FFFFFF", "#767676")).toBeCloseTo(4.54, 2);
});

test("a colour is six hex digits after #", () => {
  expect(["#0B4F6C", "#ffffff"].every(isColour)).toBe(true);
  expect(["0B4F6C", "#fff", "#0B4F6G", ""].some(isColour)).toBe(false);
});

test.each([
  ["light", "#F0C000"],
  ["light", "#FFFFFF"],
  ["dark", "#0B4F6C"],
  ["dark", "#000000"],
] as const)("on %s, %s has a nearest colour that can be read, and that is its own nearest", (scheme, accent) => {
  const offered = nearestReadable(accent, scheme);
  expect(isReadable(accent, scheme)).toBe(false);
  expect(isReadable(offered, scheme)).toBe(true);
  expect(nearestReadable(offered, scheme)).toBe(offered);
});

test("a colour that can be read is offered as it is", () => {
  expect(nearestReadable("#0B4F6C", "light")).toBe("#0B4F6C");
});
