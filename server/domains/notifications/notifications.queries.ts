/** SQL of notifications. A dismissed one keeps its row, as a record of what a client was told. */
import { notificationTypes } from "@portico/api/notification-types.ts";
import type { Notification } from "@portico/api/notifications.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { HolderRow } from "../../kernel/holder-row.ts";
import { RawJson } from "../../kernel/raw-json.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";

/** A list is never longer than people read. */
const listLimit = 200;

/** Of one that was just written. */
const columns = [
  "notification.id",
  "notification.type",
  "notification.text",
  "notification.params",
  "notification.target_id",
  "notification.holder_type",
  "notification.holder_id",
  "notification.created_at",
] as const;

/**
 * Notifications as their reader's list shows them, the newest first, as JSON text. News to the reader is what they have
 * not seen, others did, still stands, and was not said before (`isBefore`) they acted for the company. A type that this
 * build does not know is shown as a message.
 */
async function selectList(
  db: Db,
  readerId: number,
  { among, isBefore }: { among: RawBuilder<SqlBool>; isBefore: RawBuilder<SqlBool> },
): Promise<RawJson<Notification[]>> {
  const { rows } = await sql<{ list: string }>`
    select coalesce(json_agg(listed order by id desc), '[]')::text as list from (
      select id, case when type = any(${types}::text[]) then type else 'generic' end as type, text, params, target_id,
        case when holder_type = 'company' then holder_id end as company_id, holder_type, holder_id,
        to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at,
        ended_at is not null or created_by is not distinct from ${readerId}::bigint
          or seen_by @> array[${readerId}::bigint] or ${isBefore} as seen
      from notification where ${among} and deleted_at is null order by id desc limit ${listLimit}
    ) listed`.execute(db);
  return new RawJson(rows[0]?.list ?? "[]");
}
const types = `{${notificationTypes.join(",")}}`;

/** A user's own. */
export const selectUserNotifications = (db: Db, userId: number): Promise<RawJson<Notification[]>> =>
  selectList(db, userId, {
    among: sql`holder_type = 'user' and holder_id = ${userId}`,
    isBefore: sql`false`,
  });

/**
 * What a user's own list begins with: a text that changes with every row of it, since each change of a row gives it another
 * version (`xmin`).
 */
export interface NotificationsRow {
  stamp: string;
}
export const notificationsRow: HolderRow<NotificationsRow> = {
  select: (holderType, holderId) => `
    select coalesce(md5(string_agg(id || ':' || version, ' ' order by id)), '') as stamp from (
      select id, xmin::text as version from notification
      where holder_type = ${holderType} and holder_id = ${holderId} and deleted_at is null
      order by id desc limit ${listLimit}
    ) listed`,
};

/** Those of companies. On the reader's first day for one, what was said before that was recorded is no news. */
export const selectCompanyNotifications = (
  db: Db,
  userId: number,
  companyIds: readonly number[],
): Promise<RawJson<Notification[]>> =>
  selectList(db, userId, {
    among: sql`holder_type = 'company' and holder_id = any(${[...companyIds]}::bigint[])`,
    isBefore: sql`coalesce(created_at < (
      select min(least(written_at, valid_from::timestamptz + interval '1 day'))
      from representation
      where representation.user_id = ${userId} and representation.company_id = notification.holder_id
        and (valid_to is null or valid_to >= (select firm_today()))), false)`,
  });

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
      and staff.role <> 'client' and staff.state <> 'disabled' and staff.id is distinct from ${createdBy}::bigint
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
