/** SQL of staff's lists at any size: a page in the order of its key, and a capped count, found in one way or several. */
import { countCap, searchCountCap } from "@portico/api/counts.ts";
import type { ListedState } from "@portico/api/holder-states.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Db } from "../kernel/transaction.ts";

/**
 * In front of a statement whose best plan depends on what is looked for: it is sent without a name (connect.ts), so PostgreSQL
 * plans it for these very values. A word that a tenth of all have is found by reading in order, one that nobody has by its index.
 */
const forTheseValues = sql`/* planned for its values */ `;

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

/** Ids that fit, in no order, `most` at the most. */
function someIds({ table, ways }: Listed, most: number): RawBuilder<{ id: number }> {
  const found = ways.map((way) => sql`(select id from ${sql.table(table)} where ${way} limit ${most})`);
  return sql<{ id: number }>`select id from (${sql.join(found, sql` union `)}) as found limit ${most}`;
}

export interface Search {
  /** What is asked for, the quickest way first; the next is tried where one finds nothing. Several only where text is searched for. */
  attempts: readonly [Listed, ...Listed[]];
  isText: boolean;
  /** The best plan depends on the values. */
  planned: boolean;
}

/**
 * The rows of one page and how many fit in all, counted to a cap. A text is looked up once: where it finds few, the page is cut
 * from these; where it finds many, the page is read in its order, which meets them soon.
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

/** All of the conditions. */
export const every = (conditions: readonly RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`;

/** Sign by sign, as PostgreSQL's lower() does it: JavaScript ends a Greek word with another sigma, and makes two signs of İ. */
const lower = (text: string): string => Array.from(text, (sign) => Array.from(sign.toLowerCase())[0] ?? sign).join("");

/** Letters with a mark, and without: those of `without_marks` in the database, which made what is searched in. */
const marked =
  "àáâãäåçèéêëìíîïñòóôõöøùúûüýÿāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįıĵķĺļľłńņňōŏőŕŗřśŝşšţťŧũūŭůűųŵŷźżžơưǎǐǒǔǖǘǚǜǟǡǧǩǫǭǰǵǹǻȁȃȅȇȉȋȍȏȑȓȕȗșțȟȧȩȫȭȯȱȳ";
const plain =
  "aaaaaaceeeeiiiinoooooouuuuyyaaaccccddeeeeegggghhiiiiijkllllnnnooorrrsssstttuuuuuuwyzzzouaiouuuuuaagkoojgnaaaeeiioorruusthaeooooy";
const plainOf = new Map(Array.from(marked, (letter, index) => [letter, plain.charAt(index)]));

/** As the database's `without_marks`: "Wójcik" → "wojcik". */
export const withoutMarks = (text: string): string =>
  Array.from(lower(text.normalize("NFC")), (letter) => plainOf.get(letter) ?? letter).join("");

/** Letters that one Latin letter does not tell, and the other Cyrillic ones with `y`: the steps of the database's `search_folded`. */
const syllables = [
  ["щ", "sht"],
  ["ш", "sh"],
  ["ч", "ch"],
  ["ж", "zh"],
  ["ц", "ts"],
  ["ю", "iu"],
  ["я", "ia"],
] as const;
const cyrillic = "абвгдезийклмнопрстуфхъыьэёіїєґўy";
const latin = "abvgdeziiklmnoprstufhaiieeiiegui";
const latinOf = new Map(Array.from(cyrillic, (letter, index) => [letter, latin.charAt(index)]));

/** As the database's `search_folded`: "Петров" → "petrov", "Юлия" and "Yuliya" → "iulia". */
export function searchFolded(text: string): string {
  const spelled = syllables.reduce((folded, [letter, said]) => folded.replaceAll(letter, said), withoutMarks(text));
  return Array.from(spelled, (letter) => latinOf.get(letter) ?? letter)
    .join("")
    .replaceAll("ii", "i")
    .replaceAll("x", "ks");
}

const escaped = (text: string): string => text.replace(/[\\%_]/g, (found) => `\\${found}`);

/** Letters of a word that tell most: its middle, without the beginnings and endings that many share, or the digits at its end. */
function tellingPart(word: string): string {
  const letters = Array.from(word);
  const from = /\d$/.test(word) ? letters.length - 6 : Math.floor((letters.length - 6) / 2);
  return letters.slice(Math.max(0, from), Math.max(0, from) + 6).join("");
}

/**
 * Each word of the text occurs in the folded `search_text` that a trigram index is over: in whatever order, case and script. The index is
 * asked for a part of each word, since every further letter makes it read another list that a tenth of all are on; the whole words are
 * then held against what it found (`|| ''` keeps that from the index).
 * One or two letters alone are looked for where words begin: an index of three letters finds those, and finds them nowhere else.
 */
export function contains(expression: RawBuilder<string>, search: string): RawBuilder<SqlBool> {
  const tokens = searchFolded(search).trim().split(/\s+/).slice(0, 8);
  const words = tokens.flatMap((token) => token.split(/[^\p{L}\p{N}]+/u)).filter((word) => Array.from(word).length > 2);
  const parts = words.slice(0, 4).map(tellingPart);
  // Of one word PostgreSQL knows how many have it.
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

/** The word occurs, anywhere or where a word begins. */
function holds(expression: RawBuilder<string>, token: string, isBeginning = isShort(token)): RawBuilder<SqlBool> {
  const text = escaped(token);
  return isBeginning
    ? sql<SqlBool>`(${expression} like ${`${text}%`} or ${expression} like ${`% ${text}%`})`
    : sql<SqlBool>`${expression} like ${`%${text}%`}`;
}

/** The text is the beginning of what a plain index is over. */
export const begins = (expression: RawBuilder<string>, search: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${expression} like ${`${escaped(lower(search))}%`}`;

/** A form of the holder's waits for its decision. */
export const isSubmitted = (table: Listed["table"]): RawBuilder<boolean> =>
  sql<boolean>`exists (select from form_waiting
    where holder_type = ${sql.lit(table === "company" ? "company" : "user")} and holder_id = ${sql.ref(`${table}.id`)})`;

/** In one of the states that staff tell apart: part of the text, so that each has the plan that suits how many are in it. */
export function isInState(table: Listed["table"], listed: ListedState): RawBuilder<SqlBool> {
  const state = sql.ref(`${table}.state`);
  if (listed === "submittedReKYC") return sql<SqlBool>`${state} = 'pendingReKYC' and ${isSubmitted(table)}`;
  if (listed === "pendingReKYC") return sql<SqlBool>`${state} = 'pendingReKYC' and not ${isSubmitted(table)}`;
  return sql<SqlBool>`${state} = ${sql.lit(listed)}`;
}

/** The portal's own id, typed alone; nothing where the text is no id. */
export const hasId = (table: Listed["table"], search: string): RawBuilder<SqlBool>[] =>
  /^[1-9]\d{0,14}$/.test(search) ? [sql<SqlBool>`${sql.ref(`${table}.id`)} = ${search}::bigint`] : [];

/** The text occurs in the holder's client number; one or two signs of it at the beginning. */
export const hasNumber = (table: Listed["table"], search: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`${table}.id`)} in (select holder_id from holder_account
    where holder_type = ${sql.lit(table === "company" ? "company" : "user")}
      and ${
        search.length > 2
          ? sql`lower(client_number) like ${`%${escaped(lower(search))}%`}`
          : begins(sql<string>`lower(client_number)`, search)
      })`;
