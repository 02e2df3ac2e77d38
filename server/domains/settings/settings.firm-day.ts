/** The firm's calendar, based on its time zone setting. */
import { dayIn, zoneOffset } from "@portico/api/rules/calendar.ts";
import type { Db } from "../../kernel/transaction.ts";
import { getSetting } from "./settings.service.ts";

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
