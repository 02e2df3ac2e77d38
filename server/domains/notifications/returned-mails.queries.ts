/** SQL of sent mails, and of those that came back. */
import { sql } from "kysely";
import type { RememberedMail } from "../../adapters/mail/mail.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";

export type Returned = "delayed" | "expired" | "failed";

/** Once, however often its delivery is tried. */
export const insertSentMail = (db: Db, one: RememberedMail) =>
  db
    .insertInto("sent_mail")
    .values({
      message_id: one.messageId,
      address: one.to.toLowerCase(),
      template: one.template,
      delegation_id: one.delegation ?? null,
      report_id: one.report?.report ?? null,
      told_user_id: one.report?.user ?? null,
    })
    .onConflict((conflict) => conflict.column("message_id").doNothing())
    .execute();

/** If it is about a holder, or its address is that of a client's account: staff's own mails are not a client's. */
export const insertClientMail = (db: Db, { messageId, to, template, subject, about }: RememberedMail) =>
  sql`
    insert into client_mail (message_id, holder_type, holder_id, address, template, subject)
    select ${messageId}::uuid, holder.type, holder.id, ${to.toLowerCase()}, ${template}, ${subject} from (
      select ${about?.holderType ?? null}::text as type, ${about?.holderId ?? null}::bigint as id
      where ${about !== undefined}
      union all
      select 'user', id from app_user
      where ${about === undefined} and email = ${to.toLowerCase()} and role = 'client'
    ) as holder
    on conflict do nothing`.execute(db);

/** Also of a mail that is repeated after it was taken: the first time counts. */
export const noteAttempt = (db: Db, messageId: string, failure: string | null) =>
  sql`
    update client_mail set failure = ${failure},
      handed_at = case when ${failure === null} then coalesce(handed_at, now()) else handed_at end
    where message_id = ${messageId}::uuid`.execute(db);

export interface MarkedMail {
  address: string;
  template: string;
  delegation_id: number | null;
  report_id: number | null;
  told_user_id: number | null;
  /** The account that has the address now. */
  user_id: number | null;
}

/**
 * Marks the sent mail of one of these ids, unless it is marked so, or worse; undefined then, and for ids that the portal did not
 * give.
 */
export async function markReturned(
  trx: Trx,
  messageIds: readonly string[],
  { returned, status, reason }: { returned: Returned; status: string | null; reason: string },
): Promise<MarkedMail | undefined> {
  await sql`
    update client_mail set returned = ${returned}, returned_reason = ${reason}, returned_at = now()
    where message_id = any(${[...messageIds]}::uuid[])
      and (returned is null or array_position(array['delayed', 'expired', 'failed'], returned)
        < array_position(array['delayed', 'expired', 'failed'], ${returned}))`.execute(trx);
  const { rows } = await sql<MarkedMail>`
    update sent_mail set returned = ${returned}, status = ${status}, reason = ${reason}, returned_at = now()
    where sent_mail.message_id = any(${[...messageIds]}::uuid[])
      and (sent_mail.returned is null
        or array_position(array['delayed', 'expired', 'failed'], sent_mail.returned)
          < array_position(array['delayed', 'expired', 'failed'], ${returned}))
    returning sent_mail.address, sent_mail.template, sent_mail.delegation_id, sent_mail.report_id, sent_mail.told_user_id,
      (select app_user.id from app_user where app_user.email = sent_mail.address) as user_id`.execute(trx);
  return rows[0];
}

export interface ReturnedMail {
  address: string;
  template: string;
  sent_at: Date;
  returned: Returned;
  status: string | null;
  reason: string;
  returned_at: Date;
}

/** The last one to the address that came back, unless a later one was sent a day or more ago and did not. */
export async function findReturned(db: Db, address: string): Promise<ReturnedMail | undefined> {
  const { rows } = await sql<ReturnedMail>`
    select address, template, sent_at, returned, status, reason, returned_at from sent_mail back
    where back.address = ${address.toLowerCase()} and back.returned is not null and not exists (
      select from sent_mail later
      where later.address = back.address and later.sent_at > back.sent_at and later.returned is null
        and later.sent_at < now() - interval '1 day')
    order by back.sent_at desc limit 1`.execute(db);
  return rows[0];
}

export async function deleteSentBefore(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("sent_mail").where("sent_at", "<", before).executeTakeFirst();
  return Number(numDeletedRows);
}
