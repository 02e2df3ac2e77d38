import { expect, test } from "vitest";
import { isAboveLimit } from "./signing-limits.ts";

const day = "2026-11-27";
const rates = [
  { currency: "EUR", value: "1", day },
  { currency: "USD", value: "1.25", day },
  { currency: "PLN", value: "4", day: "2026-11-26" },
  { currency: "CHF", value: "0.9", day: "2026-10-01" },
];
const isAbove = (amount: string, currency: string, limit: string, of: string) =>
  isAboveLimit({ amount, currency }, { amount: limit, currency: of }, { day, rates });

test("an amount is above a limit of another currency by the rates of the day, exactly", () => {
  expect(isAbove("10000", "EUR", "10000", "EUR")).toBe(false);
  expect(isAbove("10000.01", "EUR", "10000", "EUR")).toBe(true);
  expect(isAbove("12500", "USD", "10000", "EUR")).toBe(false);
  expect(isAbove("12500.01", "USD", "10000", "EUR")).toBe(true);
  expect(isAbove("8000", "EUR", "10000", "USD")).toBe(false);
  expect(isAbove("8000.01", "EUR", "10000", "USD")).toBe(true);
  expect(isAbove("1250", "USD", "4000", "PLN")).toBe(false);
});

test("without a rate of the day another signature is asked for, never one too few", () => {
  expect(isAbove("1", "EUR", "1000000", "JPY"), "no rate").toBe(true);
  expect(isAbove("1", "JPY", "1000000", "EUR"), "no rate").toBe(true);
  expect(isAbove("1", "EUR", "1000000", "CHF"), "too old a rate").toBe(true);
});
