/** SQL of the references that holders were given before theirs was made of their id, and of requests that a payment names. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ofHolder } from "../../../kernel/holder-sql.ts";
import type { Db } from "../../../kernel/transaction.ts";
import type { RequestState } from "../requests/requests.queries.ts";

/** The holder's earlier references; `isShared`: another holder has the same one. */
export async function listFormerReferences(
  db: Db,
  holder: Holder,
): Promise<{ reference: string; isShared: boolean }[]> {
  const { rows } = await sql<{ reference: string; isShared: boolean }>`
    select reference, exists (
      select from former_deposit_reference as other
      where other.reference = own.reference
        and (other.holder_type, other.holder_id) <> (own.holder_type, own.holder_id)
    ) as "isShared"
    from former_deposit_reference as own where ${ofHolder(holder)} order by reference`.execute(db);
  return rows;
}

/** Who was given these references. */
export async function listHoldersOfFormer(
  db: Db,
  references: readonly string[],
): Promise<(Holder & { reference: string })[]> {
  if (references.length === 0) return [];
  const { rows } = await sql<Holder & { reference: string }>`
    select holder_type as "holderType", holder_id as "holderId", reference from former_deposit_reference
    where reference = any(${references}::text[]) order by reference, holder_type, holder_id`.execute(db);
  return rows;
}

export interface NamedRequest extends Holder {
  id: number;
  state: RequestState;
  createdBy: number;
}

/** Those of these requests that are withdrawals. */
export async function listNamedWithdrawals(db: Db, ids: readonly number[]): Promise<NamedRequest[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<NamedRequest>`
    select id, holder_type as "holderType", holder_id as "holderId", state, created_by as "createdBy"
    from transaction_request
    where id = any(${ids}::bigint[]) and type = 'withdrawal' order by id`.execute(db);
  return rows;
}
