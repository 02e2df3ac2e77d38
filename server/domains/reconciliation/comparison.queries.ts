/** SQL of a comparison: what lies with a custodian at the end of a stated day by the ledger, beside what was stated. Set-based. */
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { ofFlex } from "../portfolios/portfolios.ts";

/** One holding of one comparison. */
export interface ComparedItem extends Holder {
  custodianId: number;
  part: "positions" | "cash";
  currency: string | null;
  day: string;
  /** The last day of this part that was stated whole: breaks are those of this day. */
  isLast: boolean;
  /** False if another account of the holder has no statement of the day: nothing was compared, and the rest is null. */
  isComplete: boolean;
  /** Null if neither the ledger nor the statement has anything. */
  key: string | null;
  instrumentId: number | null;
  name: string | null;
  importId: number;
  expected: string;
  stated: string;
  /** Stated less expected, beyond the tolerance. */
  isBroken: boolean;
  /** What was traded up to the day and settles later. */
  unsettled: string;
  /** Moved by entries that state no custodian, of a holder with several. */
  notStated: string;
  byTrade: boolean;
}

const holderKeys = (holders: readonly Holder[]): RawBuilder<unknown> => sql`
  unnest(${holders.map(({ holderType }) => holderType)}::text[], ${holders.map(({ holderId }) => holderId)}::bigint[])
    as wanted (holder_type, holder_id)`;

/**
 * Days of a part that are compared: those from `since` on, and the holder's last ones if they are older. `onlyLast` leaves the others out
 * once it is known which one is the last whole one.
 */
const units = (holders: readonly Holder[], since: string, onlyLast: boolean): RawBuilder<unknown> => sql`
  holder as materialized (select * from ${holderKeys(holders)}),
  statement as materialized (
    select stated.id, stated.holder_type, stated.holder_id, stated.custodian_id, stated.account, stated.part,
      coalesce(stated.currency, '') as currency, stated.day, stated.amount, stated.whole, stated.import_id
    from holder join reconciliation_statement as stated
      on stated.holder_type = holder.holder_type and stated.holder_id = holder.holder_id and stated.replaced_at is null
    join custodian on custodian.id = stated.custodian_id and custodian.ended_at is null
    where stated.day >= least(${since}::date, (
      select max(other.day) from reconciliation_statement as other
      where other.holder_type = holder.holder_type and other.holder_id = holder.holder_id and other.replaced_at is null))
  ),
  -- Accounts that state the part, from the first day on which one did; a closed one is not waited for.
  sender as materialized (
    select stated.holder_type, stated.holder_id, stated.custodian_id, stated.part, coalesce(stated.currency, '') as currency, stated.account,
      min(stated.day) as since
    from holder join reconciliation_statement as stated
      on stated.holder_type = holder.holder_type and stated.holder_id = holder.holder_id and stated.replaced_at is null
    where not exists (select from custodian_account as account where account.custodian_id = stated.custodian_id
      and account.number = stated.account and account.ended_at is not null)
    group by 1, 2, 3, 4, 5, 6
  ),
  each_unit as (
    select holder_type, holder_id, custodian_id, part, currency, day, array_agg(id) as ids, sum(amount) as amount, bool_and(whole) as whole,
      max(import_id) as import_id, (
        select count(*) from sender where sender.holder_type = statement.holder_type and sender.holder_id = statement.holder_id
          and sender.custodian_id = statement.custodian_id and sender.part = statement.part
          and sender.currency = statement.currency and sender.since <= statement.day
          and sender.account <> all(array_agg(statement.account))) = 0 as complete
    from statement group by 1, 2, 3, 4, 5, 6
  ),
  dated_unit as (
    select *, day = max(day) filter (where complete) over (partition by holder_type, holder_id, custodian_id, part, currency) as last
    from each_unit
  ),
  unit as materialized (
    select dated_unit.*, row_number() over () as no, custodian.day_basis = 'trade' as by_trade,
      -- Custodians state more decimals than a currency has.
      case part when 'cash' then greatest(custodian.cash_tolerance, 0.005) else custodian.quantity_tolerance end as tolerance
    from dated_unit join custodian on custodian.id = dated_unit.custodian_id
    ${onlyLast ? sql`where last or not complete` : sql``}
  )`;

