/** The firm's instruments, and the prices and FX rates used for valuation. */

import { currencyCodes } from "@portico/api/currencies.ts";
import type { ForexRate } from "@portico/api/settings/shapes.ts";
import { fixedPerEuro, fixedRates } from "@portico/ledger/fixed-rates.ts";
import { Decimal } from "decimal.js";
import type { Db } from "../../kernel/transaction.ts";
import {
  findInstrumentByIsin,
  findInstrumentsById,
  findInstrumentsByIsin,
  type InstrumentRecord,
  insertInstrument,
  type NewInstrument,
  searchInstruments,
} from "./market-data.queries.ts";
import {
  findAdjacentPrices,
  findAdjacentRates,
  findKnownPrices,
  findKnownRates,
  findNewestRates,
  findPriceDays,
  findRatesUpTo,
  insertPrices,
  insertRates,
  type Neighbour,
  type PriceRow,
  type Quoted,
  type RateRow,
} from "./quotes.queries.ts";
import { euro, fixedRate, fixedSource, lev, levsPerEuro, type Rate } from "./rates.ts";

export {
  deleteSplit as forgetSplit,
  findSplits,
  lockInstruments,
  upsertSplit as saveSplit,
} from "./market-data.queries.ts";
export type { InstrumentRecord, Neighbour, PriceRow, RateRow };

/** The first 20 instruments whose name, ticker or ISIN begins with the text. */
export const findInstruments = async (db: Db, search: string) => ({ instruments: await searchInstruments(db, search) });

export const getInstruments = async (db: Db, ids: readonly number[]): Promise<Map<number, InstrumentRecord>> =>
  new Map((await findInstrumentsById(db, [...new Set(ids)])).map((instrument) => [instrument.id, instrument]));

/** The days of a range with a price of the instrument, in order. */
export const listPriceDays = (db: Db, id: number, range: { from: string; to: string }): Promise<string[]> =>
  findPriceDays(db, id, range);

export const findByIsin = (db: Db, isin: string): Promise<InstrumentRecord | undefined> =>
  findInstrumentByIsin(db, isin);

/** The instruments of ISINs, by ISIN; unknown ones are missing. */
export const findByIsins = async (db: Db, isins: readonly string[]): Promise<Map<string, InstrumentRecord>> =>
  new Map((await findInstrumentsByIsin(db, isins)).map((instrument) => [instrument.isin ?? "", instrument]));

/** How a file's prices or rates compare with stored ones. */
interface Comparison {
  /** Indexes of equal ones, which are skipped. */
  known: number[];
  /** Indexes of those stored with another value for the same source and day, which are refused. */
  different: number[];
}

function compare(found: { index: number; alike: boolean }[]): Comparison {
  const pick = (alike: boolean) => found.filter((row) => row.alike === alike).map((row) => row.index);
  return { known: pick(true), different: pick(false) };
}

export const comparePrices = async (db: Db, prices: readonly PriceRow[]): Promise<Comparison> =>
  compare(prices.length > 0 ? await findKnownPrices(db, prices) : []);

export const compareRates = async (db: Db, rates: readonly RateRow[]): Promise<Comparison> =>
  compare(rates.length > 0 ? await findKnownRates(db, rates) : []);

/** For each row's instrument the price valid on its day, or the first later one. */
export const adjacentPrices = async (db: Db, rows: Parameters<typeof findAdjacentPrices>[1]) =>
  rows.length > 0 ? findAdjacentPrices(db, rows) : [];

/** The same for rates, in units per euro. */
export const adjacentRates = async (db: Db, rows: readonly Pick<RateRow, "currency" | "day">[]) =>
  rows.length > 0 ? findAdjacentRates(db, rows) : [];

/** What was stored, and from which day it changes valuations. */
export interface Saved<Key> {
  saved: number;
  comparison: Comparison;
  /** Earliest stored day, per instrument or currency. */
  from: Map<Key, string>;
}

