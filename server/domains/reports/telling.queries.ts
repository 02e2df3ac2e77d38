/** SQL of whether the holder was told of a report. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

/** Keeps two from telling of it at the same moment, each unaware of the other. */
export const lockReport = (trx: Trx, id: number): Promise<unknown> =>
  sql`select from report where id = ${id} for no key update`.execute(trx);

/** Also if the holder took the notification off the list. */
export async function isTold(db: Db, { holderType, holderId }: Holder, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from notification
    where holder_type = ${holderType} and holder_id = ${holderId} and type = 'reportPublished' and target_id = ${id}
    limit 1`.execute(db);
  return rows.length > 0;
}
