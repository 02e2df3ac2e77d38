/** SQL of what was known of a holder's ledger at a time (docs/decisions/0289-knowledge-time.md). */
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { findKnownMarket, type KnownMarket } from "../../market-data/knowledge.ts";
import { currentFeeRule } from "./calculation-data.ts";
import type { FormerKnowledge } from "./former-checkpoints.queries.ts";

/** All that a holder's figures depend on, as known at a time. */
export interface Knowledge {
  market: KnownMarket;
  /** Of the holder's entries those up to this id were known; none if 0. */
  lastEntryId: number;
  /** The rule that the portal's figures used then. */
  feesInCost: boolean;
  /** The currency in which they were. */
  baseCurrency: string;
}

/** What was known at `at` (ISO 8601) about a holder whose contract currency is now `baseCurrency`. */
export async function findKnowledge(
  db: Db,
  { baseCurrency, ...holder }: Holder & { baseCurrency: string },
  at: string,
): Promise<Knowledge> {
  const { rows } = await sql<{ lastEntryId: number; feesInCost: boolean | null; baseCurrency: string | null }>`
    select last_entry_id as "lastEntryId", fees_in_cost as "feesInCost", base_currency as "baseCurrency"
    from ledger_knowledge where ${ofHolder(holder)} and known_at <= ${at}::timestamptz
    order by known_at desc, id desc limit 1`.execute(db);
  const [known] = rows;
  return {
    market: await findKnownMarket(db, at),
    lastEntryId: known?.lastEntryId ?? 0,
    feesInCost: known?.feesInCost ?? (await currentFeeRule(db)),
    baseCurrency: known?.baseCurrency ?? baseCurrency,
  };
}

/** When anything of the holder's ledger was known first, in ISO 8601; null if nothing is. */
export async function findFirstKnown(db: Db, holder: Holder): Promise<string | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(known_at) as at from ledger_knowledge where ${ofHolder(holder)}`.execute(db);
  return rows[0]?.at?.toISOString() ?? null;
}

/** The first day of the entries that were known; null if none was. */
export async function findFirstKnownDay(db: Db, holder: Holder, lastEntryId: number): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`
    select day from ledger_entry where ${ofHolder(holder)} and id <= ${lastEntryId}
    order by day, booked_at, id limit 1`.execute(db);
  return rows[0]?.day ?? null;
}

/** A booking belongs to a split so many days before or after it at most. */
export const splitDays = 62;

/**
 * The first day on which something that the ledger's state depends on is known otherwise now than it was: an entry, or one of
 * these that are undone now and were not, or the other way round; a rate; a price of what was delivered; a split. Null if
 * there is none up to the day `until`. With `former`, otherwise than when those checkpoints were replaced.
 */
export async function findFirstChangedDay(
  db: Db,
  { baseCurrency, ...holder }: Holder & { baseCurrency: string },
  { lastEntryId, market }: Knowledge,
  { undone, until, former }: { undone: readonly number[]; until: string; former?: FormerKnowledge },
): Promise<string | null> {
  const held = former
    ? sql`select id, currency, also_quoted, id = any(${former.deliveredIds}::bigint[]) as delivered
        from instrument where id = any(${former.instrumentIds}::bigint[])`
    : sql`select instrument_id as id, instrument.currency, instrument.also_quoted,
          position.state->>'lastDelivery' is not null as delivered
        from position join instrument on instrument.id = position.instrument_id where ${ofHolder(holder)}`;
  const cash = former
    ? sql`select unnest(${former.currencies}::text[])`
    : sql`select currency from cash_balance where ${ofHolder(holder)}`;
  const between = (column: RawBuilder<unknown>, one: number, other: number | undefined): RawBuilder<unknown> =>
    other === undefined
      ? sql`${column} > ${one}::bigint`
      : sql`${column} > ${Math.min(one, other)}::bigint and ${column} <= ${Math.max(one, other)}::bigint`;
  const newest = former
    ? sql`greatest(${lastEntryId}::bigint, ${former.lastEntryId}::bigint)`
    : sql`(select max(last_entry_id) from ledger_knowledge where ${ofHolder(holder)})`;
  const oldest = Math.min(lastEntryId, former?.lastEntryId ?? lastEntryId);
  const splitsAt = former
    ? sql`split.known_at > least(${market.at}::timestamptz, ${former.splitsAt}::timestamptz)
        and split.known_at <= greatest(${market.at}::timestamptz, ${former.splitsAt}::timestamptz)`
    : sql`split.known_at > ${market.at}::timestamptz`;
  const { rows } = await sql<{ day: string | null }>`
    with held as materialized (${held}), currency_of as (
      select currency from held union select unnest(also_quoted) from held where delivered
      union ${cash} union select ${baseCurrency}::text
    )
    select least(
      (select min(day) from ledger_entry
       where ${ofHolder(holder)} and day <= ${until}::date
         and (${between(sql`id`, lastEntryId, former?.lastEntryId)} or id = any(${undone}::bigint[]))
         -- Reads no entries if none was booked between.
         and ${oldest}::bigint < ${newest}),
      (select min(fx_rate.day) from fx_rate join currency_of using (currency)
       where ${between(sql`fx_rate.id`, market.lastRateId, former?.lastRateId)}),
      (select min(price.day) from price join held on held.id = price.instrument_id
       where held.delivered and ${between(sql`price.id`, market.lastPriceId, former?.lastPriceId)}),
      (select min(least(split.day, (select min(day) from unnest(split.also_on) as day))) - ${splitDays}::int
       from split_knowledge as split join held on held.id = split.instrument_id
       where ${splitsAt})
    )::text as day`.execute(db);
  return rows[0]?.day ?? null;
}

/** Instruments that were excluded from the portfolio, with the position that the newest statement up to the day listed. */
export async function listExcludedKnown(
  db: Db,
  holder: Holder,
  { day, at }: { day: string; at: string },
): Promise<{ name: string; quantity: string | null; day: string | null }[]> {
  const { rows } = await sql<{ name: string; quantity: string | null; day: string | null }>`
    select name, quantity::text as quantity, day from (
      select distinct on (key) key, name, case when stated_on <= ${day}::date then quantity end as quantity,
        case when stated_on <= ${day}::date then stated_on end as day
      from excluded_knowledge where ${ofHolder(holder)} and known_at <= ${at}::timestamptz
      order by key, coalesce(stated_on <= ${day}::date, true) desc, known_at desc, id desc
    ) as known where quantity is distinct from 0 order by lower(name), key`.execute(db);
  return rows;
}
