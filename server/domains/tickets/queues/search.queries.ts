/** SQL of searching tickets: by words of title, text, a comment or its mail, by number, or by name or client number of the holder. */
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { containing, estimateContaining } from "../../../database/search.queries.ts";
import {
  countWords,
  lookedUpIn,
  manyHits,
  type SearchedWords,
  withMemoryForHits,
  wordsOf,
} from "../../../database/word-counts.queries.ts";
import type { Db } from "../../../kernel/transaction.ts";

export interface TicketSearch {
  words: SearchedWords;
  number: number | null;
  /** Whose name contains the text; null if these are very many. */
  named: Record<Holder["holderType"], number[]> | null;
  /** Whose client number contains the text. */
  numbered: Record<Holder["holderType"], number[]>;
  text: string;
}
/** The part of a list in which is searched, without what is searched for. */
export interface TicketList {
  conditions: RawBuilder<SqlBool>;
  order: RawBuilder<unknown>;
  /** A holder has few tickets. */
  ofHolder: boolean;
}

/** The tickets of so many holders are looked up one by one. */
const fewHolders = 5_000;
/** At most so many tickets are read in the order of the list before the indexes are asked. */
const readAtMost = 20_000;

/** Holders whose name or address contains the text, unless these are expected to be very many, or are. */
async function listNamed(db: Db, search: string): Promise<TicketSearch["named"]> {
  // The index of parts of names does not know fewer than three letters.
  if (search.length < 3) return null;
  const expected = await Promise.all([
    estimateContaining(db, "app_user", search),
    estimateContaining(db, "company", search),
  ]);
  if (Math.max(...expected) > fewHolders) return null;
  // Planned as if all were read, so that the index is used.
  const ids = (table: string) => sql`array(
    with found as materialized (select id from ${sql.table(table)} where search_text like ${containing(search)})
    select id from found limit ${fewHolders + 1}
  )`;
  const { rows } = await sql<Record<Holder["holderType"], number[]>>`
    select ${ids("app_user")} as "user", ${ids("company")} as company`.execute(db);
  const found = rows[0] ?? { user: [], company: [] };
  return found.user.length + found.company.length > fewHolders ? null : found;
}

/** At most so many holders are found by their client number. */
const numberedAtMost = 200;

/** Holders whose client number contains the text, which has a digit. */
async function listNumbered(db: Db, search: string): Promise<TicketSearch["numbered"]> {
  const found: TicketSearch["numbered"] = { user: [], company: [] };
  if (search.length < 3 || !/\d/.test(search)) return found;
  const rows = await db
    .selectFrom("holder_account")
    .select(["holder_type", "holder_id"])
    .where(sql<string>`lower(client_number)`, "like", `%${search.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")}%`)
    .limit(numberedAtMost)
    .execute();
  for (const { holder_type, holder_id } of rows) found[holder_type as Holder["holderType"]].push(holder_id);
  return found;
}

/** What is searched for; names and client numbers only among the tickets of all holders. */
export async function prepareSearch(db: Db, text: string, holder: Holder | undefined): Promise<TicketSearch> {
  const [, number] = /^#?(\d{1,15})$/.exec(text) ?? [];
  const none = { user: [], company: [] };
  const [words, named, numbered] = await Promise.all([
    countWords(db, ["ticket", "ticket_comment", "ticket_mail"], text),
    holder ? none : listNamed(db, text),
    holder ? none : listNumbered(db, text),
  ]);
  return { words, named, numbered, number: number === undefined ? null : Number(number), text };
}

/** Compares a ticket with what is searched for, and uses no index of words. */
function isFound({ words, named, numbered, number, text }: TicketSearch): RawBuilder<SqlBool> {
  const isNumbered = (type: Holder["holderType"]) =>
    sql`ticket.holder_type = ${type} and ticket.holder_id = any(${numbered[type]}::bigint[])`;
  const has = (type: Holder["holderType"], table: string) =>
    named?.[type].length === 0
      ? sql`false`
      : sql`ticket.holder_type = ${type} and exists (
          select from ${sql.table(table)} where id = ticket.holder_id and search_text like ${containing(text)} offset 0
        )`;
  return sql`(
    (ticket.words @@ ${wordsOf(words.all)}) is true
    or exists (select 1 from ticket_comment where ticket_id = ticket.id and (words @@ ${wordsOf(words.all)}) is true offset 0)
    or exists (select 1 from ticket_mail where ticket_id = ticket.id and (words @@ ${wordsOf(words.all)}) is true offset 0)
    or ${has("user", "app_user")} or ${has("company", "company")} or ticket.id = ${number}::bigint
    or ${isNumbered("user")} or ${isNumbered("company")}
  )`;
}

/** The ids of all tickets that are found, by the indexes. */
function allFound({ words, named, numbered, number, text }: TicketSearch): RawBuilder<unknown> {
  const ofNamed = (holderType: Holder["holderType"], table: string) => sql`
    select ticket.id from ticket where holder_type = ${holderType} and holder_id = any(${
      named
        ? sql`${named[holderType]}::bigint[]`
        : sql`array(select id from ${sql.table(table)} where search_text like ${containing(text)})`
    })`;
  const ofNumbered = (holderType: Holder["holderType"]) => sql`
    select id from ticket where holder_type = ${holderType} and holder_id = any(${numbered[holderType]}::bigint[])`;
  return sql`array(
    select id from ticket where ${lookedUpIn("ticket", words)}
    union select ticket_id from ticket_comment where ${lookedUpIn("ticket_comment", words)}
    union select ticket_id from ticket_mail where ${lookedUpIn("ticket_mail", words)}
    union ${ofNumbered("user")} union ${ofNumbered("company")}
    union ${ofNamed("user", "app_user")} union ${ofNamed("company", "company")}
    union select ${number}::bigint
  )`;
}

/**
 * The first tickets of a list that are found. What many tickets have is found soon by reading the list in its order; if it
 * is not, or few have it, the indexes are asked.
 */
export async function findTickets(
  db: Db,
  { conditions, order, ofHolder }: TicketList,
  search: TicketSearch,
  limit: number,
): Promise<number[]> {
  const { words, named } = search;
  const expected = Math.ceil(2 * limit * words.oneOf);
  if (ofHolder || !named || expected < Math.min(words.lookedUp, readAtMost)) {
    const read = named && !ofHolder ? expected : readAtMost;
    const { rows } = await sql<{ id: number }>`
      select id from (select * from ticket where ${conditions} order by ${order} limit ${read}) ticket
      where ${isFound(search)} order by ${order} limit ${limit}`.execute(db);
    if (rows.length === limit) return rows.map(({ id }) => id);
    const further = await sql`select from ticket where ${conditions} order by ${order} offset ${read} limit 1`.execute(
      db,
    );
    if (further.rows.length === 0) return rows.map(({ id }) => id);
  }
  const lookUp = (using: Db) =>
    sql<{ id: number }>`
      select id from ticket where ticket.id = any(${allFound(search)}) and ${conditions}
      order by ${order} limit ${limit}`.execute(using);
  const { rows } = await (words.lookedUp > manyHits ? withMemoryForHits(db, lookUp) : lookUp(db));
  return rows.map(({ id }) => id);
}
