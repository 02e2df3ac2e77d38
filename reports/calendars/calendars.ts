/** The calendars that reports count by: of central banks, and of settlement. Statutory days off are those of `api/rules/holidays.ts`. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { listHolidays, weekdayOf, westernEaster } from "@portico/api/rules/holidays.ts";
import type { Day } from "@portico/ledger/entry.ts";
import type { BusinessCalendar } from "./business-days.ts";
import { byYear, dayIn, lastWeekday, monthDay, nthWeekday, yearOf } from "./rules.ts";

/**
 * The days on which Narodowy Bank Polski publishes table A of mean rates: working days, that is Monday to Friday without the days off
 * of the Act of 18 January 1951 (Epiphany since 2011, 24 December since 2025) and of the Act of 7 November 2018 (12 November 2018 alone).
 */
export const nbpDays: BusinessCalendar = {
  id: "nbp",
  source: "NBP, table A; Act of 18 January 1951 on days off work",
  from: "2011-01-01",
  isHoliday: (day) => listHolidays("PL", yearOf(day)).has(day),
};

/** Business days in Bulgaria, on which the central bank published its rates of the lev until 2025: Labour Code, Article 154. */
export const bulgarianDays: BusinessCalendar = {
  id: "bulgaria",
  source: "Labour Code of Bulgaria, Article 154",
  from: "2017-01-01",
  isHoliday: (day) => listHolidays("BG", yearOf(day)).has(day),
};

const targetFixed = new Set(["01-01", "05-01", "12-25", "12-26"]);
/**
 * The days of TARGET, on which the European Central Bank publishes reference rates and payments in euro settle: the calendar that the
 * bank announced on 14 December 2000 for 2002 and all later years.
 */
export const targetDays: BusinessCalendar = {
  id: "target",
  source: "ECB, long-term calendar of TARGET closing days (14 December 2000)",
  from: "2002-01-01",
  isHoliday: (day) => {
    if (targetFixed.has(monthDay(day))) return true;
    const easter = westernEaster(yearOf(day));
    return day === addDays(easter, -2) || day === addDays(easter, 1);
  },
};

/** A holiday on a Sunday is kept on Monday; one on a Saturday on the Friday before, if `friday`. */
const observed = (day: Day, friday: boolean): Day =>
  weekdayOf(day) === 7 ? addDays(day, 1) : weekdayOf(day) === 6 && friday ? addDays(day, -1) : day;

/**
 * Days without settlement in the United States: those of the exchanges (NYSE Rule 7.2), and two on which exchanges are open and banks
 * closed, Columbus Day and Veterans Day (FINRA, schedule of margin extensions: "are not settlement dates"). The exchanges keep a holiday of
 * a Saturday on Friday, except New Year's; the banks do not (Federal Reserve).
 */
function americanHolidays(year: number): ReadonlySet<Day> {
  return new Set([
    observed(dayIn(year, 1, 1), false),
    nthWeekday(year, 1, 1, 3),
    nthWeekday(year, 2, 1, 3),
    addDays(westernEaster(year), -2),
    lastWeekday(year, 5, 1),
    // Of the exchanges since 2022.
    ...(year >= 2022 ? [observed(dayIn(year, 6, 19), true)] : []),
    observed(dayIn(year, 7, 4), true),
    nthWeekday(year, 9, 1, 1),
    nthWeekday(year, 10, 1, 2),
    observed(dayIn(year, 11, 11), false),
    nthWeekday(year, 11, 4, 4),
    observed(dayIn(year, 12, 25), true),
  ]);
}

const americanDaysOff = byYear(americanHolidays);

/** The settlement days of the Depository Trust Company, by the exchanges' and the banks' holidays. */
export const americanDays: BusinessCalendar = {
  id: "us",
  source: "NYSE Rule 7.2; Federal Reserve holidays; FINRA schedule of settlement dates",
  from: "2000-01-01",
  isHoliday: americanDaysOff,
};
