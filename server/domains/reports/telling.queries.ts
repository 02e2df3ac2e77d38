/** SQL of whether the holder was told of a report. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

/** Keeps two from telling of it at the same moment, each unaware of the other. */
export const lockReport = (trx: Trx, id: number): Promise<unknown> =>
  sql`select from report where id = ${id} for no key update`.execute(trx);

/** Whether somebody was told of the report. */
export async function isTold(db: Db, reportId: number): Promise<boolean> {
  const { rows } = await sql`select from report_telling where report_id = ${reportId} limit 1`.execute(db);
  return rows.length > 0;
}

/** The record of who was told, for proofs and for mails that come back. */
export const insertTellings = (
  trx: Trx,
  { reportId, holder, userIds }: { reportId: number; holder: Holder; userIds: readonly number[] },
): Promise<unknown> =>
  sql`
    insert into report_telling (report_id, holder_type, holder_id, user_id)
    select ${reportId}, ${holder.holderType}, ${holder.holderId}::bigint, user_id
    from unnest(${[...userIds]}::bigint[]) as told (user_id)
    on conflict do nothing`.execute(trx);
