/** SQL of the yearly review. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

const tableOf = (holderType: Holder["holderType"]) => sql.table(holderType === "user" ? "app_user" : "company");

export interface DueHolder {
  id: number;
  reviewed_on: string;
}

/** Approved holders whose last approval was on or before the day, oldest first, after the given one. */
export async function listDue(
  db: Db,
  holderType: Holder["holderType"],
  { until, after, limit }: { until: string; after: DueHolder | undefined; limit: number },
): Promise<DueHolder[]> {
  const { rows } = await sql<DueHolder>`
    select id, reviewed_on from ${tableOf(holderType)}
    where state = 'postKYC' and reviewed_on <= ${until}::date
      ${after ? sql`and (reviewed_on, id) > (${after.reviewed_on}::date, ${after.id}::bigint)` : sql``}
    order by reviewed_on, id limit ${limit}`.execute(db);
  return rows;
}

/** Locks the holder if it is still due; false if another run was first. */
export async function lockDue(trx: Trx, { holderType, holderId }: Holder, until: string): Promise<boolean> {
  const { rows } = await sql`
    select from ${tableOf(holderType)}
    where id = ${holderId} and state = 'postKYC' and reviewed_on <= ${until}::date for update`.execute(trx);
  return rows.length === 1;
}
