/** SQL of the instruments excluded from a holder's portfolio. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Trx } from "../../../kernel/transaction.ts";

export interface ExcludedRow {
  key: string;
  name: string;
  category: string | null;
  /** Open position as listed in a statement; null if it lists none. */
  quantity: string | null;
}

/** Stores instruments; a position counts unless a newer statement stated one. True if anything changed. */
export async function saveExcluded(
  trx: Trx,
  holder: Holder,
  rows: readonly ExcludedRow[],
  { statedOn, importId }: { statedOn: string | null; importId: number },
): Promise<boolean> {
  if (rows.length === 0) return false;
  const { numAffectedRows } = await sql`
    insert into excluded_instrument as known (holder_type, holder_id, key, name, category, quantity, stated_on, import_id)
    select ${holder.holderType}, ${holder.holderId}, key, name, category, quantity,
      case when quantity is not null then ${statedOn}::date end, ${importId}
    from unnest(${rows.map(({ key }) => key)}::text[], ${rows.map(({ name }) => name)}::text[],
      ${rows.map(({ category }) => category)}::text[], ${rows.map(({ quantity }) => quantity)}::numeric[])
      as new (key, name, category, quantity)
    on conflict (holder_type, holder_id, key) do update
      set quantity = excluded.quantity, stated_on = excluded.stated_on
      where excluded.quantity is not null and (known.stated_on is null or known.stated_on <= excluded.stated_on)
        and (known.quantity, known.stated_on) is distinct from (excluded.quantity, excluded.stated_on)`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Closes the positions missing from a statement of all open positions. True if there were any. */
export async function closeExcluded(
  trx: Trx,
  holder: Holder,
  { except, statedOn }: { except: readonly string[]; statedOn: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update excluded_instrument set quantity = 0, stated_on = ${statedOn}::date
    where ${ofHolder(holder)} and not (key = any(${except}::text[])) and quantity is distinct from 0
      and (stated_on is null or stated_on <= ${statedOn}::date)`.execute(trx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Raises the version of the portfolio, also of one without entries, so that an answer kept in memory is made anew. */
export async function raiseVersion(trx: Trx, { holderType, holderId }: Holder): Promise<number | undefined> {
  const { rows } = await sql<{ version: number }>`
    insert into ledger_head (holder_type, holder_id, version) values (${holderType}, ${holderId}, 1)
    on conflict (holder_type, holder_id) do update set version = ledger_head.version + 1
    returning version`.execute(trx);
  return rows[0]?.version;
}
