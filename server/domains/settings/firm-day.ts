/** The firm's calendar, based on its time zone setting. */
import { addDays, dayIn, zoneOffset } from "@portico/api/rules/calendar.ts";
import type { Db } from "../../kernel/transaction.ts";
import { getSetting } from "./settings.ts";

export interface FirmDay {
  timeZone: string;
  today: string;
}

/** The firm's time zone and its current day. */
export async function firmDay(db: Db, now: Date): Promise<FirmDay> {
  const { timeZone } = await getSetting(db, "portalRules");
  return { timeZone, today: dayIn(timeZone, now) };
}

/** The first moment of a day in a time zone, as an ISO instant; cached, because Intl is slow. */
export function dayStarts(timeZone: string): (day: string) => string {
  const offsetAt = zoneOffset(timeZone);
  const known = new Map<string, string>();
  return (day) => {
    let start = known.get(day);
    if (start === undefined) {
      const midnight = Date.parse(`${day}T00:00:00Z`);
      // The second lookup handles a clock change between the two.
      const near = midnight - offsetAt(midnight);
      start = new Date(midnight - offsetAt(near)).toISOString();
      known.set(day, start);
    }
    return start;
  };
}

/**
 * The instant of an entry as shown: within its day, which is the custodian's. A trade in New York on New Year's Eve is of
 * the old year, although the new one has begun here.
 */
export function momentsWithin(timeZone: string): (entry: { day: string; booked_at: Date }) => string {
  const startOf = dayStarts(timeZone);
  return ({ day, booked_at }) => {
    const at = booked_at.toISOString();
    const [start, next] = [startOf(day), startOf(addDays(day, 1))];
    if (at < start) return start;
    return at < next ? at : new Date(Date.parse(next) - 1000).toISOString();
  };
}
