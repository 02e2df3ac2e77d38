/** Published years of the markets' settlement days, and the lunar calendar as another source for Hong Kong's. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { weekdayOf, westernEaster } from "@portico/api/rules/holidays.ts";
import { describe, expect, test } from "vitest";
import { type BusinessCalendar, isBusinessDay } from "./business-days.ts";
import { hongKongClosures } from "./hong-kong.ts";
import { britishDays, danishDays, hongKongDays, norwegianDays, swedishDays, swissDays } from "./markets.ts";

/** Weekdays of a year without settlement. */
function daysOff(calendar: BusinessCalendar, year: number): string {
  const found: string[] = [];
  for (let day = `${year}-01-01`; day.startsWith(String(year)); day = addDays(day, 1))
    if (weekdayOf(day) < 6 && !isBusinessDay(calendar, day)) found.push(day.slice(5));
  return found.join(" ");
}

describe("published years", () => {
  test.each([
    // gov.uk/bank-holidays, England and Wales.
    [britishDays, 2015, "01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28"],
    [britishDays, 2016, "01-01 03-25 03-28 05-02 05-30 08-29 12-26 12-27"],
    [britishDays, 2017, "01-02 04-14 04-17 05-01 05-29 08-28 12-25 12-26"],
    [britishDays, 2018, "01-01 03-30 04-02 05-07 05-28 08-27 12-25 12-26"],
    [britishDays, 2019, "01-01 04-19 04-22 05-06 05-27 08-26 12-25 12-26"],
    [britishDays, 2020, "01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28"],
    [britishDays, 2021, "01-01 04-02 04-05 05-03 05-31 08-30 12-27 12-28"],
    [britishDays, 2022, "01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27"],
    [britishDays, 2023, "01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26"],
    [britishDays, 2024, "01-01 03-29 04-01 05-06 05-27 08-26 12-25 12-26"],
    [britishDays, 2025, "01-01 04-18 04-21 05-05 05-26 08-25 12-25 12-26"],
    [britishDays, 2026, "01-01 04-03 04-06 05-04 05-25 08-31 12-25 12-28"],
    [britishDays, 2027, "01-01 03-26 03-29 05-03 05-31 08-30 12-27 12-28"],
    // Bank holidays for Swiss francs; the exchange is closed on 24 and 31 December besides.
    [swissDays, 2016, "01-01 03-25 03-28 05-05 05-16 08-01 12-26"],
    [swissDays, 2018, "01-01 01-02 03-30 04-02 05-01 05-10 05-21 08-01 12-25 12-26"],
    [swissDays, 2026, "01-01 01-02 04-03 04-06 05-01 05-14 05-25 12-25"],
    // Nasdaq's trading calendars: days of the exchange are days of settlement in Stockholm and Copenhagen.
    [swedishDays, 2015, "01-01 01-06 04-03 04-06 05-01 05-14 06-19 12-24 12-25 12-31"],
    [swedishDays, 2016, "01-01 01-06 03-25 03-28 05-05 06-06 06-24 12-26"],
    [swedishDays, 2017, "01-06 04-14 04-17 05-01 05-25 06-06 06-23 12-25 12-26"],
    [swedishDays, 2018, "01-01 03-30 04-02 05-01 05-10 06-06 06-22 12-24 12-25 12-26 12-31"],
    [swedishDays, 2026, "01-01 01-06 04-03 04-06 05-01 05-14 06-19 12-24 12-25 12-31"],
    [danishDays, 2015, "01-01 04-02 04-03 04-06 05-01 05-14 05-15 05-25 06-05 12-24 12-25 12-31"],
    [danishDays, 2016, "01-01 03-24 03-25 03-28 04-22 05-05 05-06 05-16 12-26"],
    [danishDays, 2018, "01-01 03-29 03-30 04-02 04-27 05-10 05-11 05-21 06-05 12-24 12-25 12-26 12-31"],
    [danishDays, 2021, "01-01 04-01 04-02 04-05 04-30 05-13 05-14 05-24 12-24 12-31"],
    [danishDays, 2023, "04-06 04-07 04-10 05-05 05-18 05-19 05-29 06-05 12-25 12-26"],
    [danishDays, 2024, "01-01 03-28 03-29 04-01 05-09 05-10 05-20 06-05 12-24 12-25 12-26 12-31"],
    [danishDays, 2025, "01-01 04-17 04-18 04-21 05-29 05-30 06-05 06-09 12-24 12-25 12-26 12-31"],
    // Norges Bank, settlement days.
    [norwegianDays, 2017, "04-13 04-14 04-17 05-01 05-17 05-25 06-05 12-25 12-26"],
    [norwegianDays, 2019, "01-01 04-18 04-19 04-22 05-01 05-17 05-30 06-10 12-24 12-25 12-26"],
    // Hong Kong's general holidays, and days of typhoons.
    [
      hongKongDays,
      2016,
      "01-01 02-08 02-09 02-10 03-25 03-28 04-04 05-02 06-09 07-01 08-02 09-16 10-10 10-21 12-26 12-27",
    ],
    [hongKongDays, 2020, "01-01 01-27 01-28 04-10 04-13 04-30 05-01 06-25 07-01 10-01 10-02 10-13 10-26 12-25"],
    [
      hongKongDays,
      2024,
      "01-01 02-12 02-13 03-29 04-01 04-04 05-01 05-15 06-10 07-01 09-06 09-18 10-01 10-11 12-25 12-26",
    ],
  ] as const)("$id $1", (calendar, year, days) => {
    expect(daysOff(calendar, year)).toBe(days);
  });

  test("weather ends no settlement in Hong Kong since 23 September 2024", () => {
    // Typhoon signal no. 8.
    expect(isBusinessDay(hongKongDays, "2024-11-14")).toBe(true);
    expect(isBusinessDay(hongKongDays, "2023-09-01")).toBe(false);
  });

  test("a day that is not gazetted yet is refused", () => {
    expect(() => isBusinessDay(hongKongDays, "2028-01-03")).toThrow(RangeError);
    expect(() => isBusinessDay(britishDays, "2014-12-31")).toThrow(RangeError);
  });
});

