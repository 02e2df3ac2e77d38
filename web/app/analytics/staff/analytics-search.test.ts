/** The sign-ins' address: what it says, what a change makes of it, the numbers of pages, and the bars of a period. */
import { addDays } from "@portico/api/rules/calendar.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { changed, pageNumbers, readSearch, toSearchFilter } from "./analytics-search.ts";
import { buildBars } from "./chart-bars.ts";

const today = "2026-11-26";
const read = (text: string) => readSearch(new URLSearchParams(text), today);

test("an empty or mistyped address lists the last thirty days, newest first", () => {
  const usual = { from: "2026-10-28", to: today, isFaulty: false, page: 1 };
  for (const text of ["", "from=yesterday&sort=password&os=Amiga&page=-1&country=Bulgaria&user=x&suspicious=all"])
    expect(read(text)).toMatchObject({
      ...usual,
      sort: { column: "created_at", descending: true },
      os: undefined,
      country: undefined,
      user: undefined,
      suspicious: undefined,
    });
});

test("the filters reach the call, an unknown place as an empty text", () => {
  const asked = read("search=%20anna%20&from=2026-01-01&to=2026-02-01&country=-&city=Sofia&sort=-ip&user=7&page=3");
  expect(toSearchFilter(asked)).toEqual({
    searchQuery: "anna",
    from: "2026-01-01",
    to: "2026-02-01",
    country_code: "",
    city: "Sofia",
    userId: 7,
    sortBy: "-ip",
  });
  expect(asked.page).toBe(3);
});

test("a period that cannot be asked for is faulty, and a page beyond the last is the last", () => {
  expect(read("from=2026-02-02&to=2026-02-01").isFaulty).toBe(true);
  expect(read("from=2020-02-02&to=2026-02-01").isFaulty).toBe(true);
  expect(read("page=99999").page).toBe(200);
});

test("a change leads to the first page and keeps the rest; an empty value removes its filter", () => {
  const params = new URLSearchParams("search=anna&country=BG&page=4");
  expect(changed(params, { country: "" }).toString()).toBe("search=anna");
  expect(changed(params, { page: 5 }).toString()).toBe("search=anna&country=BG&page=5");
  expect(changed(params, { page: 1 }).toString()).toBe("search=anna&country=BG");
});

test("the numbers of pages begin with the first and end with the last, without a gap of a single page", () => {
  expect(pageNumbers(1, 1)).toEqual([1]);
  expect(pageNumbers(1, 27)).toEqual([1, 2, null, 27]);
  expect(pageNumbers(4, 27)).toEqual([1, 2, 3, 4, 5, null, 27]);
  expect(pageNumbers(26, 27)).toEqual([1, null, 25, 26, 27]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(199), (pages, offset) => {
      const page = 1 + (offset % pages);
      const shown = pageNumbers(page, pages);
      const numbers = shown.filter((number) => number !== null);
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
      expect([numbers[0], numbers.at(-1), numbers.includes(page)]).toEqual([1, pages, true]);
      shown.forEach((number, index) => {
        const [before, after] = [shown[index - 1], shown[index + 1]];
        if (number === null) expect((after ?? 0) - (before ?? 0)).toBeGreaterThan(2);
        else if (typeof after === "number") expect(after).toBe(number + 1);
      });
    }),
  );
});

test("bars hold every day once, in order, and every sign-in; they are never more than can be hit", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1100 }), fc.integer({ min: 0, max: 400 }), (count, offset) => {
      const days = Array.from({ length: count }, (_, index) => ({
        value: addDays("2024-01-01", offset + index),
        signIns: index,
        failures: 1,
        suspicious: 0,
      }));
      const bars = buildBars(days);
      expect(bars.length).toBeLessThanOrEqual(64);
      expect([bars[0]?.from, bars.at(-1)?.to]).toEqual([days[0]?.value, days.at(-1)?.value]);
      bars.slice(1).forEach((bar, index) => expect(bar.from).toBe(addDays(bars[index]?.to ?? "", 1)));
      const sum = (what: "signIns" | "failures") => bars.reduce((total, bar) => total + bar[what], 0);
      expect([sum("signIns"), sum("failures")]).toEqual([(count * (count - 1)) / 2, count]);
    }),
  );
});
