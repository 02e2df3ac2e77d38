import { catalogue as admin } from "@portico/messages/generated/admin.en.ts";
import { catalogue as portfolios } from "@portico/messages/generated/portfolios.en.ts";
import { createText } from "@portico/messages/text.ts";
import { expect, test } from "vitest";
import { requestText } from "./request-text.ts";

const t = createText("en", [admin, portfolios]);
const text = (request: Parameters<typeof requestText>[2]) => requestText(t, "en", request).replaceAll("\u00a0", " ");

test("a withdrawal names its sum and currency", () => {
  expect(text({ type: "withdrawal", transactionInfo: { sum: "12500.5", currency: "EUR" } })).toBe(
    "Requests a withdrawal of 12,500.50 EUR.",
  );
});

test("a withdrawal of francs says what is paid in cash, in the steps of the smallest coin", () => {
  expect(text({ type: "withdrawal", transactionInfo: { sum: "100.03", currency: "CHF" } })).toBe(
    "Requests a withdrawal of 100.03 CHF. If paid in cash: 100.05 CHF.",
  );
  expect(text({ type: "deposit", transactionInfo: { sum: "1166", currency: "JPY" } })).toBe(
    "Announces a deposit of 1,166 JPY.",
  );
});

test("a trade by shares names them, the instrument with its ticker, and the limit", () => {
  const transactionInfo = {
    instrumentId: 4,
    instrumentName: "Apple Inc.",
    instrumentTicker: "AAPL",
    quantity: "0.4",
    limitPrice: "190.125",
    currency: "USD",
  };
  expect(text({ type: "buy", transactionInfo })).toBe(
    "Requests the purchase of 0.4 shares of Apple Inc. (AAPL). Limit price: 190.125 USD.",
  );
});

test("what a client left out is said to be unstated, never 0", () => {
  expect(text({ type: "sell", transactionInfo: {} })).toBe(
    "Requests the sale of an instrument that was not named for an amount that was not stated.",
  );
});
