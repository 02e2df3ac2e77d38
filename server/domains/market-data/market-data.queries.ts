/** SQL of instruments, prices and FX rates. */
import type { assetClasses } from "@portico/api/market-data.ts";
import { euro, lev } from "@portico/ledger/fixed-rates.ts";
import type { Split } from "@portico/ledger/splits.ts";
import { sql } from "kysely";
import type { Db } from "../../kernel/transaction.ts";

export type AssetClass = (typeof assetClasses)[number];

export interface InstrumentRecord {
  id: number;
  name: string;
  ticker: string;
  isin: string | null;
  currency: string;
  assetClass: AssetClass;
  country: string | null;
}

const instrumentColumns = sql`id, name, ticker, isin, currency, asset_class as "assetClass", country`;

/** The text as a LIKE prefix pattern, with its own wildcards escaped. */
const startOf = (text: string): string => `${text.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;

export async function searchInstruments(db: Db, search: string): Promise<InstrumentRecord[]> {
  const start = startOf(search);
  const { rows } = await sql<InstrumentRecord>`
    select ${instrumentColumns} from instrument
    where lower(name) like ${start} or lower(ticker) like ${start} or lower(isin) like ${start}
    order by lower(ticker) like ${start} desc, lower(name), id
    limit 20`.execute(db);
  return rows;
}

export async function findInstrumentsById(db: Db, ids: readonly number[]): Promise<InstrumentRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<InstrumentRecord>`
    select ${instrumentColumns} from instrument where id = any(${ids}::bigint[]) order by id`.execute(db);
  return rows;
}

export async function findInstrumentByIsin(db: Db, isin: string): Promise<InstrumentRecord | undefined> {
  const { rows } =
    await sql<InstrumentRecord>`select ${instrumentColumns} from instrument where isin = ${isin}`.execute(db);
  return rows[0];
}

/** Every instrument with one of the names: an ISIN, a custodian's id, or a ticker (which may match several). */
export async function findInstrumentsByName(
  db: Db,
  names: { isins: string[]; source: string; externalIds: string[]; tickers: string[] },
): Promise<(InstrumentRecord & { externalIds: string[] })[]> {
  const { rows } = await sql<InstrumentRecord & { externalIds: string[] }>`
    with found as (
      select id from instrument where isin = any(${names.isins}::text[])
      union
      select instrument_id from instrument_alias
      where source = ${names.source} and external_id = any(${names.externalIds}::text[])
      union
      select id from instrument where lower(ticker) = any(${names.tickers.map((ticker) => ticker.toLowerCase())}::text[])
    )
    select ${instrumentColumns},
      array(select external_id from instrument_alias
            where instrument_id = instrument.id and source = ${names.source}) as "externalIds"
    from instrument where id in (select id from found) order by id`.execute(db);
  return rows;
}

export async function insertInstrument(db: Db, instrument: Omit<InstrumentRecord, "id">): Promise<InstrumentRecord> {
  const { rows } = await sql<InstrumentRecord>`
    insert into instrument (name, ticker, isin, currency, asset_class, country)
    values (${instrument.name}, ${instrument.ticker}, ${instrument.isin}, ${instrument.currency},
            ${instrument.assetClass}, ${instrument.country})
    on conflict (isin) do update set isin = excluded.isin
    returning ${instrumentColumns}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("an inserted instrument came back empty");
  return row;
}

