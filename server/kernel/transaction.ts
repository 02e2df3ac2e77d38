/** The way in which services change several things at once. */
import { setTimeout as pause } from "node:timers/promises";
import type { IsolationLevel, Kysely, Transaction } from "kysely";
import type { DB } from "../database/schema.generated.ts";
import { isConflict } from "./database-errors.ts";

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;

const maxTries = 4;

/**
 * Runs `work` in one transaction, again when PostgreSQL ended it for standing in another's way (deadlock,
 * serialization). So `work` does nothing but database calls; mails and events follow after it returns.
 * Inside a transaction that runs already, it is part of that one.
 */
export async function inTransaction<T>(
  db: Db,
  work: (trx: Trx) => Promise<T>,
  isolation: IsolationLevel = "read committed",
): Promise<T> {
  if (db.isTransaction) return await work(db as Trx);
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().setIsolationLevel(isolation).execute(work);
    } catch (error) {
      if (!isConflict(error) || tries >= maxTries) throw error;
      await pause(Math.random() * 20 * 2 ** tries);
    }
  }
}
