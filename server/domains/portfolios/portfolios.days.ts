/** Calendar days in the firm's time zone. */
import type { Db } from "../../database/transaction.ts";
import { getSetting } from "../settings/settings.service.ts";

/** The calendar day, "YYYY-MM-DD", that an instant falls on in a time zone. */
export const dayIn = (timeZone: string, instant: Date): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" }).format(instant);

export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

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
