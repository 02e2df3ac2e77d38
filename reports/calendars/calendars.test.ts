/** Known years of each calendar, and laws of counting. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { weekdayOf } from "@portico/api/rules/holidays.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addBusinessDays,
  type BusinessCalendar,
  businessDayAfter,
  businessDayBefore,
  businessDayFrom,
  isBusinessDay,
} from "./business-days.ts";
import { americanDays, bulgarianDays, nbpDays, targetDays } from "./calendars.ts";

/** Weekdays of a year without business. */
function daysOff(calendar: BusinessCalendar, year: number): string[] {
  const found: string[] = [];
  for (let day = `${year}-01-01`; day.startsWith(String(year)); day = addDays(day, 1))
    if (weekdayOf(day) < 6 && !isBusinessDay(calendar, day)) found.push(day.slice(5));
  return found;
}

describe("published years", () => {
  test.each([
    // NBP: days without a table A.
    [nbpDays, 2018, "01-01 04-02 05-01 05-03 05-31 08-15 11-01 11-12 12-25 12-26"],
    [nbpDays, 2024, "01-01 04-01 05-01 05-03 05-30 08-15 11-01 11-11 12-25 12-26"],
    [nbpDays, 2025, "01-01 01-06 04-21 05-01 06-19 08-15 11-11 12-24 12-25 12-26"],
    [nbpDays, 2026, "01-01 01-06 04-06 05-01 06-04 11-11 12-24 12-25"],
    // Bulgaria: the calendar of working days of the Ministry of Labour.
    [bulgarianDays, 2024, "01-01 03-04 05-01 05-03 05-06 05-24 09-06 09-23 12-24 12-25 12-26"],
    [bulgarianDays, 2025, "01-01 03-03 04-18 04-21 05-01 05-06 05-26 09-08 09-22 12-24 12-25 12-26"],
    [bulgarianDays, 2026, "01-01 03-03 04-10 04-13 05-01 05-06 05-25 09-07 09-22 12-24 12-25 12-28"],
    // ECB: TARGET closing days.
    [targetDays, 2024, "01-01 03-29 04-01 05-01 12-25 12-26"],
    [targetDays, 2025, "01-01 04-18 04-21 05-01 12-25 12-26"],
    [targetDays, 2027, "01-01 03-26 03-29"],
    // NYSE's holidays, and Columbus and Veterans Day of the banks.
    [americanDays, 2021, "01-01 01-18 02-15 04-02 05-31 07-05 09-06 10-11 11-11 11-25 12-24"],
    [americanDays, 2022, "01-17 02-21 04-15 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26"],
    [americanDays, 2024, "01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25"],
    [americanDays, 2025, "01-01 01-20 02-17 04-18 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25"],
    [americanDays, 2026, "01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25"],
  ] as const)("$id $1", (calendar, year, days) => {
    expect(daysOff(calendar, year).join(" ")).toBe(days);
  });

  test("24 December is a day of the National Bank of Poland until 2024", () => {
    expect(isBusinessDay(nbpDays, "2024-12-24")).toBe(true);
    expect(isBusinessDay(nbpDays, "2025-12-24")).toBe(false);
    expect(businessDayBefore(nbpDays, "2025-12-29")).toBe("2025-12-23");
  });

  test.each([
    // Days of rates that a public calculator expects.
    ["2024-12-16", "2024-12-13"],
    ["2024-12-31", "2024-12-30"],
    ["2024-05-02", "2024-04-30"],
    ["2024-04-02", "2024-03-29"],
    ["2026-01-07", "2026-01-05"],
  ])("the rate of income on %s is of %s", (day, before) => {
    expect(businessDayBefore(nbpDays, day)).toBe(before);
  });

  // Numbers of tables A as published: the bank counts them from the first working day of the year.
  test.each([
    ["2012-01-18", 12],
    ["2012-01-31", 21],
    ["2015-06-19", 117],
    ["2015-07-03", 127],
    ["2016-12-30", 252],
    ["2024-01-03", 2],
    ["2024-12-31", 252],
  ])("the table of %s is number %i of its year", (day, number) => {
    let count = 0;
    for (let one = `${day.slice(0, 4)}-01-01`; one <= day; one = addDays(one, 1))
      count += Number(isBusinessDay(nbpDays, one));
    expect(count).toBe(number);
  });

  test("an earlier day than the first is refused", () => {
    expect(() => isBusinessDay(nbpDays, "2010-12-30")).toThrow(RangeError);
    expect(() => businessDayBefore(nbpDays, "2011-01-03")).toThrow(RangeError);
  });
});

const anyDay = fc.integer({ min: 0, max: 30_000 }).map((count) => addDays("2017-02-01", count));
const anyCalendar = fc.constantFrom(nbpDays, bulgarianDays, targetDays, americanDays);

describe("laws", () => {
  test("the day before is the last business day, the day after the first", () => {
    fc.assert(
      fc.property(anyCalendar, anyDay, (calendar, day) => {
        const [before, after] = [businessDayBefore(calendar, day), businessDayAfter(calendar, day)];
        expect(before < day && day < after).toBe(true);
        expect([isBusinessDay(calendar, before), isBusinessDay(calendar, after)]).toEqual([true, true]);
        for (let between = addDays(before, 1); between < after; between = addDays(between, 1))
          if (between !== day) expect(isBusinessDay(calendar, between)).toBe(false);
        expect(businessDayFrom(calendar, day)).toBe(isBusinessDay(calendar, day) ? day : after);
      }),
    );
  });

  test("counting goes step by step, and back again", () => {
    fc.assert(
      fc.property(anyCalendar, anyDay, fc.integer({ min: 0, max: 12 }), (calendar, day, count) => {
        const start = businessDayFrom(calendar, day);
        const end = addBusinessDays(calendar, start, count);
        let back = end;
        for (let left = count; left > 0; left -= 1) back = businessDayBefore(calendar, back);
        expect(back).toBe(start);
        expect(addBusinessDays(calendar, addBusinessDays(calendar, start, 3), count)).toBe(
          addBusinessDays(calendar, start, count + 3),
        );
      }),
    );
  });
});
