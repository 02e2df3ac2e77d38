/** Business time against a written table of statutory days, on days of summer time, and for any hours. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type BusinessHours, businessClock, hoursFaults, type OpenHours, weekdays } from "./business-time.ts";
import { addDays, dayIn } from "./calendar.ts";
import { listHolidays } from "./holidays.ts";

/** Written down from the statutes and calendars of each year, not calculated: moved days are marked with *. */
const statutory = {
  BG: {
    2021: "01-01 03-03 04-30 05-01 05-02 05-03 05-04* 05-06 05-24 09-06 09-22 12-24 12-25 12-26 12-27* 12-28*",
    2022: "01-01 01-03* 03-03 04-22 04-23 04-24 04-25 05-01 05-02* 05-06 05-24 09-06 09-22 12-24 12-25 12-26 12-27* 12-28*",
    2023: "01-01 01-02* 03-03 04-14 04-15 04-16 04-17 05-01 05-06 05-08* 05-24 09-06 09-22 12-24 12-25 12-26 12-27*",
    2024: "01-01 03-03 03-04* 05-01 05-03 05-04 05-05 05-06 05-24 09-06 09-22 09-23* 12-24 12-25 12-26",
    2025: "01-01 03-03 04-18 04-19 04-20 04-21 05-01 05-06 05-24 05-26* 09-06 09-08* 09-22 12-24 12-25 12-26",
    2026: "01-01 03-03 04-10 04-11 04-12 04-13 05-01 05-06 05-24 05-25* 09-06 09-07* 09-22 12-24 12-25 12-26 12-28*",
    2027: "01-01 03-03 04-30 05-01 05-02 05-03 05-04* 05-06 05-24 09-06 09-22 12-24 12-25 12-26 12-27* 12-28*",
    2028: "01-01 01-03* 03-03 04-14 04-15 04-16 04-17 05-01 05-06 05-08* 05-24 09-06 09-22 12-24 12-25 12-26 12-27*",
    2029: "01-01 03-03 03-05* 04-06 04-07 04-08 04-09 05-01 05-06 05-07* 05-24 09-06 09-22 09-24* 12-24 12-25 12-26",
    2030: "01-01 03-03 03-04* 04-26 04-27 04-28 04-29 05-01 05-06 05-24 09-06 09-22 09-23* 12-24 12-25 12-26",
  },
  PL: {
    2021: "01-01 01-06 04-04 04-05 05-01 05-03 05-23 06-03 08-15 11-01 11-11 12-25 12-26",
    2022: "01-01 01-06 04-17 04-18 05-01 05-03 06-05 06-16 08-15 11-01 11-11 12-25 12-26",
    2023: "01-01 01-06 04-09 04-10 05-01 05-03 05-28 06-08 08-15 11-01 11-11 12-25 12-26",
    2024: "01-01 01-06 03-31 04-01 05-01 05-03 05-19 05-30 08-15 11-01 11-11 12-25 12-26",
    2025: "01-01 01-06 04-20 04-21 05-01 05-03 06-08 06-19 08-15 11-01 11-11 12-24 12-25 12-26",
    2026: "01-01 01-06 04-05 04-06 05-01 05-03 05-24 06-04 08-15 11-01 11-11 12-24 12-25 12-26",
    2027: "01-01 01-06 03-28 03-29 05-01 05-03 05-16 05-27 08-15 11-01 11-11 12-24 12-25 12-26",
    2028: "01-01 01-06 04-16 04-17 05-01 05-03 06-04 06-15 08-15 11-01 11-11 12-24 12-25 12-26",
    2029: "01-01 01-06 04-01 04-02 05-01 05-03 05-20 05-31 08-15 11-01 11-11 12-24 12-25 12-26",
    2030: "01-01 01-06 04-21 04-22 05-01 05-03 06-09 06-20 08-15 11-01 11-11 12-24 12-25 12-26",
  },
} as const;
const places = [
  { country: "BG", timeZone: "Europe/Sofia" },
  { country: "PL", timeZone: "Europe/Warsaw" },
] as const;

const nineToFive: OpenHours[] = [{ from: "09:00", to: "17:00" }];
const hours = (given: Partial<BusinessHours> = {}): BusinessHours => ({
  country: "BG",
  week: { mon: nineToFive, tue: nineToFive, wed: nineToFive, thu: nineToFive, fri: nineToFive, sat: [], sun: [] },
  ownDays: [],
  ...given,
});
const always: BusinessHours["week"] = {
  mon: [{ from: "00:00", to: "24:00" }],
  tue: [{ from: "00:00", to: "24:00" }],
  wed: [{ from: "00:00", to: "24:00" }],
  thu: [{ from: "00:00", to: "24:00" }],
  fri: [{ from: "00:00", to: "24:00" }],
  sat: [{ from: "00:00", to: "24:00" }],
  sun: [{ from: "00:00", to: "24:00" }],
};
const sofia = businessClock(hours(), "Europe/Sofia");
const warsaw = businessClock(hours({ country: "PL" }), "Europe/Warsaw");
const add = (clock: typeof sofia, start: string, minutes: number) =>
  clock.addBusinessTime(new Date(start), minutes).toISOString();

