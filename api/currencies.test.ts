import { fixedRates } from "@portico/ledger/fixed-rates.ts";
import { expect, test } from "vitest";
import { currenciesInUse, currencyCodes, findCurrency, isCurrency } from "./currencies.ts";
import { loadCurrencyNames } from "./currency-names.ts";
import { languages } from "./shapes.ts";

test("the table has the about 160 currencies of the specification", () => {
  expect(currenciesInUse.length).toBeGreaterThanOrEqual(150);
  expect(currenciesInUse.length).toBeLessThan(180);
});

test("the Swiss franc is shown with two decimals and paid in steps of five centimes", () => {
  expect(findCurrency("CHF")).toEqual({
    symbol: "CHF",
    digits: 2,
    rounding: "0.01",
    cashRounding: "0.05",
    ended: null,
  });
});

test("the yen has no decimals and the dinar of Kuwait three", () => {
  expect(findCurrency("JPY")).toMatchObject({ digits: 0, rounding: "1" });
  expect(findCurrency("KWD")).toMatchObject({ digits: 3, rounding: "0.001" });
});

test("every currency that the euro replaced is known, with its last day", () => {
  for (const { currency } of fixedRates.filter(({ currency }) => currency !== "EUR"))
    expect(findCurrency(currency)?.ended, currency).toMatch(/^20\d\d-/);
});

test("the lev is known, with the day it left use", () => {
  expect(findCurrency("BGN")?.ended).toBe("2026-01-31");
});

test("a code that no currency has is not known, nor is the name of an object's own method", () => {
  expect(isCurrency("XYZ")).toBe(false);
  expect(findCurrency("toString")).toBeUndefined();
});

test("every currency has its name in each language", async () => {
  for (const language of languages) {
    const names = await loadCurrencyNames(language);
    expect(Object.keys(names).toSorted()).toEqual([...currencyCodes].toSorted());
  }
  expect((await loadCurrencyNames("bg")).EUR).toBe("Евро");
  expect((await loadCurrencyNames("pl")).CHF).toBe("frank szwajcarski");
});
