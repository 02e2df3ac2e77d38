/** When schedules run next, compared with a library that knows all of cron. */
import { CronExpressionParser } from "cron-parser";
import fc from "fast-check";
import { expect, test } from "vitest";
import { firmJobs } from "./firm-jobs.ts";
import { nextRun } from "./next-run.ts";

const schedules = [
  ...firmJobs.flatMap(({ schedule }) => schedule ?? []),
  "40 6,11,14 * * *",
  "*/15 * * * *",
  "17 * * * *",
];

test.each(schedules)("%s", (schedule) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (seconds) => {
      const now = new Date(seconds * 1000);
      const known = CronExpressionParser.parse(schedule, { currentDate: now, tz: "UTC" }).next().toDate();
      expect(nextRun(schedule, now)).toEqual(known);
    }),
  );
});

test("a schedule of certain days is refused rather than told wrongly", () => {
  expect(() => nextRun("5 4 * * 1", new Date(0))).toThrow();
});
