/** SQL of data fields. */
import type { DataField } from "@portico/api/data-fields.ts";
import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

const columns = ["id", "label", "type", "names", "choices", "version"] as const;
interface FieldRow {
  id: number;
  label: string;
  type: string;
  names: unknown;
  choices: unknown;
  version: number;
}

/** A field without names of its own has its label in each language. */
const toField = ({ names, ...row }: FieldRow): DataField =>
  ({ ...row, names: names ?? { bg: row.label, en: row.label, pl: row.label } }) as DataField;

/** Those in use, those that were archived, or all. */
export const listFields = async (db: Db, which: "inUse" | "archived" | "all"): Promise<DataField[]> => {
  let query = db.selectFrom("data_field").select(columns).orderBy("label");
  if (which !== "all") query = query.where("archived_at", which === "archived" ? "is not" : "is", null);
  return (await query.execute()).map(toField);
};

/** The fields in use, locked until the transaction ends: none is archived or changed while a value is written under it. */
export const lockFields = async (trx: Trx): Promise<DataField[]> =>
  (
    await trx
      .selectFrom("data_field")
      .select([...columns, "archived_at"])
      .forShare()
      .execute()
  ).flatMap(({ archived_at, ...row }) => (archived_at === null ? [toField(row)] : []));

/** A field in use, for a change: nobody writes a value under it meanwhile. */
export const lockField = async (trx: Trx, id: number): Promise<DataField | undefined> => {
  const row = await trx
    .selectFrom("data_field")
    .select(columns)
    .where("id", "=", id)
    .where("archived_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  return row && toField(row);
};

type FieldContent = Pick<DataField, "type" | "choices"> & { names: DataField["names"] | undefined };

export const insertField = async (
  trx: Trx,
  { label, type, names, choices }: FieldContent & { label: string },
): Promise<DataField> =>
  toField(
    await trx
      .insertInto("data_field")
      .values({
        label,
        type,
        names: names === undefined ? null : JSON.stringify(names),
        choices: JSON.stringify(choices),
      })
      .returning(columns)
      .executeTakeFirstOrThrow(),
  );

export const updateField = async (trx: Trx, id: number, { type, names, choices }: FieldContent): Promise<DataField> =>
  toField(
    await trx
      .updateTable("data_field")
      .set({
        type,
        names: JSON.stringify(names),
        choices: JSON.stringify(choices),
        version: sql`version + 1`,
      })
      .where("id", "=", id)
      .returning(columns)
      .executeTakeFirstOrThrow(),
  );

/** The different values that clients have under a label, each with how many have it. */
export const listValues = async (db: Db, label: string): Promise<{ value: unknown; clients: number }[]> => {
  const { rows } = await sql<{ value: unknown; clients: number }>`
    select client_data -> ${label}::text as value, count(*)::int as clients
    from app_user where client_data ? ${label}::text group by 1`.execute(db);
  return rows;
};

/** Replaces each of the values by another. */
export const replaceValues = async (
  trx: Trx,
  label: string,
  changes: readonly { from: unknown; to: unknown }[],
): Promise<void> => {
  if (changes.length === 0) return;
  await sql`
    update app_user set client_data = jsonb_set(client_data, array[${label}::text], change."to")
    from unnest(${changes.map(({ from }) => JSON.stringify(from))}::jsonb[],
      ${changes.map(({ to }) => JSON.stringify(to))}::jsonb[]) change ("from", "to")
    where app_user.client_data -> ${label}::text = change."from"`.execute(trx);
};

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
    .returning(columns)
    .executeTakeFirst()
    .then((row) => row && toField(row));

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
