/** SQL of what staff do with conversations: their list, assignment, notes; and who is there. */
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { ownedBy } from "../../kernel/holder-of.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";

interface ListedChat {
  id: number;
  holder_type: Holder["holderType"];
  holder_id: number;
  name: string;
  client_number: string | null;
  assigned_to: number | null;
  assigned_name: string | null;
  waiting_since: Date | null;
  last_message_at: Date;
  last_by_staff: boolean | null;
  last_author: string | null;
  last_text: string | null;
  last_deleted: boolean | null;
  unread: number;
}

export type Part = "waiting" | "unread" | "mine" | "unassigned" | "all";

const parts: Record<Part, (userId: number) => RawBuilder<SqlBool>> = {
  waiting: () => sql`chat.waiting_since is not null`,
  unread: () => sql`chat.is_unread`,
  mine: (userId) => sql`chat.assigned_to = ${userId}`,
  unassigned: () => sql`chat.assigned_to is null and chat.messages > 0`,
  all: () => sql`chat.messages > 0`,
};

/** Up to which message a colleague has read. */
const readBy = (userId: number) =>
  sql`coalesce((select number from chat_reading where chat_id = chat.id and user_id = ${userId}), 0)`;

/** What waits, the longest wait first; otherwise the newest message first. */
export async function listChats(
  db: Db,
  {
    part,
    userId,
    holder,
    assigned,
    after,
    limit,
  }: {
    part: Part;
    userId: number;
    holder: Holder | undefined;
    /** Who is in charge; 0: nobody. */
    assigned?: number | undefined;
    after: { value: string; id: number } | undefined;
    limit: number;
  },
): Promise<ListedChat[]> {
  const isWaiting = part === "waiting";
  const key = isWaiting ? sql`chat.waiting_since` : sql`chat.last_message_at`;
  const beyond = after
    ? sql`and (${key}, chat.id) ${sql.raw(isWaiting ? ">" : "<")} (${after.value}::timestamptz, ${after.id}::bigint)`
    : sql``;
  const ofHolder = holder
    ? sql`and chat.holder_type = ${holder.holderType} and chat.holder_id = ${holder.holderId}`
    : sql``;
  const ofColleague =
    assigned === undefined
      ? sql``
      : sql`and chat.assigned_to is not distinct from ${assigned === 0 ? null : assigned}::bigint`;
  const direction = sql.raw(isWaiting ? "asc" : "desc");
  const { rows } = await sql<ListedChat>`
    with shown as (
      select chat.* from chat where ${parts[part](userId)} ${ofHolder} ${ofColleague} ${beyond}
      order by ${key} ${direction}, chat.id ${direction} limit ${limit}
    )
    select chat.id, chat.holder_type, chat.holder_id, chat.assigned_to, chat.waiting_since, chat.last_message_at,
      coalesce(app_user.name, nullif(company.name, ''), company.draft_name, '') as name, account.client_number,
      colleague.name as assigned_name, last.by_staff as last_by_staff, last.author as last_author,
      last.text as last_text, last.deleted as last_deleted, unread.count as unread
    from shown chat
    left join app_user on chat.holder_type = 'user' and app_user.id = chat.holder_id
    left join company on chat.holder_type = 'company' and company.id = chat.holder_id
    left join holder_account account on account.holder_type = chat.holder_type and account.holder_id = chat.holder_id
    left join app_user colleague on colleague.id = chat.assigned_to
    left join lateral (
      select by_staff, author.name as author, deleted_at is not null as deleted,
        case when deleted_at is not null then '' when text <> '' then left(text, 140) else coalesce((
          select left(string_agg(file.name, ', ' order by attached.place), 140)
          from chat_message_file attached join stored_file file on file.id = attached.file_id
          where attached.chat_id = chat.id and attached.number = chat.messages
        ), '') end as text
      from chat_message join app_user author on author.id = author_id
      where chat_id = chat.id and number = chat.messages
    ) last on true
    cross join lateral (
      select count(*)::int as count from (
        select from chat_message where chat_id = chat.id and not by_staff and deleted_at is null
          and number > ${part === "unread" ? sql`chat.staff_read` : readBy(userId)}
        limit 100
      ) message
    ) unread
    order by ${key} ${direction}, chat.id ${direction}`.execute(db);
  return rows;
}

/** How many conversations wait for the firm, at most a thousand. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from chat where waiting_since is not null limit 1000) waiting`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export const updateAssigned = (trx: Trx, chatId: number, staffId: number | null) =>
  trx.updateTable("chat").set({ assigned_to: staffId }).where("id", "=", chatId).execute();

/**
 * Takes conversations from colleagues who may no longer look after them: no longer staff, disabled, or the holder's own
 * people. Returns who had them.
 */
export async function releaseLeft(
  trx: Trx,
  userIds: readonly number[],
): Promise<{ holder_type: Holder["holderType"]; holder_id: number; assigned_to: number }[]> {
  const { rows } = await sql<{ holder_type: Holder["holderType"]; holder_id: number; assigned_to: number }>`
    with known as (
      select chat.id, chat.assigned_to from chat join app_user as colleague on colleague.id = chat.assigned_to
      where chat.assigned_to = any(${[...userIds]}::bigint[]) and (
        colleague.role = 'client' or colleague.state = 'disabled' or (chat.holder_type = 'company' and exists (
          select from current_representation where company_id = chat.holder_id and user_id = chat.assigned_to
        ))
      ) order by chat.id for update of chat
    )
    update chat set assigned_to = null from known where chat.id = known.id
    returning chat.holder_type, chat.holder_id, known.assigned_to`.execute(trx);
  return rows;
}

const noteColumns = ["chat_note.id", "chat_note.text", "chat_note.created_at", "app_user.name as author"] as const;

export const listNotes = (db: Db, chatId: number, limit: number) =>
  db
    .selectFrom("chat_note")
    .innerJoin("app_user", "app_user.id", "chat_note.author_id")
    .select(noteColumns)
    .where("chat_id", "=", chatId)
    .orderBy("chat_note.id", "desc")
    .limit(limit)
    .execute();

/** Inserts the note, unless its author sent it before; the one that is there, and whether it is new. */
export async function insertNote(
  trx: Trx,
  holder: Holder,
  { chatId, key, authorId, text }: { chatId: number; key: string; authorId: number; text: string },
) {
  const inserted = await trx
    .insertInto("chat_note")
    .values({ ...ownedBy(holder), chat_id: chatId, key, author_id: authorId, text })
    .onConflict((conflict) => conflict.columns(["author_id", "key"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  const note = await trx
    .selectFrom("chat_note")
    .innerJoin("app_user", "app_user.id", "chat_note.author_id")
    .select([...noteColumns, "chat_note.chat_id"])
    .where("author_id", "=", authorId)
    .where("key", "=", key)
    .executeTakeFirstOrThrow();
  return { note, isNew: inserted !== undefined };
}

/** Stores until when somebody is there. */
export const storePresence = (
  db: Db,
  holder: Holder,
  { chatId, userId, byStaff, until }: { chatId: number; userId: number; byStaff: boolean; until: Date },
) =>
  db
    .insertInto("chat_presence")
    .values({ ...ownedBy(holder), chat_id: chatId, user_id: userId, by_staff: byStaff, until })
    .onConflict((conflict) => conflict.columns(["chat_id", "user_id"]).doUpdateSet({ by_staff: byStaff, until }))
    .execute();

/** Deletes who was there before that time; how many. */
export async function deletePresence(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom("chat_presence").where("until", "<", before).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
