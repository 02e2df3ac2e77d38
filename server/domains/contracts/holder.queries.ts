/** SQL of what contracts need to know about holders and signers. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

/** A person's e-mail, and the values of data fields by label. */
export const findUserFacts = async (
  db: Db,
  userId: number,
): Promise<{ email: string; client_data: Record<string, unknown> }> => {
  const { email, client_data } = await db
    .selectFrom("app_user")
    .select(["email", "client_data"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return { email, client_data: client_data as Record<string, unknown> };
};

/** Locks the holder's row, so that nobody starts or stops acting for a company while its signatures are counted. */
export async function lockHolder(trx: Trx, { holderType, holderId }: Holder): Promise<void> {
  await sql`select 1 from ${sql.table(holderType === "user" ? "app_user" : "company")}
    where id = ${holderId} for share`.execute(trx);
}

/** Members of a distribution group, in order of their id. */
export const listGroupMembers = async (db: Db, group: string, limit: number): Promise<number[]> =>
  (
    await db
      .selectFrom("distribution_group_member")
      .select("user_id")
      .where("group_name", "=", group)
      .orderBy("user_id")
      .limit(limit)
      .execute()
  ).map(({ user_id }) => user_id);
