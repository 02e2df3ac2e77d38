/** SQL of data keys. A key is never deleted: data encrypted with it needs it. */
import { sql } from "kysely";
import { type Db, inTransaction, type Trx } from "../kernel/transaction.ts";

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

export const listDataKeys = (db: Db) => db.selectFrom("data_key").select(["id", "purpose", "wrapped"]).execute();

/** Runs while no other process stores a data key. */
export const withDataKeysLocked = <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> =>
  inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('data_key'))`.execute(trx);
    return work(trx);
  });

/** Stores the key, or returns the one that another process stored first. Call it in `withDataKeysLocked`. */
export const insertDataKey = async (trx: Trx, purpose: string, wrapped: string) =>
  (await findNewestDataKey(trx, purpose)) ??
  (await trx
    .insertInto("data_key")
    .values({ purpose, wrapped })
    .returning(["id", "wrapped"])
    .executeTakeFirstOrThrow());
