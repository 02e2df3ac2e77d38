/** SQL of search in texts: in either script, without marks, by beginnings of words and by their other forms. */
import { type RawBuilder, sql } from "kysely";

/**
 * The text as a query of `search_words_and_stems`: every word, one that begins with it, or another form of it. Null if it
 * has no letter or digit.
 */
export const wordsLike = (search: string): RawBuilder<unknown> => sql`(
  select string_agg(format('(%s:* | %s)', quote_literal(word), quote_literal('~' || search_stem(word))), ' & ')::tsquery
  from regexp_split_to_table(search_folded(${search}), '[^[:alnum:]]+') word where word <> ''
)`;

/** A pattern for `like` in a folded column that contains the text; as a subquery, it is made once and not for each row. */
export const containing = (search: string): RawBuilder<unknown> => sql`(select '%' || replace(replace(replace(
  search_folded(${search}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%')`;
