/** SQL of mails that became no comment. */
import type { UnaddedMailReason, unaddedMailSections } from "@portico/api/rules/tickets.ts";
import { machineReasons, mailLimits } from "@portico/api/rules/tickets.ts";
import type { RequestedService } from "@portico/api/tickets.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

type Section = (typeof unaddedMailSections)[number];

export interface NewUnaddedMail {
  key: string;
  reason: UnaddedMailReason;
  sender: string;
  subject: string;
  words: string;
  files: readonly string[];
  ticketId: number | null;
  /** Who wrote it, if the address proves it. */
  userId: number | null;
}

/** False if the mail is listed already; of one that was set aside the reason is found now. */
export async function insertUnadded(db: Db, one: NewUnaddedMail): Promise<boolean> {
  const found = {
    reason: one.reason,
    sender: one.sender,
    subject: one.subject,
    words: one.words,
    file_names: [...one.files],
    ticket_id: one.ticketId,
    user_id: one.userId,
  };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("unadded_mail")
    .values({ mail_key: one.key, ...found })
    .onConflict((conflict) =>
      conflict
        .column("mail_key")
        .doUpdateSet(found)
        .where("unadded_mail.reason", "=", "setAside")
        .where("unadded_mail.done_at", "is", null),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** A mail that was set aside became a comment after all. */
export const deleteSetAside = (db: Db, key: string) =>
  db.deleteFrom("unadded_mail").where("mail_key", "=", key).where("reason", "=", "setAside").execute();

export interface UnaddedRecord {
  id: number;
  reason: UnaddedMailReason;
  received_at: Date;
  sender: string;
  subject: string;
  words: string;
  file_names: string[];
  user_id: number | null;
  done_at: Date | null;
  done_by: string | null;
  comment_id: number | null;
  ticket_id: number | null;
  title: string | null;
  service: RequestedService;
  holder_type: "user" | "company" | null;
  holder_id: number | null;
  holder_name: string | null;
}

const inSection = (section: Section): RawBuilder<SqlBool> =>
  section === "done"
    ? sql`mail.done_at is not null`
    : sql`mail.done_at is null and (mail.reason = any(${[...machineReasons]}::text[])) = ${section === "machines"}`;

const selected = (words: RawBuilder<string>) => sql`
  select mail.id, mail.reason, mail.received_at, mail.sender, mail.subject, ${words} as words, mail.file_names, mail.user_id,
    mail.done_at, (select name from app_user where id = mail.done_by) as done_by, mail.comment_id,
    mail.ticket_id, ticket.title, ticket.service_name as service, ticket.holder_type, ticket.holder_id,
    case ticket.holder_type
      when 'user' then (select name from app_user where id = ticket.holder_id)
      else (select coalesce(nullif(name, ''), draft_name) from company where id = ticket.holder_id)
    end as holder_name
  from unadded_mail mail left join ticket on ticket.id = mail.ticket_id`;

/** The newest first, from `before` on; of very long texts a little more than is listed. */
export async function listUnadded(
  db: Db,
  { section, before, limit }: { section: Section; before: number | undefined; limit: number },
): Promise<UnaddedRecord[]> {
  const { rows } = await sql<UnaddedRecord>`
    ${selected(sql`left(mail.words, ${mailLimits.listed + 1})`)} where ${inSection(section)} ${before === undefined ? sql`` : sql`and mail.id < ${before}`}
    order by mail.id desc limit ${limit}`.execute(db);
  return rows;
}

/** How many are not dealt with, up to the cap. */
export async function countUnadded(db: Db, cap: number): Promise<{ open: number; machines: number }> {
  const count = (section: Section) =>
    sql`(select count(*)::int from (select from unadded_mail mail where ${inSection(section)} limit ${cap}) counted)`;
  const { rows } = await sql<{ open: number; machines: number }>`
    select ${count("open")} as open, ${count("machines")} as machines`.execute(db);
  return rows[0] ?? { open: 0, machines: 0 };
}

export async function findUnadded(db: Db, id: number): Promise<UnaddedRecord | undefined> {
  const { rows } = await sql<UnaddedRecord>`${selected(sql`mail.words`)} where mail.id = ${id}`.execute(db);
  return rows[0];
}

/** False if somebody dealt with it before. */
export async function finishUnadded(
  trx: Trx,
  id: number,
  { by, added }: { by: number; added?: { ticketId: number; commentId: number } },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("unadded_mail")
    .set({
      done_at: sql<Date>`now()`,
      done_by: by,
      ...(added && { ticket_id: added.ticketId, comment_id: added.commentId }),
    })
    .where("id", "=", id)
    .where("done_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteUnaddedBefore(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("unadded_mail").where("received_at", "<", before).executeTakeFirst();
  return Number(numDeletedRows);
}
