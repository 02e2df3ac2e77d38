/** Instruments that the firm knows, and the prices and FX rates by which everything is valued. */

import { currencyCodes } from "@portico/api/currencies.ts";
import type { ForexRate } from "@portico/api/settings.ts";
import { Decimal } from "decimal.js";
import type { Db } from "../../kernel/transaction.ts";
import {
  findInstrumentByIsin,
  findInstrumentsById,
  findKnownPrices,
  findKnownRates,
  findNewestRates,
  findPricesBeside,
  findRatesBeside,
  type InstrumentRecord,
  insertInstrument,
  insertPrices,
  insertRates,
  type Neighbour,
  type PriceRow,
  type RateRow,
  searchInstruments,
} from "./market-data.queries.ts";
import { euro, fixedSource, lev, levsPerEuro, type Rate } from "./market-data.rates.ts";

export {
  deleteSplit as forgetSplit,
  findSplits,
  lockInstruments,
  upsertSplit as saveSplit,
} from "./market-data.queries.ts";
export type { InstrumentRecord, Neighbour, PriceRow, RateRow };

/** Instruments whose name, ticker or ISIN begins with the text; the first 20. */
export const findInstruments = async (db: Db, search: string) => ({ instruments: await searchInstruments(db, search) });

export const getInstruments = async (db: Db, ids: readonly number[]): Promise<Map<number, InstrumentRecord>> =>
  new Map((await findInstrumentsById(db, [...new Set(ids)])).map((instrument) => [instrument.id, instrument]));

export const findByIsin = (db: Db, isin: string): Promise<InstrumentRecord | undefined> =>
  findInstrumentByIsin(db, isin);

/** What becomes of the prices or rates of a file. */
interface Comparison {
  /** Indexes of those known alike, which are skipped. */
  known: number[];
  /** Indexes of those known with another value from the same source on the same day, which are refused. */
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

/** Of each row's instrument the price that counts for its day so far, or the first later one. */
export const pricesBeside = async (db: Db, rows: readonly Pick<PriceRow, "instrumentId" | "day">[]) =>
  rows.length > 0 ? findPricesBeside(db, rows) : [];

/** The same for rates, in units per euro. */
export const ratesBeside = async (db: Db, rows: readonly Pick<RateRow, "currency" | "day">[]) =>
  rows.length > 0 ? findRatesBeside(db, rows) : [];

/** What was written, and from which day on it changes what it values. */
export interface Saved<Key> {
  saved: number;
  comparison: Comparison;
  /** Earliest day written, per instrument or currency. */
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
 * Writes the prices that are new. One known alike is skipped; one known with another value is not written and told in
 * `comparison.different`: a correction comes under a source of its own name, and of one day the one recorded last counts.
 * Whoever calls must tell the portfolios (portfolios.market.ts does both).
 */
export async function savePrices(db: Db, prices: readonly PriceRow[]): Promise<Saved<number>> {
  const comparison = await comparePrices(db, prices);
  const skipped = new Set([...comparison.known, ...comparison.different]);
  const fresh = prices.filter((_, index) => !skipped.has(index));
  const saved = fresh.length > 0 ? await insertPrices(db, fresh) : 0;
  return { saved, comparison, from: earliest(fresh, (price) => price.instrumentId) };
}

/** The same for rates, in units per euro. The euro itself and the lev are fixed and take none. */
export async function saveRates(db: Db, rates: readonly RateRow[]): Promise<Saved<string>> {
  const comparison = await compareRates(db, rates);
  const skipped = new Set([...comparison.known, ...comparison.different]);
  const fresh = rates.filter((rate, index) => !skipped.has(index) && rate.currency !== euro && rate.currency !== lev);
  const saved = fresh.length > 0 ? await insertRates(db, fresh) : 0;
  return { saved, comparison, from: earliest(fresh, (rate) => rate.currency) };
}

/** The newest rate of every currency, as the public list shows it: per euro, and per lev at the fixed rate. */
export async function listForexRates(db: Db): Promise<ForexRate[]> {
  const newest = await findNewestRates(
    db,
    currencyCodes.filter((code) => code !== euro && code !== lev),
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

/** Adds instruments; one whose ISIN is known already is left as it is. Ids in the order given. */
export async function addInstruments(db: Db, instruments: readonly Omit<InstrumentRecord, "id">[]): Promise<number[]> {
  const ids: number[] = [];
  for (const instrument of instruments) ids.push((await insertInstrument(db, instrument)).id);
  return ids;
}
