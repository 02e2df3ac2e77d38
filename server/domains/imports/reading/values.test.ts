/** Exact arithmetic of a file's figures. */
import { findCurrency } from "@portico/api/currencies.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createClock } from "./clock.ts";
import { Exact, exactNumber, isIsin, makesMoney, sum, withinStep } from "./values.ts";

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 12 }))
  .map(([units, scale]) => new Exact(units.toString()).div(new Exact(10).pow(scale)).toFixed());

test("a sum is the exact sum of any figures", () => {
  fc.assert(
    fc.property(fc.array(decimals, { maxLength: 6 }), (values) => {
      const total = values.reduce((all, value) => all.plus(value), new Exact(0));
      expect(sum(...values)).toBe(total.toFixed());
    }),
  );
});

test("a number is one spelling of its value", () => {
  for (const text of ["10", "10.0", "010", "+10", "1e1", "10.", "10.000000000000"])
    expect(exactNumber(text, "x")).toBe("10");
  expect(["-0", "0.00", ".5", "-0.50", "1E-4"].map((text) => exactNumber(text, "x"))).toEqual([
    "0",
    "0",
    "0.5",
    "-0.5",
    "0.0001",
  ]);
  for (const text of ["", "1,5", "0x10", "1 000", "Infinity", "١"])
    expect(() => exactNumber(text, "x")).toThrow("badNumber");
  for (const text of ["1e99", "1.1234567890123", "1234567890123456"])
    expect(() => exactNumber(text, "x")).toThrow("outOfRange");
});

const makes = (quantity: string, price: string, money: string, currency = "USD") =>
  makesMoney({ quantity, price, money, currency });

test("quantity times price makes the money within a cent and the price's own rounding", () => {
  expect(makes("100", "2.31", "-231")).toBe(true);
  expect(makes("100", "2.31", "231.01")).toBe(true);
  expect(makes("100", "2.31", "231.02")).toBe(false);
  expect(makes("30000", "1.3333", "40000")).toBe(true);
  expect(makes("30000", "1.3333", "40002")).toBe(false);
  expect([withinStep("1", "1.01", "USD"), withinStep("-1", "-1.011", "USD")]).toEqual([true, false]);
});

test("amounts of currencies without decimals are rounded to whole units, and no further", () => {
  expect(makes("333", "3.5", "-1166", "JPY")).toBe(true);
  expect(makes("333", "3.5", "-1166", "EUR")).toBe(false);
  expect(makes("333", "3.5", "-1167", "JPY")).toBe(false);
  expect(withinStep("-1165.5", "-1166", "JPY")).toBe(true);
  // Dinars have three decimals; custodians write two anyway.
  expect(makes("3", "0.335", "1.01", "KWD")).toBe(true);
});

test("any rounding to the smallest step of a currency agrees with its price", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000 }),
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.constantFrom("JPY", "KRW", "EUR", "USD", "KWD"),
      fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7, 8),
      (quantity, price, currency, mode) => {
        const unit = new Exact(price).div(10_000);
        const money = unit.times(quantity).toDecimalPlaces(findCurrency(currency)?.digits ?? 2, mode as 0);
        expect(makes(String(quantity), unit.toFixed(), money.toFixed(), currency)).toBe(true);
      },
    ),
  );
});

test("an ISIN is one by its check digit", () => {
  expect(["US0378331005", "IE00B4L5Y983", "CA38501D2041", "CH0237935652"].every(isIsin)).toBe(true);
  expect(["US0378331006", "us0378331005", "US037833100", "1234"].some(isIsin)).toBe(false);
});

test("New York's clock is told in UTC on either side of its change, and Sofia's too", () => {
  const newYork = createClock("America/New_York");
  expect(newYork.instant("2024-03-09", "20:00:00")).toBe("2024-03-10T01:00:00.000Z");
  expect(newYork.instant("2024-03-10", "20:00:00")).toBe("2024-03-11T00:00:00.000Z");
  expect(newYork.instant("2024-11-03", "09:30:01")).toBe("2024-11-03T14:30:01.000Z");
  expect(createClock("Europe/Sofia").instant("2024-07-01", "00:10:00")).toBe("2024-06-30T21:10:00.000Z");
  expect(createClock("Asia/Kathmandu").instant("2024-07-01", "05:45:30")).toBe("2024-07-01T00:00:30.000Z");
});
