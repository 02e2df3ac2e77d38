/** SQL of merged tickets: merging, undoing, and what a ticket shows of those merged into it. */
import type { StoredFile } from "@portico/api/files.ts";
import type { TicketState } from "@portico/api/ticket-states.ts";
import type { RequestedService } from "@portico/api/tickets.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";
import { filesOfTicket } from "../tickets.queries.ts";

/** Locks the tickets in the order of their ids, so that two merges cannot wait for each other. */
export const lockTickets = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom("ticket")
    .select("id")
    .where("id", "in", [...ids])
    .orderBy("id")
    .forUpdate()
    .execute();

/** A merge that was not undone. */
export interface Merge {
  id: number;
  ticket_id: number;
  target_id: number;
  merged_at: Date;
  waiting_since: Date | null;
  target_waited: Date | null;
  target_waits: Date | null;
  tags: string[];
  watchers: number[];
}

const merges = (db: Db) =>
  db
    .selectFrom("ticket_merge")
    .select([
      "id",
      "ticket_id",
      "target_id",
      "merged_at",
      "waiting_since",
      "target_waited",
      "target_waits",
      "tags",
      "watchers",
    ])
    .where("undone_at", "is", null);

export const findMerge = (db: Db, ticketId: number): Promise<Merge | undefined> =>
  merges(db).where("ticket_id", "=", ticketId).executeTakeFirst();

/** What was merged into the ticket, in the order of merging. */
export const listMergesInto = (db: Db, targetId: number): Promise<Merge[]> =>
  merges(db).where("target_id", "=", targetId).orderBy("id").execute();

/**
 * Closes the ticket with a pointer to the target, which gets its tags, its watchers and its waiting; what the target
 * had not is recorded. False if the ticket is in another state than was read.
 */
export async function insertMerge(
  trx: Trx,
  { id, from, into, by }: { id: number; from: TicketState; into: number; by: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into ticket_merge (holder_type, holder_id, ticket_id, target_id, merged_by, state, state_changed_at, changed_at, waiting_since,
      target_waited, target_waits, tags, watchers)
    select source.holder_type, source.holder_id, source.id, target.id, ${by}, source.state, source.state_changed_at, source.changed_at,
      source.waiting_since, target.waiting_since, least(target.waiting_since, source.waiting_since),
      array(select unnest(source.tags) except select unnest(target.tags) order by 1),
      array(
        select user_id from ticket_watcher where ticket_id = source.id
        except select user_id from ticket_watcher where ticket_id = target.id order by 1
      )
    from ticket source, ticket target
    where source.id = ${id} and source.state = ${from} and target.id = ${into}
      and target.state in ('open', 'assigned')`.execute(trx);
  if (numAffectedRows !== 1n) return false;
  await sql`
    update ticket set tags = array(select unnest(ticket.tags || added.tags) order by 1), waiting_since = target_waits
    from ticket_merge added
    where ticket.id = ${into} and added.ticket_id = ${id} and added.undone_at is null`.execute(trx);
  await sql`
    insert into ticket_watcher (holder_type, holder_id, ticket_id, user_id)
    select holder_type, holder_id, ${into}::bigint, user_id from ticket_merge, unnest(watchers) user_id
    where ticket_id = ${id} and undone_at is null`.execute(trx);
  await sql`
    update ticket set state = 'closed', state_changed_at = now(), changed_at = now(), waiting_since = null,
      merged_into = ${into}, finished_at = coalesce(finished_at, now()), next_due_at = null
    where id = ${id}`.execute(trx);
  return true;
}

/** The ticket is again what it was before it was merged. */
export const restoreMerged = (trx: Trx, mergeId: number) =>
  sql`
    update ticket set state = before.state, state_changed_at = before.state_changed_at,
      changed_at = before.changed_at, waiting_since = before.waiting_since, merged_into = null
    from ticket_merge before where before.id = ${mergeId} and ticket.id = before.ticket_id`.execute(trx);

export const markUndone = async (trx: Trx, mergeId: number, by: number): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update ticket_merge set undone_by = ${by}, undone_at = now()
    where id = ${mergeId} and undone_at is null`.execute(trx);
  return numAffectedRows === 1n;
};

/** Tags and watchers that the merged tickets have themselves. */
export async function listOwn(db: Db, ticketIds: readonly number[]) {
  const { rows } = await sql<{ id: number; tags: string[]; watchers: number[] }>`
    select id, tags, array(select user_id from ticket_watcher where ticket_id = ticket.id) as watchers
    from ticket where id = any(${[...ticketIds]}::bigint[])`.execute(db);
  return rows;
}

/** Takes tags and watchers from the target that only the undone merge brought. */
export async function takeAway(
  trx: Trx,
  targetId: number,
  { tags, watchers }: { tags: readonly string[]; watchers: readonly number[] },
): Promise<void> {
  if (tags.length > 0)
    await sql`
      update ticket set tags = array(select unnest(tags) except select unnest(${[...tags]}::text[]) order by 1)
      where id = ${targetId}`.execute(trx);
  if (watchers.length > 0)
    await sql`
      delete from ticket_watcher
      where ticket_id = ${targetId} and user_id = any(${[...watchers]}::bigint[])`.execute(trx);
}

/** Another merge now is the one that brought tags and watchers, or from which the target waits. */
export const correctMerge = (trx: Trx, { id, tags, watchers, target_waited, target_waits }: Merge) =>
  trx.updateTable("ticket_merge").set({ tags, watchers, target_waited, target_waits }).where("id", "=", id).execute();

/** Since when the client waits in the target. If nobody waits any more, the time that began with a merge did not. */
export async function setWaiting(trx: Trx, id: number, since: Date | null): Promise<void> {
  await sql`
    update ticket set waiting_since = ${since},
      turns = case when ${since}::timestamptz is null and cardinality(turns) % 2 = 1
        then trim_array(turns, 1) else turns end
    where id = ${id}`.execute(trx);
}

/** When the client first wrote in the ticket itself since the moment; null if they did not. */
export async function findAskedSince(db: Db, id: number, since: Date): Promise<Date | null> {
  const { rows } = await sql<{ created_at: Date }>`
    select created_at from ticket_comment
    where ticket_id = ${id} and not internal and not by_staff and created_at > ${since}
    order by id limit 1`.execute(db);
  return rows[0]?.created_at ?? null;
}

export interface MergedText {
  id: number;
  title: string;
  service_name: RequestedService;
  content: string;
  files: StoredFile[];
  created_by: number;
  creator_name: string;
  by_staff: boolean;
  created_at: Date;
}

/** The texts with which the tickets merged into this one began, the oldest first. */
export async function listMerged(db: Db, id: number): Promise<MergedText[]> {
  const { rows } = await sql<MergedText>`
    select ticket.id, ticket.title, ticket.service_name, ticket.content, ${filesOfTicket} as files, ticket.created_by,
      author.name as creator_name, ticket.by_staff, ticket.created_at
    from ticket join app_user author on author.id = ticket.created_by
    where ticket.id = any(ticket_family(${id})) and ticket.id <> ${id}
    order by ticket.id`.execute(db);
  return rows;
}
