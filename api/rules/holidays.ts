/** Statutory days off of Bulgaria and Poland, by the rules of their labour law. Without zod, so that pages may load it. */
import { addDays } from "./calendar.ts";

export const holidayCountries = ["BG", "PL"] as const;
export type HolidayCountry = (typeof holidayCountries)[number];

export const holidayNames = [
  "newYear",
  "epiphany",
  "liberation",
  "goodFriday",
  "holySaturday",
  "easterSunday",
  "easterMonday",
  "labourDay",
  "constitution",
  "army",
  "culture",
  "pentecost",
  "corpusChristi",
  "assumption",
  "unification",
  "independence",
  "allSaints",
  "polishIndependence",
  "christmasEve",
  "christmas",
  "secondChristmas",
] as const;
export type HolidayName = (typeof holidayNames)[number];

/** `moved`: the day off for a holiday at a weekend. */
export interface Holiday {
  name: HolidayName;
  moved: boolean;
}

const dayOf = (year: number, month: number, day: number): string =>
  `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

/** Sunday is 7. */
export const weekdayOf = (day: string): 1 | 2 | 3 | 4 | 5 | 6 | 7 =>
  (new Date(`${day}T00:00:00Z`).getUTCDay() || 7) as 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Easter Sunday of the western churches (the anonymous Gregorian algorithm). */
export function westernEaster(year: number): string {
  const century = Math.floor(year / 100);
  const moon =
    (19 * (year % 19) +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30;
  const sunday = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - moon - (year % 4)) % 7;
  const late = Math.floor(((year % 19) + 11 * moon + 22 * sunday) / 451);
  const sum = moon + sunday - 7 * late + 114;
  return dayOf(year, Math.floor(sum / 31), (sum % 31) + 1);
}

/** Easter Sunday of the Orthodox churches: found in the Julian calendar (Meeus), given in the Gregorian. */
export function orthodoxEaster(year: number): string {
  const moon = (19 * (year % 19) + 15) % 30;
  const sunday = (2 * (year % 4) + 4 * (year % 7) - moon + 34) % 7;
  const sum = moon + sunday + 114;
  const behind = Math.floor(year / 100) - Math.floor(year / 400) - 2;
  return addDays(dayOf(year, Math.floor(sum / 31), (sum % 31) + 1), behind);
}

const bulgarianDays: readonly [HolidayName, month: number, day: number][] = [
  ["newYear", 1, 1],
  ["liberation", 3, 3],
  ["labourDay", 5, 1],
  ["army", 5, 6],
  ["culture", 5, 24],
  ["unification", 9, 6],
  ["independence", 9, 22],
  ["christmasEve", 12, 24],
  ["christmas", 12, 25],
  ["secondChristmas", 12, 26],
];

/**
 * Labour Code, art. 154: a holiday at a weekend gives the next working day, except the four days of Easter. One that is
 * also a day of Easter is moved all the same. 1 November is a holiday of schools only.
 */
function bulgarian(year: number): Map<string, Holiday> {
  const easter = orthodoxEaster(year);
  const days = new Map<string, Holiday>([
    [addDays(easter, -2), { name: "goodFriday", moved: false }],
    [addDays(easter, -1), { name: "holySaturday", moved: false }],
    [easter, { name: "easterSunday", moved: false }],
    [addDays(easter, 1), { name: "easterMonday", moved: false }],
  ]);
  const fixed = bulgarianDays.map(([name, month, day]) => ({ name, day: dayOf(year, month, day) }));
  for (const { name, day } of fixed) if (!days.has(day)) days.set(day, { name, moved: false });
  for (const { name, day } of fixed.filter((each) => weekdayOf(each.day) > 5)) {
    let free = addDays(day, 1);
    while (weekdayOf(free) > 5 || days.has(free)) free = addDays(free, 1);
    days.set(free, { name, moved: true });
  }
  return days;
}

/** Act of 18 January 1951 on days off work. A holiday on a Saturday gives the employee a day, but no day off to everybody. */
function polish(year: number): Map<string, Holiday> {
  const easter = westernEaster(year);
  const days: [string, HolidayName][] = [
    [dayOf(year, 1, 1), "newYear"],
    [dayOf(year, 1, 6), "epiphany"],
    [easter, "easterSunday"],
    [addDays(easter, 1), "easterMonday"],
    [dayOf(year, 5, 1), "labourDay"],
    [dayOf(year, 5, 3), "constitution"],
    [addDays(easter, 49), "pentecost"],
    [addDays(easter, 60), "corpusChristi"],
    [dayOf(year, 8, 15), "assumption"],
    [dayOf(year, 11, 1), "allSaints"],
    [dayOf(year, 11, 11), "polishIndependence"],
    // A hundred years of independence: Act of 7 November 2018.
    ...(year === 2018 ? ([[dayOf(year, 11, 12), "polishIndependence"]] satisfies [string, HolidayName][]) : []),
    // Since 2025.
    ...(year >= 2025 ? ([[dayOf(year, 12, 24), "christmasEve"]] satisfies [string, HolidayName][]) : []),
    [dayOf(year, 12, 25), "christmas"],
    [dayOf(year, 12, 26), "secondChristmas"],
  ];
  return new Map(days.map(([day, name]) => [day, { name, moved: false }]));
}

const years = new Map<string, ReadonlyMap<string, Holiday>>();

/** The statutory days off of a year by "YYYY-MM-DD", also those at a weekend. Valid from 2017, of Poland from 2011. */
export function listHolidays(country: HolidayCountry, year: number): ReadonlyMap<string, Holiday> {
  const key = `${country}${year}`;
  let days = years.get(key);
  if (!days) {
    days = country === "BG" ? bulgarian(year) : polish(year);
    years.set(key, days);
  }
  return days;
}
