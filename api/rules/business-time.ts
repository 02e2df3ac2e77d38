/** Time in business hours: the firm's hours, without statutory holidays. Without zod, so that pages may load it. */
import { addDays, dayIn, isDay, zoneOffset } from "./calendar.ts";
import { type Holiday, type HolidayCountry, listHolidays, weekdayOf } from "./holidays.ts";

/** Wall clock times "HH:MM" of the firm's time zone; `to` may be "24:00". */
export interface OpenHours {
  from: string;
  to: string;
}
export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof weekdays)[number];

/** A day with hours of its own, instead of those of its weekday or holiday; without hours it is off. */
export interface OwnDay {
  day: string;
  hours: readonly OpenHours[];
}
export interface BusinessHours {
  country: HolidayCountry;
  week: Readonly<Record<Weekday, readonly OpenHours[]>>;
  ownDays: readonly OwnDay[];
}

/** With fewer minutes in a week the longest promise would end years later. */
export const businessLimits = { hoursPerDay: 4, ownDays: 400, minutesPerWeek: 60, promisedMinutes: 12_000 } as const;

/** Minutes after midnight; null for what is no time of the day. */
export function parseMinute(time: string): number | null {
  const [, hours, minutes] = /^(\d{2}):(\d{2})$/.exec(time) ?? [];
  const minute = Number(hours) * 60 + Number(minutes);
  return Number(minutes) < 60 && minute <= 1440 ? minute : null;
}

/**
 * `time`: no time of the day. `order`: it ends before it begins. `overlap`: it begins before the previous ends.
 * `never`: the firm is open for less than an hour a week, or closed for a whole year.
 */
export type HoursFault = "time" | "order" | "overlap" | "never" | "day" | "twice";

function faultsOfDay(hours: readonly OpenHours[], path: string): [string, HoursFault][] {
  let closed = 0;
  return hours.flatMap(({ from, to }, at): [string, HoursFault][] => {
    const [begin, end] = [parseMinute(from), parseMinute(to)];
    if (begin === null || begin === 1440) return [[`${path}.${at}.from`, "time"]];
    if (end === null) return [[`${path}.${at}.to`, "time"]];
    if (end <= begin) return [[`${path}.${at}.to`, "order"]];
    const overlaps = begin < closed;
    closed = Math.max(closed, end);
    return overlaps ? [[`${path}.${at}.from`, "overlap"]] : [];
  });
}

const lengthOf = (hours: readonly OpenHours[]): number =>
  hours.reduce((sum, { from, to }) => sum + (parseMinute(to) ?? 0) - (parseMinute(from) ?? 0), 0);

/** What makes the hours impossible, by the path of the field; nothing for hours that can be kept. */
export function hoursFaults({ country, week, ownDays }: BusinessHours): [path: string, fault: HoursFault][] {
  const faults = [
    ...weekdays.flatMap((weekday) => faultsOfDay(week[weekday], `week.${weekday}`)),
    ...ownDays.flatMap(({ day, hours }, at): [string, HoursFault][] => {
      if (!isDay(day)) return [[`ownDays.${at}.day`, "day"]];
      if (ownDays.findIndex((each) => each.day === day) < at) return [[`ownDays.${at}.day`, "twice"]];
      return faultsOfDay(hours, `ownDays.${at}.hours`);
    }),
  ];
  if (faults.length > 0) return faults;
  if (weekdays.reduce((sum, weekday) => sum + lengthOf(week[weekday]), 0) < businessLimits.minutesPerWeek)
    return [["week", "never"]];
  const rules = plan({ country, week, ownDays });
  for (const year of new Set(ownDays.map(({ day }) => day.slice(0, 4)))) {
    let day = `${year}-01-01`;
    while (day.startsWith(year) && rules(day).hours.length === 0) day = addDays(day, 1);
    if (!day.startsWith(year)) return [["ownDays", "never"]];
  }
  return [];
}

/** Why a day has not the hours of its weekday. */
export type Exception = { day: string; hours: readonly OpenHours[] } & (Holiday | { name: "ownDay"; moved: false });

interface DayPlan {
  hours: readonly OpenHours[];
  exception: Exception | null;
}

function plan({ country, week, ownDays }: BusinessHours): (day: string) => DayPlan {
  const own = new Map(ownDays.map((each) => [each.day, each.hours]));
  return (day) => {
    const hours = own.get(day);
    if (hours) return { hours, exception: { day, hours, name: "ownDay", moved: false } };
    const usual = week[weekdays[weekdayOf(day) - 1] ?? "mon"];
    const holiday = listHolidays(country, Number(day.slice(0, 4))).get(day);
    if (!holiday) return { hours: usual, exception: null };
    // On a day on which the firm is closed anyway a holiday changes nothing.
    return { hours: [], exception: usual.length > 0 ? { day, hours: [], ...holiday } : null };
  };
}

