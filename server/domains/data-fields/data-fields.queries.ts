/** SQL of data fields. */
import type { Db, Trx } from "../../database/transaction.ts";

export const listFields = (db: Db) => db.selectFrom("data_field").select(["id", "label"]).orderBy("label").execute();

export const insertField = (trx: Trx, label: string) =>
  trx.insertInto("data_field").values({ label }).returning(["id", "label"]).executeTakeFirstOrThrow();

export const deleteField = (trx: Trx, id: number) =>
  trx.deleteFrom("data_field").where("id", "=", id).returning("label").executeTakeFirst();
