/** SQL of former values of settings. */
import { type SqlBool, sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

export const insertFormer = (trx: Trx, name: string, data: unknown) =>
  trx
    .insertInto("setting_former")
    .values({ name, data: JSON.stringify(data) })
    .execute();

/** Those replaced in the last 24 hours. */
export const listFormer = (db: Db, name: string) =>
  db
    .selectFrom("setting_former")
    .select("data")
    .where("name", "=", name)
    .where(sql<SqlBool>`ended_at > now() - interval '24 hours'`)
    .execute();