function earliest<Row extends { day: string }, Key>(rows: readonly Row[], key: (row: Row) => Key): Map<Key, string> {
  const from = new Map<Key, string>();
  for (const row of rows) {
    const known = from.get(key(row));
    if (known === undefined || row.day < known) from.set(key(row), row.day);
  }
  return from;
}

/**
 * Stores new prices. Equal ones are skipped; one stored with another value is not replaced but returned in
 * `comparison.different`: a correction needs its own source name, and the last one stored for a day counts.
 * The caller must update the portfolios (portfolios/ledger/market.ts does both).
 */
export async function savePrices(db: Db, prices: readonly PriceRow[]): Promise<Saved<number>> {
  const comparison = await comparePrices(db, prices);
  const skipped = new Set([...comparison.known, ...comparison.different]);
  const fresh = prices.filter((_, index) => !skipped.has(index));
  const saved = fresh.length > 0 ? await insertPrices(db, fresh) : 0;
  return { saved, comparison, from: earliest(fresh, (price) => price.instrumentId) };
}

/** The same for rates, in units per euro. One that is fixed on its day cannot be stored. */
export async function saveRates(db: Db, rates: readonly RateRow[]): Promise<Saved<string>> {
  const comparison = await compareRates(db, rates);
  const skipped = new Set([...comparison.known, ...comparison.different]);
  const fresh = rates.filter(({ currency, day }, index) => !skipped.has(index) && !fixedPerEuro(currency, day));
  const saved = fresh.length > 0 ? await insertRates(db, fresh) : 0;
  return { saved, comparison, from: earliest(fresh, (rate) => rate.currency) };
}

/**
 * The newest rate of every currency for the public list: per euro, and per lev at the fixed rate. Of those that the euro
 * replaced only the lev.
 */
export async function listForexRates(db: Db): Promise<ForexRate[]> {
  const newest = await findNewestRates(
    db,
    currencyCodes.filter((code) => !isReplaced(code)),
  );
  const fixedDay = newest.reduce((last, rate) => (rate.day > last ? rate.day : last), "2026-01-01");
  const fixed: Rate[] = [
    { currency: euro, perEuro: new Decimal(1), day: fixedDay, source: fixedSource, id: 0 },
    { currency: lev, perEuro: levsPerEuro, day: fixedDay, source: fixedSource, id: 0 },
  ];
  const quoted = newest.map(({ value, ...rate }): Rate => ({ ...rate, perEuro: new Decimal(value) }));
  return [...fixed, ...quoted].map(({ currency, perEuro, day, source }) => ({
    code: currency,
    oneLevEquals: perEuro.div(levsPerEuro).toNumber(),
    oneEuroEquals: perEuro.toNumber(),
    day,
    source,
  }));
}

/** Currencies that are not quoted any more: the euro and the lev, which are listed apart, and what the euro replaced. */
const isReplaced = (code: string): boolean => fixedRates.some(({ currency }) => currency === code);

/**
 * Rates of a day in units per euro, each the newest up to it, of the currencies that have one, or fixed on it. By default of
 * the euro, the lev and all that it had not replaced by then.
 */
export async function listRatesOn(
  db: Db,
  day: string,
  currencies?: readonly string[],
): Promise<(Quoted & { currency: string })[]> {
  const wanted: readonly string[] =
    currencies ?? currencyCodes.filter((code) => code === euro || code === lev || !fixedPerEuro(code, day));
  const fixed = wanted.flatMap((currency) => {
    const rate = fixedRate(currency, day);
    return rate ? [{ currency, id: 0, value: rate.perEuro.toFixed(), day, source: rate.source }] : [];
  });
  const quoted = await findRatesUpTo(
    db,
    wanted.filter((code) => !fixedPerEuro(code, day)),
    day,
  );
  return [...fixed, ...quoted];
}

/** Adds instruments; an existing ISIN is left unchanged. Ids in the given order. */
export async function addInstruments(db: Db, instruments: readonly NewInstrument[]): Promise<number[]> {
  const ids: number[] = [];
  for (const instrument of instruments) ids.push((await insertInstrument(db, instrument)).id);
  return ids;
}
