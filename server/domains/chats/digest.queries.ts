/** SQL of the reminders of unread messages. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ownedBy } from "../../kernel/holder-of.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";

interface Reader {
  userId: number;
  byStaff: boolean;
}

/** Messages of the other side that the reader has neither read nor been mailed about, in order, at most 100. */
export async function listUnreminded(
  db: Db,
  chatId: number,
  { userId, byStaff }: Reader,
): Promise<{ number: number; text: string }[]> {
  const { rows } = await sql<{ number: number; text: string }>`
    select number, text from chat_message
    where chat_id = ${chatId} and by_staff <> ${byStaff} and deleted_at is null and number > coalesce((
      select greatest(number, mailed_number) from chat_reading where chat_id = ${chatId} and user_id = ${userId}
    ), 0)
    order by number limit 100`.execute(db);
  return rows;
}

export const storeReminded = (
  trx: Trx,
  holder: Holder,
  { chatId, userId, byStaff, number }: Reader & { chatId: number; number: number },
) =>
  trx
    .insertInto("chat_reading")
    .values({ ...ownedBy(holder), chat_id: chatId, user_id: userId, by_staff: byStaff, mailed_number: number })
    .onConflict((conflict) => conflict.columns(["chat_id", "user_id"]).doUpdateSet({ mailed_number: number }))
    .execute();

export const findStaffReader = (db: Db, userId: number) =>
  db
    .selectFrom("app_user")
    .select(["id", "name", "email", "preferences"])
    .where("id", "=", userId)
    .where("state", "<>", "disabled")
    .where("role", "<>", "client")
    .executeTakeFirst();
