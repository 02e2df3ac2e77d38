/** SQL of the search by names: ids of the records of a kind that are called so, the best and newest first. */
import { searchFolded } from "@portico/api/rules/search-folded.ts";
import { searchLimits } from "@portico/api/rules/search-limits.ts";
import { wordsOf } from "@portico/api/rules/search-ranking.ts";
import { nearOf } from "@portico/api/rules/search-spelling.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { contains, every } from "../../database/list-page.queries.ts";
import type { Db } from "../../kernel/transaction.ts";
import type { Kind } from "./kinds.ts";

/** Words that are looked for; of a longer text the others are compared afterwards. */
const mostWords = 6;
/** Among so many of the newest, what many have is found without an index. */
const newestRows = 2_000;
/** What fewer than one in a few hundred have is looked up: so many at most of millions. */
const mostHits = 20_000;
/** Of those that are spelled nearly so, which are looked at. */
const mostSpelled = 5_000;
const limit = sql.lit(searchLimits.ofKind);
/** Planned for its values: what is best for a rare word is not for a frequent one. */
const planned = sql`/* planned for its values */ `;

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, "\\$&");
const tokensOf = (searched: string): string[] =>
  searchFolded(searched).trim().split(/\s+/).slice(0, mostWords).map(escaped);
const like = (text: RawBuilder<string>, pattern: string) => sql<SqlBool>`${text} like ${pattern}`;
const either = (conditions: readonly RawBuilder<SqlBool>[]) => sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;

/** Each word stands in the text between spaces: the trigrams of a pattern with spaces are rarer than those of the word. */
const areWords = (text: RawBuilder<string>, searched: string): RawBuilder<SqlBool> =>
  every(
    tokensOf(searched).map((word) =>
      either([like(text, `${word} %`), like(text, `% ${word} %`), like(text, `% ${word}`), like(text, word)]),
    ),
  );
const areBeginnings = (text: RawBuilder<string>, searched: string): RawBuilder<SqlBool> =>
  every(tokensOf(searched).map((word) => either([like(text, `${word}%`), like(text, `% ${word}%`)])));

const idOf = ({ table }: Kind) => sql.ref<number>(`${table}.id`);

/** Rows whose columns `id` and `text` are those of the kind, if the condition holds. */
const rowsOf = (kind: Kind, asked: RawBuilder<SqlBool>) => sql`
  select ${idOf(kind)}, ${kind.text} as text from ${sql.table(kind.table)} where ${kind.isFound} and ${asked}`;
/** As rows of `hits`: planned as if all were read, so that an index is used and not the order of the ids. */
const lookedUp = (kind: Kind, asked: RawBuilder<SqlBool>) => sql`hits as materialized (${rowsOf(kind, asked)})`;

interface Newest {
  words: number[];
  beginnings: number[];
  parts: number[];
  /** So many of the newest records have it in any way. */
  count: number;
}

/** The tier of a row by its column `text`: 1, 2, 3, or null. */
const tierOf = (searched: string) => {
  const text = sql<string>`text`;
  return sql`case when ${areWords(text, searched)} then 1 when ${areBeginnings(text, searched)} then 2
    when ${contains(text, searched)} then 3 end`;
};

/** What the newest records of the kind have, by tiers. */
async function findAmongNewest(db: Db, kind: Kind, searched: string): Promise<Newest> {
  const { rows } = await sql<{ id: number; tier: number; count: number }>`${planned}
    select id, tier, count from (
      select id, tier, row_number() over (partition by tier order by id desc) as place, count(*) over ()::int as count from (
        select id, ${tierOf(searched)} as tier
        from (${rowsOf(kind, sql`true`)} order by ${idOf(kind)} desc limit ${sql.lit(newestRows)}) as newest
      ) as told where tier is not null
    ) as placed where place <= ${limit} order by tier, place`.execute(db);
  const ofTier = (place: number) => rows.filter(({ tier }) => tier === place + 1).map(({ id }) => id);
  return { words: ofTier(0), beginnings: ofTier(1), parts: ofTier(2), count: rows[0]?.count ?? 0 };
}

