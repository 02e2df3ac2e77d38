/** SQL of recovery codes. */
import { sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

/** The user's unused codes. */
export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from recovery_code where user_id = ${userId} and used_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

export const deleteRecoveryCodes = (trx: Trx, userId: number) =>
  trx.deleteFrom("recovery_code").where("user_id", "=", userId).execute();

export const insertRecoveryCodes = (trx: Trx, userId: number, hashes: readonly Buffer[]) =>
  trx
    .insertInto("recovery_code")
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();

/** Uses the code; false if it is not the user's, or already used. */
export const useRecoveryCode = async (trx: Trx, userId: number, codeHash: Buffer): Promise<boolean> =>
  (await trx
    .updateTable("recovery_code")
    .set({ used_at: sql`now()` })
    .where("user_id", "=", userId)
    .where("code_hash", "=", codeHash)
    .where("used_at", "is", null)
    .returning("user_id")
    .executeTakeFirst()) !== undefined;
