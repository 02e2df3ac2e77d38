/** The filter of documents in the address of the page. */
import { expect, test } from "vitest";
import { isFiltered, isPeriodWrong, noFilter, readFilter, toDayRange, writeFilter } from "./document-filter.ts";

const read = (query: string) => readFilter(new URLSearchParams(query));

test("an address without a filter lists everything", () => {
  expect(read("")).toEqual(noFilter);
  expect(isFiltered(read("part=bin&search=%20"))).toBe(false);
  expect(toDayRange(read(""))).toEqual({});
});

test("type, year and search are read from the address, and anything else is ignored", () => {
  expect(read("type=taxReport&year=2026&search=cost")).toEqual({
    ...noFilter,
    type: "taxReport",
    year: 2026,
    search: "cost",
  });
  expect(read("type=../all&year=1&search=")).toEqual(noFilter);
  expect(toDayRange({ ...noFilter, year: 2026 })).toEqual({ from: "2026-01-01", to: "2026-12-31" });
});

test("a changed filter keeps the other parameters, and removes what is not set", () => {
  const before = new URLSearchParams("part=bin&type=identity&search=card");
  expect(writeFilter({ ...noFilter, year: 2025, search: "card" }, before).toString()).toBe(
    "part=bin&search=card&year=2025",
  );
});

test("a period is read day by day; one that ends before it begins asks for nothing", () => {
  const asked = read("from=2026-03-01&to=2026-04-30");
  expect(toDayRange(asked)).toEqual({ from: "2026-03-01", to: "2026-04-30" });
  expect(writeFilter(asked, new URLSearchParams()).toString()).toBe("from=2026-03-01&to=2026-04-30");
  expect(toDayRange(read("from=2026-03-01&to="))).toEqual({ from: "2026-03-01" });
  expect([read("from=&to=").period, isFiltered(read("from=&to=")), read("from=2026-02-30").period]).toEqual([
    { from: "", to: "" },
    false,
    { from: "", to: "" },
  ]);
  const wrong = read("from=2026-05-01&to=2026-04-30");
  expect([isPeriodWrong(wrong), toDayRange(wrong)]).toEqual([true, {}]);
});