/** Movements of the holders by entries in force, each with the custodian where it lies: 0 if that is not stated, -1 for another one. */
const moved: RawBuilder<unknown> = sql`
  known as materialized (
    select distinct on (lower(one.name)) lower(one.name) as name, custodian.id
    from custodian, unnest(custodian.other_names || custodian.name) as one (name) order by lower(one.name), custodian.id
  ),
  entry as materialized (
    select booked.holder_type, booked.holder_id, booked.day, booked.kind,
      case when booked.kind in ('buy', 'sell') then settlement.settled_on end as settled_on,
      case when booked.custodian is not null then coalesce(named.id, -1)
        when import.custodian_id is not null then import.custodian_id
        when import.format = 'ibFlex' then coalesce(flex.id, -1)
        else 0 end as custodian_id,
      booked.instrument_id, booked.quantity, booked.counter_instrument_id, booked.counter_quantity,
      booked.currency, booked.amount, booked.counter_currency, booked.counter_amount
    from (select distinct holder_type, holder_id from unit) as holder
    join ledger_entry as booked on booked.holder_type = holder.holder_type and booked.holder_id = holder.holder_id
      and booked.kind <> 'reversal'
    left join ledger_undone as undone on undone.holder_type = booked.holder_type and undone.holder_id = booked.holder_id
      and undone.entry_id = booked.id
    left join ledger_settlement as settlement on settlement.holder_type = booked.holder_type
      and settlement.holder_id = booked.holder_id and settlement.entry_id = booked.id
    left join import on import.id = booked.import_id
    left join known as named on named.name = lower(booked.custodian)
    left join known as flex on flex.name = lower(${ofFlex})
    where undone.entry_id is null
  ),
  -- Everything of a holder who has nothing elsewhere lies with their one custodian.
  only_one as materialized (
    select holder_type, holder_id, max(custodian_id) as custodian_id from (
      select holder_type, holder_id, custodian_id from entry where custodian_id <> 0
      union select holder_type, holder_id, custodian_id from reconciliation_statement join holder using (holder_type, holder_id)
    ) as place group by 1, 2 having count(*) = 1
  ),
  placed as (
    select entry.*, case when entry.custodian_id = 0 then coalesce(only_one.custodian_id, 0) else entry.custodian_id end as placed
    from entry left join only_one on only_one.holder_type = entry.holder_type and only_one.holder_id = entry.holder_id
  ),
  moved as materialized (
    select holder_type, holder_id, placed as custodian_id, part, key, day, settled_on, sum(quantity) as quantity from (
      select holder_type, holder_id, placed, 'positions' as part, instrument_id::text as key, day, settled_on, quantity from placed
        where kind in ('openingBalance', 'buy', 'sell', 'transferIn', 'transferOut', 'split', 'exchange') and instrument_id is not null
      union all
      select holder_type, holder_id, placed, 'positions', counter_instrument_id::text, day, settled_on, counter_quantity from placed
        where kind = 'exchange' and counter_instrument_id is not null
      union all
      select holder_type, holder_id, placed, 'cash', currency, day, settled_on, amount from placed
      union all
      select holder_type, holder_id, placed, 'cash', counter_currency, day, settled_on, counter_amount from placed
        where counter_currency is not null
    ) as each_part where quantity <> 0 group by 1, 2, 3, 4, 5, 6, 7
  )`;

/**
 * Of many holders every part is joined as a whole: the planner cannot estimate the steps of the comparison, and joined them row by row,
 * which took a hundred times as long for 500 holders. Until it is called again, or the transaction ends.
 */
export const joinWhole = (trx: Trx, whole: boolean): Promise<unknown> =>
  sql`select set_config('enable_nestloop', ${whole ? "off" : "on"}, true)`.execute(trx);

