/** SQL of clients' requests. */
import type { Language } from "@portico/api/shapes.ts";
import { type SqlBool, sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

export interface NewTask {
  kind: "message" | "subscription";
  userId: number;
  title: string;
  /** The requested service, in each language. */
  serviceName?: Record<Language, string>;
  content: string;
}

/** The same text by the same user within the last minute. */
export const findTwin = (trx: Trx, task: NewTask) =>
  trx
    .selectFrom("staff_task")
    .select("id")
    .where("user_id", "=", task.userId)
    .where("kind", "=", task.kind)
    .where("title", "=", task.title)
    .where("content", "=", task.content)
    .where(sql<SqlBool>`created_at > now() - interval '1 minute'`)
    .executeTakeFirst();

/** Serialises identical requests sent twice. */
export const lockAsker = (trx: Trx, userId: number) =>
  trx.selectFrom("app_user").select("id").where("id", "=", userId).forUpdate().execute();

export const insertTask = async (trx: Trx, { kind, userId, title, serviceName, content }: NewTask) => {
  const { id } = await trx
    .insertInto("staff_task")
    .values({ kind, user_id: userId, title, content, service_name: serviceName && JSON.stringify(serviceName) })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
};

const withNames = (db: Db) =>
  db
    .selectFrom("staff_task")
    .innerJoin("app_user", "app_user.id", "staff_task.user_id")
    .leftJoin("app_user as doer", "doer.id", "staff_task.done_by")
    .select([
      "staff_task.id",
      "staff_task.kind",
      "staff_task.title",
      "staff_task.service_name",
      "staff_task.content",
      "staff_task.created_at",
      "staff_task.done_at",
      "staff_task.done_by",
      "staff_task.user_id",
      "app_user.name as user_name",
      "doer.name as doer_name",
    ]);

/** Open ones oldest first, done ones newest first; `after` is the last id of the previous page. */
export const listTasks = (db: Db, page: { done: boolean; after: number | undefined; limit: number }) => {
  let query = withNames(db)
    .where("staff_task.done_at", page.done ? "is not" : "is", null)
    .orderBy("staff_task.id", page.done ? "desc" : "asc")
    .limit(page.limit);
  if (page.after !== undefined) query = query.where("staff_task.id", page.done ? "<" : ">", page.after);
  return query.execute();
};

export const findTask = (db: Db, id: number) => withNames(db).where("staff_task.id", "=", id).executeTakeFirst();

/** Marks it done or open again; true if it changed. */
export const updateDone = async (trx: Trx, id: number, doneBy: number | null): Promise<boolean> =>
  (await trx
    .updateTable("staff_task")
    .set({ done_at: doneBy === null ? null : sql`now()`, done_by: doneBy })
    .where("id", "=", id)
    .where("done_at", doneBy === null ? "is not" : "is", null)
    .returning("id")
    .executeTakeFirst()) !== undefined;

export const countOpenTasks = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom("staff_task")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("done_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
};
