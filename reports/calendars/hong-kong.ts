/** Weekdays without settlement in Hong Kong. */
import type { Day } from "@portico/ledger/entry.ts";

/**
 * General holidays at weekdays, as the government gazettes them a year ahead: most follow the lunar calendar. 3 September 2015 was one
 * by itself.
 */
const gazetted: Readonly<Record<number, string>> = {
  2015: "01-01 02-19 02-20 04-03 04-06 04-07 05-01 05-25 07-01 09-03 09-28 10-01 10-21 12-25",
  2016: "01-01 02-08 02-09 02-10 03-25 03-28 04-04 05-02 06-09 07-01 09-16 10-10 12-26 12-27",
  2017: "01-02 01-30 01-31 04-04 04-14 04-17 05-01 05-03 05-30 10-02 10-05 12-25 12-26",
  2018: "01-01 02-16 02-19 03-30 04-02 04-05 05-01 05-22 06-18 07-02 09-25 10-01 10-17 12-25 12-26",
  2019: "01-01 02-05 02-06 02-07 04-05 04-19 04-22 05-01 05-13 06-07 07-01 10-01 10-07 12-25 12-26",
  2020: "01-01 01-27 01-28 04-10 04-13 04-30 05-01 06-25 07-01 10-01 10-02 10-26 12-25",
  2021: "01-01 02-12 02-15 04-02 04-05 04-06 05-19 06-14 07-01 09-22 10-01 10-14 12-27",
  2022: "02-01 02-02 02-03 04-05 04-15 04-18 05-02 05-09 06-03 07-01 09-12 10-04 12-26 12-27",
  2023: "01-02 01-23 01-24 01-25 04-05 04-07 04-10 05-01 05-26 06-22 10-02 10-23 12-25 12-26",
  2024: "01-01 02-12 02-13 03-29 04-01 04-04 05-01 05-15 06-10 07-01 09-18 10-01 10-11 12-25 12-26",
  2025: "01-01 01-29 01-30 01-31 04-04 04-18 04-21 05-01 05-05 07-01 10-01 10-07 10-29 12-25 12-26",
  2026: "01-01 02-17 02-18 02-19 04-03 04-06 04-07 05-01 05-25 06-19 07-01 10-01 10-19 12-25",
  2027: "01-01 02-08 02-09 03-26 03-29 04-05 05-13 06-09 07-01 09-16 10-01 10-08 12-27",
};

/**
 * Whole days without settlement, by HKEX's announcements: typhoon signal no. 8 or above, or extreme conditions, at noon. Since 23
 * September 2024 weather ends no settlement.
 */
const stormy: readonly Day[] = [
  "2016-08-02",
  "2016-10-21",
  "2017-08-23",
  "2020-10-13",
  "2021-10-13",
  "2023-07-17",
  "2023-09-01",
  "2023-09-08",
  "2024-09-06",
];

/** By year; nothing for a year that is not gazetted. */
export const hongKongClosures: Readonly<Record<number, readonly Day[]>> = Object.fromEntries(
  Object.entries(gazetted).map(([year, days]) => [
    year,
    [...days.split(" ").map((day): Day => `${year}-${day}`), ...stormy.filter((day) => day.startsWith(year))],
  ]),
);
