/** A file of entries can be read alone: both sides of an exchange, and whose tax a tax is. */
import type { TransactionRow } from "@portico/api/portfolios.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { expect, test } from "vitest";
import { fileColumns } from "./file-columns.ts";

const columns = fileColumns(textIn("pl"));

/** The file's cells of a row by column. */
const cellsOf = (row: Partial<TransactionRow>): Record<string, unknown> =>
  Object.fromEntries(columns.map((column) => [column.id, column.value(row as TransactionRow)]));

const row: Partial<TransactionRow> = {
  id: 71,
  kind: "deposit",
  isin: null,
  country: null,
  sum: 100,
  currency: "EUR",
  tax: null,
  counterSum: null,
  counterCurrency: null,
  description: null,
};

test("an exchange has both amounts, both currencies and its rate", () => {
  expect(cellsOf({ ...row, sum: -18_000, counterSum: 3_395_781, counterCurrency: "JPY" })).toMatchObject({
    counterSum: 3_395_781,
    counterCurrency: "JPY",
    exchangeRate: 188.6545,
  });
});

test("a tax names the country that takes it, and each row its security and entry", () => {
  const apple = { isin: "US0378331005", country: "US" };
  expect(cellsOf({ ...row, ...apple, kind: "tax" })).toMatchObject({ isin: apple.isin, taxCountry: "US", entryId: 71 });
  expect(cellsOf({ ...row, ...apple, kind: "dividend", tax: 1.08 })["taxCountry"]).toBe("US");
  expect(cellsOf({ ...row, ...apple, kind: "buy", tax: 0 })["taxCountry"]).toBeNull();
});

test("what a source wrote stands apart, in its own words", () => {
  expect(cellsOf({ ...row, description: "AAPL 0.24 per share" })["sourceNote"]).toBe("AAPL 0.24 per share");
  expect(columns.find(({ id }) => id === "sourceNote")?.header).toBe("Adnotacja źródła, w oryginale");
});
