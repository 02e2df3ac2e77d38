import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "./decimal.ts";
import { divideRounded, fromUnits, toUnits } from "./units.ts";

const amount = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 20 }))
  .map(([whole, places]) => new Decimal(whole.toString()).div(new Decimal(10).pow(places)).toFixed());

test("an amount comes back as it was, and sums are Decimal's", () => {
  fc.assert(
    fc.property(amount, amount, (a, b) => {
      expect(fromUnits(toUnits(a))).toBe(new Decimal(a).toFixed());
      expect(fromUnits(toUnits(a) + toUnits(b))).toBe(new Decimal(a).plus(b).toFixed());
    }),
  );
});

test("a negative amount below one keeps its sign, and more digits are rounded", () => {
  expect(toUnits("-0.5")).toBe(-5n * 10n ** 19n);
  expect(fromUnits(toUnits("-0.05"))).toBe("-0.05");
  expect(toUnits("0.000000000000000000005")).toBe(1n);
});

test("a quotient is rounded half away from zero", () => {
  expect([7n, 8n, -7n, -8n, 0n].map((value) => divideRounded(value, 2n))).toEqual([4n, 4n, -4n, -4n, 0n]);
  expect([1n, -1n, 2n, -2n].map((value) => divideRounded(value, 3n))).toEqual([0n, 0n, 1n, -1n]);
});
