/** When schedules run next. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { firmJobs } from "./firm-jobs.ts";
import { nextRun } from "./next-run.ts";

test.each([
  ["* * * * *", "2026-03-09T12:00:30Z", "2026-03-09T12:01:00Z"],
  ["10 3 * * *", "2026-03-09T03:09:59Z", "2026-03-09T03:10:00Z"],
  ["10 3 * * *", "2026-03-09T03:10:00Z", "2026-03-10T03:10:00Z"],
  ["50 3 * * *", "2026-12-31T23:00:00Z", "2027-01-01T03:50:00Z"],
  ["2-59/5 * * * *", "2026-03-09T12:57:00Z", "2026-03-09T13:02:00Z"],
  ["2-59/5 * * * *", "2026-03-09T12:03:00Z", "2026-03-09T12:07:00Z"],
  ["*/15 * * * *", "2026-03-09T12:31:00Z", "2026-03-09T12:45:00Z"],
  ["40 6,11,14 * * *", "2026-03-09T06:40:00Z", "2026-03-09T11:40:00Z"],
  ["40 6,11,14 * * *", "2026-03-09T14:41:00Z", "2026-03-10T06:40:00Z"],
])("%s after %s is at %s", (schedule, now, next) => {
  expect(nextRun(schedule, new Date(now))).toEqual(new Date(next));
});

test("of every job it is within a day, and the same until then", () => {
  const schedules = firmJobs.flatMap(({ schedule }) => schedule ?? []);
  expect(schedules.length).toBe(firmJobs.length);
  const seconds = fc.integer({ min: 0, max: 4_000_000_000 });
  fc.assert(
    fc.property(
      fc.constantFrom(...schedules),
      seconds,
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (schedule, from, part) => {
        const now = from * 1000;
        const next = nextRun(schedule, new Date(now)).getTime();
        expect(next - now).toBeGreaterThan(0);
        expect(next - now).toBeLessThanOrEqual(24 * 3_600_000);
        expect(nextRun(schedule, new Date(Math.floor(now + part * (next - now)))).getTime()).toBe(next);
      },
    ),
  );
});

test("a schedule of certain days is refused rather than told wrongly", () => {
  expect(() => nextRun("5 4 * * 1", new Date(0))).toThrow();
});
