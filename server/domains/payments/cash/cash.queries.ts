/** SQL of cash movements: entries newest first, with what each currency moved since the start of the page. */

import type { CashKind } from "@portico/api/rules/money.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db } from "../../../kernel/transaction.ts";

/** Position of an entry in booking order. */
export interface EntryPlace {
  day: string;
  bookedAt: string;
  id: number;
}

/** Neither a reversal nor reversed. As a select with a limit it stays a lookup per row, however old the statistics are. */
const stands = (holder: Holder): RawBuilder<boolean> => sql`
  entry.kind <> 'reversal' and (
    select 1 from ledger_undone as undoing where ${ofHolder(holder)} and undoing.entry_id = entry.id limit 1) is null`;

/** What an entry moves in a currency: an exchange of two currencies has two sides. */
const moved = (currency: string): RawBuilder<string> => sql`
  (case when currency = ${currency} then amount else 0 end
    + case when counter_currency = ${currency} then coalesce(counter_amount, 0) else 0 end)`;

export interface MovementRecord {
  id: number;
  day: string;
  booked_at: Date;
  kind: CashKind;
  /** Per currency asked for: what this entry moves, and what it and all newer ones of the page move together. */
  moves: string[];
  sums: string[];
  name: string | null;
  ticker: string | null;
  description: string | null;
}

/** Kinds of the holder's entries that move cash and stand; the index alone is read. */
export async function listKinds(db: Db, holder: Holder): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select distinct kind from ledger_entry as entry
    where ${ofHolder(holder)} and (amount <> 0 or counter_amount <> 0) and ${stands(holder)}`.execute(db);
  return rows.map(({ kind }) => kind);
}

/**
 * Entries that move cash of the given currencies, newest first, after a place. The sums are made while the index is
 * read, which stops at the end of the page.
 */
export async function listMovementRecords(
  db: Db,
  holder: Holder,
  page: {
    currencies: readonly string[];
    kind: CashKind | undefined;
    from: string | undefined;
    to: string | undefined;
    after: EntryPlace | undefined;
    limit: number;
  },
): Promise<MovementRecord[]> {
  const { currencies, kind, from, to, after, limit } = page;
  if (currencies.length === 0) return [];
  const moves = sql.join(currencies.map((currency) => moved(currency)));
  const sums = sql.join(currencies.map((currency) => sql`sum(${moved(currency)}) over newest_first`));
  const { rows } = await sql<MovementRecord>`
    select page.id, page.day, page.booked_at, page.kind, page.moves::text[] as moves, page.sums::text[] as sums,
      instrument.name, instrument.ticker, entry.description
    from (
      select * from (
        select id, day, booked_at, kind, instrument_id, array[${moves}] as moves, array[${sums}] as sums
        from ledger_entry as entry
        where ${ofHolder(holder)}
          ${from === undefined ? sql`` : sql`and day >= ${from}::date`}
          ${to === undefined ? sql`` : sql`and day <= ${to}::date`}
          ${after === undefined ? sql`` : sql`and (day, booked_at, id) < (${after.day}::date, ${after.bookedAt}::timestamptz, ${after.id}::bigint)`}
          and ${stands(holder)}
        window newest_first as (order by day desc, booked_at desc, id desc rows unbounded preceding)
      ) as summed
      where exists (select from unnest(summed.moves) as move where move <> 0)
        ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
      order by day desc, booked_at desc, id desc limit ${limit}
    ) as page
    join ledger_entry as entry on entry.holder_type = ${holder.holderType} and entry.holder_id = ${holder.holderId}
      and entry.day = page.day and entry.booked_at = page.booked_at and entry.id = page.id
    left join instrument on instrument.id = page.instrument_id
    order by page.day desc, page.booked_at desc, page.id desc`.execute(db);
  return rows;
}

/** What standing entries moved per currency: from a place on (`since`), after a place or day, up to a day. */
export async function sumMovements(
  db: Db,
  holder: Holder,
  currencies: readonly string[],
  range: { since?: EntryPlace; after?: EntryPlace; afterDay?: string; to?: string },
): Promise<string[]> {
  if (currencies.length === 0) return [];
  const { since, after, afterDay, to } = range;
  const key = ({ day, bookedAt, id }: EntryPlace) => sql`(${day}::date, ${bookedAt}::timestamptz, ${id}::bigint)`;
  const sums = sql.join(currencies.map((currency) => sql`coalesce(sum(${moved(currency)}), 0)`));
  const { rows } = await sql<{ sums: string[] }>`
    select array[${sums}]::text[] as sums from ledger_entry as entry
    where ${ofHolder(holder)}
      ${since ? sql`and (day, booked_at, id) >= ${key(since)}` : sql``}
      ${after ? sql`and (day, booked_at, id) > ${key(after)}` : sql``}
      ${afterDay ? sql`and day > ${afterDay}::date` : sql``}
      ${to ? sql`and day <= ${to}::date` : sql``}
      and ${stands(holder)}`.execute(db);
  return rows[0]?.sums ?? [];
}

/** The holder's balances and the version of the ledger that they are from. */
export async function findBalances(
  db: Db,
  holder: Holder,
): Promise<{ version: number; lastDay: string | null; balances: { currency: string; amount: string }[] }> {
  const { rows } = await sql<{
    version: number;
    lastDay: string | null;
    balances: { currency: string; amount: string }[];
  }>`
    select version, last_day as "lastDay", (
      select coalesce(jsonb_agg(jsonb_build_object('currency', currency, 'amount', amount::text) order by currency), '[]')
      from cash_balance where ${ofHolder(holder)}
    ) as balances
    from ledger_head where ${ofHolder(holder)}`.execute(db);
  return rows[0] ?? { version: 0, lastDay: null, balances: [] };
}

/** The newest checkpoint up to a day: balances per currency after its entry. */
export async function findCheckpoint(
  db: Db,
  holder: Holder,
  day: string,
): Promise<(EntryPlace & { balances: Record<string, string> }) | undefined> {
  const { rows } = await sql<{ day: string; booked_at: Date; id: number; cash: Record<string, { amount: string }> }>`
    select day, booked_at, id, state->'cash' as cash from ledger_checkpoint
    where ${ofHolder(holder)} and day <= ${day}::date order by no desc limit 1`.execute(db);
  const [row] = rows;
  return (
    row && {
      day: row.day,
      bookedAt: row.booked_at.toISOString(),
      id: row.id,
      balances: Object.fromEntries(Object.entries(row.cash ?? {}).map(([currency, { amount }]) => [currency, amount])),
    }
  );
}
