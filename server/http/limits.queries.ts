/** SQL of the rate limit counters. */
import { sql } from "kysely";
import type { Db } from "../kernel/transaction.ts";

/** Deletes expired counters; returns their number. */
export async function deleteExpiredLimits(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from rate_limit where expire is not null and expire < extract(epoch from now()) * 1000`.execute(db);
  return Number(numAffectedRows ?? 0);
}
