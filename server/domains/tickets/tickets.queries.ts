/** SQL of tickets: a holder's, one with its comments, and their files. */
import type { StoredFile } from "@portico/api/files.ts";
import type { TicketPriority } from "@portico/api/rules/tickets.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { TicketState } from "@portico/api/ticket-states.ts";
import type { RequestedService } from "@portico/api/tickets.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { HolderRow } from "../../kernel/holder-row.ts";
import { type Told, tell } from "../../kernel/told.ts";
import type { Db } from "../../kernel/transaction.ts";
import { holderName } from "../holders/holders.ts";
import { type StoredSettings, storedSettings } from "../settings/settings.ts";
import { clockSettings, type StoredClock } from "./promises/due-times.ts";

export interface TicketRecord {
  id: number;
  holder_type: Holder["holderType"];
  holder_id: number;
  holder_name: string;
  title: string;
  content: string;
  service_name: RequestedService;
  topic: string;
  priority: TicketPriority;
  state: TicketState;
  state_changed_at: Date;
  assigned_to: number | null;
  assigned_name: string | null;
  created_by: number;
  creator_name: string;
  by_staff: boolean;
  created_at: Date;
  changed_at: Date;
  waiting_since: Date | null;
  tags: string[];
  /** Those that the holder sees, also of tickets merged into it. */
  comments: number;
  /** Notes of staff. */
  notes: number;
  /** The firm's last answer to the holder. */
  last_answer: number | null;
  last_answer_at: Date | null;
  last_answer_by: number | null;
  last_answer_name: string | null;
  /** Of the text with which it began. */
  files: StoredFile[];
  merged_into: number | null;
  /** The reader is notified of what the client writes. */
  watched: boolean;
  first_answered_at: Date | null;
  first_answer_due_at: Date | null;
  next_due_at: Date | null;
}

export interface TicketWithClocks extends TicketRecord {
  about_path: string | null;
  about_title: string | null;
  clocks: StoredClock[];
}

