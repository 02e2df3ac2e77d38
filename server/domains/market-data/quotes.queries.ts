/** SQL of prices and FX rates. */
import { fixedRates } from "@portico/ledger/fixed-rates.ts";
import { sql } from "kysely";
import type { Db } from "../../kernel/transaction.ts";

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

/** Whether the rate of a currency is fixed on a day; both are names of columns. */
const isFixed = (currency: string, day: string) =>
  sql`exists (select from unnest(${fixedRates.map((rate) => rate.currency)}::text[], ${fixedRates.map(({ from }) => from || "-infinity")}::date[])
    as fixed (currency, since) where fixed.currency = ${sql.ref(currency)} and fixed.since <= ${sql.ref(day)})`;

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
 * same currency are comparable, or in one with a fixed rate to it on the price's day.
 */
export async function findAdjacentPrices(
  db: Db,
  asked: readonly (Pick<PriceRow, "instrumentId" | "day"> & { currency: string })[],
): Promise<(Neighbour & { currency: string })[]> {
  const isComparable = sql`instrument_id = asked.instrument_id and (price.currency = asked.currency
    or ${isFixed("price.currency", "price.day")} and ${isFixed("asked.currency", "price.day")})`;
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

/** Prices and rates as they were known at a time: those up to the ids that were given last (knowledge.queries.ts). */
export interface KnownQuotes {
  lastPriceId: number;
  lastRateId: number;
}

/** Without a time, all are known. */
const knownPrice = (known: KnownQuotes | undefined) => (known ? sql`and price.id <= ${known.lastPriceId}` : sql``);
const knownRate = (known: KnownQuotes | undefined) => (known ? sql`and fx_rate.id <= ${known.lastRateId}` : sql``);

/** Instruments that are quoted in several currencies, with each of these: their latest price may be in one without a rate. */
const quotedInSeveral = (instrumentIds: readonly number[]) => sql`(
  select instrument.id, quoted.currency
  from instrument cross join unnest(array_append(instrument.also_quoted, instrument.currency)) as quoted (currency)
  where instrument.id = any(${instrumentIds}::bigint[]) and instrument.also_quoted <> '{}'
) as several`;

/**
 * Prices of each instrument from the latest on or before `from` up to `to`, by day: one per day, the one stored last. Of one
 * quoted in several currencies also the last of each day in each of them; a price may come twice.
 */
export async function findPriceSeries(
  db: Db,
  instrumentIds: readonly number[],
  range: { from: string; to: string },
  known?: KnownQuotes,
): Promise<QuotedPrice[]> {
  const { rows } = await sql<QuotedPrice>`
    select "instrumentId", id, value, currency, day, source
    from (
      (select distinct on (price.instrument_id, price.day)
         price.instrument_id as "instrumentId", price.id, price.value, price.currency, price.day, price.source
       from unnest(${instrumentIds}::bigint[]) as wanted (id)
       cross join lateral (
         select coalesce((select day from price where instrument_id = wanted.id and day <= ${range.from}::date ${knownPrice(known)}
                          order by day desc, id desc limit 1), ${range.from}::date) as day
       ) as first
       join price on price.instrument_id = wanted.id and price.day >= first.day and price.day <= ${range.to}::date
         ${knownPrice(known)}
       order by price.instrument_id, price.day, price.id desc)
      union all
      (select several.id, quote.id, quote.value, quote.currency, quote.day, quote.source
       from ${quotedInSeveral(instrumentIds)}
       cross join lateral (
         (select id, value, currency, day, source from price
          where instrument_id = several.id and price.currency = several.currency and day <= ${range.from}::date
            ${knownPrice(known)}
          order by day desc, id desc limit 1)
         union all
         (select distinct on (day) id, value, currency, day, source from price
          where instrument_id = several.id and price.currency = several.currency
            and day > ${range.from}::date and day <= ${range.to}::date ${knownPrice(known)}
          order by day, id desc)
       ) as quote)
    ) as quotes
    order by "instrumentId", day, id`.execute(db);
  return rows;
}

/** The days of a range with a price of the instrument, in order. */
export async function findPriceDays(
  db: Db,
  instrumentId: number,
  range: { from: string; to: string },
): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct day::text as day from price
    where instrument_id = ${instrumentId} and day between ${range.from}::date and ${range.to}::date order by day`.execute(
    db,
  );
  return rows.map(({ day }) => day);
}

export async function findRateSeries(
  db: Db,
  currencies: readonly string[],
  range: { from: string; to: string },
  known?: KnownQuotes,
): Promise<(Quoted & { currency: string })[]> {
  const { rows } = await sql<Quoted & { currency: string }>`
    select distinct on (fx_rate.currency, fx_rate.day)
      fx_rate.currency, fx_rate.id, fx_rate.per_euro as value, fx_rate.day, fx_rate.source
    from unnest(${currencies}::text[]) as wanted (currency)
    cross join lateral (
      select coalesce((select day from fx_rate where currency = wanted.currency and day <= ${range.from}::date ${knownRate(known)}
                       order by day desc, id desc limit 1), ${range.from}::date) as day
    ) as first
    join fx_rate on fx_rate.currency = wanted.currency and fx_rate.day >= first.day and fx_rate.day <= ${range.to}::date
      ${knownRate(known)}
    order by fx_rate.currency, fx_rate.day, fx_rate.id desc`.execute(db);
  return rows;
}

/** Prices of each instrument on some days: for each day the latest on or before it, as in `findPriceSeries`. */
export async function findPricesOn(
  db: Db,
  instrumentIds: readonly number[],
  days: readonly string[],
  known?: KnownQuotes,
): Promise<QuotedPrice[]> {
  if (instrumentIds.length === 0) return [];
  const { rows } = await sql<QuotedPrice>`
    select "instrumentId", id, value, currency, day, source
    from (
      (select distinct on (wanted.id, latest.day) wanted.id as "instrumentId", latest.*
       from unnest(${instrumentIds}::bigint[]) as wanted (id) cross join unnest(${days}::date[]) as asked (day)
       cross join lateral (
         select id, value, currency, day, source from price
         where instrument_id = wanted.id and day <= asked.day ${knownPrice(known)} order by day desc, id desc limit 1
       ) as latest
       order by wanted.id, latest.day)
      union all
      (select distinct several.id, latest.*
       from ${quotedInSeveral(instrumentIds)} cross join unnest(${days}::date[]) as asked (day)
       cross join lateral (
         select id, value, currency, day, source from price
         where instrument_id = several.id and price.currency = several.currency and day <= asked.day ${knownPrice(known)}
         order by day desc, id desc limit 1
       ) as latest)
    ) as quotes
    order by "instrumentId", day, id`.execute(db);
  return rows;
}

/** The same for rates. */
export async function findRatesOn(
  db: Db,
  currencies: readonly string[],
  days: readonly string[],
  known?: KnownQuotes,
): Promise<(Quoted & { currency: string })[]> {
  const { rows } = await sql<Quoted & { currency: string }>`
    select distinct on (wanted.currency, latest.day) wanted.currency, latest.*
    from unnest(${currencies}::text[]) as wanted (currency) cross join unnest(${days}::date[]) as asked (day)
    cross join lateral (
      select id, per_euro as value, day, source from fx_rate
      where currency = wanted.currency and day <= asked.day ${knownRate(known)} order by day desc, id desc limit 1
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

/** Rates that some sources published on the days from..to, as they were known; of a day that of the source named first. */
export async function findReferenceRates(
  db: Db,
  {
    sources,
    currencies,
    from,
    to,
  }: { sources: readonly string[]; currencies: readonly string[]; from: string; to: string },
  { lastRateId }: Pick<KnownQuotes, "lastRateId">,
): Promise<RateRow[]> {
  const { rows } = await sql<RateRow>`
    select distinct on (currency, day) currency, day::text as day, per_euro::text as "perEuro", source from fx_rate
    where currency = any(${currencies}::text[]) and day between ${from}::date and ${to}::date
      and source = any(${sources}::text[]) and id <= ${lastRateId}
    order by currency, day, array_position(${sources}::text[], source)`.execute(db);
  return rows;
}
