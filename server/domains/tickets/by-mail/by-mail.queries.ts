/** SQL of replies by mail: up to where a mailbox was read, and what became of each reply. */
import type { Holder } from "@portico/api/shapes.ts";
import type { RequestedService } from "@portico/api/tickets.ts";
import { sql } from "kysely";
import type { MailboxPosition } from "../../../adapters/mailbox/mailbox.ts";
import { ownedBy } from "../../../kernel/holder-of.ts";
import type { Db, Trx } from "../../../kernel/transaction.ts";

/** A mail that could not be handled. */
export interface FailingMail {
  uid: number;
  tries: number;
}

export const findPosition = async (db: Db, address: string): Promise<MailboxPosition | null> =>
  (await db
    .selectFrom("mailbox_position")
    .select(["uid_validity as uidValidity", "uid"])
    .where("address", "=", address)
    .executeTakeFirst()) ?? null;

export const storePosition = (db: Db, address: string, { uidValidity, uid }: MailboxPosition) =>
  db
    .insertInto("mailbox_position")
    .values({ address, uid_validity: uidValidity, uid })
    .onConflict((conflict) =>
      conflict.column("address").doUpdateSet({ uid_validity: uidValidity, uid, read_at: sql`now()` }),
    )
    .execute();

/** The mails that are to be tried again until now. */
export const listFailing = (db: Db, address: string, { uidValidity, now }: { uidValidity: string; now: Date }) =>
  db
    .selectFrom("failing_mail")
    .select(["uid", "tries"])
    .where("address", "=", address)
    .where("uid_validity", "=", uidValidity)
    .where("next_try_at", "<=", now)
    .orderBy("uid")
    .execute();

export const storeFailing = (
  db: Db,
  address: string,
  { uidValidity, uid, tries, nextTryAt }: MailboxPosition & FailingMail & { nextTryAt: Date },
) =>
  db
    .insertInto("failing_mail")
    .values({ address, uid_validity: uidValidity, uid, tries, next_try_at: nextTryAt })
    .onConflict((conflict) =>
      conflict.columns(["address", "uid_validity", "uid"]).doUpdateSet({ tries, next_try_at: nextTryAt }),
    )
    .execute();

export const deleteFailing = (db: Db, address: string, { uidValidity, uid }: MailboxPosition) =>
  db
    .deleteFrom("failing_mail")
    .where("address", "=", address)
    .where("uid_validity", "=", uidValidity)
    .where("uid", "=", uid)
    .execute();

export type MailOutcome =
  | "added"
  | "foreignSender"
  | "notOfHolder"
  | "closed"
  | "empty"
  | "tooLong"
  | "tooLarge"
  | "unreadable"
  | "encrypted";

/** False if the mail was recorded before. */
export async function insertTicketMail(
  trx: Trx,
  one: {
    holder: Holder;
    key: string;
    ticketId: number;
    userId: number;
    outcome: MailOutcome;
    commentId: number | null;
    isAnswered: boolean;
    /** All of the mail; null if the comment is. */
    whole: string | null;
    /** Names of its files that were not taken. */
    refused: readonly string[];
    /** When it came to the firm's mail server; null if that does not say it. */
    arrivedAt: Date | null;
  },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("ticket_mail")
    .values({
      ...ownedBy(one.holder),
      ticket_id: one.ticketId,
      user_id: one.userId,
      mail_key: one.key,
      outcome: one.outcome,
      comment_id: one.commentId,
      is_answered: one.isAnswered,
      whole: one.whole,
      refused_files: [...one.refused],
      arrived_at: one.arrivedAt,
    })
    .onConflict((conflict) => conflict.column("mail_key").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Whether the mail was taken or left before. One that was set aside may be put back into the mailbox. */
export const isRecorded = async (db: Db, key: string): Promise<boolean> => {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select from ticket_mail where mail_key = ${key})
      or exists (select from unadded_mail where mail_key = ${key} and reason <> 'setAside') as known`.execute(db);
  return rows[0]?.known ?? false;
};

/**
 * All of the mail of a comment in the ticket, or in one that was merged into it; null if the comment is all of it, or if it
 * is a note of staff and these are not asked for.
 */
export async function findWhole(
  db: Db,
  { ticketId, commentId, withNotes }: { ticketId: number; commentId: number; withNotes: boolean },
): Promise<string | null> {
  const row = await db
    .selectFrom("ticket_mail")
    .innerJoin("ticket_comment", "ticket_comment.id", "ticket_mail.comment_id")
    .select("ticket_mail.whole")
    .where("ticket_mail.comment_id", "=", commentId)
    .where("ticket_comment.ticket_id", "=", sql<number>`any(ticket_family(${ticketId}))`)
    .where("ticket_mail.whole", "is not", null)
    .$if(!withNotes, (query) => query.where("ticket_comment.internal", "=", false))
    .executeTakeFirst();
  return row?.whole ?? null;
}

/** What the portal mailed about the ticket, and about those merged with it: the firm's texts, the newest first. */
export async function listSentTexts(db: Db, ticketId: number, limit: number) {
  const { rows } = await sql<SentText>`
    with family as materialized (select unnest(ticket_family(ticket_root(${ticketId}))) as id)
    select ticket.id as ticket, ticket.title, ticket.service_name as service, said.content, said.by_staff, said.opened
    from ticket
    cross join lateral (
      select ticket.content, ticket.by_staff, true as opened, ticket.created_at as at
      union all
      select comment.content, comment.by_staff, false, comment.created_at from ticket_comment comment
      where comment.ticket_id = ticket.id and not comment.internal
    ) said
    where ticket.id in (select id from family) order by said.at desc limit ${limit}`.execute(db);
  return rows;
}

export interface SentText {
  /** Its id, title and service. */
  ticket: number;
  title: string;
  service: RequestedService;
  content: string;
  by_staff: boolean;
  /** The text with which the ticket began. */
  opened: boolean;
}

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
