/** Settlement days of markets outside the euro, the United States, Poland and Bulgaria. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { weekdayOf, westernEaster } from "@portico/api/rules/holidays.ts";
import type { Day } from "@portico/ledger/entry.ts";
import type { BusinessCalendar } from "./business-days.ts";
import { hongKongClosures } from "./hong-kong.ts";
import { byYear, dayIn, lastWeekday, nthWeekday } from "./rules.ts";

/** Two days for settlement were introduced in October 2014. */
const from = "2015-01-01";

/** Moved by proclamation. */
const movedInBritain: Readonly<Record<Day, readonly Day[]>> = {
  // Victory in Europe, 75 years.
  "2020-05-04": ["2020-05-08"],
  // The Platinum Jubilee.
  "2022-05-30": ["2022-06-02", "2022-06-03"],
};
/** The funeral of Elizabeth II, the coronation of Charles III. */
const addedInBritain: readonly Day[] = ["2022-09-19", "2023-05-08"];

/** Bank holidays of England and Wales, with the days in lieu of those at a weekend. */
function* britishHolidays(year: number): Generator<Day> {
  const easter = westernEaster(year);
  const christmas = dayIn(year, 12, 25);
  const mondays = [nthWeekday(year, 5, 1, 1), lastWeekday(year, 5, 1), lastWeekday(year, 8, 1)];
  yield* weekdaysFrom(dayIn(year, 1, 1), 1);
  yield addDays(easter, -2);
  yield addDays(easter, 1);
  for (const monday of mondays) yield* movedInBritain[monday] ?? [monday];
  // 25 and 26 December, or the first two weekdays after them.
  yield* weekdaysFrom(christmas, 2);
  yield* addedInBritain.filter((day) => day.startsWith(String(year)));
}

function weekdaysFrom(day: Day, count: number): Day[] {
  const found: Day[] = [];
  for (let next = day; found.length < count; next = addDays(next, 1)) if (weekdayOf(next) < 6) found.push(next);
  return found;
}

/** Of CREST in sterling. */
export const britishDays: BusinessCalendar = {
  id: "britain",
  source:
    "Bank holidays of England and Wales: Banking and Financial Dealings Act 1971, and proclamations (gov.uk/bank-holidays)",
  from,
  isHoliday: byYear(britishHolidays),
};

/** Days after Easter Sunday. */
const easterDays = {
  maundyThursday: -3,
  goodFriday: -2,
  easterMonday: 1,
  prayerDay: 26,
  ascension: 39,
  dayAfterAscension: 40,
  whitMonday: 50,
};
type EasterDay = keyof typeof easterDays;

const holidays = (
  year: number,
  { fixed, moving }: { fixed: readonly (readonly [month: number, day: number])[]; moving: readonly EasterDay[] },
): Day[] => [
  ...fixed.map(([month, day]) => dayIn(year, month, day)),
  ...moving.map((name) => addDays(westernEaster(year), easterDays[name])),
];

/**
 * Days of Swiss Interbank Clearing, in which SIX SIS settles francs. On 24 and 31 December the exchange is closed, and francs are
 * settled.
 */
export const swissDays: BusinessCalendar = {
  id: "switzerland",
  source: "SIX: bank holidays that are no value dates for Swiss francs",
  from,
  isHoliday: byYear((year) =>
    holidays(year, {
      fixed: [
        [1, 1],
        [1, 2],
        [5, 1],
        [8, 1],
        [12, 25],
        [12, 26],
      ],
      moving: ["goodFriday", "easterMonday", "ascension", "whitMonday"],
    }),
  ),
};

/** Days of Euroclear Sweden and of the Riksbank's RIX. */
export const swedishDays: BusinessCalendar = {
  id: "sweden",
  source: "Nasdaq Stockholm, trading calendar; Sveriges Riksbank, closing days of RIX",
  from,
  isHoliday: byYear((year) => [
    ...holidays(year, {
      fixed: [
        [1, 1],
        [1, 6],
        [5, 1],
        [6, 6],
        [12, 24],
        [12, 25],
        [12, 26],
        [12, 31],
      ],
      moving: ["goodFriday", "easterMonday", "ascension"],
    }),
    // Midsummer Eve: the Friday between 19 and 25 June.
    addDays(dayIn(year, 6, 19), (5 - weekdayOf(dayIn(year, 6, 19)) + 7) % 7),
  ]),
};

/** Days of Euronext Securities Copenhagen and of Danmarks Nationalbank's Kronos. */
export const danishDays: BusinessCalendar = {
  id: "denmark",
  source: "Nasdaq Copenhagen, trading calendar; Danmarks Nationalbank, banking days",
  from,
  isHoliday: byYear((year) =>
    holidays(year, {
      fixed: [
        [1, 1],
        [6, 5],
        [12, 24],
        [12, 25],
        [12, 26],
        [12, 31],
      ],
      moving: [
        "maundyThursday",
        "goodFriday",
        "easterMonday",
        // A holiday until 2023.
        ...(year <= 2023 ? (["prayerDay"] as const) : []),
        "ascension",
        "dayAfterAscension",
        "whitMonday",
      ],
    }),
  ),
};

/** Settlement days of Norges Bank, in which Euronext Securities Oslo settles kroner: 31 December is one, though the exchange is closed. */
export const norwegianDays: BusinessCalendar = {
  id: "norway",
  source: "Norges Bank, settlement days of NBO",
  from,
  isHoliday: byYear((year) =>
    holidays(year, {
      fixed: [
        [1, 1],
        [5, 1],
        [5, 17],
        [12, 24],
        [12, 25],
        [12, 26],
      ],
      moving: ["maundyThursday", "goodFriday", "easterMonday", "ascension", "whitMonday"],
    }),
  ),
};

/** Days of the Central Clearing and Settlement System in Hong Kong. */
export const hongKongDays: BusinessCalendar = {
  id: "hongKong",
  source: "General holidays of Hong Kong (gov.hk), and HKEX's announcements of days without settlement",
  from,
  to: "2027-12-31",
  isHoliday: byYear((year) => hongKongClosures[year] ?? []),
};
