/** SQL of distribution groups and their members. */
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

export const findGroups = async (db: Db, userId: number): Promise<string[]> =>
  (
    await db
      .selectFrom("distribution_group_member")
      .select("group_name")
      .where("user_id", "=", userId)
      .orderBy("group_name")
      .execute()
  ).map(({ group_name }) => group_name);

/** Sets the user's groups; a new name creates a group. False if a name differs only in case from another group's. */
export const replaceGroups = async (trx: Trx, userId: number, groups: readonly string[]): Promise<boolean> => {
  await trx
    .deleteFrom("distribution_group_member")
    .where("user_id", "=", userId)
    .$if(groups.length > 0, (query) => query.where("group_name", "not in", [...groups]))
    .execute();
  if (groups.length === 0) return true;
  await trx
    .insertInto("distribution_group")
    .values(groups.map((name) => ({ name })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const there = await trx
    .selectFrom("distribution_group")
    .select("name")
    .where("name", "in", [...groups])
    .execute();
  if (there.length < groups.length) return false;
  await trx
    .insertInto("distribution_group_member")
    .values(groups.map((group_name) => ({ group_name, user_id: userId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
};

/** Users, in the order of the ids, and whether each is in the group. */
export const listMembership = async (
  db: Db,
  ids: readonly number[],
  group: string,
): Promise<{ id: number; name: string; isMember: boolean }[]> => {
  const { rows } = await sql<{ id: number; name: string; isMember: boolean }>`
    select app_user.id, app_user.name, exists (
      select from distribution_group_member where group_name = ${group} and user_id = app_user.id
    ) as "isMember"
    from unnest(${[...ids]}::bigint[]) with ordinality as wanted (id, place)
      join app_user on app_user.id = wanted.id
    order by wanted.place`.execute(db);
  return rows;
};

/** False if the user is not in the group any more. */
export const leaveGroup = async (trx: Trx, userId: number, group: string): Promise<boolean> =>
  (await trx
    .deleteFrom("distribution_group_member")
    .where("user_id", "=", userId)
    .where("group_name", "=", group)
    .returning("user_id")
    .executeTakeFirst()) !== undefined;

export const listGroups = async (db: Db) => {
  const { rows } = await sql<{ name: string; members: number }>`
    select name, (select count(*) from distribution_group_member where group_name = distribution_group.name)::int as members
    from distribution_group order by name`.execute(db);
  return rows;
};

export const renameGroup = (trx: Trx, name: string, newName: string) =>
  trx
    .updateTable("distribution_group")
    .set({ name: newName })
    .where("name", "=", name)
    .returning("name")
    .executeTakeFirst();

export const deleteGroup = (trx: Trx, name: string) =>
  trx.deleteFrom("distribution_group").where("name", "=", name).returning("name").executeTakeFirst();

/** Whether there is such a user, who stays until the transaction ends. */
export const lockUser = async (trx: Trx, userId: number): Promise<boolean> =>
  (await trx.selectFrom("app_user").select("id").where("id", "=", userId).forUpdate().executeTakeFirst()) !== undefined;
