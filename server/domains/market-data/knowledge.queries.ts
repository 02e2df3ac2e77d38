/** SQL of what was known of the market at a time: prices, rates, instruments and splits (docs/decisions/0289-knowledge-time.md). */
import type { Split } from "@portico/ledger/splits.ts";
import { sql } from "kysely";
import { oneRow } from "../../kernel/one-row.ts";
import type { Db } from "../../kernel/transaction.ts";
import type { InstrumentRecord } from "./market-data.queries.ts";
import type { KnownQuotes } from "./quotes.queries.ts";

/** The market as known at `at`, an instant in ISO 8601. */
export interface KnownMarket extends KnownQuotes {
  at: string;
}

/**
 * The time of the database up to which everything is known, in ISO 8601: what commits later gets a later time. Waits for what
 * is just committing; so it is asked by a statement of its own, not within a transaction.
 */
export async function readKnowledgeNow(db: Db): Promise<string> {
  const { now } = oneRow(await sql<{ now: Date }>`select knowledge_now() as now`.execute(db));
  return now.toISOString();
}

/** Which prices and rates were known at a time. */
export async function findKnownMarket(db: Db, at: string): Promise<KnownMarket> {
  const { rows } = await sql<KnownQuotes>`
    select last_price_id as "lastPriceId", last_rate_id as "lastRateId" from market_knowledge
    where known_at <= ${at}::timestamptz order by known_at desc, id desc limit 1`.execute(db);
  return { ...(rows[0] ?? { lastPriceId: 0, lastRateId: 0 }), at };
}

/** Instruments as they were known, by name; one that was not known yet as it was first. */
export async function findInstrumentsKnown(
  db: Db,
  ids: readonly number[],
  { at }: Pick<KnownMarket, "at">,
): Promise<InstrumentRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<InstrumentRecord>`
    select known.id, known.name, known.ticker, known.isin, known.currency, known.asset_class as "assetClass", known.country,
      known.sector, known.legal_form as "legalForm", known.venue
    from (
      select distinct on (instrument_id)
        instrument_id as id, name, ticker, isin, currency, asset_class, country, sector, legal_form, venue
      from instrument_knowledge where instrument_id = any(${ids}::bigint[])
      order by instrument_id, known_at <= ${at}::timestamptz desc,
        case when known_at <= ${at}::timestamptz then known_at end desc, known_at, id desc
    ) as known order by lower(known.name), known.id`.execute(db);
  return rows;
}

/** The splits of instruments as they were known, by day. */
export async function findSplitsKnown(
  db: Db,
  instrumentIds: readonly number[],
  { at }: Pick<KnownMarket, "at">,
): Promise<(Split & { instrumentId: number })[]> {
  if (instrumentIds.length === 0) return [];
  const { rows } = await sql<Split & { instrumentId: number; alsoOn: string[] }>`
    select known.instrument_id as "instrumentId", known.day, known.from_units::text as "from",
      known.into_units::text as "into", known.bookings, known.also_on::text[] as "alsoOn"
    from (
      select distinct on (instrument_id, day) * from split_knowledge
      where instrument_id = any(${instrumentIds}::bigint[]) and known_at <= ${at}::timestamptz
      order by instrument_id, day, known_at desc, id desc
    ) as known where not known.removed order by known.instrument_id, known.day`.execute(db);
  return rows.map(({ alsoOn, ...split }) => (alsoOn.length > 0 ? { ...split, alsoOn } : split));
}
