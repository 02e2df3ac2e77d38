/**
 * Lists whose rows the database tells as one text, or tells that it is the text of last time. The answer that was made of it is kept
 * as text too, so that a list that has not changed is neither read, presented, checked nor compressed again.
 */
import { hash, randomBytes } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { RawJson } from "./raw-json.ts";
import { Stamped } from "./stamped.ts";
import type { Db } from "./transaction.ts";

/** A JSON value as text; null if its hash is the one that the caller knows. */
export interface Told {
  text: string | null;
  hash: string;
}

/** Known to nobody, so that nobody can make two texts of one hash. */
const salt = randomBytes(16).toString("hex");

/** The rows of a select in their order, as one JSON value. */
export const rowsAsJson = (select: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(json_agg(one), '[]') from (${select}) one)`;

/** Tells a JSON value as text, unless it has the hash `known`. */
export async function tell(db: Db, value: RawBuilder<unknown>, known: string): Promise<Told> {
  const { rows } = await sql<Told>`
    select case when hash = ${known} then null else text end as text, hash from (
      select text, md5(${salt} || text) as hash from (select ${value}::text as text offset 0) written offset 0
    ) told`.execute(db);
  return rows[0] ?? { text: "null", hash: "" };
}

/** Rows that were told as JSON; the named columns are moments. */
export function rowsOf<Row extends object>(told: unknown, moments: readonly (keyof Row & string)[]): Row[] {
  const rows = told as Record<string, unknown>[];
  for (const row of rows) for (const name of moments) if (typeof row[name] === "string") row[name] = new Date(row[name]);
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

interface Making<Answer, Moment> {
  /** All that the answer is made of besides the rows and the moment: who reads, what they ask for, what the call began with. */
  of: unknown;
  moment: Moment;
  schema: z.ZodType<Answer>;
  tell: (known: string) => Promise<Told>;
  make: (told: unknown) => { answer: Answer; holdsAt: (moment: Moment) => boolean };
}

/** The answer, made anew unless all that it is made of is as it was. Its stamp is the hash of its own text. */
export async function answerFrom<Answer, Moment>({
  of,
  moment,
  schema,
  tell,
  make,
}: Making<Answer, Moment>): Promise<Stamped<RawJson<Answer>>> {
  const key = JSON.stringify(of);
  const before = kept.get(key);
  const isUsable = before?.holdsAt(moment as never) === true;
  const { text, hash: told } = await tell(isUsable ? before.hash : "");
  if (text === null && before) return new Stamped(before.stamp, async () => before.answer as RawJson<Answer>);
  const { answer, holdsAt } = make(JSON.parse(text ?? "null"));
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
