/**
 * Venues by market identifier (ISO 10383): country, whether it is a regulated market of the European Economic Area, and by which
 * calendar its trades settle. A venue that is missing is unknown, not "other".
 */
import type { BusinessCalendar } from "./calendars/business-days.ts";
import { americanDays, bulgarianDays, nbpDays, targetDays } from "./calendars/calendars.ts";
import { britishDays, danishDays, hongKongDays, norwegianDays, swedishDays, swissDays } from "./calendars/markets.ts";

export interface Venue {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /**
   * `regulated`: a regulated market of the EU or EEA (ESMA's register; Article 152 of the Bulgarian Markets in Financial Instruments Act).
   * `equivalent`: of a third country that the Commission declared equivalent (Implementing Decisions (EU) 2017/2318 for Australia,
   * 2017/2319 for Hong Kong, 2017/2320 for the United States). `other`: neither. Null where the identifier covers both a regulated market and
   * an open market: then the trade itself must say it.
   */
  market: "regulated" | "equivalent" | "other" | null;
  settlement: { cycle: "american" | "european" | "hongKong"; calendar: BusinessCalendar } | null;
}

const us: Venue = {
  country: "US",
  market: "equivalent",
  settlement: { cycle: "american", calendar: americanDays },
};
/** Trades in euro settle on TARGET days: the calendar of TARGET2-Securities for the euro. */
const inEuro = (country: string, market: Venue["market"] = "regulated"): Venue => ({
  country,
  market,
  settlement: { cycle: "european", calendar: targetDays },
});
const settledBy = (calendar: BusinessCalendar, country: string, market: Venue["market"]): Venue => ({
  country,
  market,
  settlement: { cycle: "european", calendar },
});
/** The settlement calendar of its currency is not here. */
const unsettled = (country: string, market: Venue["market"]): Venue => ({ country, market, settlement: null });

const venues: ReadonlyMap<string, Venue> = new Map(
  Object.entries({
    XNYS: us,
    XNAS: us,
    XNGS: us,
    XNMS: us,
    XNCM: us,
    XASE: us,
    ARCX: us,
    BATS: us,
    IEXG: us,
    // Xetra: XETA is its regulated market, XETB the open one.
    XETR: inEuro("DE"),
    XETA: inEuro("DE"),
    XETB: inEuro("DE", "other"),
    XFRA: inEuro("DE", null),
    FRAA: inEuro("DE"),
    FRAB: inEuro("DE", "other"),
    XSTU: inEuro("DE", null),
    XMUN: inEuro("DE", null),
    XGAT: inEuro("DE", null),
    XPAR: inEuro("FR"),
    XAMS: inEuro("NL"),
    XBRU: inEuro("BE"),
    XLIS: inEuro("PT"),
    XDUB: inEuro("IE", null),
    XMSM: inEuro("IE"),
    XMIL: inEuro("IT", null),
    MTAA: inEuro("IT"),
    ETFP: inEuro("IT"),
    XMAD: inEuro("ES"),
    XWBO: inEuro("AT", null),
    WBAH: inEuro("AT"),
    XHEL: inEuro("FI"),
    XATH: inEuro("GR", null),
    ASEX: inEuro("GR"),
    XLJU: inEuro("SI"),
    XZAG: inEuro("HR"),
    XBRA: inEuro("SK"),
    XLUX: inEuro("LU"),
    XMAL: inEuro("MT"),
    XCYS: inEuro("CY"),
    XTAL: inEuro("EE"),
    XRIS: inEuro("LV"),
    XLIT: inEuro("LT"),
    // KDPW settles on Polish working days, the Central Depository in Sofia on Bulgarian business days.
    XWAR: { country: "PL", market: "regulated", settlement: { cycle: "european", calendar: nbpDays } },
    XBUL: { country: "BG", market: "regulated", settlement: { cycle: "european", calendar: bulgarianDays } },
    XSTO: settledBy(swedishDays, "SE", "regulated"),
    XCSE: settledBy(danishDays, "DK", "regulated"),
    XOSL: settledBy(norwegianDays, "NO", "regulated"),
    XICE: unsettled("IS", "regulated"),
    XPRA: unsettled("CZ", "regulated"),
    XBUD: unsettled("HU", "regulated"),
    XBSE: unsettled("RO", "regulated"),
    XHKG: { country: "HK", market: "equivalent", settlement: { cycle: "hongKong", calendar: hongKongDays } },
    XASX: unsettled("AU", "equivalent"),
    XLON: settledBy(britishDays, "GB", "other"),
    XSWX: settledBy(swissDays, "CH", "other"),
    XTSE: unsettled("CA", "other"),
    XTKS: unsettled("JP", "other"),
  }),
);

/** Undefined for a venue that the table lacks. */
export const findVenue = (identifier: string): Venue | undefined => venues.get(identifier);
export const knownVenues: readonly string[] = [...venues.keys()];
