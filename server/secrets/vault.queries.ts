/** SQL of data keys. A key is never deleted: data encrypted with it needs it. */
import { sql } from "kysely";
import { type Db, inTransaction } from "../kernel/transaction.ts";

export const findDataKey = (db: Db, id: number) =>
  db.selectFrom("data_key").select(["id", "purpose", "wrapped"]).where("id", "=", id).executeTakeFirst();

export const findNewestDataKey = (db: Db, purpose: string) =>
  db
    .selectFrom("data_key")
    .select(["id", "wrapped"])
    .where("purpose", "=", purpose)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

/** Stores the key, or returns the one that another process stored first. */
export const insertDataKey = (db: Db, purpose: string, wrapped: string) =>
  inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('data_key'))`.execute(trx);
    return (
      (await findNewestDataKey(trx, purpose)) ??
      (await trx
        .insertInto("data_key")
        .values({ purpose, wrapped })
        .returning(["id", "wrapped"])
        .executeTakeFirstOrThrow())
    );
  });
