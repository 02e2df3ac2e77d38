/** SQL that changes breaks as staff work on them. */
import type { BreakState } from "@portico/api/rules/reconciliation.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { holderName } from "../holders/holders.ts";

export interface StoredBreak extends Holder {
  custodian: string;
  name: string;
  day: string;
  difference: string;
  state: BreakState;
  ownerId: number | null;
  note: string | null;
  reason: string | null;
  version: number;
}

/** Locked until the transaction ends. */
export async function lockBreak(trx: Trx, id: number): Promise<StoredBreak | undefined> {
  const { rows } = await sql<StoredBreak>`
    select broken.holder_type as "holderType", broken.holder_id as "holderId", custodian.name as custodian, broken.name,
      broken.last_day::text as day, trim_scale(broken.stated - broken.expected)::text as difference, broken.state,
      broken.owner_id as "ownerId", broken.note, broken.reason, broken.version
    from reconciliation_break as broken join custodian on custodian.id = broken.custodian_id
    where broken.id = ${id} for update of broken`.execute(trx);
  return rows[0];
}

export interface OwnedBreak extends Holder {
  id: number;
  name: string;
  holder_name: string;
  state: BreakState;
  owner_id: number | null;
  owner_name: string | null;
}

/** Those with the ids, and whose they are. */
export async function listOwned(db: Db, ids: readonly number[]): Promise<OwnedBreak[]> {
  const { rows } = await sql<OwnedBreak>`
    select broken.id, broken.name, broken.holder_type as "holderType", broken.holder_id as "holderId",
      coalesce(${sql.raw(holderName("broken.holder_type", "broken.holder_id"))}, '') as holder_name,
      broken.state, broken.owner_id, owner.name as owner_name
    from reconciliation_break as broken left join app_user as owner on owner.id = broken.owner_id
    where broken.id = any(${[...ids]}::bigint[]) order by broken.first_day, broken.id`.execute(db);
  return rows;
}

export interface BreakChange {
  ownerId: number | null;
  note: string | null;
  state: BreakState;
  reason: string | null;
  /** Who explained it now; undefined leaves it as it was. */
  explainedBy?: number | null;
}

export const updateBreak = (trx: Trx, id: number, change: BreakChange): Promise<unknown> =>
  sql`
    update reconciliation_break set owner_id = ${change.ownerId}, note = ${change.note}, state = ${change.state}, reason = ${change.reason},
      version = version + 1
      ${
        change.explainedBy === undefined
          ? sql``
          : sql`, explained_by = ${change.explainedBy}, explained_at = ${change.explainedBy === null ? sql`null` : sql`now()`}`
      }
    where id = ${id}`.execute(trx);
