/** Which days are the firm's business days, and which close has passed: by its hours and time zone. Pure. */
import { type BusinessHours, businessClock } from "@portico/api/rules/business-time.ts";
import { addDays, dayIn } from "@portico/api/rules/calendar.ts";
import { dayStarts } from "../../settings/firm-day.ts";

/** Hours of the firm's day from which a further look is worth it: prices of the day come in until then. */
const lateFrom = 22;
const morningFrom = 8;

export interface FirmCalendar {
  isBusinessDay: (day: string) => boolean;
  /** The last day whose close has passed, and which look at it is due; null before the morning's. */
  closedAt: (now: Date) => { closed: string; round: string } | null;
}

export function firmCalendar(hours: BusinessHours, timeZone: string): FirmCalendar {
  const clock = businessClock(hours, timeZone);
  const startOf = dayStarts(timeZone);
  const instantOf = (day: string): Date => new Date(startOf(day));
  const minutes = (from: Date, day: string): number => clock.businessMinutesBetween(from, instantOf(addDays(day, 1)));
  const isBusinessDay = (day: string): boolean => minutes(instantOf(day), day) > 0;
  return {
    isBusinessDay,
    closedAt(now) {
      const today = dayIn(timeZone, now);
      const hour = (now.getTime() - instantOf(today).getTime()) / 3_600_000;
      if (isBusinessDay(today) && minutes(now, today) === 0)
        return { closed: today, round: `${today} ${hour >= lateFrom ? "late" : "close"}` };
      return hour < morningFrom ? null : { closed: addDays(today, -1), round: `${today} morning` };
    },
  };
}
