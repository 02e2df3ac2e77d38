/** Parts of an amount add up to it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { sharesOf, takenFrom } from "./shares.ts";

const sum = (parts: readonly bigint[]): bigint => parts.reduce((total, part) => total + part, 0n);
const some = (min: bigint) => fc.array(fc.bigInt({ min, max: 10n ** 24n }), { minLength: 1, maxLength: 12 });

test("shares are in proportion, and the last one takes what rounding leaves", () => {
  expect(sharesOf(10n, [1n, 1n, 1n])).toEqual([3n, 4n, 3n]);
  expect(sharesOf(-10n, [1n, 1n, 1n])).toEqual([-3n, -4n, -3n]);
  expect(sharesOf(7n, [0n, 0n])).toEqual([0n, 7n]);
  expect(sharesOf(7n, [])).toEqual([]);
  fc.assert(fc.property(fc.bigInt(), some(0n), (amount, weights) => sum(sharesOf(amount, weights)) === amount));
});

test("an amount is taken by weight, from no figure more than it has; the rest is above", () => {
  expect(takenFrom([10n, 50n], [1n, 1n], 40n)).toEqual({ taken: [10n, 30n], above: 0n });
  expect(takenFrom([10n, 50n], [1n, 1n], 70n)).toEqual({ taken: [10n, 50n], above: 10n });
  expect(takenFrom([-5n, 10n], [1n, 1n], 7n)).toEqual({ taken: [-5n, 10n], above: 2n });
  expect(takenFrom([-5n, 10n], [1n, 1n], 3n)).toEqual({ taken: [0n, 3n], above: 0n });
  expect(takenFrom([], [], 3n)).toEqual({ taken: [], above: 3n });
  fc.assert(
    fc.property(some(0n), fc.bigInt({ min: 0n, max: 10n ** 25n }), (figures, amount) => {
      const weights = figures.map((figure, index) => 1n + (figure % 7n) * BigInt(index));
      const { taken, above } = takenFrom(figures, weights, amount);
      expect(sum(taken) + above).toBe(amount);
      for (const [index, figure] of figures.entries()) {
        expect(taken[index]).toBeGreaterThanOrEqual(0n);
        expect(taken[index]).toBeLessThanOrEqual(figure);
      }
      if (above > 0n) expect(taken).toEqual(figures);
    }),
  );
});
