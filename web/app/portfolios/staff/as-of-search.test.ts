import { expect, test } from "vitest";
import { asOfIn, instantOf, searchOfAsOf } from "./as-of-search.ts";

const read = (search: string) => asOfIn(new URLSearchParams(search));

test("the address names a day, and the time as of which it is known", () => {
  expect(read("portfolio=open")).toBeUndefined();
  expect(read("asOf=2026-01-31")).toEqual({ day: "2026-01-31", known: null });
  expect(read("asOf=2026-01-31&known=2026-02-01T10:00:00Z")).toEqual({
    day: "2026-01-31",
    known: "2026-02-01T10:00:00.000Z",
  });
});

test("what is no day is the portfolio of now, and what is no time is what is known now", () => {
  for (const day of ["", "2026-02-30", "31.01.2026", "yesterday"]) expect(read(`asOf=${day}`)).toBeUndefined();
  expect(read("known=2026-02-01T10:00:00Z")).toBeUndefined();
  expect(read("asOf=2026-01-31&known=yesterday")).toEqual({ day: "2026-01-31", known: null });
});

test("an address with another day keeps the rest, and one without a day has no time either", () => {
  const search = new URLSearchParams("portfolio=open&asOf=2026-01-31&known=2026-02-01T10:00:00.000Z");
  expect(searchOfAsOf(search, { day: "2026-01-30", known: null }).toString()).toBe("portfolio=open&asOf=2026-01-30");
  expect(searchOfAsOf(search, undefined).toString()).toBe("portfolio=open");
  const asOf = { day: "2026-01-30", known: "2026-02-01T10:00:00.000Z" };
  expect(asOfIn(searchOfAsOf(search, asOf))).toEqual(asOf);
});

test("a time is one in the firm's time zone, in winter and in summer", () => {
  expect(instantOf("2026-01-31T10:00", "Europe/Sofia")).toBe("2026-01-31T08:00:00.000Z");
  expect(instantOf("2026-07-31T10:00:05", "Europe/Sofia")).toBe("2026-07-31T07:00:05.000Z");
  expect(instantOf("2026-03-29T02:59", "Europe/Sofia")).toBe("2026-03-29T00:59:00.000Z");
  expect(instantOf("2026-03-29T04:01", "Europe/Sofia")).toBe("2026-03-29T01:01:00.000Z");
  expect(instantOf("", "Europe/Sofia")).toBeUndefined();
});