/** The best and newest of those for which the condition holds, by its index. */
async function lookUp(db: Db, kind: Kind, asked: RawBuilder<SqlBool>, searched: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`${planned}
    with ${lookedUp(kind, asked)}
    select id from (select id, text from hits limit ${sql.lit(mostHits)}) as few
    order by ${tierOf(searched)}, id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Those who are called exactly so, by their index. */
async function findExact(db: Db, kind: Kind, searched: string): Promise<number[]> {
  if (!kind.named) return [];
  const { rows } = await sql<{ id: number }>`
    select ${idOf(kind)} from ${sql.table(kind.table)}
    where ${kind.isFound} and ${kind.named} = ${searchFolded(searched).trim()} order by ${idOf(kind)} desc limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

const isEnough = (ids: readonly number[]): boolean => ids.length >= searchLimits.ofKind;

/** What at most so many of the newest have, and so one in a hundred of all, is looked up fast. */
const fewOfNewest = newestRows / 100;

/**
 * Of what many have, the newest are among the newest records; what few have is looked up, a better tier before a worse one is taken
 * from the newest. What more than one in a hundred have is not looked up: the index would list them all.
 */
async function findContaining(db: Db, kind: Kind, searched: string): Promise<number[]> {
  const { words, beginnings, parts, count } = await findAmongNewest(db, kind, searched);
  if (isEnough(words)) return words;
  if (!isEnough([...words, ...beginnings, ...parts])) return lookUp(db, kind, contains(kind.text, searched), searched);
  if (count > fewOfNewest) return [...words, ...beginnings, ...parts].slice(0, searchLimits.ofKind);
  if (isEnough(beginnings))
    return [...(await lookUp(db, kind, areWords(kind.text, searched), searched)), ...beginnings];
  return [...(await lookUp(db, kind, areBeginnings(kind.text, searched), searched)), ...beginnings, ...parts];
}

/** Words that the newest records do not have: of a text with a wrong letter, the rare ones. */
async function listRare(db: Db, kind: Kind, words: readonly string[]): Promise<string[]> {
  if (words.length < 2) return [...words];
  const text = sql<string>`text`;
  const { rows } = await sql<{ has: boolean[] }>`
    select array[${sql.join(words.map((word) => sql`coalesce(bool_or(${like(text, `%${word}%`)}), false)`))}] as has
    from (${rowsOf(kind, sql`true`)} order by ${idOf(kind)} desc limit ${sql.lit(newestRows)}) as newest`.execute(db);
  const rare = words.filter((_, place) => !rows[0]?.has[place]);
  return rare.length > 0 ? rare : [...words];
}

/** Ids of those whose words differ by one letter from what was typed. */
async function findSpelled(db: Db, kind: Kind, searched: string): Promise<number[]> {
  const words = wordsOf(searchFolded(searched)).slice(0, mostWords);
  if (!words.some((word) => nearOf(word).length > 0)) return [];
  const rare = await listRare(db, kind, words);
  // Words that many have are compared in what is found by the others.
  const others = words.filter((word) => !rare.includes(word)).map((word) => like(sql<string>`text`, `%${word}%`));
  const asked = rare.map((word) => {
    const spellings = nearOf(word);
    return spellings.length === 0 ? contains(kind.text, word) : sql<SqlBool>`${kind.near} && ${spellings}::text[]`;
  });
  const { rows } = await sql<{ id: number }>`${planned}
    with ${lookedUp(kind, every(asked))}
    select id from (
      select id from (select id, text from hits limit ${sql.lit(mostSpelled)}) as spelled where ${every(others)}
    ) as few
    order by id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ids of the kind that are called so; with a wrong letter only if few are. */
export async function findNamed(db: Db, kind: Kind, searched: string): Promise<number[]> {
  const [exact, containing] = await Promise.all([findExact(db, kind, searched), findContaining(db, kind, searched)]);
  const found = [...new Set([...exact, ...containing])];
  return isEnough(found) ? found : [...new Set([...found, ...(await findSpelled(db, kind, searched))])];
}
