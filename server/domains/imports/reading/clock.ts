/** Converts local time of a place to an instant: custodians write local time without a zone. */
import { zoneOffset } from "@portico/api/rules/calendar.ts";
import type { Day } from "../../portfolios/ledger/entries.ts";

export interface Clock {
  /** The instant of this local time. */
  instant(day: Day, time: string): string;
}

/** A clock of an IANA zone. Offsets are cached per hour of a day, because Intl is slow. */
export function createClock(zone: string): Clock {
  const offsetAt = zoneOffset(zone);
  const offsetOf = (hour: string): number => {
    // The second lookup resolves the hours around a clock change.
    const wholeHour = Date.parse(`${hour}:00:00Z`);
    return offsetAt(wholeHour - offsetAt(wholeHour));
  };
  /** "2026-01-31T09" local → the same hour in UTC, if the zone's offset is whole hours. */
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