/** Stores additional names of an instrument. */
export async function completeInstrument(
  db: Db,
  id: number,
  { name, ticker, isin }: Pick<InstrumentRecord, "name" | "ticker" | "isin">,
): Promise<InstrumentRecord> {
  const { rows } = await sql<InstrumentRecord>`
    update instrument set name = ${name}, ticker = ${ticker}, isin = ${isin}
    where id = ${id} returning ${instrumentColumns}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`there is no instrument ${id}`);
  return row;
}

export async function insertAlias(db: Db, source: string, externalId: string, instrumentId: number): Promise<void> {
  await sql`
    insert into instrument_alias (source, external_id, instrument_id) values (${source}, ${externalId}, ${instrumentId})
    on conflict do nothing`.execute(db);
}

export interface PriceRow {
  instrumentId: number;
  /** In which it is quoted; the instrument's if undefined. */
  currency?: string | undefined;
  day: string;
  value: string;
  source: string;
}
export interface RateRow {
  currency: string;
  day: string;
  /** Units of the currency per one euro. */
  perEuro: string;
  source: string;
}

const rowsOf = (prices: readonly PriceRow[]) =>
  sql`unnest(${prices.map((price) => price.instrumentId)}::bigint[], ${prices.map((price) => price.currency ?? null)}::text[],
    ${prices.map((price) => price.day)}::date[], ${prices.map((price) => price.source)}::text[],
    ${prices.map((price) => price.value)}::numeric[])`;

/** Indexes (0-based) of prices that are already stored, and whether they are equal. */
export async function findKnownPrices(
  db: Db,
  prices: readonly PriceRow[],
): Promise<{ index: number; alike: boolean }[]> {
  const { rows } = await sql<{ index: number; alike: boolean }>`
    select (new.place - 1)::int as index, price.value = new.value as alike
    from ${rowsOf(prices)} with ordinality as new (instrument_id, currency, day, source, value, place)
    join instrument on instrument.id = new.instrument_id
    join price on price.instrument_id = new.instrument_id
      and price.currency = coalesce(new.currency, instrument.currency) and price.day = new.day and price.source = new.source
    order by new.place`.execute(db);
  return rows;
}

/** Stores prices; one stored by another transaction meanwhile is kept. Returns the number stored. */
export async function insertPrices(db: Db, prices: readonly PriceRow[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into price (instrument_id, currency, day, source, value)
    select new.instrument_id, coalesce(new.currency, instrument.currency), new.day, new.source, new.value
    from ${rowsOf(prices)} with ordinality as new (instrument_id, currency, day, source, value, place)
    join instrument on instrument.id = new.instrument_id
    -- Of several for a day the one stored last counts: that in the instrument's own currency.
    order by coalesce(new.currency = instrument.currency, true), new.place
    on conflict do nothing`.execute(db);
  await noteCurrencies(db, prices);
  return Number(numAffectedRows ?? 0);
}

/** Notes in which currencies other than its own an instrument is quoted. */
async function noteCurrencies(db: Db, prices: readonly PriceRow[]): Promise<void> {
  const foreign = prices.filter(({ currency }) => currency !== undefined);
  if (foreign.length === 0) return;
  await sql`
    update instrument set also_quoted = array(select distinct code from unnest(also_quoted || quoted.currencies) as code order by 1)
    from (
      select new.instrument_id, array_agg(distinct new.currency) as currencies
      from ${rowsOf(foreign)} as new (instrument_id, currency, day, source, value)
      join instrument on instrument.id = new.instrument_id
      where new.currency <> instrument.currency group by new.instrument_id
    ) as quoted
    where instrument.id = quoted.instrument_id and not also_quoted @> quoted.currencies`.execute(db);
}

export async function findKnownRates(db: Db, rates: readonly RateRow[]): Promise<{ index: number; alike: boolean }[]> {
  const { rows } = await sql<{ index: number; alike: boolean }>`
    select (new.place - 1)::int as index, fx_rate.per_euro = new.per_euro as alike
    from unnest(${rates.map((rate) => rate.currency)}::text[], ${rates.map((rate) => rate.day)}::date[],
                ${rates.map((rate) => rate.source)}::text[], ${rates.map((rate) => rate.perEuro)}::numeric[])
      with ordinality as new (currency, day, source, per_euro, place)
    join fx_rate using (currency, day, source)
    order by place`.execute(db);
  return rows;
}