describe.each(places)("$country", ({ country, timeZone }) => {
  const listed = Object.entries(statutory[country]);

  test("ten years of statutory days are those of the table", () => {
    for (const [year, days] of listed) {
      const found = [...listHolidays(country, Number(year))].map(
        ([day, { moved }]) => `${day.slice(5)}${moved ? "*" : ""}`,
      );
      expect(found.toSorted().join(" "), year).toBe(days);
    }
  });

  test("in ten years an hour from each day's opening ends on the next day that is off for nobody", () => {
    const clock = businessClock(hours({ country }), timeZone);
    const off = new Set(listed.flatMap(([year, days]) => days.split(" ").map((day) => `${year}-${day.slice(0, 5)}`)));
    let next = "2031-01-02";
    for (let day = "2030-12-31"; day >= "2021-01-01"; day = addDays(day, -1)) {
      const weekday = new Date(`${day}T12:00:00Z`).getUTCDay();
      const isWorking = weekday !== 0 && weekday !== 6 && !off.has(day);
      // Sofia's and Warsaw's 04:00 is before the firm opens, on any day.
      const due = clock.addBusinessTime(new Date(`${day}T02:30:00Z`), 60);
      if (isWorking) next = day;
      expect(dayIn(timeZone, due), day).toBe(next);
      expect(new Intl.DateTimeFormat("en-GB", { timeZone, timeStyle: "short" }).format(due)).toBe("10:00");
    }
  });
});

describe("sums", () => {
  test("Friday 16:30 and an hour is Monday; the end of Friday is not the beginning of Monday", () => {
    expect(add(sofia, "2026-11-20T14:30:00Z", 60)).toBe("2026-11-23T07:30:00.000Z");
    expect(add(sofia, "2026-11-20T14:30:00Z", 30)).toBe("2026-11-20T15:00:00.000Z");
    expect(add(warsaw, "2026-11-20T15:30:00Z", 60)).toBe("2026-11-23T08:30:00.000Z");
  });
  test("at night and at the weekend nothing passes", () => {
    expect(add(sofia, "2026-11-20T20:00:00Z", 60)).toBe("2026-11-23T08:00:00.000Z");
    expect(sofia.nextOpening(new Date("2026-11-21T10:00:00Z")).toISOString()).toBe("2026-11-23T07:00:00.000Z");
    expect(sofia.nextOpening(new Date("2026-11-20T10:00:00Z")).toISOString()).toBe("2026-11-20T10:00:00.000Z");
    expect(sofia.businessMinutesBetween(new Date("2026-11-20T15:00:00Z"), new Date("2026-11-23T07:00:00Z"))).toBe(0);
  });
  test("moved holidays: Sofia is closed on 25 May, 7 September and 28 December 2026, Warsaw on 24 December", () => {
    expect(add(sofia, "2026-05-22T13:30:00Z", 60)).toBe("2026-05-26T06:30:00.000Z");
    expect(add(sofia, "2026-09-04T13:30:00Z", 60)).toBe("2026-09-08T06:30:00.000Z");
    expect(add(sofia, "2026-12-23T14:30:00Z", 60)).toBe("2026-12-29T07:30:00.000Z");
    expect(add(warsaw, "2026-12-23T15:30:00Z", 60)).toBe("2026-12-28T08:30:00.000Z");
    const skipped = sofia.exceptionsBetween(new Date("2026-12-23T14:30:00Z"), new Date("2026-12-29T07:30:00Z"));
    expect(skipped).toEqual([
      { day: "2026-12-24", hours: [], name: "christmasEve", moved: false },
      { day: "2026-12-25", hours: [], name: "christmas", moved: false },
      { day: "2026-12-28", hours: [], name: "secondChristmas", moved: true },
    ]);
  });
  test("a break at noon is not counted", () => {
    const split = [
      { from: "09:00", to: "12:30" },
      { from: "13:30", to: "18:00" },
    ];
    const clock = businessClock(hours({ week: { ...hours().week, fri: split } }), "Europe/Sofia");
    expect(add(clock, "2026-11-20T10:00:00Z", 60)).toBe("2026-11-20T12:00:00.000Z");
    expect(add(clock, "2026-11-20T07:00:00Z", 8 * 60)).toBe("2026-11-20T16:00:00.000Z");
  });
  test("own days: off where others work, hours of their own at a weekend and on a holiday", () => {
    const clock = businessClock(
      hours({
        ownDays: [
          { day: "2026-11-23", hours: [] },
          { day: "2026-11-21", hours: [{ from: "10:00", to: "12:00" }] },
          { day: "2026-12-24", hours: [{ from: "09:00", to: "12:00" }] },
        ],
      }),
      "Europe/Sofia",
    );
    expect(add(clock, "2026-11-20T15:00:00Z", 60)).toBe("2026-11-21T09:00:00.000Z");
    expect(add(clock, "2026-11-20T15:00:00Z", 180)).toBe("2026-11-24T08:00:00.000Z");
    expect(add(clock, "2026-12-23T15:00:00Z", 60)).toBe("2026-12-24T08:00:00.000Z");
  });
});

