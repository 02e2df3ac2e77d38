/** SQL of conversations: messages, read marks, and the numbers of their changes. */
import type { StoredFile } from "@portico/api/files.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { ownedBy } from "../../kernel/holder-of.ts";
import type { HolderRow } from "../../kernel/holder-row.ts";
import { type Told, tell } from "../../kernel/told.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";

export interface ChatRecord {
  id: number;
  change: number;
  messages: number;
  assigned_to: number | null;
}

export interface MessageRecord {
  chat_id: number;
  holder_type: Holder["holderType"];
  holder_id: number;
  number: number;
  key: string;
  change: number;
  author_id: number;
  author: string;
  by_staff: boolean;
  text: string;
  files: StoredFile[];
  reply_to: number | null;
  ticket_id: number | null;
  created_at: Date;
  edited_at: Date | null;
  deleted_at: Date | null;
}

export interface ReadingRecord {
  user_id: number;
  by_staff: boolean;
  number: number;
  change: number;
}

const chatColumns = ["id", "change", "messages", "assigned_to"] as const;

export const findChat = (db: Db, { holderType, holderId }: Holder): Promise<ChatRecord | undefined> =>
  db
    .selectFrom("chat")
    .select(chatColumns)
    .where("holder_type", "=", holderType)
    .where("holder_id", "=", holderId)
    .executeTakeFirst();

/** What reading a conversation begins with; none if there is none. */
export const chatRow: HolderRow<ChatRecord> = {
  select: (holderType, holderId) => `
    select ${chatColumns.join(", ")} from chat where holder_type = ${holderType} and holder_id = ${holderId}`,
};

