import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal, plain } from "./decimal.ts";
import { divideRounded, fromUnits, toUnits, unitsOf } from "./units.ts";

const amount = fc
  .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 20 }))
  .map(([whole, places]) => new Decimal(whole.toString()).div(new Decimal(10).pow(places)).toFixed());

const ofDecimal = (amount: Decimal) => BigInt(amount.times("1e20").toFixed());

test("units are those of the decimal amount, and so are their sums", () => {
  fc.assert(
    fc.property(amount, amount, (a, b) => {
      expect(toUnits(a)).toBe(ofDecimal(new Decimal(a)));
      expect(toUnits(a) + toUnits(b)).toBe(ofDecimal(new Decimal(a).plus(b)));
    }),
  );
});

test("a negative amount below one keeps its sign, and more digits are rounded", () => {
  expect(toUnits("-0.5")).toBe(-5n * 10n ** 19n);
  expect(toUnits("0.000000000000000000005")).toBe(1n);
});

test("a quotient is rounded half away from zero", () => {
  expect([7n, 8n, -7n, -8n, 0n].map((value) => divideRounded(value, 2n))).toEqual([4n, 4n, -4n, -4n, 0n]);
  expect([1n, -1n, 2n, -2n].map((value) => divideRounded(value, 3n))).toEqual([0n, 0n, 1n, -1n]);
});

test("a decimal in units is that of its text, of any length and sign, and back", () => {
  const texts = fc.tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.nat(45));
  fc.assert(
    fc.property(texts, ([digits, places]) => {
      const value = new Decimal(String(digits)).times(new Decimal(10).pow(-places));
      expect(unitsOf(value)).toBe(toUnits(plain(value)));
      expect(fromUnits(unitsOf(value))).toBe(new Decimal(plain(value)).toFixed());
    }),
  );
  expect([unitsOf(new Decimal(0)), fromUnits(0n), fromUnits(-(10n ** 19n))]).toEqual([0n, "0", "-0.1"]);
});
