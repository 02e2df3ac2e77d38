/** SQL that estimates how many texts contain the words of a search, to choose between the index and reading in order. */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Db, inTransaction, type Trx } from "../kernel/transaction.ts";

type Texts = "ticket" | "ticket_comment" | "ticket_mail" | "chat_message";

/** The words of a search. Numbers of texts are estimates. */
export interface SearchedWords {
  /** All words, as a query; null if the search has no letter or digit. */
  all: string | null;
  /** Those to look up in the index of a table: its rarest. The others are compared in the texts that it finds. */
  rarest: Partial<Record<Texts, string>>;
  /** Texts that are read if these are looked up. */
  lookedUp: number;
  /** One of so many texts contains all words, if they are independent of each other. */
  oneOf: number;
}

interface Row {
  name: Texts;
  texts: number;
  part: string;
  frequency: number;
}

/** Whether the index is asked for a word too: collecting its hits costs far less than reading a text. */
const isWorthLookingUp = (hits: number, least: number): boolean => hits <= Math.max(2_000, 20 * least);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const query = (words: readonly Row[]): string => words.map(({ part }) => part).join(" & ");

/** The words in one table. */
function inTable(words: readonly Row[]) {
  const texts = words[0]?.texts ?? 0;
  const hitsOf = ({ frequency }: Row): number => texts * frequency;
  const least = Math.min(...words.map(hitsOf));
  return {
    texts,
    least,
    rarest: query(words.filter((word) => isWorthLookingUp(hitsOf(word), least))),
    together: words.reduce((left, { frequency }) => left * frequency, texts),
  };
}

/**
 * Frequencies come from the statistics of the planner, which know the most common words. Of others, n letters or digits are
 * taken to begin a word in one of 10^n texts; PostgreSQL has no number as small as that of several hundred.
 */
export async function countWords(db: Db, tables: readonly Texts[], search: string): Promise<SearchedWords> {
  const { rows } = await sql<Row>`
    select relname as name, texts, part, least(1, greatest(10 ^ -least(length(word), 20), coalesce(prefixed, 0), coalesce(stemmed, 0)))::float8 as frequency
    from (
      select word, '~' || search_stem(word) as stem,
        format('(%s:* | %s)', quote_literal(word), quote_literal('~' || search_stem(word))) as part
      from (select distinct regexp_split_to_table(search_folded(${search}), '[^[:alnum:]]+') as word) one where word <> ''
      -- Otherwise the stem would be calculated again for each word of the statistics.
      offset 0
    ) word
    cross join lateral (
      select pg_class.relname, greatest(pg_class.reltuples, 0)::float8 as texts from pg_class
      where oid = any(${[...tables]}::regclass[])
    ) searched
    left join lateral (
      select sum(frequency) filter (where starts_with(known, word)) as prefixed,
        sum(frequency) filter (where known = stem) as stemmed
      from pg_stats, unnest(most_common_elems::text::text[], most_common_elem_freqs) element (known, frequency)
      where schemaname = current_schema() and tablename = relname and attname = 'words'
    ) common on true
    order by part, relname`.execute(db);
  const words = Map.groupBy(rows, ({ name }) => name);
  const found = [...words].map(([name, of]) => ({ name, ...inTable(of) }));
  return {
    all: query([...words.values()][0] ?? []) || null,
    rarest: Object.fromEntries(found.map(({ name, rarest }) => [name, rarest])),
    lookedUp: sum(found.map(({ least }) => least)),
    oneOf: sum(found.map(({ texts }) => texts)) / sum(found.map(({ together }) => together)),
  };
}

/** A query outside of a statement's conditions, so that its plan is the same for all words. */
export const wordsOf = (query: string | null | undefined): RawBuilder<unknown> => sql`(select ${query}::tsquery)`;

/** Texts of a table with all words, by its index. Comparing a text costs more than reading it, so only what was not looked up is. */
export const lookedUpIn = (table: Texts, { all, rarest }: SearchedWords): RawBuilder<SqlBool> =>
  sql`words @@ ${wordsOf(rarest[table])} ${rarest[table] === all ? sql`` : sql`and (words @@ ${wordsOf(all)}) is true`}`;

/**
 * Looks up words that very many texts have. With less memory PostgreSQL would only remember the pages of the hits, and
 * compare all texts on them.
 */
export const withMemoryForHits = <Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> =>
  inTransaction(db, async (trx) => {
    await sql`set local work_mem = '64MB'`.execute(trx);
    return work(trx);
  });

/** More hits than this need it. */
export const manyHits = 20_000;
