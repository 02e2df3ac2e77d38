import { expect, test } from "vitest";
import { cashToPay } from "./cash.ts";

test.each([
  ["100.02", "CHF", "100.00"],
  ["100.03", "CHF", "100.05"],
  ["99.98", "CHF", "100.00"],
  ["999.50", "SEK", "1000.00"],
  ["10.30", "DKK", "10.50"],
  ["1002", "HUF", "1000"],
  ["99999999999999.98", "CHF", "100000000000000.00"],
])("%s %s in cash is %s", (amount, currency, paid) => {
  expect(cashToPay(amount, currency)).toBe(paid);
});

test.each([
  ["100.05", "CHF"],
  ["100.01", "EUR"],
  ["1166", "JPY"],
  ["1.234", "KWD"],
  ["1.03", "XYZ"],
])("%s %s is paid as it is", (amount, currency) => {
  expect(cashToPay(amount, currency)).toBeUndefined();
});
