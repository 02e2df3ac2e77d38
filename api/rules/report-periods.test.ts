/** The usual periods on days of the year. */
import { expect, test } from "vitest";
import { usualPeriods } from "./report-periods.ts";

test.each([
  ["2026-01-01", ["2025-10-01", "2025-12-31"], ["2025-12-01", "2025-12-31"]],
  ["2026-03-31", ["2025-10-01", "2025-12-31"], ["2026-02-01", "2026-02-28"]],
  ["2026-04-01", ["2026-01-01", "2026-03-31"], ["2026-03-01", "2026-03-31"]],
  ["2024-03-15", ["2023-10-01", "2023-12-31"], ["2024-02-01", "2024-02-29"]],
  ["2026-11-29", ["2026-07-01", "2026-09-30"], ["2026-10-01", "2026-10-31"]],
])("on %s the last quarter and month are over", (today, quarter, month) => {
  const periods = usualPeriods(today);
  expect([periods.quarter.from, periods.quarter.to]).toEqual(quarter);
  expect([periods.month.from, periods.month.to]).toEqual(month);
});

test("the last year, and the one before", () => {
  const { year, yearBefore } = usualPeriods("2026-11-29");
  expect([year, yearBefore]).toEqual([
    { from: "2025-01-01", to: "2025-12-31" },
    { from: "2024-01-01", to: "2024-12-31" },
  ]);
});
