/** SQL of the members of staff who look after clients. */
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

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
