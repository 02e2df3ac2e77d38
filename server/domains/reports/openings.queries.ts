/** SQL of who opened a report. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

export type OpenedForm = "page" | "pdf" | "xlsx" | "csv";

interface Opening {
  reportId: number;
  holder: Holder;
  userId: number;
  form: OpenedForm;
}

/** Whether the person opened it in this form within the last hour. */
export async function isOpenedLately(db: Db, { reportId, userId, form }: Omit<Opening, "holder">): Promise<boolean> {
  const { rows } = await sql`
    select from report_opening where report_id = ${reportId} and user_id = ${userId} and form = ${form}
      and opened_at > now() - interval '1 hour' limit 1`.execute(db);
  return rows.length > 0;
}

export const insertOpening = (trx: Trx, { reportId, holder, userId, form }: Opening): Promise<unknown> =>
  trx
    .insertInto("report_opening")
    .values({ report_id: reportId, holder_type: holder.holderType, holder_id: holder.holderId, user_id: userId, form })
    .execute();
