/** Rounded parts add up to the rounded total, and each stays near what it is. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal } from "./decimal.ts";
import { roundToTotal } from "./shared-rounding.ts";

const texts = (parts: string[], total: string, digits = 2): string[] =>
  roundToTotal(
    parts.map((part) => new Decimal(part)),
    new Decimal(total),
    digits,
  ).map((part) => part.toFixed(digits));

test("the largest remainder takes the difference", () => {
  expect(texts(["0.333", "0.334", "0.333"], "1")).toEqual(["0.33", "0.34", "0.33"]);
  expect(texts(["0.335", "0.339", "0.333"], "1")).toEqual(["0.33", "0.34", "0.33"]);
  expect(texts(["-0.333", "-0.334", "-0.333"], "-1")).toEqual(["-0.33", "-0.34", "-0.33"]);
  expect(texts(["10", "0", "0.004"], "10.01")).toEqual(["10.00", "0.00", "0.01"]);
  expect(texts(["5", "7.4"], "13", 0)).toEqual(["5", "8"]);
  expect(texts([], "0")).toEqual([]);
});

test("parts add up to any total, each by less than a step more than the total is off", () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -1_000_000, max: 1_000_000 }), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: -40, max: 40 }),
      (thousandths, off) => {
        const parts = thousandths.map((one) => new Decimal(one).div(1000));
        const exact = parts.reduce((sum, part) => sum.plus(part), new Decimal(0));
        const total = exact.toDecimalPlaces(2).plus(new Decimal(off).div(100));
        const rounded = roundToTotal(parts, total, 2);
        expect(rounded.reduce((sum, part) => sum.plus(part), new Decimal(0)).toFixed(2)).toBe(total.toFixed(2));
        const most = new Decimal(Math.abs(off)).plus(1).div(parts.length).ceil().plus(1).div(100);
        for (const [index, part] of rounded.entries())
          expect(
            part
              .minus(parts[index] ?? 0)
              .abs()
              .lte(most),
          ).toBe(true);
      },
    ),
  );
});
