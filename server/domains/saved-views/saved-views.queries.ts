/** SQL of the team's saved views. */
import { type SqlBool, sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

export const listViews = (db: Db, list: string) =>
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
    ])
    .where("saved_view.list", "=", list)
    .orderBy("saved_view.name")
    .execute();

interface NewView {
  list: string;
  name: string;
  query: object;
  createdBy: number;
}
const toRow = ({ name, query, createdBy }: NewView) => ({ name, query: JSON.stringify(query), created_by: createdBy });

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

/** The view of that name, ignoring case, locked. */
export const lockNamedView = (trx: Trx, list: string, name: string) =>
  trx
    .selectFrom("saved_view")
    .select(["id", "created_by"])
    .where("list", "=", list)
    .where(sql<SqlBool>`lower(name) = lower(${name})`)
    .forUpdate()
    .executeTakeFirst();

export const lockView = (trx: Trx, list: string, id: number) =>
  trx
    .selectFrom("saved_view")
    .select("created_by")
    .where("id", "=", id)
    .where("list", "=", list)
    .forUpdate()
    .executeTakeFirst();

export const deleteView = (trx: Trx, id: number) => trx.deleteFrom("saved_view").where("id", "=", id).execute();