export async function insertRates(db: Db, rates: readonly RateRow[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into fx_rate (currency, day, source, per_euro)
    select * from unnest(${rates.map((rate) => rate.currency)}::text[], ${rates.map((rate) => rate.day)}::date[],
                         ${rates.map((rate) => rate.source)}::text[], ${rates.map((rate) => rate.perEuro)}::numeric[])
    on conflict do nothing`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** A quote for comparison; `index` is the 0-based index in the requested list. */
export interface Neighbour {
  index: number;
  value: string;
  day: string;
}

/**
 * For each instrument the price valid on the day, or the first later one; nothing if there is none. Only prices in the
 * same currency are comparable, or in one with a fixed rate to it.
 */
export async function findAdjacentPrices(
  db: Db,
  asked: readonly (Pick<PriceRow, "instrumentId" | "day"> & { currency: string })[],
): Promise<(Neighbour & { currency: string })[]> {
  const isComparable = sql`instrument_id = asked.instrument_id and (price.currency = asked.currency
    or price.currency in (${euro}, ${lev}) and asked.currency in (${euro}, ${lev}))`;
  const { rows } = await sql<Neighbour & { currency: string }>`
    select (asked.place - 1)::int as index, beside.value::text as value, beside.currency, beside.day::text as day
    from unnest(${asked.map((price) => price.instrumentId)}::bigint[], ${asked.map((price) => price.currency)}::text[],
                ${asked.map((price) => price.day)}::date[])
      with ordinality as asked (instrument_id, currency, day, place)
    cross join lateral (
      (select value, currency, day, 0 as rank from price
       where ${isComparable} and day <= asked.day order by day desc, id desc limit 1)
      union all
      (select value, currency, day, 1 as rank from price
       where ${isComparable} and day > asked.day order by day, id desc limit 1)
      order by rank limit 1) as beside`.execute(db);
  return rows;
}

/** The same for rates, in units per euro. */
export async function findAdjacentRates(
  db: Db,
  asked: readonly Pick<RateRow, "currency" | "day">[],
): Promise<Neighbour[]> {
  const { rows } = await sql<Neighbour>`
    select (asked.place - 1)::int as index, beside.value::text as value, beside.day::text as day
    from unnest(${asked.map((rate) => rate.currency)}::text[], ${asked.map((rate) => rate.day)}::date[])
      with ordinality as asked (currency, day, place)
    cross join lateral (
      (select per_euro as value, day, 0 as rank from fx_rate
       where currency = asked.currency and day <= asked.day order by day desc, id desc limit 1)
      union all
      (select per_euro as value, day, 1 as rank from fx_rate
       where currency = asked.currency and day > asked.day order by day, id desc limit 1)
      order by rank limit 1) as beside`.execute(db);
  return rows;
}

export interface Quoted {
  id: number;
  value: string;
  day: string;
  source: string;
}

/** A price as quoted. */
export type QuotedPrice = Quoted & { instrumentId: number; currency: string };

/** Prices of each instrument from the latest on or before `from` up to `to`: one per day, the one stored last. */
export async function findPriceSeries(
  db: Db,
  instrumentIds: readonly number[],
  range: { from: string; to: string },
): Promise<QuotedPrice[]> {
  const { rows } = await sql<QuotedPrice>`
    select distinct on (price.instrument_id, price.day)
      price.instrument_id as "instrumentId", price.id, price.value, price.currency, price.day, price.source
    from unnest(${instrumentIds}::bigint[]) as wanted (id)
    cross join lateral (
      select coalesce((select day from price where instrument_id = wanted.id and day <= ${range.from}::date
                       order by day desc, id desc limit 1), ${range.from}::date) as day
    ) as first
    join price on price.instrument_id = wanted.id and price.day >= first.day and price.day <= ${range.to}::date
    order by price.instrument_id, price.day, price.id desc`.execute(db);
  return rows;
}

export async function findRateSeries(
  db: Db,
  currencies: readonly string[],
  range: { from: string; to: string },
): Promise<(Quoted & { currency: string })[]> {
  const { rows } = await sql<Quoted & { currency: string }>`
    select distinct on (fx_rate.currency, fx_rate.day)
      fx_rate.currency, fx_rate.id, fx_rate.per_euro as value, fx_rate.day, fx_rate.source
    from unnest(${currencies}::text[]) as wanted (currency)
    cross join lateral (
      select coalesce((select day from fx_rate where currency = wanted.currency and day <= ${range.from}::date
                       order by day desc, id desc limit 1), ${range.from}::date) as day
    ) as first
    join fx_rate on fx_rate.currency = wanted.currency and fx_rate.day >= first.day and fx_rate.day <= ${range.to}::date
    order by fx_rate.currency, fx_rate.day, fx_rate.id desc`.execute(db);
  return rows;
}

/** Prices of each instrument on some days: for each the latest on or before it, stored last. */
export async function findPricesOn(
  db: Db,
  instrumentIds: readonly number[],
  days: readonly string[],
): Promise<QuotedPrice[]> {
  if (instrumentIds.length === 0) return [];
  const { rows } = await sql<QuotedPrice>`
    select distinct on (wanted.id, latest.day) wanted.id as "instrumentId", latest.*
    from unnest(${instrumentIds}::bigint[]) as wanted (id) cross join unnest(${days}::date[]) as asked (day)
    cross join lateral (
      select id, value, currency, day, source from price
      where instrument_id = wanted.id and day <= asked.day order by day desc, id desc limit 1
    ) as latest
    order by wanted.id, latest.day`.execute(db);
  return rows;
}

/** The same for rates. */
export async function findRatesOn(
  db: Db,
  currencies: readonly string[],
  days: readonly string[],
): Promise<(Quoted & { currency: string })[]> {
  const { rows } = await sql<Quoted & { currency: string }>`
    select distinct on (wanted.currency, latest.day) wanted.currency, latest.*
    from unnest(${currencies}::text[]) as wanted (currency) cross join unnest(${days}::date[]) as asked (day)
    cross join lateral (
      select id, per_euro as value, day, source from fx_rate
      where currency = wanted.currency and day <= asked.day order by day desc, id desc limit 1
    ) as latest
    order by wanted.currency, latest.day`.execute(db);
  return rows;
}

/** Each currency's newest rate; walks the index by currency instead of reading all rows. */
export async function findNewestRates(
  db: Db,
  currencies: readonly string[],
): Promise<(Quoted & { currency: string })[]> {
  const { rows } = await sql<Quoted & { currency: string }>`
    select wanted.currency, newest.*
    from unnest(${currencies}::text[]) as wanted (currency)
    cross join lateral (
      select id, per_euro as value, day, source from fx_rate
      where currency = wanted.currency order by day desc, id desc limit 1
    ) as newest`.execute(db);
  return rows;
}

/** The newest rate up to a day of each currency that has one. */
export async function findRatesUpTo(
  db: Db,
  currencies: readonly string[],
  day: string,
): Promise<(Quoted & { currency: string })[]> {
  const { rows } = await sql<Quoted & { currency: string }>`
    select wanted.currency, newest.*
    from unnest(${currencies}::text[]) as wanted (currency)
    cross join lateral (
      select id, per_euro::text as value, day, source from fx_rate
      where currency = wanted.currency and day <= ${day}::date order by day desc, id desc limit 1
    ) as newest order by wanted.currency`.execute(db);
  return rows;
}

/** The splits of instruments, whoever booked them, by day. */
export async function findSplits(
  db: Db,
  instrumentIds: readonly number[],
): Promise<(Split & { instrumentId: number })[]> {
  if (instrumentIds.length === 0) return [];
  const { rows } = await sql<Split & { instrumentId: number }>`
    select instrument_id as "instrumentId", day, from_units::text as "from", into_units::text as "into", bookings
    from instrument_split where instrument_id = any(${instrumentIds}::bigint[]) order by instrument_id, day`.execute(
    db,
  );
  return rows;
}

/** Cached answers are outdated once a split is added or removed. */
const raiseVersion = (db: Db) => sql`update market_version set version = version + 1`.execute(db);

/** Stores a split, replacing the instrument's split of the same day. */
export async function upsertSplit(db: Db, instrumentId: number, { day, from, into, bookings }: Split): Promise<void> {
  await sql`
    insert into instrument_split (instrument_id, day, from_units, into_units, bookings)
    values (${instrumentId}, ${day}::date, ${from}::numeric, ${into}::numeric, ${bookings ?? 1})
    on conflict (instrument_id, day) do update set
      from_units = excluded.from_units, into_units = excluded.into_units, bookings = excluded.bookings`.execute(db);
  await raiseVersion(db);
}

export async function deleteSplit(db: Db, instrumentId: number, day: string): Promise<void> {
  await sql`delete from instrument_split where instrument_id = ${instrumentId} and day = ${day}::date`.execute(db);
  await raiseVersion(db);
}

/** Locks instruments until the transaction ends, in id order. */
export async function lockInstruments(db: Db, ids: readonly number[]): Promise<void> {
  await sql`select id from instrument where id = any(${ids}::bigint[]) order by id for no key update`.execute(db);
}
