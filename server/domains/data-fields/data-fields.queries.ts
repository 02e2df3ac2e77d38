/** SQL of data fields. */
import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

/** Those in use, those that were archived, or all. */
export const listFields = (db: Db, which: "inUse" | "archived" | "all") => {
  const query = db.selectFrom("data_field").select(["id", "label"]).orderBy("label");
  if (which === "all") return query.execute();
  return query.where("archived_at", which === "archived" ? "is not" : "is", null).execute();
};

/** The labels in use, locked until the transaction ends: no field is archived while a value is written under it. */
export const lockLabels = async (trx: Trx): Promise<string[]> =>
  (await trx.selectFrom("data_field").select(["label", "archived_at"]).forShare().execute()).flatMap(
    ({ label, archived_at }) => (archived_at === null ? [label] : []),
  );

export const insertField = (trx: Trx, label: string) =>
  trx.insertInto("data_field").values({ label }).returning(["id", "label"]).executeTakeFirstOrThrow();

/** Archives a field in use; undefined if there is none. */
export const archiveField = (trx: Trx, id: number) =>
  trx
    .updateTable("data_field")
    .set({ archived_at: sql`now()` })
    .where("id", "=", id)
    .where("archived_at", "is", null)
    .returning("label")
    .executeTakeFirst();

/** Brings an archived field back; undefined if there is none. */
export const restoreField = (trx: Trx, id: number) =>
  trx
    .updateTable("data_field")
    .set({ archived_at: null })
    .where("id", "=", id)
    .where("archived_at", "is not", null)
    .returning(["id", "label"])
    .executeTakeFirst();

/** How many clients have a value under the field; undefined without the field. */
export const countValues = async (db: Db, id: number): Promise<number | undefined> => {
  const { rows } = await sql<{ clients: number }>`
    select (select count(*)::int from app_user where client_data ? data_field.label) as clients
    from data_field where id = ${id}`.execute(db);
  return rows[0]?.clients;
};

/** Archived labels, as an array for the jsonb operator `-`. */
const archivedLabels = sql`coalesce((select array_agg(label) from data_field where archived_at is not null), '{}')`;

/** A person's data without what lies under archived fields. */
export const shownData = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${column} - ${archivedLabels})`;

/** Of a person's data what lies under archived fields. */
export const hiddenData = (column: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(${column}) where key = any(${archivedLabels}))`;
