/** SQL that changes tickets: new ones, comments, and the conditional updates behind every action. */
import type { TicketPriority } from "@portico/api/rules/tickets.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { TicketState } from "@portico/api/ticket-states.ts";
import type { RequestedService } from "@portico/api/tickets.ts";
import { type SqlBool, sql } from "kysely";
import { ownedBy } from "../../kernel/holder-of.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";

/** When the client first asked, and who of the firm answered first, if anybody has. */
export interface AskedBefore {
  at: Date;
  answered: { at: Date; by: number } | null;
}

export interface NewTicket {
  holder: Holder;
  title: string;
  content: string;
  /** The service that is asked for. */
  service_name?: RequestedService;
  topic: string;
  createdBy: number;
  byStaff: boolean;
  about: { path: string; title: string } | undefined;
  key: string | undefined;
  /** Of what staff open: the client asked it elsewhere before. */
  asked?: AskedBefore | undefined;
}

/** The new ticket's id; undefined if the person's key was used before. */
export const insertTicket = async (trx: Trx, one: NewTicket): Promise<number | undefined> =>
  (
    await trx
      .insertInto("ticket")
      .values({
        holder_type: one.holder.holderType,
        holder_id: one.holder.holderId,
        title: one.title,
        content: one.content,
        service_name: one.service_name ? JSON.stringify(one.service_name) : null,
        topic: one.topic,
        created_by: one.createdBy,
        by_staff: one.byStaff,
        // What staff open for a client, the client answers, unless it is what the client asked elsewhere.
        waiting_since: one.byStaff ? (one.asked?.at ?? null) : sql<Date>`now()`,
        asked_before: one.asked !== undefined,
        first_answered_at: one.asked?.answered?.at ?? null,
        first_answered_by: one.asked?.answered?.by ?? null,
        about_path: one.about?.path ?? null,
        about_title: one.about?.title ?? null,
        client_key: one.key ?? null,
      })
      .onConflict((conflict) =>
        conflict.columns(["created_by", "client_key"]).where("client_key", "is not", null).doNothing(),
      )
      .returning("id")
      .executeTakeFirst()
  )?.id;

/** The ticket that the person made with the key. */
export const findByKey = (db: Db, createdBy: number, key: string) =>
  db
    .selectFrom("ticket")
    .select(["id", "holder_type", "holder_id", "title", "content"])
    .where("created_by", "=", createdBy)
    .where("client_key", "=", key)
    .executeTakeFirst();

/** One request of a person after another. */
export const lockAsker = (trx: Trx, userId: number) =>
  trx.selectFrom("app_user").select("id").where("id", "=", userId).forUpdate().execute();

/** The ticket that the person opened within the last minute with the same text. */
export const findTwin = (trx: Trx, { createdBy, topic, title, content }: NewTicket) =>
  trx
    .selectFrom("ticket")
    .select("id")
    .where("created_by", "=", createdBy)
    .where("topic", "=", topic)
    .where("title", "=", title)
    .where("content", "=", content)
    .where(sql<SqlBool>`created_at > now() - interval '1 minute'`)
    .executeTakeFirst();

/** Locks the ticket until the transaction ends, so that answers to it come one after another. */
export const lockTicket = (trx: Trx, id: number) =>
  trx.selectFrom("ticket").select("id").where("id", "=", id).forUpdate().executeTakeFirst();

export interface NewComment {
  holder: Holder;
  ticketId: number;
  content: string;
  createdBy: number;
  byStaff: boolean;
  internal: boolean;
  key: string | undefined;
}

