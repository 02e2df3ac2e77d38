/** SQL of data fields. */
import { type SqlBool, sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

export const listFields = (db: Db) => db.selectFrom("data_field").select(["id", "label"]).orderBy("label").execute();

/** The labels, locked until the transaction ends: no field is removed while a value is written under it. */
export const lockLabels = async (trx: Trx): Promise<string[]> =>
  (await trx.selectFrom("data_field").select("label").forShare().execute()).map(({ label }) => label);

export const insertField = (trx: Trx, label: string) =>
  trx.insertInto("data_field").values({ label }).returning(["id", "label"]).executeTakeFirstOrThrow();

export const deleteField = (trx: Trx, id: number) =>
  trx.deleteFrom("data_field").where("id", "=", id).returning("label").executeTakeFirst();

/** Deletes clients' values under the label; returns how many clients had one. */
export const forgetValues = async (trx: Trx, label: string): Promise<number> => {
  const { numUpdatedRows } = await trx
    .updateTable("app_user")
    .set({ client_data: sql`client_data - ${label}::text` })
    .where(sql<SqlBool>`client_data ? ${label}`)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
};
