/**
 * Lists whose rows the database tells as one text, or tells only that they are those of last time. The answer that was made of it is kept
 * as text too, so that a list that has not changed is neither read, presented, checked nor compressed again.
 */
import { hash, randomBytes } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { RawJson } from "./raw-json.ts";
import { Stamped } from "./stamped.ts";
import type { Db } from "./transaction.ts";

/** JSON text of `ToldRows`; null if its hash is the one that the caller knows. */
export interface Told {
  text: string | null;
  hash: string;
}

export interface ToldRows<Besides = null> {
  /** For `rowsOf`. */
  rows: unknown;
  besides: Besides;
}

/** Known to nobody, so that nobody can make two rows of one hash. */
const seed = String(randomBytes(8).readBigInt64LE());

/**
 * Tells the rows of a select, in their order, and one JSON value besides, unless they have the hash `known`. The rows are hashed as they
 * are: writing them as JSON takes as long as reading them. So none of their columns is of the type `json`, which has no hash.
 */
export async function tell(
  db: Db,
  select: RawBuilder<unknown>,
  known: string,
  besides: RawBuilder<unknown> = sql`null::json`,
): Promise<Told> {
  const { rows } = await sql<Told>`
    with one as materialized (${select}), other as materialized (select ${besides} as besides)
    select case when hash = ${known} then null
      else json_build_object('rows', (select coalesce(json_agg(one), '[]') from one), 'besides', besides)::text end as text, hash
    from other, lateral (
      select md5(concat((select string_agg(hash_record_extended(one, ${seed})::text, ' ') from one), ' ', besides)) as hash
      offset 0
    ) told`.execute(db);
  return rows[0] ?? { text: null, hash: "" };
}

/** Rows that were told as JSON; the named columns are moments. */
export function rowsOf<Row extends object>(told: unknown, moments: readonly (keyof Row & string)[]): Row[] {
  const rows = told as Record<string, unknown>[];
  for (const row of rows)
    for (const name of moments) if (typeof row[name] === "string") row[name] = new Date(row[name]);
  return rows as Row[];
}

interface Kept {
  hash: string;
  stamp: string;
  answer: RawJson<unknown>;
  /** Whether the answer would be the same at another moment. */
  holdsAt: (moment: never) => boolean;
}
const kept = new LRUCache<string, Kept>({
  max: 1000,
  // Characters.
  maxSize: 6 * 1024 * 1024,
  sizeCalculation: ({ answer }, key) => answer.text.length + key.length,
});

interface Making<Answer, Moment, Besides> {
  /** All that the answer is made of besides the rows and the moment: who reads, what they ask for, what the call began with. */
  of: unknown;
  moment: Moment;
  schema: z.ZodType<Answer>;
  tell: (known: string) => Promise<Told>;
  make: (told: ToldRows<Besides>) => { answer: Answer; holdsAt: (moment: Moment) => boolean };
}

/** The answer, made anew unless all that it is made of is as it was. Its stamp is the hash of its own text. */
export async function answerFrom<Answer, Moment, Besides = null>({
  of,
  moment,
  schema,
  tell,
  make,
}: Making<Answer, Moment, Besides>): Promise<Stamped<RawJson<Answer>>> {
  const key = JSON.stringify(of);
  const before = kept.get(key);
  const isUsable = before?.holdsAt(moment as never) === true;
  const { text, hash: told } = await tell(isUsable ? before.hash : "");
  if (text === null && before) return new Stamped(before.stamp, async () => before.answer as RawJson<Answer>);
  const { answer, holdsAt } = make(JSON.parse(text ?? '{"rows":[]}') as ToldRows<Besides>);
  const written = JSON.stringify(z.encode(schema, answer));
  const made = {
    hash: told,
    stamp: hash("sha256", written),
    // Frozen, so that it is compressed once too.
    answer: Object.freeze(new RawJson<Answer>(written)),
    holdsAt,
  };
  kept.set(key, made);
  return new Stamped(made.stamp, async () => made.answer);
}
