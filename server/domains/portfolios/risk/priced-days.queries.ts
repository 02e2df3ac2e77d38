/** SQL of the days on which something that was held had a price. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { undoing } from "../ledger/entries.queries.ts";

/**
 * The working days of a range, in order, for which a price is stored of an instrument that was held at the close of the day or
 * of the one before. Weekends do not count even if something is priced then: what moves on them belongs to Monday.
 */
export async function listPricedDays(
  db: Db,
  holder: Holder,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const { rows } = await sql<{ days: string }>`
    with moved as (
      select instrument_id, day, sum(quantity) as change from (
        select unnest(array[instrument_id, counter_instrument_id]) as instrument_id, day,
          unnest(array[quantity, counter_quantity]) as quantity
        from ledger_entry as entry
        where ${ofHolder(holder)} and day <= ${to}::date and kind not in ('reversal', 'excluded')
          and ${undoing(holder)} is null
      ) as units
      where instrument_id is not null and quantity is not null group by instrument_id, day
    ), level as (
      select instrument_id, day, sum(change) over (partition by instrument_id order by day) <> 0 as is_held from moved
    ), turn as (
      select instrument_id, day, is_held, lag(is_held, 1, false) over (partition by instrument_id order by day) as was_held
      from level
    ), span as materialized (
      select instrument_id, since, until from (
        select instrument_id, day as since, lead(day) over (partition by instrument_id order by day) as until, is_held
        from turn where is_held <> was_held
      ) as stretch
      where is_held
    )
    select coalesce(string_agg(day::date::text, ' ' order by day), '') as days
    from generate_series(${from}::date, ${to}::date, interval '1 day') as each (day)
    where extract(isodow from day) < 6 and exists (
      select from span
      where since <= each.day and (until is null or until >= each.day)
        -- With a limit it stays a lookup in the index, which ends at the first price of the day.
        and (select true from price where price.instrument_id = span.instrument_id and price.day = each.day::date limit 1))`.execute(
    db,
  );
  const days = rows[0]?.days ?? "";
  return days === "" ? [] : days.split(" ");
}
