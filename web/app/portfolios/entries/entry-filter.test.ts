import { expect, test } from "vitest";
import {
  type EntryFilter,
  type FilteredEntry,
  isFiltered,
  matches,
  noFilter,
  occurring,
  sumByCurrency,
} from "./entry-filter.ts";

const entry = (more: Partial<FilteredEntry> = {}): FilteredEntry => ({
  kind: "buy",
  instrument: "Lyxor Core",
  currency: "EUR",
  year: "2026",
  state: null,
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

test("rows are chosen by currency, year and state, of which only those that occur are offered", () => {
  const entries = [entry(), entry({ currency: "USD", year: "2025", state: "declined" }), entry({ currency: null })];
  const found = (filter: Partial<EntryFilter>) =>
    entries.filter((one) => matches({ ...noFilter, ...filter }, one)).length;
  expect([found({ currency: "EUR" }), found({ year: "2025" }), found({ state: "declined", year: "2026" })]).toEqual([
    1, 1, 0,
  ]);
  expect(isFiltered({ ...noFilter, year: "2025" })).toBe(true);
  expect(occurring(entries, "currency", "")).toEqual(["EUR", "USD"]);
  expect(occurring(entries, "state", "open")).toEqual(["declined", "open"]);
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
