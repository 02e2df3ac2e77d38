/** SQL of saved views: one's own and the team's. */
import { type SqlBool, sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

const ownerLeft = sql<boolean>`app_user.role = 'client' or app_user.state = 'disabled'`;

/** The person's own, and those that are shared. */
export const listViews = (db: Db, list: string, userId: number) =>
  db
    .selectFrom("saved_view")
    .innerJoin("app_user", "app_user.id", "saved_view.created_by")
    .select([
      "saved_view.id",
      "saved_view.list",
      "saved_view.name",
      "saved_view.query",
      "saved_view.created_by",
      "app_user.name as creator",
      "saved_view.shared",
      ownerLeft.as("owner_left"),
    ])
    .where("saved_view.list", "=", list)
    .where(sql<SqlBool>`(saved_view.shared or saved_view.created_by = ${userId})`)
    .orderBy("saved_view.name")
    .execute();

interface NewView {
  list: string;
  name: string;
  query: object;
  createdBy: number;
  shared: boolean;
}
const toRow = ({ name, query, createdBy, shared }: NewView) => ({
  name,
  query: JSON.stringify(query),
  created_by: createdBy,
  shared,
});

/** Stores the view; undefined if its name is taken, ignoring case. */
export const insertView = (trx: Trx, view: NewView) =>
  trx
    .insertInto("saved_view")
    .values({ list: view.list, ...toRow(view) })
    .onConflict((conflict) => conflict.expression(sql`list, lower(name)`).doNothing())
    .returning("id")
    .executeTakeFirst();

export const replaceView = (trx: Trx, id: number, view: NewView) =>
  trx.updateTable("saved_view").set(toRow(view)).where("id", "=", id).execute();

/** Who owns a view that is locked already. Read after the lock: whoever waited for it sees the owner of now. */
const findOwner = (trx: Trx, id: number) =>
  trx
    .selectFrom("saved_view")
    .innerJoin("app_user", "app_user.id", "saved_view.created_by")
    .select(["saved_view.id", "saved_view.created_by", "saved_view.shared", ownerLeft.as("owner_left")])
    .where("saved_view.id", "=", id)
    .executeTakeFirst();

/** The view of that name, ignoring case, locked. */
export async function lockNamedView(trx: Trx, list: string, name: string) {
  const locked = await trx
    .selectFrom("saved_view")
    .select("id")
    .where("list", "=", list)
    .where(sql<SqlBool>`lower(name) = lower(${name})`)
    .forUpdate()
    .executeTakeFirst();
  return locked && findOwner(trx, locked.id);
}

export async function lockView(trx: Trx, list: string, id: number) {
  const locked = await trx
    .selectFrom("saved_view")
    .select("id")
    .where("id", "=", id)
    .where("list", "=", list)
    .forUpdate()
    .executeTakeFirst();
  return locked && findOwner(trx, locked.id);
}

export const setOwner = (trx: Trx, id: number, userId: number) =>
  trx.updateTable("saved_view").set({ created_by: userId }).where("id", "=", id).execute();

export const deleteView = (trx: Trx, id: number) => trx.deleteFrom("saved_view").where("id", "=", id).execute();
