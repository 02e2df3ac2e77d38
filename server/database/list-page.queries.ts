/** SQL of staff lists of any size: a page in key order, and a capped count, with one or several ways to search. */

import { countCap, searchCountCap } from "@portico/api/counts.ts";
import type { ListedState } from "@portico/api/holder-states.ts";
import { lower, searchFolded } from "@portico/api/rules/search-folded.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "../kernel/transaction.ts";

/**
 * Prefix of a statement whose best plan depends on the values: it is sent unnamed (connect.ts), so PostgreSQL plans it
 * for these values. A frequent word is found by reading in order, a rare one by its index.
 */
const forTheseValues = sql`/* planned for its values */ `;

export interface Listed {
  table: "app_user" | "company";
  /**
   * Conditions of which one must hold; each is queried separately, since PostgreSQL does not combine two indexes over
   * an "or".
   */
  ways: readonly RawBuilder<SqlBool>[];
}
export interface PageOrder {
  column: "name" | "email" | "created_at";
  descending: boolean;
  /** Values of the last row of the previous page. */
  after?: { value: string; id: number } | undefined;
  limit: number;
}

/** The order of a page, by the columns of the list's table. */
export const orderOf = ({ column, descending }: PageOrder, table: Listed["table"]) => {
  const direction = sql.raw(descending ? "desc" : "asc");
  return sql`${sql.ref(`${table}.${column}`)} ${direction}, ${sql.ref(`${table}.id`)} ${direction}`;
};

/** The ids of one page. Each way returns at most one page in key order, before they are merged. */
function pageOfIds({ table, ways }: Listed, page: PageOrder): RawBuilder<{ id: number }> {
  const { column, descending, after, limit } = page;
  const key = sql.ref(`${table}.${column}`);
  const id = sql.ref(`${table}.id`);
  const direction = sql.raw(descending ? "desc" : "asc");
  const beyond = after
    ? sql`and (${key}, ${id}) ${sql.raw(descending ? "<" : ">")}
        (${after.value}${sql.raw(column === "created_at" ? "::timestamptz" : "")}, ${after.id}::bigint)`
    : sql``;
  const found = ways.map(
    (way) => sql`(select ${id}, ${key} as key from ${sql.table(table)} where ${way} ${beyond}
      order by ${orderOf(page, table)} limit ${limit})`,
  );
  return sql<{ id: number }>`select id from (${sql.join(found, sql` union `)}) as found
    order by key ${direction}, id ${direction} limit ${limit}`;
}

/** Matching ids in no particular order, at most `most`. */
function someIds({ table, ways }: Listed, most: number): RawBuilder<{ id: number }> {
  const found = ways.map((way) => sql`(select id from ${sql.table(table)} where ${way} limit ${most})`);
  return sql<{ id: number }>`select id from (${sql.join(found, sql` union `)}) as found limit ${most}`;
}

export interface Search {
  /**
   * The searches to try, the fastest first; the next is tried if one finds nothing. More than one only for a text
   * search.
   */
  attempts: readonly [Listed, ...Listed[]];
  isText: boolean;
  /** The best plan depends on the values. */
  planned: boolean;
}

/**
 * The rows of one page and the total count, up to a cap. A text is searched once: with few matches, the page is taken
 * from them; with many, the page is read in its order, which meets matches soon.
 */
export async function findPage<Row>(
  db: Db,
  search: Search,
  page: PageOrder,
  rowsOf: (ids: RawBuilder<{ id: number }>) => RawBuilder<Row>,
): Promise<{ rows: Row[]; count: number }> {
  const planning = search.planned ? forTheseValues : sql``;
  const read = async (listed: Listed): Promise<Row[]> =>
    (await sql<Row>`${planning}${rowsOf(pageOfIds(listed, page))}`.execute(db)).rows;
  if (!search.isText) {
    const [listed] = search.attempts;
    const counted = sql<{ count: number }>`
      ${planning}select count(*)::int as count from (${someIds(listed, countCap)}) as counted`;
    const [rows, count] = await Promise.all([read(listed), counted.execute(db)]);
    return { rows, count: count.rows[0]?.count ?? 0 };
  }
  for (const listed of search.attempts) {
    const { rows: found } = await sql<{ id: number }>`${planning}${someIds(listed, searchCountCap + 1)}`.execute(db);
    if (found.length > searchCountCap) return { rows: await read(listed), count: searchCountCap };
    if (found.length > 0) {
      const ids = found.map(({ id }) => id);
      const ways = [sql<SqlBool>`${sql.ref(`${listed.table}.id`)} = any(${ids}::bigint[])`];
      return { rows: await read({ table: listed.table, ways }), count: found.length };
    }
  }
  return { rows: [], count: 0 };
}

export const every = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;

const escaped = (text: string): string => text.replace(/[\\%_]/g, (found) => `\\${found}`);

/**
 * The most selective letters of a word: its middle, without common beginnings and endings, or the digits at its end.
 */
