import { languages } from "@portico/messages/catalogue.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatDecimal } from "./format.ts";
import { readAmount } from "./typed-amount.ts";

test("whatever amount the portal writes is read as that amount, in each language", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...languages),
      fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
      fc.constantFrom(0, 2, 3),
      (language, units, decimals) => {
        const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, "0");
        const whole = digits.slice(0, digits.length - decimals);
        const exact = `${units < 0n ? "-" : ""}${whole}${decimals > 0 ? `.${digits.slice(-decimals)}` : ""}`;
        expect(Number(readAmount(language, formatDecimal(language, exact, decimals)))).toBe(Number(exact));
      },
    ),
  );
});

test.each([
  ["en", "1,500", "1500"],
  ["en", "1,234,567.89", "1234567.89"],
  ["en", "12,5", "12.5"],
  ["en", "0,125", "0.125"],
  ["en", "1500.25", "1500.25"],
  ["bg", "1\u00a0500,00", "1500.00"],
  ["pl", "1 500,00", "1500.00"],
  ["pl", "1\u202f500", "1500"],
  ["bg", "1,500", "1.500"],
  ["pl", "1.500,25", "1500.25"],
  ["bg", "0.125", "0.125"],
  ["pl", "12.5", "12.5"],
] as const)("in %s %s is %s", (language, typed, amount) => {
  expect(readAmount(language, typed)).toBe(amount);
});

test.each([
  ["en", "1,50,000"],
  ["en", "1234,567"],
  ["en", "1.234,50"],
  ["pl", "1.500"],
  ["bg", "1,2,3"],
  ["en", "1e5"],
  ["en", ""],
  ["pl", "abc"],
] as const)("in %s “%s” is refused rather than guessed", (language, typed) => {
  expect(readAmount(language, typed)).toBeUndefined();
});
