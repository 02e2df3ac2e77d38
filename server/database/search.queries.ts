/** SQL of search in texts: in either script, without marks, by beginnings of words and by their other forms. */
import { type RawBuilder, sql } from "kysely";
import type { Db } from "../kernel/transaction.ts";

/**
 * The text as a query of `search_words_and_stems`: every word, one that begins with it, or another form of it. Null if it
 * has no letter or digit.
 */
export const wordsLike = (search: string): RawBuilder<unknown> => sql`(
  select string_agg(format('(%s:* | %s)', quote_literal(word), quote_literal('~' || search_stem(word))), ' & ')::tsquery
  from regexp_split_to_table(search_folded(${search}), '[^[:alnum:]]+') word where word <> ''
)`;

/** A pattern for `like` in a folded column that contains the text. */
const pattern = (search: string): RawBuilder<unknown> => sql`'%' || replace(replace(replace(
  search_folded(${search}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`;

/** The same as a subquery: it is made once and not for each row. */
export const containing = (search: string): RawBuilder<unknown> => sql`(select ${pattern(search)})`;

/** In how many rows of the table the planner expects the text. */
export async function estimateContaining(db: Db, table: "app_user" | "company", search: string): Promise<number> {
  const { rows } = await sql<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>`
    explain (format json) select from ${sql.table(table)} where search_text like ${pattern(search)}`.execute(db);
  return rows[0]?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
}
