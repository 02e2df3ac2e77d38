/** SQL of notifications. A dismissed one keeps its row, as a record of what a client was told. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

/** A list is never longer than people read. */
const listLimit = 200;

const columns = [
  "notification.id",
  "notification.type",
  "notification.text",
  "notification.params",
  "notification.target_id",
  "notification.holder_type",
  "notification.holder_id",
  "notification.created_at",
  "notification.seen_by",
  "notification.created_by",
  "notification.ended_at",
] as const;

export const selectHolderNotifications = (db: Db, { holderType, holderId }: Holder) =>
  db
    .selectFrom("notification")
    .select(columns)
    .where("holder_type", "=", holderType)
    .where("holder_id", "=", holderId)
    .where("deleted_at", "is", null)
    .orderBy("id", "desc")
    .limit(listLimit)
    .execute();

/** `is_before`: from before the reader acted for the company; on their first day, from before that was recorded. */
export const selectCompanyNotifications = (db: Db, userId: number, companyIds: readonly number[]) =>
  db
    .selectFrom("notification")
    .select(columns)
    .select(
      sql<boolean>`coalesce(notification.created_at < (
        select min(greatest(valid_from::timestamptz, least(written_at, valid_from::timestamptz + interval '1 day')))
        from representation
        where representation.user_id = ${userId} and representation.company_id = notification.holder_id
          and (valid_to is null or valid_to >= current_date)), false)`.as("is_before"),
    )
    .where("holder_type", "=", "company")
    .where("holder_id", "in", [...companyIds])
    .where("deleted_at", "is", null)
    .orderBy("id", "desc")
    .limit(listLimit)
    .execute();

interface NewNotification {
  type: string;
  text: string | null;
  params: Record<string, string | number>;
  targetId: number | null;
  createdBy: number | null;
}

export const insertNotification = (trx: Trx, { holderType, holderId }: Holder, row: NewNotification) =>
  trx
    .insertInto("notification")
    .values({
      holder_type: holderType,
      holder_id: holderId,
      type: row.type,
      text: row.text,
      params: JSON.stringify(row.params),
      target_id: row.targetId,
      created_by: row.createdBy,
    })
    .returning(columns)
    .executeTakeFirstOrThrow();

/** One for each member of the group, in one statement. */
export const insertForGroup = async (trx: Trx, group: string, row: NewNotification) => {
  const { rows } = await sql<{ id: number; holder_id: number }>`
    insert into notification (holder_type, holder_id, type, text, params, created_by)
    select 'user', user_id, ${row.type}, ${row.text}, ${JSON.stringify(row.params)}::jsonb, ${row.createdBy}::bigint
    from distribution_group_member where group_name = ${group} order by user_id
    returning id, holder_id`.execute(trx);
  return rows;
};

/**
 * One for each of `to`; else for the client's assigned colleague, or without one for each person who decides about
 * clients. None for `createdBy`.
 */
export const insertForStaff = async (
  trx: Trx,
  { holderType, holderId }: Holder,
  {
    type,
    params,
    createdBy,
    to,
  }: Pick<NewNotification, "type" | "params" | "createdBy"> & { to?: readonly number[] | undefined },
) => {
  const client = sql.table(holderType === "user" ? "app_user" : "company");
  const { rows } = await sql<{ id: number; holder_id: number }>`
    with client as (select assigned_to from ${client} where id = ${holderId})
    insert into notification (holder_type, holder_id, type, params, target_type, target_id, created_by)
    select 'user', staff.id, ${type}, ${JSON.stringify(params)}::jsonb, ${holderType}, ${holderId}::bigint, ${createdBy}::bigint
    from app_user as staff, client
    where ${
      to
        ? sql`staff.id = any(${[...to]}::bigint[])`
        : sql`(staff.id = client.assigned_to or (client.assigned_to is null and staff.role in ('office', 'admin')))`
    }
      and staff.role <> 'client' and staff.state <> 'disabled' and staff.id <> ${createdBy}
    order by staff.id
    returning id, holder_id`.execute(trx);
  return rows;
};

export const isGroup = async (db: Db, name: string): Promise<boolean> =>
  (await db.selectFrom("distribution_group").select("name").where("name", "=", name).executeTakeFirst()) !== undefined;

/** Removes it from the holder's list; true if it was there. */
export const deleteNotification = async (trx: Trx, { holderType, holderId }: Holder, id: number): Promise<boolean> =>
  (await trx
    .updateTable("notification")
    .set({ deleted_at: sql`now()` })
    .where("id", "=", id)
    .where("holder_type", "=", holderType)
    .where("holder_id", "=", holderId)
    .where("deleted_at", "is", null)
    .returning("id")
    .executeTakeFirst()) !== undefined;

/** What they ask for about the object is done, or no longer wanted; answers the ids of those that asked until now. */
export const endNotifications = async (
  trx: Trx,
  { holderType, holderId }: Holder,
  { types, targetId }: { types: readonly string[]; targetId: number },
): Promise<number[]> =>
  (
    await trx
      .updateTable("notification")
      .set({ ended_at: sql`now()` })
      .where("holder_type", "=", holderType)
      .where("holder_id", "=", holderId)
      .where("target_id", "=", targetId)
      .where("type", "in", [...types])
      .where("ended_at", "is", null)
      .returning("id")
      .execute()
  ).map(({ id }) => id);

/** Of these notifications, those to the user or the companies; true if the user had not seen one. */
export async function markSeen(
  trx: Trx,
  userId: number,
  { ids, companyIds }: { ids: readonly number[]; companyIds: readonly number[] },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update notification set seen_by = seen_by || ${userId}::bigint
    where id = any(${[...ids]}::bigint[]) and not seen_by @> array[${userId}::bigint]
      and (holder_type = 'user' and holder_id = ${userId}
        or holder_type = 'company' and holder_id = any(${[...companyIds]}::bigint[]))`.execute(trx);
  return Number(numAffectedRows ?? 0) > 0;
}
