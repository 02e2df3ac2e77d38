/** A day and a time in the firm's time zone as an instant. */
import { zoneOffset } from "@portico/api/rules/calendar.ts";

/** Of a time that a clock change skips, the instant an hour later; of one that it repeats, the first. */
export function instantIn(timeZone: string, { day, time }: { day: string; time: string }): Date {
  const offsetAt = zoneOffset(timeZone);
  const asUtc = Date.parse(`${day}T${time}:00Z`);
  const near = asUtc - offsetAt(asUtc);
  const exact = asUtc - offsetAt(near);
  const earlier = asUtc - offsetAt(exact - 3_600_000);
  return new Date(earlier + offsetAt(earlier) === asUtc ? Math.min(earlier, exact) : exact);
}