/** The files of a ticket's first text, as its rows have them. */
export const filesOfTicket = sql<StoredFile[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', file.id, 'name', file.name, 'size', file.size,
    'media_type', file.media_type, 'state', file.state) order by file.id)
  from ticket_file attached join stored_file file on file.id = attached.file_id
  where attached.ticket_id = ticket.id and attached.comment_id is null
), '[]'::jsonb)`;

/** The columns of a ticket as its reader gets it. */
export const columnsOf = (readerId: number) => sql`ticket.id, ticket.holder_type, ticket.holder_id,
  coalesce(case ticket.holder_type
    when 'user' then (select name from app_user where id = ticket.holder_id)
    else (select coalesce(nullif(name, ''), draft_name) from company where id = ticket.holder_id)
  end, '') as holder_name,
  ticket.title, ticket.content, ticket.service_name, ticket.topic, ticket.priority, ticket.state, ticket.state_changed_at,
  ticket.assigned_to, (select name from app_user where id = ticket.assigned_to) as assigned_name,
  ticket.created_by, (select name from app_user where id = ticket.created_by) as creator_name, ticket.by_staff,
  ticket.created_at, ticket.changed_at, ticket.waiting_since,
  ticket.tags, case when ticket.merged_into is not null then ticket_root(ticket.merged_into) end as merged_into,
  ticket.comments, ticket.notes, ticket.last_answer, ticket.last_answer_at, ticket.last_answer_by,
  (select name from app_user where id = ticket.last_answer_by) as last_answer_name, ${filesOfTicket} as files,
  exists (select 1 from ticket_watcher where ticket_id = ticket.id and user_id = ${readerId}) as watched,
  ticket.first_answered_at, ticket.first_answer_due_at, ticket.next_due_at`;

export const columnsWithClocks = (
  readerId: number,
) => sql`${columnsOf(readerId)}, ticket.about_path, ticket.about_title,
  ticket.clocks`;

export const ofHolder = ({ holderType, holderId }: Holder): RawBuilder<SqlBool> =>
  sql`ticket.holder_type = ${holderType} and ticket.holder_id = ${holderId}`;

export async function findTicket(
  db: Db,
  id: number,
  { holder, readerId = 0 }: { holder?: Holder | undefined; readerId?: number } = {},
): Promise<TicketWithClocks | undefined> {
  const { rows } = await sql<TicketWithClocks>`
    select ${columnsWithClocks(readerId)} from ticket where ticket.id = ${id} ${holder ? sql`and ${ofHolder(holder)}` : sql``}`.execute(
    db,
  );
  return rows[0];
}

/** The columns of a ticket that are moments. */
export const ticketMoments = [
  "state_changed_at",
  "created_at",
  "changed_at",
  "waiting_since",
  "last_answer_at",
  "first_answered_at",
  "first_answer_due_at",
  "next_due_at",
] as const;

/** A holder's tickets, the newest first, from `before` on; as text, unless it has the hash `known`. */
export function tellHolderTickets(
  db: Db,
  holder: Holder,
  {
    state,
    before,
    limit,
    readerId,
  }: { state: TicketState | undefined; before: number | undefined; limit: number; readerId: number },
  known: string,
): Promise<Told> {
  const select = sql`
    select ${columnsOf(readerId)} from ticket
    where ${ofHolder(holder)} ${state === undefined ? sql`` : sql`and ticket.state = ${state}`}
      ${before === undefined ? sql`` : sql`and ticket.id < ${before}`}
    order by ticket.id desc limit ${limit}`;
  return tell(db, select, known);
}

/** What the list of a holder's tickets begins with. */
export interface TicketsRow extends ClockRow {
  /** Null if there is no such holder. */
  name: string | null;
  /** How many tickets wait for the holder, at most a hundred. */
  awaiting: number;
}
export interface ClockRow {
  settings: StoredSettings;
}

/** The settings of due times, for the lists of staff. */
export const clockRow: HolderRow<ClockRow> = {
  isOfFirm: true,
  select: () => `select ${storedSettings(clockSettings)} as settings`,
};

export const ticketsRow: HolderRow<TicketsRow> = {
  select: (holderType, holderId) => `
    select ${storedSettings(clockSettings)} as settings, ${holderName(holderType, holderId)} as name, (
      select count(*)::int from (
        select 1 from ticket
        where holder_type = ${holderType} and holder_id = ${holderId}
          and state in ('open', 'assigned') and waiting_since is null limit 100
      ) awaiting
    ) as awaiting`,
};

export interface CommentRecord {
  id: number;
  ticket_id: number;
  content: string;
  created_by: number;
  creator_name: string;
  by_staff: boolean;
  internal: boolean;
  created_at: Date;
  client_key: string | null;
  is_part_of_mail: boolean;
  /** Names of the files of its mail that were not taken. */
  refused_files: string[];
  /** When the mail came of which it was made. */
  mailed_at: Date | null;
}

const comments = (db: Db) =>
  db
    .selectFrom("ticket_comment")
    .innerJoin("app_user", "app_user.id", "ticket_comment.created_by")
    .select([
      "ticket_comment.id",
      "ticket_comment.ticket_id",
      "ticket_comment.content",
      "ticket_comment.created_by",
      "app_user.name as creator_name",
      "ticket_comment.by_staff",
      "ticket_comment.internal",
      "ticket_comment.created_at",
      "ticket_comment.client_key",
      sql<boolean>`exists (
        select from ticket_mail where comment_id = ticket_comment.id and whole is not null
      )`.as("is_part_of_mail"),
      sql<string[]>`coalesce((
        select refused_files from ticket_mail where comment_id = ticket_comment.id order by id limit 1
      ), '{}')`.as("refused_files"),
      sql<Date | null>`(
        select min(arrived_at) from ticket_mail where comment_id = ticket_comment.id
      )`.as("mailed_at"),
    ]);

const family = (ticketId: number) => sql<number>`any(ticket_family(${ticketId}))`;

/**
 * Also those of tickets merged into it. By when they were written, which is the order of their ids except for what was
 * written at the same moment in tickets that were merged later; from `after` on. Notes of staff only if asked for.
 */
export const listComments = (
  db: Db,
  ticketId: number,
  { after, limit, withNotes }: { after: { value: string; id: number } | undefined; limit: number; withNotes: boolean },
): Promise<CommentRecord[]> =>
  comments(db)
    .where("ticket_comment.ticket_id", "=", family(ticketId))
    .$if(!withNotes, (query) => query.where("ticket_comment.internal", "=", false))
    .$if(after !== undefined, (query) =>
      query.where(
        sql<SqlBool>`(ticket_comment.created_at, ticket_comment.id) > (${after?.value ?? ""}::timestamptz, ${after?.id ?? 0})`,
      ),
    )
    .orderBy("ticket_comment.created_at")
    .orderBy("ticket_comment.id")
    .limit(limit)
    .execute();

export const findComment = (db: Db, id: number): Promise<CommentRecord> =>
  comments(db).where("ticket_comment.id", "=", id).executeTakeFirstOrThrow();

/** The files of these comments. */
export const listFiles = (db: Db, commentIds: readonly number[]) =>
  db
    .selectFrom("ticket_file")
    .innerJoin("stored_file", "stored_file.id", "ticket_file.file_id")
    .select([
      "ticket_file.comment_id",
      "stored_file.id",
      "stored_file.name",
      "stored_file.size",
      "stored_file.media_type",
      "stored_file.state",
    ])
    .where("ticket_file.comment_id", "=", sql<number>`any(${[...commentIds]}::bigint[])`)
    .orderBy("stored_file.id")
    .execute();

/** The tags of so many tickets, the newest that have any; the most frequent first. */
export async function listTags(db: Db, { tickets, limit }: { tickets: number; limit: number }): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select tag from (
      select tags from ticket where tags <> '{}' order by id desc limit ${tickets}
    ) tagged, unnest(tags) tag
    group by tag order by count(*) desc, tag limit ${limit}`.execute(db);
  return rows.map(({ tag }) => tag);
}

export const listWatchers = (db: Db, ticketId: number) =>
  db
    .selectFrom("ticket_watcher")
    .innerJoin("app_user", "app_user.id", "ticket_watcher.user_id")
    .select(["app_user.id", "app_user.name"])
    .where("ticket_watcher.ticket_id", "=", ticketId)
    .orderBy("app_user.name")
    .orderBy("app_user.id")
    .execute();
