/** SQL of mails to oneself. */
import type { Db } from "../../kernel/transaction.ts";

/** The person's address. */
export const findRecipient = async (db: Db, userId: number): Promise<string> =>
  (await db.selectFrom("app_user").select("email").where("id", "=", userId).executeTakeFirstOrThrow()).email;