/** Days of the Chinese calendar in a year, by month and day; leap months have no festivals. */
function lunarDays(year: number): Map<string, string> {
  const format = new Intl.DateTimeFormat("en-u-ca-chinese", { month: "numeric", day: "numeric", timeZone: "UTC" });
  const found = new Map<string, string>();
  for (let day = `${year}-01-01`; day.startsWith(String(year)); day = addDays(day, 1)) {
    const parts = Object.fromEntries(
      format.formatToParts(new Date(`${day}T00:00:00Z`)).map(({ type, value }) => [type, value]),
    );
    const name = `${parts["month"]}/${parts["day"]}`;
    if (/^\d+\/\d+$/.test(name) && !found.has(name)) found.set(name, day);
  }
  return found;
}

/** General Holidays Ordinance (cap. 149): a holiday of a Sunday, or of another holiday, is kept on the next day that is none. */
function ordinance(year: number): string[] {
  const lunar = lunarDays(year);
  const of = (name: string): string => lunar.get(name) ?? "";
  const easter = westernEaster(year);
  const christmas = `${year}-12-25`;
  const kept = new Set([addDays(easter, -2), addDays(easter, 1), christmas]);
  const moved = [
    `${year}-01-01`,
    of("1/1"),
    of("1/2"),
    of("1/3"),
    // Ching Ming follows the sun.
    year % 4 < 2 ? `${year}-04-04` : `${year}-04-05`,
    `${year}-05-01`,
    of("4/8"),
    of("5/5"),
    `${year}-07-01`,
    addDays(of("8/15"), 1),
    `${year}-10-01`,
    of("9/9"),
    // The first weekday after Christmas, a Saturday too; the second one if Christmas is a Sunday.
    addDays(christmas, 1),
    ...(weekdayOf(christmas) === 7 ? [addDays(christmas, 2)] : []),
  ];
  for (const day of moved.toSorted()) {
    let next = day;
    while (weekdayOf(next) === 7 || kept.has(next)) next = addDays(next, 1);
    kept.add(next);
  }
  return [...kept].filter((day) => weekdayOf(day) < 6);
}

/** Days by which the gazette differs from what is worked out here. */
const exceptions: Readonly<Record<number, { added?: string[]; left?: string[] }>> = {
  // Seventy years of the war's end.
  2015: { added: ["2015-09-03"] },
  // The moon is new four minutes before midnight, which ICU puts after it.
  2027: { left: ["2027-02-10"] },
};
const stormy =
  "2016-08-02 2016-10-21 2017-08-23 2020-10-13 2021-10-13 2023-07-17 2023-09-01 2023-09-08 2024-09-06".split(" ");

test.each(Array.from({ length: 13 }, (_, index) => 2015 + index))(
  "Hong Kong's holidays of %i follow from the ordinance and the moon",
  (year) => {
    const { added = [], left = [] } = exceptions[year] ?? {};
    const worked = [...ordinance(year), ...added].filter((day) => !left.includes(day)).toSorted();
    expect((hongKongClosures[year] ?? []).filter((day) => !stormy.includes(day)).toSorted()).toEqual(worked);
  },
);
