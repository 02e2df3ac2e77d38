/** SQL of what is still kept about a holder. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db } from "../../kernel/transaction.ts";

/** Whether a hold protects the holder, and whether they are erased; undefined without such a holder. */
export async function findKept(
  db: Db,
  { holderType, holderId }: Holder,
): Promise<{ held: boolean; isErased: boolean } | undefined> {
  const { rows } = await sql<{ held: boolean; isErased: boolean }>`
    select held, erased_at is not null as "isErased"
    from ${sql.table(holderType === "user" ? "app_user" : "company")} where id = ${holderId}`.execute(db);
  return rows[0];
}
