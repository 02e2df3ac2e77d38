/** Prices and rates of many days in memory, for valuing a history without a query per day. */

import { fixedPerEuro } from "@portico/ledger/fixed-rates.ts";
import type { Split } from "@portico/ledger/splits.ts";
import { Decimal } from "decimal.js";
import type { Db } from "../../kernel/transaction.ts";
import { findSplitsKnown, type KnownMarket } from "./knowledge.queries.ts";
import { findSplits } from "./market-data.queries.ts";
import {
  findPriceSeries,
  findPricesOn,
  findRateSeries,
  findRatesOn,
  type Quoted,
  type QuotedPrice,
} from "./quotes.queries.ts";
import { crossRate, fixedRate, fixedSource, type MarketQuote, type PricedQuote, type Rate } from "./rates.ts";

/** The latest quote on or before a day. Undefined is a gap, never 0 or 1. */
export interface MarketSeries {
  /**
   * As quoted, in its own currency: later splits may change the units (`splits`). Of the last day on which one was quoted in a
   * currency that has a rate into `into` on `day`; without any such, the latest.
   */
  price(instrumentId: number, day: string, into: string): PricedQuote | undefined;
  /** Whether one was quoted on the very day, in whatever currency. */
  isPricedOn(instrumentId: number, day: string): boolean;
  /** The instrument's splits by day, whoever booked them. */
  splits(instrumentId: number): readonly Split[];
  /** Units of `to` for one unit of `from`. */
  rate(from: string, to: string, day: string): MarketQuote | undefined;
  /** Grows with every stored price or rate in the series. */
  newest: { priceId: number; rateId: number };
}

/** Index of the last quote on or before the day; -1 if there is none. */
function lastUpTo(quotes: readonly Quoted[], day: string): number {
  let low = 0;
  let high = quotes.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((quotes[middle] as Quoted).day <= day) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function grouped<Row extends Quoted, Key>(rows: readonly Row[], key: (row: Row) => Key): Map<Key, Row[]> {
  return Map.groupBy(rows, key);
}

/** The currencies with those in which the prices are quoted. */
const currenciesIn = (currencies: readonly string[], prices: readonly { currency: string }[]): string[] => [
  ...new Set([...currencies, ...prices.map(({ currency }) => currency)]),
];

interface Wanted {
  instrumentIds: readonly number[];
  /** The instruments whose splits are needed, if more than those whose prices are. */
  splitsOf?: readonly number[];
  currencies: readonly string[];
  /** As they were known at a time; without it, all. */
  known?: KnownMarket | undefined;
}

const listSplits = (db: Db, { splitsOf, instrumentIds, known }: Wanted) =>
  known ? findSplitsKnown(db, splitsOf ?? instrumentIds, known) : findSplits(db, splitsOf ?? instrumentIds);

/** Loads the prices of the instruments and the rates of the currencies that are valid in the range. */
export async function loadSeries(db: Db, wanted: Wanted & { from: string; to: string }): Promise<MarketSeries> {
  const prices = await findPriceSeries(db, wanted.instrumentIds, wanted, wanted.known);
  const rates = await findRateSeries(db, currenciesIn(wanted.currencies, prices), wanted, wanted.known);
  return buildSeries(prices, rates, await listSplits(db, wanted));
}

/** The same for individual days, at a cost proportional to their number. Other days may be wrong. */
export async function loadSeriesOn(db: Db, wanted: Wanted & { days: readonly string[] }): Promise<MarketSeries> {
  const prices = await findPricesOn(db, wanted.instrumentIds, wanted.days, wanted.known);
  const rates = await findRatesOn(db, currenciesIn(wanted.currencies, prices), wanted.days, wanted.known);
  return buildSeries(prices, rates, await listSplits(db, wanted));
}

/** A series of given quotes, each list sorted by day. */
export function buildSeries(
  prices: readonly QuotedPrice[],
  rates: readonly (Quoted & { currency: string })[],
  splits: readonly (Split & { instrumentId: number })[] = [],
): MarketSeries {
  const splitsOf = Map.groupBy(splits, ({ instrumentId }) => instrumentId);
  const pricesOf = grouped(prices, (price) => price.instrumentId);
  const ratesOf = grouped(rates, (rate) => rate.currency);
  const perEuro = (currency: string, day: string): Rate | undefined => {
    const fixed = fixedRate(currency, day);
    if (fixed) return fixed;
    const quotes = ratesOf.get(currency) ?? [];
    const quote = quotes[lastUpTo(quotes, day)];
    return quote && { ...quote, currency, perEuro: new Decimal(quote.value) };
  };
  const hasRate = (currency: string, day: string): boolean => {
    if (fixedPerEuro(currency, day)) return true;
    const [first] = ratesOf.get(currency) ?? [];
    return first !== undefined && first.day <= day;
  };
  return {
    price(instrumentId, day, into) {
      const quotes = pricesOf.get(instrumentId) ?? [];
      const last = lastUpTo(quotes, day);
      const isConvertible = ({ currency }: { currency: string }): boolean =>
        currency === into || (hasRate(currency, day) && hasRate(into, day));
      let at = last;
      while (at >= 0 && !isConvertible(quotes[at] as QuotedPrice)) at--;
      const quote = quotes[at] ?? quotes[last];
      return quote && { value: quote.value, currency: quote.currency, day: quote.day, source: quote.source };
    },
    isPricedOn(instrumentId, day) {
      const quotes = pricesOf.get(instrumentId) ?? [];
      return quotes[lastUpTo(quotes, day)]?.day === day;
    },
    splits: (instrumentId) => splitsOf.get(instrumentId) ?? [],
    rate(from, to, day) {
      // A currency converts to itself at 1, whether or not its euro rate is known.
      if (from === to) return { value: "1", day, source: fixedSource };
      const [of, into] = [perEuro(from, day), perEuro(to, day)];
      return of && into && crossRate(of, into);
    },
    newest: {
      priceId: prices.reduce((newest, price) => Math.max(newest, price.id), 0),
      rateId: rates.reduce((newest, rate) => Math.max(newest, rate.id), 0),
    },
  };
}
