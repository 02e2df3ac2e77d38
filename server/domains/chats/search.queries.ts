/** SQL of searching messages: by words, in one conversation or in all of them. */
import { type RawBuilder, sql } from "kysely";
import { wordsLike } from "../../database/search.queries.ts";
import {
  countWords,
  lookedUpIn,
  manyHits,
  type SearchedWords,
  withMemoryForHits,
  wordsOf,
} from "../../database/word-counts.queries.ts";
import type { Db } from "../../kernel/transaction.ts";
import { type ChatRecord, type MessageRecord, selectMessages } from "./chats.queries.ts";

/** Conversations of so many messages are read without asking how many messages of all have the words. */
const shortChat = 1_000;
/** At most so many of the newest messages are read before the index is asked. */
const readAtMost = 100_000;

/** Compares what is read with the words, and does not use their index. */
const hasAll = (words: RawBuilder<unknown>) => sql`deleted_at is null and (words @@ ${words}) is true`;

/** All messages with the words, by the index. */
const allFound = (words: SearchedWords) => sql`(
  select * from chat_message where deleted_at is null and ${lookedUpIn("chat_message", words)} offset 0
)`;

/** The newest messages of a conversation that match, before a number. */
export async function searchMessages(
  db: Db,
  { id, messages }: ChatRecord,
  { search, before, limit }: { search: string; before: number | undefined; limit: number },
): Promise<MessageRecord[]> {
  const words = messages > shortChat ? await countWords(db, ["chat_message"], search) : undefined;
  const isRare = words !== undefined && words.lookedUp < Math.min(messages, limit * words.oneOf);
  const newest = sql`chat_id = ${id} ${before === undefined ? sql`` : sql`and number < ${before}`}
    order by number desc limit ${limit}`;
  return selectMessages(
    db,
    sql`order by message.number desc`,
    isRare
      ? sql`(select * from ${allFound(words)} found where ${newest})`
      : sql`(select * from chat_message where ${hasAll(words ? wordsOf(words.all) : wordsLike(search))} and ${newest})`,
  );
}

/** A place among the messages of all conversations, the newest first. */
export interface Place {
  createdAt: Date;
  chatId: number;
  number: number;
}
interface Found {
  rows: MessageRecord[];
  /** What is before it was not searched yet; null if nothing is. */
  until: Place | null;
}
const placeOf = ({ created_at, chat_id, number }: MessageRecord): Place => ({
  createdAt: created_at,
  chatId: chat_id,
  number,
});

/**
 * Messages of all conversations that match, the newest first, before a place. What many messages have is found soon by
 * reading the newest ones; if it is not, or few have it, the index is asked. The first page ends with what was read: asking
 * for common words takes long if no message has them together.
 */
export async function searchEverywhere(
  db: Db,
  { search, before, limit }: { search: string; before: Place | undefined; limit: number },
): Promise<Found> {
  const words = await countWords(db, ["chat_message"], search);
  const order = sql`created_at desc, chat_id desc, number desc`;
  const isBefore = before
    ? sql`(created_at, chat_id, number) < (${before.createdAt}, ${before.chatId}, ${before.number})`
    : sql`true`;
  const selectPage = async (using: Db, among: RawBuilder<unknown>): Promise<Found> => {
    const found = await selectMessages(
      using,
      sql`order by message.created_at desc, message.chat_id desc, message.number desc`,
      sql`(select * from ${among} found where ${isBefore} order by ${order} limit ${limit + 1})`,
    );
    const rows = found.slice(0, limit);
    const last = rows.at(-1);
    return { rows, until: found.length > limit && last ? placeOf(last) : null };
  };
  const expected = Math.ceil(2 * limit * words.oneOf);
  if (expected < Math.min(words.lookedUp, readAtMost)) {
    const newest = sql`chat_message where ${isBefore} order by created_at desc`;
    const page = await selectPage(
      db,
      sql`(
        select * from (select * from ${newest} fetch first (${expected}) rows with ties) read where ${hasAll(wordsOf(words.all))}
      )`,
    );
    if (page.until) return page;
    const { rows } = await sql<{ created_at: Date }>`
      select created_at from ${newest} offset ${expected - 1} limit 1`.execute(db);
    const [oldest] = rows;
    if (!oldest) return page;
    // All of that moment were read.
    if (!before) return { ...page, until: { createdAt: oldest.created_at, chatId: 0, number: 0 } };
  }
  const lookUp = (using: Db) => selectPage(using, allFound(words));
  return words.lookedUp > manyHits ? withMemoryForHits(db, lookUp) : lookUp(db);
}