describe("summer time", () => {
  test("a day has 23 hours in spring and 25 in autumn for who is always open", () => {
    for (const { country, timeZone } of places) {
      const clock = businessClock(hours({ country, week: always }), timeZone);
      const ofDay = (day: string) => {
        const begin = clock.nextOpening(new Date(`${day}T12:00:00Z`));
        const from = new Date(begin.getTime() - 36 * 3_600_000);
        const days = [...Array(72).keys()].map((hour) => new Date(from.getTime() + hour * 3_600_000));
        return days.filter((instant) => dayIn(timeZone, instant) === day).length;
      };
      for (const [day, length] of [
        ["2026-03-29", 23],
        ["2026-10-25", 25],
      ] as const) {
        expect(ofDay(day)).toBe(length);
        const before = new Date(`${addDays(day, -1)}T12:00:00Z`);
        const after = new Date(`${addDays(day, 1)}T12:00:00Z`);
        expect(clock.businessMinutesBetween(before, after)).toBe((after.getTime() - before.getTime()) / 60_000);
      }
    }
  });
  test("hours begin by the wall clock before and after the change", () => {
    expect(add(sofia, "2026-03-27T15:00:00Z", 60)).toBe("2026-03-30T07:00:00.000Z");
    expect(add(sofia, "2026-10-23T14:00:00Z", 60)).toBe("2026-10-26T08:00:00.000Z");
  });
  test("hours which the change skips or repeats keep their order", () => {
    const night = (from: string, to: string) =>
      businessClock(hours({ week: { ...hours().week, sun: [{ from, to }] } }), "Europe/Sofia");
    const minutes = (clock: typeof sofia, day: string) =>
      clock.businessMinutesBetween(new Date(`${addDays(day, -1)}T20:00:00Z`), new Date(`${day}T20:00:00Z`));
    // 03:00–04:00 is skipped on 29 March, and comes twice on 25 October.
    expect(minutes(night("03:15", "03:45"), "2026-03-29")).toBe(0);
    expect(minutes(night("02:30", "04:30"), "2026-03-29")).toBe(60);
    expect(minutes(night("02:30", "04:30"), "2026-10-25")).toBe(180);
    expect(minutes(night("03:15", "03:45"), "2026-10-25")).toBe(30);
    const opening = night("03:15", "03:45").nextOpening(new Date("2026-10-24T20:00:00Z"));
    expect(opening.toISOString()).toBe("2026-10-25T00:15:00.000Z");
  });
});

