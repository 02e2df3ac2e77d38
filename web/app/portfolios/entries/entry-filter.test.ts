import { expect, test } from "vitest";
import { type FilteredEntry, isFiltered, matches, noFilter, sumByCurrency } from "./entry-filter.ts";

const entry = (more: Partial<FilteredEntry> = {}): FilteredEntry => ({
  kind: "buy",
  instrument: "Lyxor Core",
  words: ["Lyxor Core", "LYX", "Такса за СДЕЛКА", null],
  paid: { amount: -10.1, currency: "EUR" },
  ...more,
});

test("an entry is found by kind, by instrument, and by words in any order and case", () => {
  expect(isFiltered(noFilter)).toBe(false);
  expect(isFiltered({ ...noFilter, search: "  " })).toBe(false);
  expect(matches(noFilter, entry())).toBe(true);
  expect(matches({ ...noFilter, kind: "sell" }, entry())).toBe(false);
  expect(matches({ ...noFilter, instrument: "Lyxor Core", kind: "buy" }, entry())).toBe(true);
  expect(matches({ ...noFilter, instrument: "Lyxor Core" }, entry({ instrument: null }))).toBe(false);
  expect(matches({ ...noFilter, search: " сделка  lyx" }, entry())).toBe(true);
  expect(matches({ ...noFilter, search: "lyx bond" }, entry())).toBe(false);
});

test("the sum is exact, by currency, and leaves out what was not paid", () => {
  const entries = [
    ...Array.from({ length: 10 }, () => entry()),
    entry({ paid: { amount: 0.3, currency: "EUR" } }),
    entry({ paid: { amount: 1000, currency: "JPY" } }),
    entry({ paid: undefined }),
  ];
  expect(sumByCurrency(entries)).toEqual([
    { currency: "EUR", sum: -100.7 },
    { currency: "JPY", sum: 1000 },
  ]);
});
