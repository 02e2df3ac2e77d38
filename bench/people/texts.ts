/**
 * Texts of a few parts. The words by which they are searched are put together from those of the parts: computing them from
 * each of ten million texts would take longer than everything else.
 */
interface Part {
  text: string;
  words: string;
}
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
/** PostgreSQL computes the words of a constant once per statement. */
const wordsOfConstant = (text: string): string => `search_words_and_stems(${literal(text)})`;

/** A whole number. */
export const number = (sql: string): Part => ({ text: `${sql}::text`, words: `to_tsvector('simple', ${sql}::text)` });

/** One of the texts, by the remainder of a number. */
export const chosen = (sql: string, texts: readonly string[]): Part => {
  const among = (values: string[]): string => `(array[${values.join(", ")}])[1 + ${sql} % ${texts.length}]`;
  return { text: among(texts.map(literal)), words: among(texts.map(wordsOfConstant)) };
};

const partOf = (part: Part | string): Part =>
  typeof part === "string" ? { text: literal(part), words: wordsOfConstant(part) } : part;

export const textOf = (parts: readonly (Part | string)[]): string =>
  parts.map((part) => partOf(part).text).join(" || ' ' || ");
export const wordsOf = (parts: readonly (Part | string)[]): string =>
  parts.map((part) => partOf(part).words).join(" || ");

/** Columns of words that are otherwise generated from the text. */
const generated = [
  ["ticket", "title || ' ' || content"],
  ["ticket_comment", "content"],
  ["chat_message", "text"],
] as const;

/** The statement with which those columns are given, and again generated. */
export const generateWords = (on: boolean): string =>
  `update pg_attribute set attgenerated = '${on ? "s" : ""}' where attname = 'words'
     and attrelid in (${generated.map(([table]) => `'${table}'::regclass`).join(", ")})`;

/** Counts those of a thousand rows of each table whose words are not the ones that would have been generated. */
export const wrongWords = `select ${generated
  .map(
    ([table, text]) =>
      `(select count(*) from (select * from ${table} limit 1000) made where words <> search_words_and_stems(${text}))`,
  )
  .join(" + ")} as wrong`;
