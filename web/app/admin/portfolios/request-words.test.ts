import { catalogue as admin } from "@portico/messages/generated/admin.en.ts";
import { createText } from "@portico/messages/text.ts";
import { expect, test } from "vitest";
import { requestWords } from "./request-words.ts";

const t = createText("en", [admin]);
const words = (request: Parameters<typeof requestWords>[2]) => requestWords(t, "en", request).replaceAll("\u00a0", " ");

test("a withdrawal names its sum and currency", () => {
  expect(words({ type: "withdrawal", transactionInfo: { sum: "12500.5", currency: "EUR" } })).toBe(
    "Asks for a withdrawal of 12,500.50 EUR.",
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
  expect(words({ type: "buy", transactionInfo })).toBe(
    "Asks to buy 0.4 shares of Apple Inc. (AAPL). Limit price: 190.125 USD.",
  );
});

test("what a client left out is said to be unstated, never 0", () => {
  expect(words({ type: "sell", transactionInfo: {} })).toBe(
    "Asks to sell an instrument that was not named for an amount that was not stated.",
  );
});