/** Compares what was stated of the holders' accounts with their ledgers. One row for each holding of each comparison. */
export async function compareStatements(
  db: Db,
  holders: readonly Holder[],
  { since, onlyLast }: { since: string; onlyLast: boolean },
): Promise<ComparedItem[]> {
  const { rows } = await sql<ComparedItem>`
    with ${units(holders, since, onlyLast)},
    ${moved},
    expected as (
      select unit.no, moved.key,
        coalesce(sum(moved.quantity) filter (where moved.custodian_id <> 0
          and (case when unit.by_trade then moved.day else coalesce(moved.settled_on, moved.day) end) <= unit.day), 0) as quantity,
        coalesce(sum(moved.quantity) filter (where moved.custodian_id <> 0 and moved.day <= unit.day and moved.settled_on > unit.day), 0)
          as unsettled,
        coalesce(sum(moved.quantity) filter (where moved.custodian_id = 0 and moved.day <= unit.day), 0) as not_stated
      from unit join moved on moved.holder_type = unit.holder_type and moved.holder_id = unit.holder_id
        and moved.custodian_id in (unit.custodian_id, 0) and moved.part = unit.part
        and (unit.part = 'positions' or moved.key = unit.currency)
      where unit.complete
      group by 1, 2
    ),
    stated as (
      select unit.no, coalesce(listed.instrument_id::text, '?' || coalesce(listed.isin, listed.name)) as key,
        listed.instrument_id, max(listed.name) as name, sum(listed.quantity) as quantity
      from unit join stated_position as listed on listed.holder_type = unit.holder_type and listed.holder_id = unit.holder_id
        and listed.statement_id = any(unit.ids)
      where unit.complete and unit.part = 'positions' group by 1, 2, 3
      union all
      select no, currency, null, currency, amount from unit where complete and part = 'cash'
    ),
    item as (
      select no, key, case when key ~ '^[0-9]+$' then key::bigint end as instrument_id, stated.name, coalesce(expected.quantity, 0) as expected, coalesce(stated.quantity, 0) as stated,
        stated.key is not null as listed, coalesce(expected.unsettled, 0) as unsettled, coalesce(expected.not_stated, 0) as not_stated
      from expected full join stated using (no, key)
    )
    select unit.holder_type as "holderType", unit.holder_id as "holderId", unit.custodian_id as "custodianId", unit.part,
      nullif(unit.currency, '') as currency, unit.day::text as day, coalesce(unit.last, false) as "isLast", unit.complete as "isComplete",
      unit.import_id as "importId", unit.by_trade as "byTrade", item.key,
      item.instrument_id as "instrumentId",
      coalesce(instrument.name, item.name) as name, trim_scale(item.expected)::text as expected, trim_scale(item.stated)::text as stated,
      abs(item.stated - item.expected) > unit.tolerance as "isBroken", trim_scale(item.unsettled)::text as unsettled,
      trim_scale(item.not_stated)::text as "notStated"
    from unit left join item on item.no = unit.no and (item.listed or (unit.whole and item.expected <> 0))
      left join instrument on instrument.id = item.instrument_id
    order by 1, 2, 3, unit.no`.execute(db);
  return rows;
}

/** A difference whose cause is looked for. */
export interface Difference extends Holder {
  custodianId: number;
  part: "positions" | "cash";
  key: string;
  day: string;
  difference: string;
}

/**
 * Of each difference whether an entry of exactly that amount is in one of the two books alone: `ledger` if the custodian does not have it,
 * `custodian` if the ledger lacks it on that day, because it is of a later day, was reversed, or lies elsewhere.
 */
export async function findMatchingEntries(
  db: Db,
  differences: readonly Difference[],
): Promise<("ledger" | "custodian" | null)[]> {
  if (differences.length === 0) return [];
  const column = <Value>(of: (one: Difference) => Value): Value[] => differences.map(of);
  const { rows } = await sql<{ side: "ledger" | "custodian" | null }>`
    select (
      select case when near.amount = broken.difference then 'custodian' else 'ledger' end from (
        select booked.id, booked.day, undone.entry_id is not null as undone, part.amount
        from ledger_entry as booked
        left join ledger_undone as undone on undone.holder_type = booked.holder_type and undone.holder_id = booked.holder_id
          and undone.entry_id = booked.id
        cross join lateral (values
          ('positions', booked.instrument_id::text, booked.quantity), ('positions', booked.counter_instrument_id::text, booked.counter_quantity),
          ('cash', booked.currency, booked.amount), ('cash', booked.counter_currency, booked.counter_amount)
        ) as part (part, key, amount)
        where booked.holder_type = broken.holder_type and booked.holder_id = broken.holder_id and booked.kind <> 'reversal'
          and booked.day between broken.day - 10 and broken.day + 10 and part.part = broken.part and part.key = broken.key
      ) as near
      where (near.amount = broken.difference and (near.undone or near.day > broken.day))
        or (near.amount = -broken.difference and not near.undone and near.day <= broken.day)
      order by near.amount = broken.difference desc, near.id limit 1
    ) as side
    from unnest(${column((one) => one.holderType)}::text[], ${column((one) => one.holderId)}::bigint[], ${column((one) => one.part)}::text[],
      ${column((one) => one.key)}::text[], ${column((one) => one.day)}::date[], ${column((one) => one.difference)}::numeric[])
      with ordinality as broken (holder_type, holder_id, part, key, day, difference, place)
    order by place`.execute(db);
  return rows.map(({ side }) => side);
}
