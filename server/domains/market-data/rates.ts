/** FX arithmetic: every rate is quoted per euro; a rate between two other currencies is crossed over the euro. */
import { euro, fixedPerEuro, lev, levsPerEuro } from "@portico/ledger/fixed-rates.ts";
import { Decimal } from "decimal.js";

export { euro, lev, levsPerEuro };
/** Source name of fixed rates. */
export const fixedSource = "fixed";

/** Units of a currency per euro, with the quote's day and source; `id` grows with each stored rate. */
export interface Rate {
  currency: string;
  perEuro: Decimal;
  day: string;
  source: string;
  id: number;
}

/** A price or rate as used: exact value, day and source. */
export interface MarketQuote {
  value: string;
  day: string;
  source: string;
}

/** A price with the currency in which it is quoted. */
export interface PricedQuote extends MarketQuote {
  currency: string;
}

/** The rate that is fixed on the day: of the euro, and of a currency that it had replaced; undefined for all others. */
export function fixedRate(currency: string, day: string): Rate | undefined {
  const perEuro = fixedPerEuro(currency, day);
  return perEuro && { currency, perEuro, day, source: fixedSource, id: 0 };
}

/**
 * Decimals of a crossed rate, so that an amount of 10¹³ is right to a hundredth of a cent at any rate. The rounded rate is
 * used for display, proof and multiplication.
 */
const crossDecimals = 20;
const Precise = Decimal.clone({ precision: 40 });

/** Units of `to` for one unit of `from`, with the older day of the two. */
export function crossRate(from: Rate, to: Rate): MarketQuote {
  const value = new Precise(to.perEuro).div(from.perEuro).toDecimalPlaces(crossDecimals);
  const quoted = [from, to].filter((rate) => rate.source !== fixedSource);
  const [oldest] = quoted.toSorted((a, b) => (a.day < b.day ? -1 : 1));
  const sources = [...new Set(quoted.map((rate) => rate.source))];
  return { value: value.toFixed(), day: oldest?.day ?? to.day, source: sources.join(" / ") || fixedSource };
}
