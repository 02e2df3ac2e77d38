/** SQL of what is due for deletion, without deleting it. */
import { sql } from "kysely";
import type { Db } from "../../kernel/transaction.ts";
import { isOver } from "./retention.queries.ts";

/** People and companies whose period is over, and sign-ins of before the moment. */
export async function countDue(
  db: Db,
  { until, signInsUntil }: { until: Date; signInsUntil: Date },
): Promise<{ holders: number; signIns: number }> {
  const { rows } = await sql<{ holders: number; signIns: number }>`
    select (select count(*)::int from app_user where ${isOver("user", until)})
        + (select count(*)::int from company where ${isOver("company", until)}) as holders,
      (select count(*)::int from sign_in where created_at < ${signInsUntil}::timestamptz and not exists (
        select from app_user where app_user.id = sign_in.user_id and held)) as "signIns"`.execute(db);
  return rows[0] ?? { holders: 0, signIns: 0 };
}
