/** The firm's calendar: its time zone is a setting. */
import { dayIn } from "@portico/api/rules/calendar.ts";
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

/** Milliseconds by which the zone's clocks are ahead of UTC at an instant. */
function offsetAt(format: Intl.DateTimeFormat, instant: number): number {
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const shown = Date.UTC(
    Number(part["year"]),
    Number(part["month"]) - 1,
    Number(part["day"]),
    Number(part["hour"]),
    Number(part["minute"]),
    Number(part["second"]),
  );
  return shown - instant;
}

/** The first moment of a day in a time zone, as an ISO instant; days are remembered, since Intl is slow. */
export function dayStarts(timeZone: string): (day: string) => string {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  const known = new Map<string, string>();
  return (day) => {
    let start = known.get(day);
    if (start === undefined) {
      const midnight = Date.parse(`${day}T00:00:00Z`);
      // The second look settles a change of the clocks between the two.
      const near = midnight - offsetAt(format, midnight);
      start = new Date(midnight - offsetAt(format, near)).toISOString();
      known.set(day, start);
    }
    return start;
  };
}
