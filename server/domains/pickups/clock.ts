/** The firm's day and time of day, and whether it is open. */
import { openDays } from "@portico/api/rules/business-time.ts";
import { zoneOffset } from "@portico/api/rules/calendar.ts";
import type { Services } from "../../kernel/context.ts";
import { dayStarts, firmDay } from "../settings/firm-day.ts";
import { getSetting } from "../settings/settings.ts";

export interface Clock {
  today: string;
  /** "HH:MM" */
  time: string;
  /** Whether today is one of its business days. */
  isOpen: boolean;
  /** The first moment of today. */
  startsAt: Date;
}

export async function readClock({ db, now }: Pick<Services, "db" | "now">): Promise<Clock> {
  const at = now();
  const [{ timeZone, today }, { hours }] = await Promise.all([firmDay(db, at), getSetting(db, "ticketRules")]);
  const local = new Date(at.getTime() + zoneOffset(timeZone)(at.getTime()));
  return {
    today,
    time: local.toISOString().slice(11, 16),
    isOpen: openDays(hours)(today),
    startsAt: new Date(dayStarts(timeZone)(today)),
  };
}
