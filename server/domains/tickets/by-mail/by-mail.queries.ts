/** SQL of replies by mail: up to where a mailbox was read, and what became of each reply. */
import { sql } from "kysely";
import type { MailboxPosition } from "../../../adapters/mailbox/mailbox.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";

/** A mail that could not be handled, and when it is tried again. */
export interface FailingMail {
  uid: number;
  tries: number;
  nextTryAt: Date;
}

export async function findPosition(
  db: Db,
  address: string,
): Promise<(MailboxPosition & { failing: FailingMail | null }) | null> {
  const row = await db
    .selectFrom("mailbox_position")
    .select(["uid_validity as uidValidity", "uid", "failing_uid", "tries", "next_try_at"])
    .where("address", "=", address)
    .executeTakeFirst();
  if (!row) return null;
  const { failing_uid, tries, next_try_at: nextTryAt, ...position } = row;
  return { ...position, failing: failing_uid !== null && nextTryAt ? { uid: failing_uid, tries, nextTryAt } : null };
}

export const storePosition = (db: Db, address: string, { uidValidity, uid }: MailboxPosition) =>
  db
    .insertInto("mailbox_position")
    .values({ address, uid_validity: uidValidity, uid })
    .onConflict((conflict) =>
      conflict.column("address").doUpdateSet({
        uid_validity: uidValidity,
        uid,
        read_at: sql`now()`,
        failing_uid: null,
        tries: 0,
        next_try_at: null,
      }),
    )
    .execute();

/** The mail stays the next one to be read. */
export const storeFailing = (db: Db, address: string, { uid, tries, nextTryAt }: FailingMail) =>
  db
    .updateTable("mailbox_position")
    .set({ failing_uid: uid, tries, next_try_at: nextTryAt })
    .where("address", "=", address)
    .execute();

export type MailOutcome =
  | "added"
  | "foreignSender"
  | "notOfHolder"
  | "closed"
  | "empty"
  | "tooLong"
  | "tooLarge"
  | "unreadable";

/** False if the mail was recorded before. */
export async function insertTicketMail(
  trx: Trx,
  one: {
    key: string;
    ticketId: number;
    userId: number;
    outcome: MailOutcome;
    commentId: number | null;
    isAnswered: boolean;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("ticket_mail")
    .values({
      ticket_id: one.ticketId,
      user_id: one.userId,
      mail_key: one.key,
      outcome: one.outcome,
      comment_id: one.commentId,
      is_answered: one.isAnswered,
    })
    .onConflict((conflict) => conflict.column("mail_key").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export const isRecorded = async (db: Db, key: string): Promise<boolean> =>
  (await db.selectFrom("ticket_mail").select("id").where("mail_key", "=", key).executeTakeFirst()) !== undefined;

/** Whether the person was mailed about a reply to the ticket within a day. */
export const wasAnswered = async (db: Db, { ticketId, userId }: { ticketId: number; userId: number }) =>
  (await db
    .selectFrom("ticket_mail")
    .select("id")
    .where("ticket_id", "=", ticketId)
    .where("user_id", "=", userId)
    .where("received_at", ">", sql<Date>`now() - interval '1 day'`)
    .where("is_answered", "=", true)
    .executeTakeFirst()) !== undefined;

/** Whether the ticket has a file with the content. */
export const hasFile = async (db: Db, ticketId: number, sha256: Buffer): Promise<boolean> =>
  (await db
    .selectFrom("ticket_file")
    .innerJoin("stored_file", "stored_file.id", "ticket_file.file_id")
    .select("stored_file.id")
    .where("ticket_file.ticket_id", "=", ticketId)
    .where("stored_file.sha256", "=", sha256)
    .executeTakeFirst()) !== undefined;
