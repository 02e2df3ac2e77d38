import { expect, test } from "vitest";
import { cashDecimals } from "./position-digits.ts";

const cash = (currency: string, after: string, stated: string | null = null, difference: string | null = null) =>
  cashDecimals({
    name: "",
    ticker: null,
    instrumentId: null,
    cash: true,
    before: "0.0000",
    currency,
    after,
    stated,
    difference,
  });

test("cash has the decimals of its currency, however finely the file states it", () => {
  expect(cash("USD", "1234.567000")).toBe(2);
  expect(cash("USD", "0.000", "0.000")).toBe(2);
  expect(cash("JPY", "1200.00")).toBe(0);
  expect(cash("KWD", "1.5")).toBe(3);
});

test("a difference is shown as finely as it takes to add up, and no zero behind it", () => {
  expect(cash("USD", "100.004", "100.0160", "0.012")).toBe(3);
  expect(cash("USD", "100.000", "101.50", "1.5000")).toBe(2);
  expect(cash("JPY", "100", "100.5", "0.5")).toBe(1);
});
