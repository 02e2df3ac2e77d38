/** Mails that became comments. */
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { findWhole } from "./by-mail.queries.ts";

/** All of the mail of which a comment of the ticket, or of one merged into it, is a part; `notFound` if it is of none. */
export async function getMail(db: Db, { id, commentId }: { id: number; commentId: number }): Promise<{ text: string }> {
  const text = await findWhole(db, id, commentId);
  if (text === null) throw new Refusal("notFound");
  return { text };
}
