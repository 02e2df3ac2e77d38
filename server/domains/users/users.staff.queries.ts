/** SQL of what staff set for a user: role, colleague, data fields, distribution groups. Each returns the previous value. */
import type { Role } from "@portico/api/permissions.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

/** Sets the role if it is still the one seen; returns the previous role, or undefined. */
export const updateRole = async (trx: Trx, userId: number, { before, after }: { before: Role; after: Role }) =>
  (await trx
    .updateTable("app_user")
    .set({ role: after })
    .where("id", "=", userId)
    .where("role", "=", before)
    .returning("id")
    .executeTakeFirst()) !== undefined;

/** Whether the user has, or ever had, a staff role. */
export const wasEverStaff = async (db: Db, userId: number): Promise<boolean> =>
  (await db.selectFrom("app_user").select("ever_staff").where("id", "=", userId).executeTakeFirst())?.ever_staff ===
  true;

/** Locks the admins, so that two of them cannot remove each other's role at once; returns their ids. */
export const lockAdmins = async (trx: Trx): Promise<number[]> =>
  (
    await trx
      .selectFrom("app_user")
      .select("id")
      .where("role", "=", "admin")
      .where("state", "<>", "disabled")
      .orderBy("id")
      .forUpdate()
      .execute()
  ).map(({ id }) => id);

export const updateAssigned = async (trx: Trx, userId: number, staffId: number | null) => {
  const { rows } = await sql<{ before: number | null }>`
    with known as (select id, assigned_to from app_user where id = ${userId} for update)
    update app_user set assigned_to = ${staffId} from known where app_user.id = known.id
    returning known.assigned_to as before`.execute(trx);
  return rows[0];
};

/** Whether the user is staff, locked until the transaction ends. */
export const isStaffMember = async (trx: Trx, userId: number): Promise<boolean> =>
  (await trx
    .selectFrom("app_user")
    .select("id")
    .where("id", "=", userId)
    .where("role", "<>", "client")
    .where("state", "<>", "disabled")
    .forShare()
    .executeTakeFirst()) !== undefined;

/** Removes a colleague from all their clients; returns how many. */
export const releaseUsers = async (trx: Trx, staffId: number): Promise<number> => {
  const { numUpdatedRows } = await trx
    .updateTable("app_user")
    .set({ assigned_to: null })
    .where("assigned_to", "=", staffId)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
};

export const updateClientData = async (trx: Trx, userId: number, data: Record<string, unknown>) => {
  const { rows } = await sql<{ before: Record<string, unknown> }>`
    with known as (select id, client_data from app_user where id = ${userId} for update)
    update app_user set client_data = ${JSON.stringify(data)}::jsonb from known where app_user.id = known.id
    returning known.client_data as before`.execute(trx);
  return rows[0]?.before;
};

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

export const lockUser = (trx: Trx, userId: number) =>
  trx
    .selectFrom("app_user")
    .select(["id", "role", "state", "name"])
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();

/** Stores the company, if it still exists, or none; true if stored. Waits for a company that is being discarded. */
export const updateLastCompany = async (trx: Trx, userId: number, companyId: number | null): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    with chosen as materialized (
      ${companyId === null ? sql`select null::bigint as id` : sql`select id from company where id = ${companyId} for key share`}
    )
    update app_user set last_company = chosen.id from chosen where app_user.id = ${userId}`.execute(trx);
  return numAffectedRows === 1n;
};

/** Staff with the number of clients of each, counted from the index of assigned clients. */
export const listColleagues = async (db: Db) => {
  const { rows } = await sql<{ id: number; name: string; role: string; users: number; companies: number }>`
    select staff.id, staff.name, staff.role,
      (select count(*) from app_user where assigned_to = staff.id)::int as users,
      (select count(*) from company where assigned_to = staff.id)::int as companies
    from app_user staff where staff.role <> 'client' and staff.state <> 'disabled'
    order by staff.name, staff.id limit 500`.execute(db);
  return rows;
};
