/** How services make several changes at once. */
import { setTimeout as pause } from "node:timers/promises";
import type { IsolationLevel, Kysely, Transaction } from "kysely";
import type { DB } from "../database/schema.generated.ts";
import { isAnswerLost, isConflict, OutcomeUnknown } from "./database-errors.ts";

export type Db = Kysely<DB>;
export type Trx = Transaction<DB>;

const maxTries = 4;

/**
 * Runs `work` in one transaction, and again if PostgreSQL ended it because of a conflict (deadlock, serialization). So
 * `work` may only call the database; mails and events follow after it returns. Inside a running transaction, it becomes
 * part of that one. Throws `OutcomeUnknown` if the server's answer to the commit was lost; after any other error nothing is
 * stored.
 */
export async function inTransaction<T>(
  db: Db,
  work: (trx: Trx) => Promise<T>,
  isolation: IsolationLevel = "read committed",
): Promise<T> {
  if (db.isTransaction) return await work(db as Trx);
  for (let tries = 1; ; tries += 1) {
    let commits = false;
    try {
      return await db
        .transaction()
        .setIsolationLevel(isolation)
        .execute(async (trx) => {
          const done = await work(trx);
          commits = true;
          return done;
        });
    } catch (error) {
      if (commits && isAnswerLost(error)) throw new OutcomeUnknown(error);
      if (!isConflict(error) || tries >= maxTries) throw error;
      await pause(Math.random() * 20 * 2 ** tries);
    }
  }
}
