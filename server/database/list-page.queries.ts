/** SQL of staff's lists at any size: a page in the order of its key, and a capped count, found in one way or several. */
import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * In front of a statement whose best plan depends on what is looked for: it is sent without a name (connect.ts), so PostgreSQL
 * plans it for these very values. A word that a tenth of all have is found by reading in order, one that nobody has by its index.
 */
export const forTheseValues = sql`/* planned for its values */ `;

export interface Listed {
  table: "app_user" | "company";
  /** Conditions of which one must hold; each is looked up by itself, since PostgreSQL joins no two indexes over an "or". */
  ways: readonly RawBuilder<SqlBool>[];
}
export interface PageOrder {
  column: "name" | "email" | "created_at";
  descending: boolean;
  /** Values of the last row of the page before. */
  after?: { value: string; id: number } | undefined;
  limit: number;
}

/** The order of a page, by the columns of the list's table. */
export const orderOf = ({ column, descending }: PageOrder, table: Listed["table"]) => {
  const direction = sql.raw(descending ? "desc" : "asc");
  return sql`${sql.ref(`${table}.${column}`)} ${direction}, ${sql.ref(`${table}.id`)} ${direction}`;
};

/** The ids of one page. Each way gives a page at the most, in the order of the key, before they are put together. */
export function pageOfIds({ table, ways }: Listed, page: PageOrder): RawBuilder<{ id: number }> {
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

/** How many fit, counted to `cap` at the most. */
export function cappedCount({ table, ways }: Listed, cap: number): RawBuilder<{ count: number }> {
  const found = ways.map((way) => sql`(select id from ${sql.table(table)} where ${way} limit ${cap})`);
  return sql<{ count: number }>`select count(*)::int as count from (
    select from (${sql.join(found, sql` union `)}) as found limit ${cap}) as capped`;
}

/** All of the conditions. */
export const every = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;

const escaped = (text: string): string => text.toLowerCase().replace(/[\\%_]/g, (found) => `\\${found}`);

/**
 * The text occurs in what a trigram index is over. One or two letters are looked for where words begin: an index of three letters
 * finds those, and finds them nowhere else.
 */
export function contains(expression: RawBuilder<string>, search: string): RawBuilder<SqlBool> {
  const text = escaped(search);
  return /^[\p{L}\p{N}]{1,2}$/u.test(search)
    ? sql<SqlBool>`(${expression} like ${`${text}%`} or ${expression} like ${`% ${text}%`})`
    : sql<SqlBool>`${expression} like ${`%${text}%`}`;
}

/** The holder's client number begins with the text. */
export const hasNumber = (table: Listed["table"], search: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${table}.id`)} in (select holder_id from holder_account
    where holder_type = ${sql.lit(table === "company" ? "company" : "user")}
      and lower(client_number) like ${`${escaped(search)}%`})`;
