/** SQL of what a holder has with other custodians than one. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db } from "../../../kernel/transaction.ts";
import { ofFlex } from "./entries.queries.ts";
import type { HeldOn } from "./holdings.ts";

/**
 * Quantities by instrument and cash by currency that entries in force, up to a day if one is given, state to lie with a custodian of
 * another name. Names are compared without regard to the case of letters; what no entry states lies with the one that is asked about.
 */
export async function findHeldElsewhere(
  db: Db,
  { holderType, holderId }: Holder,
  { names, day }: { names: readonly string[]; day: string | null },
): Promise<HeldOn> {
  const { rows } = await sql<{ instrumentId: number | null; currency: string | null; quantity: string }>`
    with entry as materialized (
      select coalesce(booked.custodian, sender.name, case import.format when 'ibFlex' then ${ofFlex} end) as custodian, booked.kind,
        booked.instrument_id, booked.quantity, booked.counter_instrument_id, booked.counter_quantity,
        booked.currency, booked.amount, booked.counter_currency, booked.counter_amount
      from ledger_entry as booked left join import on import.id = booked.import_id
        left join custodian as sender on sender.id = import.custodian_id
      where booked.holder_type = ${holderType} and booked.holder_id = ${holderId} and booked.kind <> 'reversal'
        ${day === null ? sql`` : sql`and booked.day <= ${day}::date`}
        and not exists (
          select from ledger_undone as undone
          where undone.holder_type = booked.holder_type and undone.holder_id = booked.holder_id
            and undone.entry_id = booked.id)
    ), elsewhere as (
      select * from entry where lower(custodian) <> all(${names.map((name) => name.toLowerCase())}::text[])
    ), moved as (
      select instrument_id, null as currency, quantity from elsewhere
      where kind in ('openingBalance', 'buy', 'sell', 'transferIn', 'transferOut', 'split', 'exchange') and instrument_id is not null
      union all
      select counter_instrument_id, null, counter_quantity from elsewhere
      where kind = 'exchange' and counter_instrument_id is not null
      union all
      select null, currency, amount from elsewhere
      union all
      select null, counter_currency, counter_amount from elsewhere where counter_currency is not null
    )
    select instrument_id as "instrumentId", currency, trim_scale(sum(quantity))::text as quantity
    from moved where quantity is not null group by 1, 2 having sum(quantity) <> 0`.execute(db);
  return {
    positions: new Map(
      rows.flatMap(({ instrumentId, quantity }) => (instrumentId === null ? [] : [[instrumentId, quantity]])),
    ),
    cash: new Map(rows.flatMap(({ currency, quantity }) => (currency === null ? [] : [[currency, quantity]]))),
  };
}
