/** The Bulgarian National Bank's published rates of the dollar, from the ECB's of the same days. */
import { expect, test } from "vitest";
import { bnbQuote } from "./central-banks.ts";

test.each([
  ["2020-04-06", "1.0791", "1.81246"],
  ["2020-05-13", "1.0875", "1.79846"],
  ["2020-06-17", "1.1232", "1.7413"],
  ["2020-06-23", "1.1318", "1.72807"],
  ["2020-06-24", "1.1280", "1.73389"],
])("%s: %s dollars a euro are %s levs a dollar", (day, perEuro, levs) => {
  expect(bnbQuote("USD", day, perEuro)).toMatchObject({ rate: levs, day });
});

test("neither of currencies quoted by several units, nor in euro", () => {
  expect(bnbQuote("JPY", "2020-06-24", "120")).toBeUndefined();
  expect(bnbQuote("USD", "2026-01-02", "1.1")).toBeUndefined();
});
