/** SQL of view-as. */
import type { Holder } from "@portico/api/shapes.ts";
import { type SqlBool, sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

/** Maximum duration of a view-as. */
export const viewMinutes = 30;
const isOpen = sql<SqlBool>`ended_at is null and started_at > now() - make_interval(mins => ${sql.lit(viewMinutes)})`;

export const insertView = (trx: Trx, view: { staffId: number; sessionId: number; holder: Holder; reason: string }) =>
  trx
    .insertInto("view_as")
    .values({
      staff_id: view.staffId,
      session_id: view.sessionId,
      holder_type: view.holder.holderType,
      holder_id: view.holder.holderId,
      reason: view.reason,
    })
    .returning(["id", "started_at"])
    .executeTakeFirstOrThrow();

/** The view-as, if open and of this session. */
export const findOpenView = (db: Db, id: number, sessionId: number) =>
  db
    .selectFrom("view_as")
    .select(["id", "holder_type", "holder_id"])
    .where("id", "=", id)
    .where("session_id", "=", sessionId)
    .where(isOpen)
    .executeTakeFirst();

export const closeView = (trx: Trx, id: number, staffId: number) =>
  trx
    .updateTable("view_as")
    .set({ ended_at: sql`now()` })
    .where("id", "=", id)
    .where("staff_id", "=", staffId)
    .where("ended_at", "is", null)
    .returning("id")
    .executeTakeFirst();

/** Reasons given for view-as records. */
export const findReasons = (db: Db, ids: readonly number[]) =>
  db.selectFrom("view_as").select(["id", "reason"]).where("id", "in", ids).execute();
