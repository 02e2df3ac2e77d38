/** SQL of changes of many at once. */
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

export const insertBulkChange = async (
  trx: Trx,
  one: { change: object; createdBy: number; createdAt: Date; undoUntil: Date },
): Promise<number> =>
  (
    await trx
      .insertInto("bulk_change")
      .values({
        change: JSON.stringify(one.change),
        created_by: one.createdBy,
        created_at: one.createdAt,
        undo_until: one.undoUntil,
      })
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;

export const setUndoUntil = (trx: Trx, id: number, undoUntil: Date) =>
  trx.updateTable("bulk_change").set({ undo_until: undoUntil }).where("id", "=", id).execute();

export const findBulkChange = (db: Db, id: number) =>
  db
    .selectFrom("bulk_change")
    .select(["change", "created_by", "undo_until", "undone_at"])
    .where("id", "=", id)
    .executeTakeFirst();

/** False if it is undone already. */
export const markUndone = async (trx: Trx, id: number, at: Date): Promise<boolean> =>
  (await trx
    .updateTable("bulk_change")
    .set({ undone_at: at })
    .where("id", "=", id)
    .where("undone_at", "is", null)
    .returning("id")
    .executeTakeFirst()) !== undefined;

/** How many were changed for good, the first time that it is asked after the minute; undefined then on. */
export async function markTold(trx: Trx, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    update bulk_change set told_at = now() where id = ${id} and told_at is null
    returning (select count(*)::int from bulk_change_item where bulk_change_id = ${id} and state = 'told') as count`.execute(
    trx,
  );
  return rows[0]?.count;
}

/** Changes of long ago can neither be undone nor tell anybody anything. */
export const deleteBefore = (trx: Trx, moment: Date) =>
  trx.deleteFrom("bulk_change").where("created_at", "<", moment).execute();

export const insertItem = (
  trx: Trx,
  one: { bulkChangeId: number; itemId: number; before: object; news: readonly object[] },
) =>
  trx
    .insertInto("bulk_change_item")
    .values({
      bulk_change_id: one.bulkChangeId,
      item_id: one.itemId,
      before: JSON.stringify(one.before),
      news: JSON.stringify(one.news),
    })
    .execute();

/** Those that were changed and neither undone nor told. */
export const listOpenItems = async (db: Db, bulkChangeId: number): Promise<number[]> =>
  (
    await db
      .selectFrom("bulk_change_item")
      .select("item_id")
      .where("bulk_change_id", "=", bulkChangeId)
      .where("state", "=", "changed")
      .orderBy("item_id")
      .execute()
  ).map(({ item_id }) => item_id);

/**
 * Ends the waiting of one, so that it is either undone or told; undefined if that was done already. What it tells is
 * nobody's business afterwards.
 */
export async function endWaiting(
  trx: Trx,
  { bulkChangeId, itemId }: { bulkChangeId: number; itemId: number },
  state: "undone" | "told",
): Promise<{ before: Record<string, unknown>; news: unknown } | undefined> {
  const { rows } = await sql<{ before: Record<string, unknown>; news: unknown }>`
    with known as (
      select item_id, before, news from bulk_change_item
      where bulk_change_id = ${bulkChangeId} and item_id = ${itemId} and state = 'changed' for update
    )
    update bulk_change_item as item set state = ${state}, news = '[]' from known
    where item.bulk_change_id = ${bulkChangeId} and item.item_id = known.item_id
    returning known.before, known.news`.execute(trx);
  return rows[0];
}
