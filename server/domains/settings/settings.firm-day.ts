/** The firm's calendar: its time zone is a setting. */
import { dayIn, zoneOffset } from "@portico/api/rules/calendar.ts";
import type { Db } from "../../kernel/transaction.ts";
import { getSetting } from "./settings.service.ts";

export interface FirmDay {
  timeZone: string;
  today: string;
}

/** The firm's time zone (a setting) and what day it is there. */
export async function firmDay(db: Db, now: Date): Promise<FirmDay> {
  const { timeZone } = await getSetting(db, "portalRules");
  return { timeZone, today: dayIn(timeZone, now) };
}

/** The first moment of a day in a time zone, as an ISO instant; days are remembered, since Intl is slow. */
export function dayStarts(timeZone: string): (day: string) => string {
  const offsetAt = zoneOffset(timeZone);
  const known = new Map<string, string>();
  return (day) => {
    let start = known.get(day);
    if (start === undefined) {
      const midnight = Date.parse(`${day}T00:00:00Z`);
      // The second look settles a change of the clocks between the two.
      const near = midnight - offsetAt(midnight);
      start = new Date(midnight - offsetAt(near)).toISOString();
      known.set(day, start);
    }
    return start;
  };
}
