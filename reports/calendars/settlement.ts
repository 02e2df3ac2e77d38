/**
 * The day on which a trade settles, by its venue: a number of business days after the trade. What the custodian states goes before; a
 * report names which of the two it took.
 */
import type { Day } from "@portico/ledger/entry.ts";
import { addBusinessDays, type BusinessCalendar } from "./business-days.ts";
import { americanDays, bulgarianDays, nbpDays, targetDays } from "./calendars.ts";

interface Cycle {
  /** Trades from this day on. */
  from: Day;
  /** Business days after the trade. */
  days: number;
}

/** 17 CFR 240.15c6-1: three days from 1995, two from 5 September 2017, one from 28 May 2024. */
const american: readonly Cycle[] = [
  { from: "2000-01-01", days: 3 },
  { from: "2017-09-05", days: 2 },
  { from: "2024-05-28", days: 1 },
];
/**
 * Regulation (EU) 909/2014, Article 5(2), applied by the markets from 6 October 2014: two days. One day from 11 October 2027: Regulation
 * (EU) 2025/2075.
 */
const european: readonly Cycle[] = [
  { from: "2014-10-06", days: 2 },
  { from: "2027-10-11", days: 1 },
];

interface Venue {
  /** ISO 3166-1 alpha-2 country of the venue. */
  country: string;
  cycles: readonly Cycle[];
  calendar: BusinessCalendar;
}

const us: Venue = { country: "US", cycles: american, calendar: americanDays };
/** Shares in euro settle on TARGET days: the calendar of TARGET2-Securities for the euro. */
const euroVenue = (country: string): Venue => ({ country, cycles: european, calendar: targetDays });

/**
 * Venues by their market identifier (ISO 10383, operating or segment). A Warsaw trade settles on Polish working days (KDPW), a Sofia trade on
 * Bulgarian business days (Central Depository).
 */
const venues: ReadonlyMap<string, Venue> = new Map(
  Object.entries({
    XNYS: us,
    XNAS: us,
    XNGS: us,
    XNCM: us,
    XNMS: us,
    XASE: us,
    ARCX: us,
    BATS: us,
    IEXG: us,
    XETR: euroVenue("DE"),
    XFRA: euroVenue("DE"),
    XSTU: euroVenue("DE"),
    XMUN: euroVenue("DE"),
    XGAT: euroVenue("DE"),
    XPAR: euroVenue("FR"),
    XAMS: euroVenue("NL"),
    XBRU: euroVenue("BE"),
    XLIS: euroVenue("PT"),
    XDUB: euroVenue("IE"),
    XMSM: euroVenue("IE"),
    XMIL: euroVenue("IT"),
    MTAA: euroVenue("IT"),
    ETFP: euroVenue("IT"),
    XMAD: euroVenue("ES"),
    BMEX: euroVenue("ES"),
    XWBO: euroVenue("AT"),
    XHEL: euroVenue("FI"),
    XATH: euroVenue("GR"),
    XLJU: euroVenue("SI"),
    XZAG: euroVenue("HR"),
    XBRA: euroVenue("SK"),
    XLUX: euroVenue("LU"),
    XMAL: euroVenue("MT"),
    XCYS: euroVenue("CY"),
    XTAL: euroVenue("EE"),
    XRIS: euroVenue("LV"),
    XLIT: euroVenue("LT"),
    XWAR: { country: "PL", cycles: european, calendar: nbpDays },
    XBUL: { country: "BG", cycles: european, calendar: bulgarianDays },
  }),
);

/** The country of a venue; undefined for one that the table lacks. */
export const venueCountry = (venue: string): string | undefined => venues.get(venue)?.country;
/** The venues whose settlement is known. */
export const knownVenues: readonly string[] = [...venues.keys()];

export interface Settlement {
  day: Day;
  /** Business days after the trade. */
  days: number;
  calendar: BusinessCalendar["id"];
}

/**
 * The settlement day of a trade on a venue; undefined for a venue that the table lacks, and for a day before its first known cycle or
 * calendar. The cycle of the trade's day counts, whatever holds on the day it settles.
 */
export function settlementDay(venue: string, tradeDay: Day): Settlement | undefined {
  const known = venues.get(venue);
  const cycle = known?.cycles.findLast(({ from }) => from <= tradeDay);
  if (!known || !cycle || tradeDay < known.calendar.from) return undefined;
  return { day: addBusinessDays(known.calendar, tradeDay, cycle.days), days: cycle.days, calendar: known.calendar.id };
}
