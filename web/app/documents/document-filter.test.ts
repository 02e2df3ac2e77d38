/** The filter of documents in the address of the page. */
import { expect, test } from "vitest";
import { daysOf, isFiltered, readFilter, writeFilter } from "./document-filter.ts";

const read = (query: string) => readFilter(new URLSearchParams(query));

test("an address without a filter lists everything", () => {
  expect(read("")).toEqual({ type: "", year: null, search: "" });
  expect(isFiltered(read("part=bin&search=%20"))).toBe(false);
  expect(daysOf(read(""))).toEqual({});
});

test("type, year and search are read from the address, and anything else is ignored", () => {
  expect(read("type=taxReport&year=2026&search=cost")).toEqual({ type: "taxReport", year: 2026, search: "cost" });
  expect(read("type=../all&year=1&search=")).toEqual({ type: "", year: null, search: "" });
  expect(daysOf({ year: 2026 })).toEqual({ from: "2026-01-01", to: "2026-12-31" });
});

test("a changed filter keeps the other parameters, and removes what is not set", () => {
  const before = new URLSearchParams("part=bin&type=identity&search=card");
  expect(writeFilter({ type: "", year: 2025, search: "card" }, before).toString()).toBe(
    "part=bin&search=card&year=2025",
  );
});
