/**
 * The day on which a trade settles, by its venue: a number of business days after the trade. What the custodian states goes before; a
 * report names which of the two it took.
 */
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Day } from "@portico/ledger/entry.ts";
import { findVenue } from "../venues.ts";
import { addBusinessDays, type BusinessCalendar } from "./business-days.ts";

interface Cycle {
  /** Trades from this day on. */
  from: Day;
  /** Business days after the trade. */
  days: number;
}

type CycleName = "american" | "european" | "hongKong";

const cycles: Readonly<Record<CycleName, readonly Cycle[]>> = {
  /** 17 CFR 240.15c6-1: three days from 1995, two from 5 September 2017, one from 28 May 2024. */
  american: [
    { from: "2000-01-01", days: 3 },
    { from: "2017-09-05", days: 2 },
    { from: "2024-05-28", days: 1 },
  ],
  /**
   * Regulation (EU) 909/2014, Article 5(2), applied by the markets from 6 October 2014, in Switzerland too: two days. One day from 11
   * October 2027: Regulation (EU) 2025/2075; the United Kingdom's draft Central Securities Depositories (Amendment) (Intended Settlement
   * Date) Regulations 2026, and the recommendation of the Swiss Securities Post-Trade Council, name the same day.
   */
  european: [
    { from: "2014-10-06", days: 2 },
    { from: "2027-10-11", days: 1 },
  ],
  /** Rules of HKSCC: two days. */
  hongKong: [{ from: "2015-01-01", days: 2 }],
};

/** Days from a trade to its settlement, at most: two business days around the longest row of days off. */
const longestWait = 14;

export interface Settlement {
  day: Day;
  /** Business days after the trade. */
  days: number;
  calendar: BusinessCalendar["id"];
}

/** By venue and day: long packs ask for the same ones thousands of times. */
const kept = new Map<string, Settlement | undefined>();

/**
 * The settlement day of a trade on a venue (ISO 10383); undefined for a venue whose settlement is not known, and for a day before its
 * first known cycle or calendar, or after the last published one. The cycle of the trade's day counts, whatever holds on the day it settles.
 */
export function settlementDay(venue: string, tradeDay: Day): Settlement | undefined {
  if (!findVenue(venue)) return undefined;
  const key = `${venue} ${tradeDay}`;
  if (!kept.has(key)) kept.set(key, workOut(venue, tradeDay));
  return kept.get(key);
}

function workOut(venue: string, tradeDay: Day): Settlement | undefined {
  const settlement = findVenue(venue)?.settlement;
  const cycle = settlement && cycles[settlement.cycle].findLast(({ from }) => from <= tradeDay);
  if (!cycle || tradeDay < settlement.calendar.from) return undefined;
  const { calendar } = settlement;
  // Near the end of what is published, the day may be later than that.
  if (calendar.to !== undefined && addDays(tradeDay, longestWait) > calendar.to) return undefined;
  return { day: addBusinessDays(calendar, tradeDay, cycle.days), days: cycle.days, calendar: calendar.id };
}
