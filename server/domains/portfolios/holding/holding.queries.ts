/** SQL of marks, and of when something was first held. */
import type { MarkKind } from "@portico/api/portfolio-holding.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db } from "../../../kernel/transaction.ts";

/** Entries of one kind, day, currency and instrument. */
export interface MarkedEntries {
  kind: MarkKind;
  day: string;
  currency: string;
  /** Null for interest on cash. */
  instrumentId: number | null;
  count: number;
  /** Paid for purchases, received for sales, income before tax; exact, in the currency. Null of deliveries and exchanges. */
  amount: string | null;
}

/**
 * Purchases, sales, income (as in ledger/entry-parts.ts), deliveries and exchanges that are in force, by day. An exchange names both
 * instruments, and is counted with the first; of one instrument, with whichever it is.
 */
export async function listMarkedEntries(
  db: Db,
  holder: Holder,
  { from, to, instrumentId }: { from: string; to: string; instrumentId?: number | undefined },
): Promise<MarkedEntries[]> {
  const isAbout = instrumentId === undefined ? sql`true` : sql`instrument_id = ${instrumentId}`;
  const { rows } = await sql<MarkedEntries>`
    with entry as materialized (
      select id, kind, day, currency, instrument_id, counter_instrument_id, amount, fee, tax from ledger_entry
      where ${ofHolder(holder)} and day between ${from}::date and ${to}::date
        and (kind in ('buy', 'sell', 'dividend', 'exchange') or kind = 'interest'
          -- Debit interest is a charge.
          and (instrument_id is not null or amount + coalesce(fee, 0) + coalesce(tax, 0) > 0)
          or kind in ('transferIn', 'transferOut') and instrument_id is not null)
        and not exists (select from ledger_undone where ${ofHolder(holder)} and entry_id = ledger_entry.id)
    )
    select mark as kind, day::text as day, currency, instrument_id as "instrumentId", sum(counted)::int as count,
      sum(worth)::text as amount
    from (
      select day, currency, instrument_id, 1 as counted,
        case kind when 'buy' then 'purchase' when 'sell' then 'sale' when 'transferIn' then 'deliveryIn'
          when 'transferOut' then 'deliveryOut' when 'exchange' then 'exchange' else 'income' end as mark,
        case when kind = 'buy' then -amount when kind = 'sell' then amount
          when kind in ('dividend', 'interest') then amount + coalesce(fee, 0) + coalesce(tax, 0) end as worth
      from entry where ${isAbout}
      union all
      select day, currency, counter_instrument_id, ${instrumentId === undefined ? 0 : 1}, 'exchange', null
      from entry where kind = 'exchange' and counter_instrument_id is not null
        and ${instrumentId === undefined ? sql`true` : sql`counter_instrument_id = ${instrumentId}`}
    ) as marked
    group by day, mark, currency, instrument_id
    order by day, mark, currency, instrument_id`.execute(db);
  return rows;
}

/** The day of the holder's first entry that names the instrument, in force or not; null if there is none. */
export async function findFirstDay(db: Db, holder: Holder, instrumentId: number): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select min(day)::text as day from ledger_entry
    where ${ofHolder(holder)} and (instrument_id = ${instrumentId} or counter_instrument_id = ${instrumentId})`.execute(
    db,
  );
  return rows[0]?.day ?? null;
}
