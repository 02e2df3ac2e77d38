/** SQL of representations. An ended representation keeps its row, with its last valid day. */
import type { HolderState } from "@portico/api/holder-states.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

/** Companies that the user represents today, or users who represent the company. */
export const findRepresentations = (db: Db, of: { userId: number } | { companyId: number }) =>
  db
    .selectFrom("current_representation")
    .select(["user_id", "company_id", "capacity"])
    .$narrowType<{ user_id: number; company_id: number; capacity: string }>()
    .where("userId" in of ? "user_id" : "company_id", "=", "userId" in of ? of.userId : of.companyId)
    .orderBy("company_id")
    .orderBy("user_id")
    .execute();

/** As `findRepresentations`, with those whose right is suspended. */
export const findStanding = (db: Db, of: { userId: number } | { companyId: number }) =>
  db
    .selectFrom("standing_representation")
    .select(["user_id", "company_id", "suspended"])
    .$narrowType<{ user_id: number; company_id: number; suspended: boolean }>()
    .where("userId" in of ? "user_id" : "company_id", "=", "userId" in of ? of.userId : of.companyId)
    .orderBy("company_id")
    .orderBy("user_id")
    .execute();

export const findStates = async (db: Db, userIds: readonly number[]): Promise<{ id: number; state: HolderState }[]> =>
  userIds.length === 0
    ? []
    : db
        .selectFrom("app_user")
        .select(["id", "state"])
        .$narrowType<{ state: HolderState }>()
        .where("id", "in", [...userIds])
        .execute();

/** Makes the user a representative from today; one that ended today becomes valid again. */
export const insertRepresentation = (
  trx: Trx,
  { userId, companyId, capacity }: { userId: number; companyId: number; capacity: string },
) =>
  trx
    .insertInto("representation")
    .values({ user_id: userId, company_id: companyId, capacity })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "company_id", "valid_from"]).doUpdateSet({ valid_to: null, capacity }),
    )
    .execute();

/** Ends the current representation with immediate effect. */
export const endRepresentation = (trx: Trx, { userId, companyId }: { userId: number; companyId: number }) =>
  trx
    .updateTable("representation")
    .set({ valid_to: sql`firm_today() - 1` })
    .where("user_id", "=", userId)
    .where("company_id", "=", companyId)
    .where(sql<boolean>`valid_from <= firm_today() and (valid_to is null or valid_to >= firm_today())`)
    .execute();

/**
 * Locks the rows joined by a representation, in a fixed order, so that two edits follow one another; returns the
 * existing ones.
 */
export const lockHolders = async (
  trx: Trx,
  table: "app_user" | "company",
  ids: readonly number[],
): Promise<Set<number>> => {
  if (ids.length === 0) return new Set();
  const rows = await trx
    .selectFrom(table)
    .select("id")
    .where("id", "in", [...ids])
    .orderBy("id")
    .forUpdate()
    .execute();
  return new Set(rows.map(({ id }) => id));
};
