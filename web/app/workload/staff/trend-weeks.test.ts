/** The trend has whole weeks, the current one up to today. */
import { addDays, daysBetween } from "@portico/api/rules/calendar.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { listOfWeek, trendPeriod, trendWeeks } from "./trend-weeks.ts";

test("from a Monday on, eleven weeks before the one of today", () => {
  expect(trendPeriod("2026-11-29")).toEqual({ from: "2026-09-07", to: "2026-11-29" });
  expect(trendPeriod("2026-11-30")).toEqual({ from: "2026-09-14", to: "2026-11-30" });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), (days) => {
      const today = addDays("1990-01-01", days);
      const { from, to } = trendPeriod(today);
      expect(to).toBe(today);
      expect(new Date(`${from}T00:00:00Z`).getUTCDay()).toBe(1);
      expect(Math.floor(daysBetween(from, to) / 7)).toBe(trendWeeks - 1);
    }),
  );
});

test("a week opens its seven days", () =>
  expect(listOfWeek("2026-11-23")).toBe("/admin/tickets?queue=all&from=2026-11-23&to=2026-11-29"));
