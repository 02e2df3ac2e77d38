/** SQL of the browsers that users signed in with. */
import { sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

export const findKnownBrowser = async (db: Db, userId: number, tokenHash: Buffer): Promise<boolean> =>
  (await db
    .selectFrom("known_browser")
    .select("user_id")
    .where("user_id", "=", userId)
    .where("token_hash", "=", tokenHash)
    .where("last_used_at", ">", sql<Date>`now() - interval '1 year'`)
    .executeTakeFirst()) !== undefined;

export const upsertKnownBrowser = (trx: Trx, userId: number, tokenHash: Buffer) =>
  trx
    .insertInto("known_browser")
    .values({ user_id: userId, token_hash: tokenHash })
    .onConflict((conflict) => conflict.columns(["user_id", "token_hash"]).doUpdateSet({ last_used_at: sql`now()` }))
    .execute();

export const forgetKnownBrowsers = (trx: Trx, userId: number) =>
  trx.deleteFrom("known_browser").where("user_id", "=", userId).execute();
