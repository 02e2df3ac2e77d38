/** SQL of the day on which something in a holder's approved form expires. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

/** Stores the day from a revision just approved; the holder has not been asked about it yet. */
export async function storeExpiry(trx: Trx, { holderType, holderId }: Holder, revisionId: number): Promise<void> {
  await sql`
    delete from form_expiry where holder_type = ${holderType} and holder_id = ${holderId}`.execute(trx);
  await sql`
    insert into form_expiry (holder_type, holder_id, expires_on)
    select holder_type, holder_id, expires_on from form_revision
    where id = ${revisionId} and expires_on is not null`.execute(trx);
}

export interface ExpiringForm {
  holder_type: Holder["holderType"];
  holder_id: number;
  expires_on: string;
}

/** Holders with something that expires by the day and who were not asked about it, soonest first, after the given one. */
export async function listExpiring(
  db: Db,
  { until, after, limit }: { until: string; after: ExpiringForm | undefined; limit: number },
): Promise<ExpiringForm[]> {
  const { rows } = await sql<ExpiringForm>`
    select holder_type, holder_id, expires_on from form_expiry
    where asked_at is null and expires_on <= ${until}::date
      ${
        after
          ? sql`and (expires_on, holder_type, holder_id)
                    > (${after.expires_on}::date, ${after.holder_type}, ${after.holder_id}::bigint)`
          : sql``
      }
    order by expires_on, holder_type, holder_id limit ${limit}`.execute(db);
  return rows;
}

/** Records that the holder is asked; false if they were asked before, or nothing expires by the day any more. */
export async function markRequested(trx: Trx, { holderType, holderId }: Holder, until: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update form_expiry set asked_at = now()
    where holder_type = ${holderType} and holder_id = ${holderId} and asked_at is null
      and expires_on <= ${until}::date`.execute(trx);
  return numAffectedRows === 1n;
}

/** Opens further steps in a partially open draft; false if there is no draft or it is fully open. */
export async function openSteps(
  trx: Trx,
  { holderType, holderId }: Holder,
  steps: readonly string[],
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update form_draft set renew = renew || (${[...steps]}::text[]), version = version + 1, changed_at = now()
    where holder_type = ${holderType} and holder_id = ${holderId} and renew is not null
      and not renew @> (${[...steps]}::text[])`.execute(trx);
  return numAffectedRows === 1n;
}
