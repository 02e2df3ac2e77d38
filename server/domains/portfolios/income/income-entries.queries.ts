/** SQL of the entries that income is calculated from. */
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type IncomeEntry, joinDays } from "@portico/ledger/income.ts";
import { sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { type EntryRecord, mathsColumns, toEntry } from "../ledger/entries.queries.ts";

/**
 * The entries that `incomeOf` needs for a range, in booking order, without reversed ones and reversals; with `known`, those up to an id,
 * without what was undone then.
 */
export async function listIncomeEntries(
  db: Db,
  holder: Holder,
  { from, to }: { from: string; to: string },
  known?: { lastEntryId: number; undone: readonly number[] },
): Promise<IncomeEntry[]> {
  const { worded, near } = joinDays;
  const { rows } = await sql<EntryRecord & { description: string | null }>`
    select ${mathsColumns}, description from ledger_entry as entry
    where ${ofHolder(holder)} and day between ${addDays(from, -worded.before)}::date and ${addDays(to, worded.after)}::date
      and (kind in ('dividend', 'interest')
        or day between ${from}::date and ${to}::date
          and (kind = 'tax' or coalesce(tax, 0) <> 0 or coalesce(accrued_interest, 0) <> 0)
        or day between ${addDays(from, -near.before)}::date and ${addDays(to, near.after)}::date
          and (kind = 'fee' and instrument_id is null
            or kind in ('buy', 'sell') and instrument_id in (
              select instrument_id from ledger_entry as taxed
              where ${ofHolder(holder)} and kind = 'tax' and day between ${from}::date and ${to}::date)))
      ${
        known
          ? sql`and id <= ${known.lastEntryId}::bigint and kind <> 'reversal' and id <> all(${[...known.undone]}::bigint[])`
          : sql`and not exists (select from ledger_undone where ${ofHolder(holder)} and entry_id = entry.id)`
      }
    order by day, booked_at, id`.execute(db);
  return rows.map(({ description, ...record }) => ({
    ...toEntry(record),
    ...(description !== null && { description }),
  }));
}
