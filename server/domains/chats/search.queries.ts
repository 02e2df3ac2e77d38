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

/**
 * The newest of all conversations that match. What many messages have is found soon by reading the newest ones; if it is
 * not, or few have it, the index is asked.
 */
export async function searchEverywhere(db: Db, search: string, limit: number): Promise<MessageRecord[]> {
  const words = await countWords(db, ["chat_message"], search);
  const places = sql`created_at desc, chat_id, number desc`;
  const newestOf = (using: Db, among: RawBuilder<unknown>) =>
    selectMessages(
      using,
      sql`order by message.created_at desc, message.chat_id, message.number desc`,
      sql`(select * from ${among} found order by ${places} limit ${limit})`,
    );
  const expected = Math.ceil(2 * limit * words.oneOf);
  if (expected < Math.min(words.lookedUp, readAtMost)) {
    const newest = await newestOf(
      db,
      sql`(
      select * from (
        select * from chat_message order by created_at desc fetch first (${expected}) rows with ties
      ) read where ${hasAll(wordsOf(words.all))}
    )`,
    );
    if (newest.length === limit) return newest;
  }
  const lookUp = (using: Db) => newestOf(using, allFound(words));
  return words.lookedUp > manyHits ? withMemoryForHits(db, lookUp) : lookUp(db);
}
