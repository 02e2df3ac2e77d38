/** Calendar days in the firm's time zone. */
import type { Db } from "../../kernel/transaction.ts";
import { getSetting } from "./settings.service.ts";

/** Formats are kept: making one takes longer than most questions to the database. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day, "YYYY-MM-DD", that an instant falls on in a time zone. */
export function dayIn(timeZone: string, instant: Date): string {
  let format = dayFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
    dayFormats.set(timeZone, format);
  }
  return format.format(instant);
}

export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

/** True for an ISO instant, and for a day, that exists: a cursor that somebody made up must not reach the database. */
export const isInstant = (text: string): boolean => {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
};
export const isDay = (text: string): boolean => isInstant(`${text}T00:00:00.000Z`);

/** Whole days from the first day to the second; negative where the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);

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