/** The new comment's id, on a locked ticket; undefined if the person's key was used before. */
export async function insertComment(trx: Trx, one: NewComment): Promise<number | undefined> {
  const made = await trx
    .insertInto("ticket_comment")
    .values({
      ...ownedBy(one.holder),
      ticket_id: one.ticketId,
      content: one.content,
      created_by: one.createdBy,
      by_staff: one.byStaff,
      internal: one.internal,
      // Not when the transaction began: it may have waited for somebody who wrote before.
      created_at: sql<Date>`clock_timestamp()`,
      client_key: one.key ?? null,
    })
    .onConflict((conflict) =>
      conflict.columns(["created_by", "client_key"]).where("client_key", "is not", null).doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  if (made) await recountWritten(trx, one.ticketId);
  return made?.id;
}

/**
 * Counts what was written in a locked ticket, and in those merged into it, for the lists. Into a ticket that is merged
 * itself nobody writes or merges, so no other one's figures follow from it.
 */
export const recountWritten = (trx: Trx, ticketId: number) =>
  sql`
    update ticket set comments = counts.comments, notes = counts.notes, last_answer = answer.id,
      last_answer_at = answer.created_at, last_answer_by = answer.created_by
    from (
      select count(*) filter (where not internal) as comments, count(*) filter (where internal) as notes,
        max(id) filter (where by_staff and not internal) as answer
      from ticket_comment where ticket_id = any(ticket_family(${ticketId}))
    ) counts left join ticket_comment answer on answer.id = counts.answer
    where ticket.id = ${ticketId}`.execute(trx);

/** The comment that the person made with the key. */
export const findCommentByKey = (db: Db, createdBy: number, key: string) =>
  db
    .selectFrom("ticket_comment")
    .select(["id", "ticket_id", "content", "internal"])
    .where("created_by", "=", createdBy)
    .where("client_key", "=", key)
    .executeTakeFirst();

/** The files belong to the ticket's text, or to its comment. One that belongs somewhere already is an error. */
export async function insertFiles(
  trx: Trx,
  holder: Holder,
  { ticketId, commentId }: { ticketId: number; commentId: number | null },
  fileIds: readonly number[],
): Promise<boolean> {
  if (fileIds.length === 0) return true;
  const rows = await trx
    .insertInto("ticket_file")
    .values(fileIds.map((file_id) => ({ ...ownedBy(holder), file_id, ticket_id: ticketId, comment_id: commentId })))
    .onConflict((conflict) => conflict.column("file_id").doNothing())
    .returning("file_id")
    .execute();
  return rows.length === fileIds.length;
}

/** Which of the files only staff may open. */
export const listWithdrawn = async (db: Db, fileIds: readonly number[]): Promise<number[]> =>
  fileIds.length === 0
    ? []
    : (
        await db
          .selectFrom("stored_file")
          .select("id")
          .where("id", "in", [...fileIds])
          .where("withdrawn_at", "is not", null)
          .execute()
      ).map(({ id }) => id);

/** Somebody wrote: `waits` says whose turn it is now; left out, it stays. */
export async function noteWritten(trx: Trx, id: number, turn: { waits: boolean } | null): Promise<void> {
  const waiting = turn === null ? sql`waiting_since` : turn.waits ? sql`coalesce(waiting_since, now())` : sql`null`;
  await sql`update ticket set changed_at = now(), waiting_since = ${waiting} where id = ${id}`.execute(trx);
}

/** Moves a ticket from one state to another; false if it is in another one. Only an unfinished one waits for anybody. */
export async function moveTicket(
  trx: Trx,
  id: number,
  { from, to, assignedTo }: { from: TicketState; to: TicketState; assignedTo?: number | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ticket set state = ${to}, state_changed_at = now(), changed_at = now(),
      assigned_to = ${assignedTo === undefined ? sql`assigned_to` : assignedTo},
      waiting_since = case when ${to} in ('open', 'assigned') then waiting_since end
    where id = ${id} and state = ${from}`.execute(trx);
  return numAffectedRows === 1n;
}

/** Another colleague looks after it; false if it is not in that colleague's hands. */
export async function handOver(trx: Trx, id: number, { from, to }: { from: number; to: number }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ticket set assigned_to = ${to}, changed_at = now()
    where id = ${id} and state = 'assigned' and assigned_to = ${from}`.execute(trx);
  return numAffectedRows === 1n;
}

/** Undoes that `from` (null: nobody) got it; false if somebody else has it, or it is finished. */
export async function putBackAssignment(
  trx: Trx,
  id: number,
  { from, former }: { from: number | null; former: { state: "open" | "assigned"; staffId: number | null } },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ticket set state = ${former.state}, assigned_to = ${former.staffId}, changed_at = now()
    where id = ${id} and state = ${from === null ? "open" : "assigned"} and assigned_to is not distinct from ${from}`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}

/** Tickets of colleagues who may no longer look after them, locked: no longer staff, disabled, or the holder's own people. */
export async function lockLeft(trx: Trx, userIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select ticket.id from ticket join app_user as colleague on colleague.id = ticket.assigned_to
    where ticket.state = 'assigned' and ticket.assigned_to = any(${[...userIds]}::bigint[]) and (
      colleague.role = 'client' or colleague.state = 'disabled' or (ticket.holder_type = 'company' and exists (
        select from current_representation
        where company_id = ticket.holder_id and user_id = ticket.assigned_to
      ))
    ) order by ticket.id for update of ticket`.execute(trx);
  return rows.map(({ id }) => id);
}

/** Sets what staff order tickets by; false if the ticket is closed. */
export async function arrangeTicket(
  trx: Trx,
  id: number,
  { topic, priority, tags }: { topic: string; priority: TicketPriority; tags: readonly string[] },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ticket set topic = ${topic}, priority = ${priority}, tags = ${[...tags]}::text[]
    where id = ${id} and state <> 'closed'`.execute(trx);
  return numAffectedRows === 1n;
}

/** Unfinished tickets of the holder with exactly this title. */
export const listByTitle = (db: Db, { holderType, holderId }: Holder, title: string) =>
  db
    .selectFrom("ticket")
    .select("id")
    .where("holder_type", "=", holderType)
    .where("holder_id", "=", holderId)
    .where("state", "in", ["open", "assigned"])
    .where("title", "=", title)
    .orderBy("id")
    .execute();

/** Tickets after the given one that were resolved before the moment. */
export const listExpired = (db: Db, before: Date, after: number, limit: number) =>
  db
    .selectFrom("ticket")
    .select("id")
    .where("state", "=", "resolved")
    .where("state_changed_at", "<", before)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();

/** Follows the ticket, or no longer; true if that changed. */
export async function setWatching(
  trx: Trx,
  { holderType, holderId }: Holder,
  { ticketId, userId }: { ticketId: number; userId: number },
  watching: boolean,
): Promise<boolean> {
  const { numAffectedRows } = await (watching
    ? sql`
        insert into ticket_watcher (holder_type, holder_id, ticket_id, user_id)
        values (${holderType}, ${holderId}, ${ticketId}, ${userId}) on conflict do nothing`
    : sql`delete from ticket_watcher where ticket_id = ${ticketId} and user_id = ${userId}`
  ).execute(trx);
  return numAffectedRows === 1n;
}

/** Staff who look after the ticket or follow it, still are staff, and are not the holder's own people. */
export async function listFollowers(db: Db, ticketId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from app_user
    where role <> 'client' and state <> 'disabled' and id in (
      select assigned_to from ticket where id = ${ticketId} and assigned_to is not null
      union select user_id from ticket_watcher where ticket_id = ${ticketId}
    ) order by id`.execute(db);
  return rows.map(({ id }) => id);
}