describe("any hours", () => {
  const anyDay = fc
    .uniqueArray(fc.integer({ min: 0, max: 95 }), { minLength: 0, maxLength: 6 })
    .map((quarters) => quarters.toSorted((one, other) => one - other))
    .map((quarters) =>
      Array.from({ length: Math.floor(quarters.length / 2) }, (_, at) => {
        const time = (quarter = 0) =>
          `${String(Math.floor(quarter / 4)).padStart(2, "0")}:${String((quarter % 4) * 15).padStart(2, "0")}`;
        return { from: time(quarters[2 * at]), to: time(quarters[2 * at + 1]) };
      }),
    );
  const anyHours = fc
    .record({
      country: fc.constantFrom("BG" as const, "PL" as const),
      week: fc.record({ mon: anyDay, tue: anyDay, wed: anyDay, thu: anyDay, fri: anyDay, sat: anyDay, sun: anyDay }),
      ownDays: fc.uniqueArray(
        fc.record({
          day: fc.integer({ min: 0, max: 400 }).map((count) => addDays("2026-02-01", count)),
          hours: anyDay,
        }),
        { maxLength: 5, selector: ({ day }) => day },
      ),
    })
    .filter((one) => hoursFaults(one).length === 0);
  const anyClock = fc
    .tuple(anyHours, fc.constantFrom("Europe/Sofia", "Europe/Warsaw", "America/Santiago", "Australia/Lord_Howe"))
    .map(([rules, timeZone]) => businessClock(rules, timeZone));
  const anyInstant = fc
    .integer({ min: Date.parse("2026-03-01"), max: Date.parse("2027-01-31") })
    .map((ms) => new Date(ms));
  const anyMinutes = fc.integer({ min: 0, max: 6_000 });

  test("what was added lies between, and no earlier instant would do", () =>
    fc.assert(
      fc.property(anyClock, anyInstant, anyMinutes, (clock, start, minutes) => {
        const due = clock.addBusinessTime(start, minutes);
        expect(clock.businessMinutesBetween(start, due)).toBeCloseTo(minutes, 6);
        if (minutes === 0) return;
        expect(clock.businessMinutesBetween(start, new Date(due.getTime() - 1))).toBeLessThan(minutes);
      }),
      { numRuns: 200 },
    ));
  test("later starts and longer times end no earlier, and two steps are one", () =>
    fc.assert(
      fc.property(anyClock, anyInstant, anyInstant, anyMinutes, anyMinutes, (clock, one, other, first, second) => {
        const [early, late] = one < other ? [one, other] : [other, one];
        const due = clock.addBusinessTime(early, first);
        expect(due.getTime()).toBeLessThanOrEqual(clock.addBusinessTime(late, first).getTime());
        expect(due.getTime()).toBeLessThanOrEqual(clock.addBusinessTime(early, first + second).getTime());
        expect(clock.addBusinessTime(due, second)).toEqual(clock.addBusinessTime(early, first + second));
      }),
      { numRuns: 200 },
    ));
  test("the next opening is the first instant from which time passes", () =>
    fc.assert(
      fc.property(anyClock, anyInstant, (clock, instant) => {
        const opening = clock.nextOpening(instant);
        expect(clock.businessMinutesBetween(instant, opening)).toBe(0);
        expect(clock.businessMinutesBetween(opening, new Date(opening.getTime() + 60_000))).toBeGreaterThan(0);
      }),
      { numRuns: 100 },
    ));
});

describe("impossible hours", () => {
  const closed = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
  const monday = (...mon: OpenHours[]) => hoursFaults(hours({ week: { ...hours().week, mon } }));

  test("possible ones have no fault", () => {
    expect(hoursFaults(hours())).toEqual([]);
    expect(hoursFaults(hours({ week: always }))).toEqual([]);
    expect(monday({ from: "09:00", to: "12:00" }, { from: "12:00", to: "24:00" })).toEqual([]);
    expect(hoursFaults(hours({ week: { ...closed, sun: nineToFive } }))).toEqual([]);
  });
  test("each is named at its field", () => {
    expect(monday({ from: "9:00", to: "17:00" })).toEqual([["week.mon.0.from", "time"]]);
    expect(monday({ from: "09:00", to: "24:01" })).toEqual([["week.mon.0.to", "time"]]);
    expect(monday({ from: "24:00", to: "24:00" })).toEqual([["week.mon.0.from", "time"]]);
    expect(monday({ from: "17:00", to: "09:00" })).toEqual([["week.mon.0.to", "order"]]);
    expect(monday({ from: "09:00", to: "09:00" })).toEqual([["week.mon.0.to", "order"]]);
    expect(monday({ from: "09:00", to: "13:00" }, { from: "12:59", to: "17:00" })).toEqual([
      ["week.mon.1.from", "overlap"],
    ]);
    expect(monday({ from: "13:00", to: "17:00" }, { from: "09:00", to: "12:00" })).toEqual([
      ["week.mon.1.from", "overlap"],
    ]);
    expect(hoursFaults(hours({ week: closed }))).toEqual([["week", "never"]]);
    const short = { ...closed, mon: [{ from: "09:00", to: "09:59" }] };
    expect(hoursFaults(hours({ week: short }))).toEqual([["week", "never"]]);
    expect(hoursFaults(hours({ ownDays: [{ day: "2026-02-30", hours: [] }] }))).toEqual([["ownDays.0.day", "day"]]);
    const twice = [
      { day: "2026-02-27", hours: [] },
      { day: "2026-02-27", hours: nineToFive },
    ];
    expect(hoursFaults(hours({ ownDays: twice }))).toEqual([["ownDays.1.day", "twice"]]);
  });
  test("a year without a working hour is refused, though the week has hours", () => {
    const fridays = Array.from({ length: 53 }, (_, week) => ({ day: addDays("2026-01-02", 7 * week), hours: [] }));
    const week = { ...closed, fri: nineToFive };
    expect(hoursFaults(hours({ week, ownDays: fridays }))).toEqual([["ownDays", "never"]]);
    expect(hoursFaults(hours({ week, ownDays: fridays.toSpliced(20, 1) }))).toEqual([]);
  });
  test("every weekday is a field", () => expect(Object.keys(closed)).toEqual([...weekdays]));
});
