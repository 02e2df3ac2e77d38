/** SQL of the demo beside the portal. */
import { sql } from "kysely";
import type { Db, Trx } from "../../kernel/transaction.ts";

/** The one that was asked for and not removed, with the name of who asked. */
export const findCurrent = (db: Db) =>
  db
    .selectFrom("demo_portal")
    .innerJoin("app_user", "app_user.id", "demo_portal.loaded_by")
    .select([
      "demo_portal.id",
      "demo_portal.state",
      "demo_portal.loaded_at",
      "demo_portal.failure",
      "demo_portal.process",
      "app_user.name as loaded_by",
    ])
    .where("demo_portal.state", "<>", "removed")
    .$narrowType<{ state: "loading" | "on" | "failed" }>()
    .executeTakeFirst();

/** Whether there is something of a client's, or books. */
export async function hasRecords(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from app_user where role = 'client') or exists (select from company)
      or exists (select from ledger_entry) or exists (select from custodian) as found`.execute(db);
  return rows[0]?.found ?? false;
}

/** The id of a new one; undefined if there is one already. */
export const insertDemo = (trx: Trx, userId: number) =>
  trx
    .insertInto("demo_portal")
    .values({ loaded_by: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();

/** False if it was removed already. */
export async function markRemoved(trx: Trx, id: number, userId: number): Promise<boolean> {
  const row = await trx
    .updateTable("demo_portal")
    .set({ state: "removed", removed_by: userId, removed_at: sql`now()` })
    .where("id", "=", id)
    .where("state", "<>", "removed")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes over a demo that this process is to run; false if another one did, or it was removed. */
export async function takeOver(db: Db, id: number, from: string | null, to: string): Promise<boolean> {
  const row = await db
    .updateTable("demo_portal")
    .set({ process: to })
    .where("id", "=", id)
    .where("state", "<>", "removed")
    .where("process", "is not distinct from", from)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** False if it was removed meanwhile. */
export async function markState(
  trx: Trx,
  id: number,
  { state, failure }: { state: "loading" | "on" | "failed"; failure: string | null },
): Promise<boolean> {
  const row = await trx
    .updateTable("demo_portal")
    .set({ state, failure, ...(state === "on" && { ready_at: sql<Date>`coalesce(ready_at, now())` }) })
    .where("id", "=", id)
    .where("state", "<>", "removed")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}