/** Whether the firm is open on a day at all: a business day of the firm. */
export function openDays(rules: BusinessHours): (day: string) => boolean {
  const planOf = plan(rules);
  return (day) => planOf(day).hours.length > 0;
}

/** Further than the longest promise reaches with the fewest hours; closed for longer, the firm has no hours. */
const horizonDays = 7_500;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * The instant at which the zone's clocks first show the wall clock time. One that summer time skips is the instant of the
 * change, so the order of times is kept.
 */
function instantIn(offset: (instant: number) => number): (day: string, minute: number) => number {
  return (day, minute) => {
    const wall = Date.parse(`${day}T00:00:00Z`) + minute * minuteMs;
    const before = offset(wall - dayMs);
    const after = offset(wall + dayMs);
    if (before === after) return wall - before;
    const found = [wall - before, wall - after].filter((instant) => instant + offset(instant) === wall);
    if (found.length > 0) return Math.min(...found);
    // Whole seconds: `zoneOffset` knows no smaller part.
    let [early, late] = [(wall - dayMs) / 1000, (wall + dayMs) / 1000];
    while (late - early > 1) {
      const middle = Math.floor((early + late) / 2);
      if (offset(middle * 1000) === before) early = middle;
      else late = middle;
    }
    return late * 1000;
  };
}

export interface BusinessClock {
  /**
   * The first instant from `start` on by which the minutes of business time have passed. At the end of a day that is its
   * closing, not the next opening: "by Friday 17:00" is what people say for "before Monday 9:00".
   */
  addBusinessTime: (start: Date, minutes: number) => Date;
  /** Minutes of business time from one instant to a later one, with fractions; 0 if it is not later. */
  businessMinutesBetween: (from: Date, to: Date) => number;
  /** The instant itself in business hours, otherwise when they next begin. */
  nextOpening: (from: Date) => Date;
  /** Days between two instants, with theirs, that have not the hours of their weekday. */
  exceptionsBetween: (from: Date, to: Date) => Exception[];
}

const clocks = new WeakMap<BusinessHours, { timeZone: string; clock: BusinessClock }>();

/**
 * Business time of hours without faults (`hoursFaults`); a `RangeError` if they never begin. The same hours have the same
 * clock, which keeps the days that it has worked out.
 */
export function businessClock(rules: BusinessHours, timeZone: string): BusinessClock {
  const known = clocks.get(rules);
  if (known?.timeZone === timeZone) return known.clock;
  const clock = makeClock(rules, timeZone);
  clocks.set(rules, { timeZone, clock });
  return clock;
}

function makeClock(rules: BusinessHours, timeZone: string): BusinessClock {
  const planOf = plan(rules);
  const instantOf = instantIn(zoneOffset(timeZone));
  const known = new Map<string, readonly [opens: number, closes: number][]>();

  function hoursOf(day: string): readonly [opens: number, closes: number][] {
    let hours = known.get(day);
    if (!hours) {
      hours = planOf(day)
        .hours.map(({ from, to }): [number, number] => [
          instantOf(day, parseMinute(from) ?? 0),
          instantOf(day, parseMinute(to) ?? 0),
        ])
        // Skipped by summer time.
        .filter(([opens, closes]) => closes > opens);
      known.set(day, hours);
    }
    return hours;
  }

  /** The hours from the instant's day on, of which the first may have passed. */
  function* hoursFrom(instant: Date) {
    let day = dayIn(timeZone, instant);
    for (let count = 0; count < horizonDays; count += 1) {
      yield* hoursOf(day);
      day = addDays(day, 1);
    }
    throw new RangeError("No business hours within twenty years");
  }

  return {
    addBusinessTime(start, minutes) {
      let left = Math.round(minutes * minuteMs);
      if (left <= 0) return start;
      for (const [opens, closes] of hoursFrom(start)) {
        const begin = Math.max(opens, start.getTime());
        if (closes <= begin) continue;
        if (left <= closes - begin) return new Date(begin + left);
        left -= closes - begin;
      }
      return start;
    },
    businessMinutesBetween(from, to) {
      let passed = 0;
      const last = dayIn(timeZone, to);
      for (let day = dayIn(timeZone, from); day <= last; day = addDays(day, 1))
        for (const [opens, closes] of hoursOf(day))
          passed += Math.max(0, Math.min(closes, to.getTime()) - Math.max(opens, from.getTime()));
      return passed / minuteMs;
    },
    nextOpening(from) {
      for (const [opens, closes] of hoursFrom(from))
        if (closes > from.getTime()) return new Date(Math.max(opens, from.getTime()));
      return from;
    },
    exceptionsBetween(from, to) {
      const found: Exception[] = [];
      const last = dayIn(timeZone, to);
      for (let day = dayIn(timeZone, from); day <= last; day = addDays(day, 1)) {
        const { exception } = planOf(day);
        if (exception) found.push(exception);
      }
      return found;
    },
  };
}
