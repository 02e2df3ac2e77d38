/** SQL of the team's saved views. */
import { sql } from "kysely";
import type { Db } from "../../kernel/transaction.ts";

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
  /** Replaces a view of the same name, ignoring case. */
  replace: boolean;
}

/** Stores the view; undefined if its name is taken and must not be replaced. */
export const upsertView = (db: Db, { list, name, query, createdBy, replace }: NewView) => {
  const view = { name, query: JSON.stringify(query), created_by: createdBy };
  return db
    .insertInto("saved_view")
    .values({ list, ...view })
    .onConflict((conflict) => {
      const named = conflict.expression(sql`list, lower(name)`);
      return replace ? named.doUpdateSet(view) : named.doNothing();
    })
    .returning("id")
    .executeTakeFirst();
};

export const deleteView = (db: Db, list: string, id: number) =>
  db.deleteFrom("saved_view").where("id", "=", id).where("list", "=", list).returning("id").executeTakeFirst();
