/** The periods of subscriptions, and what they mean at the ends of months and years. */
import { expect, test } from "vitest";
import { frequenciesOf, nextDue, periodBefore } from "./report-subscriptions.ts";

test.each([
  ["month", "2026-11-29", "2026-12-01", { from: "2026-11-01", to: "2026-11-30" }],
  ["month", "2026-12-01", "2027-01-01", { from: "2026-12-01", to: "2026-12-31" }],
  ["month", "2028-02-29", "2028-03-01", { from: "2028-02-01", to: "2028-02-29" }],
  ["quarter", "2026-11-29", "2027-01-01", { from: "2026-10-01", to: "2026-12-31" }],
  ["quarter", "2026-03-31", "2026-04-01", { from: "2026-01-01", to: "2026-03-31" }],
  ["year", "2026-01-01", "2027-01-01", { from: "2026-01-01", to: "2026-12-31" }],
] as const)("a %s that is subscribed to on %s is due on %s", (frequency, today, due, period) => {
  expect(nextDue(frequency, today)).toBe(due);
  expect(periodBefore(frequency, due)).toEqual(period);
});

test("what the law knows by the year is made by the year", () => {
  expect(frequenciesOf("taxPL")).toEqual(["year"]);
  expect(frequenciesOf("costs")).toEqual(["year"]);
  expect(frequenciesOf("assets")).toEqual(["month", "quarter", "year"]);
});
