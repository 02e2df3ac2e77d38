/** SQL of canned answers. */
import type { CannedUse } from "@portico/api/rules/canned-answers.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

export interface Content {
  title: string;
  texts: { bg: string | null; en: string | null; pl: string | null };
  use: CannedUse;
  /** Names of fields. */
  fields: string[];
}

const columnsOf = ({ title, texts, use, fields }: Content) => ({
  title,
  text_bg: texts.bg,
  text_en: texts.en,
  text_pl: texts.pl,
  use,
  fields,
});

export const listCanned = (db: Db) =>
  db
    .selectFrom("canned_answer")
    .select(["id", "title", "text_bg", "text_en", "text_pl", "use", "fields", "version"])
    .orderBy(sql`lower(title)`)
    .execute();

/** Locks the row until the transaction ends. */
export const lockCanned = (trx: Trx, id: number) =>
  trx
    .selectFrom("canned_answer")
    .select(["title", "text_bg", "text_en", "text_pl", "use", "fields", "version"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();

/** The new row's id; undefined if there are `limit` already. */
export async function insertCanned(trx: Trx, content: Content, limit: number): Promise<number | undefined> {
  // One at a time, so that the count holds.
  await sql`lock table canned_answer in share row exclusive mode`.execute(trx);
  const { count } = await trx
    .selectFrom("canned_answer")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count >= limit) return undefined;
  return (await trx.insertInto("canned_answer").values(columnsOf(content)).returning("id").executeTakeFirstOrThrow())
    .id;
}

export const updateCanned = (trx: Trx, id: number, content: Content) =>
  trx
    .updateTable("canned_answer")
    .set({ ...columnsOf(content), version: sql`version + 1` })
    .where("id", "=", id)
    .execute();

export const deleteCanned = (trx: Trx, id: number) =>
  trx.deleteFrom("canned_answer").where("id", "=", id).returning("title").executeTakeFirst();
