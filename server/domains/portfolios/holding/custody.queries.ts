/** SQL of where holdings lie: what the entries in force moved, by custodian. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { ofFlex } from "../ledger/entries.queries.ts";

/** A holding, and what moved it. */
export interface MovedHolding {
  /** The instrument's id, or the currency code of cash. */
  key: string;
  isCash: boolean;
  held: string;
  /** Null of holdings without an entry in force. */
  moved: { custodian: string | null; quantity: string }[] | null;
}

/**
 * What is held, each with the sums of its entries by custodian, as in ledger/replay.ts and ledger/cash-book.ts; names that differ in the
 * case of letters are one.
 */
export async function listMoved(db: Db, holder: Holder): Promise<MovedHolding[]> {
  const { rows } = await sql<MovedHolding>`
    with entry as materialized (
      select coalesce(booked.custodian, case import.format when 'ibFlex' then ${ofFlex} end) as custodian, booked.kind,
        booked.instrument_id, booked.quantity, booked.counter_instrument_id, booked.counter_quantity,
        booked.currency, booked.amount, booked.counter_currency, booked.counter_amount
      from ledger_entry as booked left join import on import.id = booked.import_id
      where booked.holder_type = ${holder.holderType} and booked.holder_id = ${holder.holderId} and booked.kind <> 'reversal'
        and not exists (
          select from ledger_undone as undone
          where undone.holder_type = booked.holder_type and undone.holder_id = booked.holder_id
            and undone.entry_id = booked.id)
    ), moved as (
      select custodian, instrument_id::text as key, quantity from entry
      where kind in ('openingBalance', 'buy', 'sell', 'transferIn', 'transferOut', 'split', 'exchange')
      union all
      select custodian, counter_instrument_id::text, counter_quantity from entry where kind = 'exchange'
      union all
      select custodian, currency, amount from entry
      union all
      select custodian, counter_currency, counter_amount from entry
    ), spelling as (
      -- One for all holdings: of several, one with more small letters.
      select lower(custodian) as name, max(custodian collate "C") as custodian from entry
      where custodian is not null group by 1
    ), by_custodian as (
      select key, spelling.custodian, sum(quantity) as quantity
      from moved left join spelling on spelling.name = lower(moved.custodian)
      where key is not null and quantity is not null
      group by key, spelling.custodian having sum(quantity) <> 0
    ), held as (
      select instrument_id::text as key, false as is_cash, quantity from position where ${ofHolder(holder)}
      union all
      select currency, true, amount from cash_balance where ${ofHolder(holder)}
    )
    select held.key, held.is_cash as "isCash", held.quantity::text as held, (
      select json_agg(json_build_object('custodian', custodian, 'quantity', by_custodian.quantity::text)
        order by lower(custodian)) from by_custodian where by_custodian.key = held.key) as moved
    from held where held.quantity <> 0 order by is_cash, key`.execute(db);
  return rows;
}
