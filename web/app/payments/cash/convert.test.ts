/** The converter: exact decimals, both ways, any two currencies. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { convert } from "./convert.ts";

const rate = (code: string, perEuro: string, day = "2026-11-25", source = "ECB") => ({ code, perEuro, day, source });
const euro = rate("EUR", "1", "2026-11-26", "fixed");

test("amounts are converted exactly and rounded half up, once", () => {
  expect(convert("100", { from: euro, to: rate("USD", "1.0825"), digits: 2 })).toEqual({
    result: "108.25",
    rate: "1.0825",
    quotes: [{ day: "2026-11-25", source: "ECB" }],
  });
  expect(convert("0.1", { from: euro, to: rate("USD", "1.05"), digits: 2 })?.result).toBe("0.11");
  expect(convert("1000", { from: rate("USD", "1.25"), to: rate("JPY", "163.7"), digits: 0 })?.result).toBe("130960");
  expect(convert("9007199254740993", { from: euro, to: euro, digits: 2 })?.result).toBe("9007199254740993.00");
});

test("two currencies name both rates; a missing rate gives nothing", () => {
  const crossed = convert("1", { from: rate("USD", "1.25"), to: rate("PLN", "4.25", "2026-11-24", "Bank"), digits: 2 });
  expect(crossed?.quotes).toEqual([
    { day: "2026-11-25", source: "ECB" },
    { day: "2026-11-24", source: "Bank" },
  ]);
  expect(convert("1", { from: undefined, to: euro, digits: 2 })).toBeNull();
});

test("there and back is within half a unit of the rounding", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 ** 9 }),
      fc.integer({ min: 5000, max: 200_000 }),
      (cents, tenThousandths) => {
        const other = rate("USD", (tenThousandths / 10_000).toFixed(4));
        const amount = (cents / 100).toFixed(2);
        const there = convert(amount, { from: euro, to: other, digits: 8 })?.result ?? "";
        expect(convert(there, { from: other, to: euro, digits: 2 })?.result).toBe(amount);
      },
    ),
  );
});
