/** SQL of marks, and of when something was first held. */
import type { MarkKind } from "@portico/api/portfolio-holding.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { undoing } from "../ledger/entries.queries.ts";

/** Entries of one kind, day, currency and instrument. */
export interface MarkedEntries {
  kind: MarkKind;
  day: string;
  currency: string;
  /** Null for interest on cash. */
  instrumentId: number | null;
  count: number;
  /** Paid for purchases, received for sales, income before tax; exact, in the currency. */
  amount: string;
}

/** Purchases, sales and income (as in ledger/entry-parts.ts) that are in force, by day. */
export async function listMarkedEntries(
  db: Db,
  holder: Holder,
  { from, to, instrumentId }: { from: string; to: string; instrumentId?: number | undefined },
): Promise<MarkedEntries[]> {
  const ofInstrument = instrumentId === undefined ? sql`` : sql`and instrument_id = ${instrumentId}`;
  const { rows } = await sql<MarkedEntries>`
    select mark as kind, day::text as day, currency, instrument_id as "instrumentId", count(*)::int as count,
      sum(worth)::text as amount
    from (
      select day, currency, instrument_id,
        case kind when 'buy' then 'purchase' when 'sell' then 'sale' else 'income' end as mark,
        case kind when 'buy' then -amount when 'sell' then amount
          else amount + coalesce(fee, 0) + coalesce(tax, 0) end as worth
      from ledger_entry as entry
      where ${ofHolder(holder)} and day between ${from}::date and ${to}::date ${ofInstrument}
        and (kind in ('buy', 'sell', 'dividend') or kind = 'interest'
          -- Debit interest is a charge.
          and (instrument_id is not null or amount + coalesce(fee, 0) + coalesce(tax, 0) > 0))
        and ${undoing(holder)} is null
    ) as entry
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
