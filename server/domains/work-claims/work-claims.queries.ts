/** SQL of who works on what. */
import type { ClaimedKind } from "@portico/api/work-claims/kinds.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

/** Far more than staff work on at once. */
const listLimit = 5000;

export const listClaims = (db: Db, kind: ClaimedKind) =>
  db
    .selectFrom("work_claim")
    .innerJoin("app_user", "app_user.id", "work_claim.user_id")
    .select(["work_claim.item_id", "work_claim.user_id", "app_user.name", "work_claim.claimed_at"])
    .where("work_claim.kind", "=", kind)
    .orderBy("work_claim.item_id")
    .limit(listLimit)
    .execute();

export const findClaims = (db: Db, kind: ClaimedKind, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom("work_claim")
        .innerJoin("app_user", "app_user.id", "work_claim.user_id")
        .select(["work_claim.item_id", "work_claim.user_id", "app_user.name"])
        .where("work_claim.kind", "=", kind)
        .where("work_claim.item_id", "in", [...ids])
        .execute();

interface Claim {
  kind: ClaimedKind;
  itemId: number;
  userId: number;
}

/** False if somebody works on it already. `at`: since when, if not since this transaction began. */
export const insertClaim = async (trx: Trx, { kind, itemId, userId, at }: Claim & { at?: Date }): Promise<boolean> =>
  (await trx
    .insertInto("work_claim")
    .values({ kind, item_id: itemId, user_id: userId, ...(at && { claimed_at: at }) })
    .onConflict((conflict) => conflict.columns(["kind", "item_id"]).doNothing())
    .returning("item_id")
    .executeTakeFirst()) !== undefined;

/** False if that person does not work on it. */
export const deleteClaim = async (trx: Trx, { kind, itemId, userId }: Claim): Promise<boolean> =>
  (await trx
    .deleteFrom("work_claim")
    .where("kind", "=", kind)
    .where("item_id", "=", itemId)
    .where("user_id", "=", userId)
    .returning("item_id")
    .executeTakeFirst()) !== undefined;

/** Whoever works on it, works on it no longer. */
export const endClaim = (trx: Trx, kind: ClaimedKind, itemId: number) =>
  trx.deleteFrom("work_claim").where("kind", "=", kind).where("item_id", "=", itemId).execute();

/** Of people who are no longer staff; answers the kinds. */
export const deleteOfFormerStaff = async (trx: Trx, userIds: readonly number[]): Promise<ClaimedKind[]> => {
  const { rows } = await sql<{ kind: ClaimedKind }>`
    delete from work_claim using app_user
    where app_user.id = work_claim.user_id and work_claim.user_id = any(${[...userIds]}::bigint[])
      and (app_user.role = 'client' or app_user.state = 'disabled')
    returning work_claim.kind`.execute(trx);
  return [...new Set(rows.map(({ kind }) => kind))];
};
