/** Counting of business days by a calendar. Days are "YYYY-MM-DD". */
import { addDays } from "@portico/api/rules/calendar.ts";
import { weekdayOf } from "@portico/api/rules/holidays.ts";
import type { Day } from "@portico/ledger/entry.ts";

export interface BusinessCalendar {
  id: "nbp" | "bulgaria" | "target" | "us" | "britain" | "switzerland" | "hongKong" | "sweden" | "denmark" | "norway";
  /** Who publishes the days, and the rule. */
  source: string;
  /** Earlier days are not answered: the rules were others. */
  from: Day;
  /** Later days are not answered: they are not published yet. */
  to?: Day;
  /** True for a holiday of the calendar that may fall on any day of the week. */
  isHoliday: (day: Day) => boolean;
}

/** Long reports ask for the same days thousands of times. */
const kept = new WeakMap<BusinessCalendar, Map<Day, boolean>>();

/** Longer than any row of days off; a calendar without business days is a fault of its rules. */
const mostDaysOff = 30;

/** Monday to Friday and no holiday. @throws RangeError for a day before the calendar's first, or after its last. */
export function isBusinessDay(calendar: BusinessCalendar, day: Day): boolean {
  if (day < calendar.from) throw new RangeError(`the calendar ${calendar.id} begins on ${calendar.from}`);
  if (calendar.to !== undefined && day > calendar.to)
    throw new RangeError(`the calendar ${calendar.id} ends on ${calendar.to}`);
  const days = kept.get(calendar) ?? new Map<Day, boolean>();
  kept.set(calendar, days);
  let found = days.get(day);
  if (found === undefined) {
    found = weekdayOf(day) < 6 && !calendar.isHoliday(day);
    days.set(day, found);
  }
  return found;
}

function nextIn(calendar: BusinessCalendar, day: Day, step: 1 | -1): Day {
  let found = addDays(day, step);
  for (let tries = 0; tries < mostDaysOff; tries += 1) {
    if (isBusinessDay(calendar, found)) return found;
    found = addDays(found, step);
  }
  throw new RangeError(`no business day within ${mostDaysOff} days of ${day}`);
}

/** The last business day before a day, which may itself be any day. */
export const businessDayBefore = (calendar: BusinessCalendar, day: Day): Day => nextIn(calendar, day, -1);
/** The first business day after a day, which may itself be any day. */
export const businessDayAfter = (calendar: BusinessCalendar, day: Day): Day => nextIn(calendar, day, 1);
/** The day itself if it is a business day, otherwise the first one after it. */
export const businessDayFrom = (calendar: BusinessCalendar, day: Day): Day =>
  isBusinessDay(calendar, day) ? day : businessDayAfter(calendar, day);

/** The business day `count` business days after a day; `count` is not negative. 0 gives the day itself, or the next one. */
export function addBusinessDays(calendar: BusinessCalendar, day: Day, count: number): Day {
  let found = count === 0 ? businessDayFrom(calendar, day) : day;
  for (let left = count; left > 0; left -= 1) found = businessDayAfter(calendar, found);
  return found;
}
