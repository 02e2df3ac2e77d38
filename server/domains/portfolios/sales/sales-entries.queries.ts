/** SQL of the entries that realised sales are calculated from. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Range } from "../../../adapters/custodian/custodian.ts";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { type EntryRecord, mathsColumns, toEntry } from "../ledger/entries.queries.ts";
import type { BookedEntry } from "../ledger/entries.ts";

/**
 * Instruments of which units may have left in the range, and those whose lots became theirs or the other way round: what is
 * realised depends on their entries alone.
 */
async function findRealised(db: Db, holder: Holder, { from, to }: Range): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with recursive tied as materialized (
      select distinct instrument_id as one, counter_instrument_id as other from ledger_entry
      where ${ofHolder(holder)} and day <= ${to}::date and counter_instrument_id is not null
    ), realised (id) as (
      select unnest(array[instrument_id, counter_instrument_id]) from ledger_entry
      where ${ofHolder(holder)} and day between ${from}::date and ${to}::date
        and kind not in ('buy', 'dividend', 'interest', 'fee', 'tax', 'reversal')
      union
      select case when tied.one = realised.id then tied.other else tied.one end
      from realised join tied on realised.id in (tied.one, tied.other)
    )
    select id from realised where id is not null`.execute(db);
  return rows.map(({ id }) => id);
}

/** First days on which a currency has a rate to base; one without any is missing. */
async function listFirstRates(
  db: Db,
  holder: Holder,
  baseCurrency: string,
): Promise<{ currency: string; day: string }[]> {
  const { rows } = await sql<{ currency: string; day: string }>`
    with used as (select currency from cash_balance where ${ofHolder(holder)} union select ${baseCurrency}::text),
    first_rate as (
      select used.currency, case when used.currency = 'EUR' then '-infinity'::date else (
        select min(fx_rate.day) from fx_rate where fx_rate.currency = used.currency) end as day
      from used
    )
    select first_rate.currency, greatest(first_rate.day, base.day)::text as day
    from first_rate cross join (select day from first_rate where currency = ${baseCurrency}) as base
    where first_rate.day is not null and base.day is not null and first_rate.currency <> ${baseCurrency}
    union all select ${baseCurrency}, '-infinity'`.execute(db);
  return rows;
}

/**
 * The entries that the sales of a range depend on, in booking order, without reversed ones and reversals: those from the first one on
 * of the instruments concerned. Income and charges change no lot, and are left out; where their rate is missing they are a reason for
 * an unknown cost.
 */
export async function listSalesEntries(
  db: Db,
  { baseCurrency, ...holder }: Holder & { baseCurrency: string },
  range: Range,
): Promise<BookedEntry[]> {
  const instrumentIds = await findRealised(db, holder, range);
  if (instrumentIds.length === 0) return [];
  const rates = await listFirstRates(db, holder, baseCurrency);
  const { rows } = await sql<EntryRecord>`
    select ${mathsColumns} from ledger_entry as entry
    where ${ofHolder(holder)} and day <= ${range.to}::date and kind <> 'reversal'
      and (instrument_id = any(${instrumentIds}::bigint[]) or counter_instrument_id = any(${instrumentIds}::bigint[]))
      and (kind not in ('dividend', 'interest', 'fee', 'tax') or quantity is not null
        or day < coalesce((
          select first_rate.day from unnest(${rates.map(({ currency }) => currency)}::text[],
            ${rates.map(({ day }) => day)}::date[]) as first_rate (code, day)
          where code = currency), 'infinity'))
      and not exists (select from ledger_undone where ${ofHolder(holder)} and entry_id = entry.id)
    order by day, booked_at, id`.execute(db);
  return rows.map(toEntry);
}
