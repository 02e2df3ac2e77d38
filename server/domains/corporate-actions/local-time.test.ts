/** Deadlines are typed in the firm's time zone, also around its clock changes. */
import { expect, test } from "vitest";
import { instantIn } from "./local-time.ts";

test.each([
  ["Europe/Sofia", "2026-01-15", "17:00", "2026-01-15T15:00:00.000Z"],
  ["Europe/Sofia", "2026-07-15", "17:00", "2026-07-15T14:00:00.000Z"],
  ["Europe/Warsaw", "2026-03-29", "12:00", "2026-03-29T10:00:00.000Z"],
  ["Europe/Warsaw", "2026-10-25", "12:00", "2026-10-25T11:00:00.000Z"],
  // Twice that night: the first.
  ["Europe/Warsaw", "2026-10-25", "02:30", "2026-10-25T00:30:00.000Z"],
  ["UTC", "2026-10-25", "02:30", "2026-10-25T02:30:00.000Z"],
])("in %s, %s %s is %s", (zone, day, time, instant) => {
  expect(instantIn(zone, { day, time }).toISOString()).toBe(instant);
});
