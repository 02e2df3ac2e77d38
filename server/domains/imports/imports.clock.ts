/** Wall-clock time of a place as an instant: custodians write local time without saying where. */
import { zoneOffset } from "@portico/api/rules/calendar.ts";
import type { Day } from "../portfolios/portfolios.entries.ts";

export interface Clock {
  /** The instant at which the clocks of the zone showed this. */
  instant(day: Day, time: string): string;
}

/** A clock of an IANA zone. Offsets are looked up once per hour of a day, since Intl is slow. */
export function clockOf(zone: string): Clock {
  const offsetAt = zoneOffset(zone);
  const offsetOf = (hour: string): number => {
    // The second look settles the hours around a change of the clocks.
    const wholeHour = Date.parse(`${hour}:00:00Z`);
    return offsetAt(wholeHour - offsetAt(wholeHour));
  };
  /** "2026-01-31T09" here → the same hour in UTC, wherever the zone is whole hours away. */
  const hours = new Map<string, { offset: number; inUtc: string }>();
  return {
    instant(day, time) {
      const hour = `${day}T${time.slice(0, 2)}`;
      let known = hours.get(hour);
      if (known === undefined) {
        const offset = offsetOf(hour);
        known = { offset, inUtc: new Date(Date.parse(`${hour}:00:00Z`) - offset).toISOString().slice(0, 13) };
        hours.set(hour, known);
      }
      if (known.offset % 3_600_000 === 0) return `${known.inUtc}${time.slice(2)}.000Z`;
      return new Date(Date.parse(`${day}T${time}Z`) - known.offset).toISOString();
    },
  };
}