function selectivePart(word: string): string {
  const letters = Array.from(word);
  const from = /\d$/.test(word) ? letters.length - 6 : Math.floor((letters.length - 6) / 2);
  return letters.slice(Math.max(0, from), Math.max(0, from) + 6).join("");
}

/**
 * Each word of the text occurs in the folded `search_text`, in any order, case and script. The trigram index is
 * searched for a part of each word, since every further letter reads another long list; the whole words are then
 * compared with the result (`|| ''` keeps this condition from the index). One or two letters are searched only at the
 * beginning of words: a trigram index finds those nowhere else.
 */
export function contains(expression: RawBuilder<string>, search: string): RawBuilder<SqlBool> {
  const tokens = searchFolded(search).trim().split(/\s+/).slice(0, 8);
  const words = tokens.flatMap((token) => token.split(/[^\p{L}\p{N}]+/u)).filter((word) => Array.from(word).length > 2);
  const parts = words.slice(0, 4).map(selectivePart);
  // PostgreSQL has statistics for a single word.
  if (tokens.length === 1 && words[0] === tokens[0] && !isShort(search.trim()))
    return holds(expression, tokens[0] ?? "");
  const checked = parts.length > 0 ? sql<string>`((${expression}) || '')` : expression;
  return every([
    ...parts.map((part) => sql<SqlBool>`${expression} like ${`%${part}%`}`),
    // "ю" is two letters in Latin, and still the beginning of a word.
    ...tokens.map((token) => holds(checked, token, isShort(search.trim()) || (isShort(token) && parts.length === 0))),
  ]);
}

const isShort = (token: string): boolean => /^[\p{L}\p{N}]{1,2}$/u.test(token);

/** The word occurs anywhere, or at the beginning of a word. */
function holds(expression: RawBuilder<string>, token: string, isBeginning = isShort(token)): RawBuilder<SqlBool> {
  const text = escaped(token);
  return isBeginning
    ? sql<SqlBool>`(${expression} like ${`${text}%`} or ${expression} like ${`% ${text}%`})`
    : sql<SqlBool>`${expression} like ${`%${text}%`}`;
}

/** The indexed text begins with the search text. */
export const begins = (expression: RawBuilder<string>, search: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${expression} like ${`${escaped(lower(search))}%`}`;

/** A form of the holder waits for a decision. */
export const isSubmitted = (table: Listed["table"]): RawBuilder<boolean> =>
  sql<boolean>`exists (select from form_waiting
    where holder_type = ${sql.lit(table === "company" ? "company" : "user")} and holder_id = ${sql.ref(`${table}.id`)})`;

/**
 * In one of the states that staff distinguish. The state is a literal, so that each has a plan that suits its
 * frequency.
 */
export function isInState(table: Listed["table"], listed: ListedState): RawBuilder<SqlBool> {
  const state = sql.ref(`${table}.state`);
  if (listed === "submittedReKYC") return sql<SqlBool>`${state} = 'pendingReKYC' and ${isSubmitted(table)}`;
  if (listed === "pendingReKYC") return sql<SqlBool>`${state} = 'pendingReKYC' and not ${isSubmitted(table)}`;
  return sql<SqlBool>`${state} = ${sql.lit(listed)}`;
}

/** The portal's own id, typed alone; nothing if the text is not an id. */
export const hasId = (table: Listed["table"], search: string): RawBuilder<SqlBool>[] =>
  /^[1-9]\d{0,14}$/.test(search) ? [sql<SqlBool>`${sql.ref(`${table}.id`)} = ${search}::bigint`] : [];

/** The client number contains the text, or begins with it if the text has one or two characters. */
export const hasNumber = (table: Listed["table"], search: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${table}.id`)} in (select holder_id from holder_account
    where holder_type = ${sql.lit(table === "company" ? "company" : "user")}
      and ${
        search.length > 2
          ? sql`lower(client_number) like ${`%${escaped(lower(search))}%`}`
          : begins(sql<string>`lower(client_number)`, search)
      })`;

/** A bank account of the holder begins with the text, written with or without spaces; nothing if it is no IBAN's start. */
export function hasIban(table: Listed["table"], search: string): RawBuilder<SqlBool>[] {
  const iban = search.replaceAll(/\s/g, "").toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{4,30}$/.test(iban)) return [];
  const holderType = table === "company" ? "company" : "user";
  return [
    sql<SqlBool>`${sql.ref(`${table}.id`)} in (select holder_id from bank_account
      where holder_type = ${sql.lit(holderType)} and removed_at is null and iban like ${`${iban}%`})`,
  ];
}

/** The digits of the phone contain those of the text, without the zeros before a national number. */
export function hasPhone(search: string): RawBuilder<SqlBool>[] {
  const digits = search.replaceAll(/\D/g, "").replace(/^0+/, "");
  return /^[+\d\s()/.-]+$/.test(search) && digits.length >= 6
    ? [
        sql<SqlBool>`app_user.phone is not null and regexp_replace(app_user.phone, '\\D', '', 'g') like ${`%${digits}%`}`,
      ]
    : [];
}