/** Locks the holder's conversation, which begins with this if there is none. */
export async function lockChat(trx: Trx, { holderType, holderId }: Holder): Promise<ChatRecord> {
  await trx
    .insertInto("chat")
    .values({ holder_type: holderType, holder_id: holderId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return trx
    .selectFrom("chat")
    .select(chatColumns)
    .where("holder_type", "=", holderType)
    .where("holder_id", "=", holderId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** The number of the next change of a locked conversation. */
export const nextChange = async (trx: Trx, chatId: number): Promise<number> => {
  const { change } = await trx
    .updateTable("chat")
    .set({ change: sql`change + 1` })
    .where("id", "=", chatId)
    .returning("change")
    .executeTakeFirstOrThrow();
  return change;
};

/** The numbers of the next message of a locked conversation; from a holder, it waits for the firm from now on. */
export async function nextMessage(
  trx: Trx,
  chatId: number,
  byStaff: boolean,
): Promise<{ change: number; number: number }> {
  const { change, messages } = await trx
    .updateTable("chat")
    .set({
      change: sql`change + 1`,
      messages: sql`messages + 1`,
      last_message_at: sql`now()`,
      waiting_since: byStaff ? null : sql`coalesce(waiting_since, now())`,
      ...(!byStaff && { client_message: sql`messages + 1` }),
    })
    .where("id", "=", chatId)
    .returning(["change", "messages"])
    .executeTakeFirstOrThrow();
  return { change, number: messages };
}

/** A deleted message shows neither its text nor its files. */
const columns = sql`
  select message.chat_id, chat.holder_type, chat.holder_id, message.number, message.key, message.change,
    message.author_id, author.name as author, message.by_staff,
    case when message.deleted_at is null then message.text else '' end as text,
    coalesce((
      select jsonb_agg(jsonb_build_object('id', file.id, 'name', file.name, 'size', file.size,
        'media_type', file.media_type, 'state', file.state) order by attached.place)
      from chat_message_file attached join stored_file file on file.id = attached.file_id
      where message.deleted_at is null and attached.chat_id = message.chat_id and attached.number = message.number
    ), '[]'::jsonb) as files,
    message.reply_to, message.ticket_id, message.created_at, message.edited_at, message.deleted_at`;

/** `rest` gives conditions and the order; `among` the messages, if not all. */
const messages = (rest: RawBuilder<unknown>, among = sql`chat_message`) => sql<MessageRecord>`
  ${columns} from ${among} message
  join chat on chat.id = message.chat_id
  join app_user author on author.id = message.author_id
  ${rest}`;
export const selectMessages = async (db: Db, ...parts: Parameters<typeof messages>): Promise<MessageRecord[]> =>
  (await messages(...parts).execute(db)).rows;

/** The columns of a message that are moments. */
export const messageMoments = ["created_at", "edited_at", "deleted_at"] as const;

const newestBefore = (chatId: number, before: number, limit: number) =>
  sql`where message.chat_id = ${chatId} and message.number < ${before} order by message.number desc limit ${limit}`;

/** The newest messages before a number, the newest first; one more than wanted if there are more. */
export const listBefore = (db: Db, chatId: number, before: number, limit: number): Promise<MessageRecord[]> =>
  selectMessages(db, newestBefore(chatId, before, limit));

/** The newest messages, the newest first, as text; unless they have the hash `known`. */
export const tellNewest = (db: Db, chatId: number, limit: number, known: string): Promise<Told> =>
  tell(db, messages(newestBefore(chatId, 2_147_483_647, limit)), known);

/** Messages of a period, in order. */
export const listBetween = (
  db: Db,
  chatId: number,
  { from, before }: { from: string; before: string },
  limit: number,
): Promise<MessageRecord[]> =>
  selectMessages(
    db,
    sql`where message.chat_id = ${chatId} and message.created_at >= ${from} and message.created_at < ${before}
      order by message.number limit ${limit}`,
  );

export const listChangedMessages = (db: Db, chatId: number, after: number, limit: number): Promise<MessageRecord[]> =>
  selectMessages(
    db,
    sql`where message.chat_id = ${chatId} and message.change > ${after} order by message.change limit ${limit}`,
  );

export const findMessage = async (db: Db, chatId: number, number: number): Promise<MessageRecord | undefined> =>
  (await selectMessages(db, sql`where message.chat_id = ${chatId} and message.number = ${number}`))[0];

/** Those of the numbers that are there and not deleted, in order. */
export const findMessages = (db: Db, chatId: number, numbers: readonly number[]): Promise<MessageRecord[]> =>
  selectMessages(
    db,
    sql`where message.chat_id = ${chatId} and message.number = any(${[...numbers]}::int[]) and message.deleted_at is null
      order by message.number`,
  );

/** A message by the key that its author's page made. */
export const findByKey = async (db: Db, chatId: number, { authorId, key }: { authorId: number; key: string }) =>
  (
    await selectMessages(
      db,
      sql`where message.chat_id = ${chatId} and message.author_id = ${authorId} and message.key = ${key}::uuid`,
    )
  )[0];

interface NewMessage {
  holder: Holder;
  chatId: number;
  number: number;
  change: number;
  key: string;
  authorId: number;
  byStaff: boolean;
  text: string;
  replyTo: number | undefined;
  fileIds: readonly number[];
  /** To which messages were handed over. */
  ticketId?: number;
}

export async function insertMessage(trx: Trx, message: NewMessage): Promise<void> {
  const { holder, chatId: chat_id, number, change, key, authorId, byStaff, text, replyTo, fileIds, ticketId } = message;
  await trx
    .insertInto("chat_message")
    .values({
      ...ownedBy(holder),
      chat_id,
      number,
      change,
      key,
      author_id: authorId,
      by_staff: byStaff,
      text,
      reply_to: replyTo ?? null,
      ticket_id: ticketId ?? null,
      // Not when the transaction began: it may have waited for the message before.
      created_at: sql<Date>`clock_timestamp()`,
    })
    .execute();
  if (fileIds.length > 0)
    await trx
      .insertInto("chat_message_file")
      .values(fileIds.map((file_id, index) => ({ ...ownedBy(holder), chat_id, number, place: index + 1, file_id })))
      .execute();
}

interface Replaced {
  chatId: number;
  number: number;
  change: number;
  /** Undefined: it is deleted. */
  text?: string;
}

/** Replaces a message's text, or deletes it; what stood in it is kept. */
export async function replaceMessage(trx: Trx, { chatId, number, change, text }: Replaced): Promise<void> {
  const ofMessage = sql`chat_id = ${chatId} and number = ${number}`;
  await sql`
    insert into chat_message_version (holder_type, holder_id, chat_id, number, version, text)
    select holder_type, holder_id, chat_id, number,
      coalesce((select max(version) from chat_message_version where ${ofMessage}), 0) + 1, text
    from chat_message where ${ofMessage}`.execute(trx);
  await trx
    .updateTable("chat_message")
    .set({ change, ...(text === undefined ? { deleted_at: sql`now()` } : { text, edited_at: sql`now()` }) })
    .where("chat_id", "=", chatId)
    .where("number", "=", number)
    .execute();
}

/** A message of a locked conversation was deleted: which of the client's is the newest now. */
export const noteRemoved = (trx: Trx, chatId: number) =>
  sql`
    update chat set client_message = coalesce((
      select max(number) from chat_message where chat_id = chat.id and not by_staff and deleted_at is null
    ), 0) where id = ${chatId}`.execute(trx);

/** Staff read, or somebody else is in charge: up to which message the firm has read in a locked conversation. */
export const noteStaffRead = (trx: Trx, chatId: number) =>
  sql`
    update chat set staff_read = firm.number
    from (
      select coalesce(max(reading.number), 0) as number
      from chat read join chat_reading reading on reading.chat_id = read.id
        and reading.by_staff and (read.assigned_to is null or reading.user_id = read.assigned_to)
      where read.id = ${chatId}
    ) firm
    where id = ${chatId} and staff_read <> firm.number`.execute(trx);

export const listFileIds = async (trx: Trx, chatId: number, number: number): Promise<number[]> =>
  (
    await trx
      .selectFrom("chat_message_file")
      .select("file_id")
      .where("chat_id", "=", chatId)
      .where("number", "=", number)
      .execute()
  ).map(({ file_id }) => file_id);

/** Read marks that changed after a number, by reader. */
export const listReadings = (db: Db, chatId: number, after = -1): Promise<ReadingRecord[]> =>
  db
    .selectFrom("chat_reading")
    .select(["user_id", "by_staff", "number", "change"])
    .where("chat_id", "=", chatId)
    .where("change", ">", after)
    // Somebody who was only reminded has read nothing.
    .where("number", ">", 0)
    .orderBy("user_id")
    .execute();

export const findReading = (db: Db, chatId: number, userId: number) =>
  db
    .selectFrom("chat_reading")
    .select(["number", "mailed_number"])
    .where("chat_id", "=", chatId)
    .where("user_id", "=", userId)
    .executeTakeFirst();

export const storeReading = (
  trx: Trx,
  holder: Holder,
  reading: { chatId: number; userId: number; byStaff: boolean; number: number; change: number },
) => {
  const { chatId: chat_id, userId: user_id, byStaff: by_staff, number, change } = reading;
  return trx
    .insertInto("chat_reading")
    .values({ ...ownedBy(holder), chat_id, user_id, by_staff, number, change })
    .onConflict((conflict) => conflict.columns(["chat_id", "user_id"]).doUpdateSet({ by_staff, number, change }))
    .execute();
};

/** The firm's messages for the holder's people, the holder's for staff. */
const fromOthers = (byStaff: boolean): RawBuilder<SqlBool> => sql`by_staff <> ${byStaff} and deleted_at is null`;

/** What the reader has not read, counted anew each time; at most a hundred. */
export async function countUnread(
  db: Db,
  chatId: number,
  { userId, byStaff }: { userId: number; byStaff: boolean },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from chat_message where chat_id = ${chatId} and ${fromOthers(byStaff)} and number > coalesce((
        select number from chat_reading where chat_id = ${chatId} and user_id = ${userId}
      ), 0) limit 100
    ) unread`.execute(db);
  return rows[0]?.count ?? 0;
}
