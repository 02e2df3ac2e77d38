/** SQL of the portal's processes. */
import { sql } from "kysely";
import { type Db, inTransaction, type Trx } from "../kernel/transaction.ts";
import { goneAfterSeconds, type PortalProcess, type Process } from "./agreement.ts";

/** Shown for a while, so that staff see that a process was lost. */
const forgottenAfterSeconds = 600;

const columns = [
  "id",
  "host",
  "pid",
  "build",
  "kind",
  "key_name",
  "files_store",
  "mail_store",
  "sharepoint_store",
  "bus",
] as const satisfies readonly (keyof Process)[];

/** Runs while no other process joins. */
export const withJoiningLocked = <T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> =>
  inTransaction(db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('portal_process'))`.execute(trx);
    return work(trx);
  });

/** Stores that the process lives; again after it was forgotten during an outage of the database. */
export const storeBeat = (
  db: Db,
  process: Process,
  found: Pick<PortalProcess, "alone" | "reaches_direct" | "reaches_redis" | "clock_ahead_ms" | "replica">,
) =>
  db
    .insertInto("portal_process")
    .values({ ...process, ...found })
    .onConflict((conflict) => conflict.column("id").doUpdateSet({ ...found, seen_at: sql`now()` }))
    .execute();

/** Every process that has not been forgotten, the newest first. */
export const listProcesses = (db: Db): Promise<PortalProcess[]> =>
  db
    .selectFrom("portal_process")
    .select([
      ...columns,
      "alone",
      "reaches_direct",
      "reaches_redis",
      "clock_ahead_ms",
      "replica",
      "started_at",
      "seen_at",
    ])
    .select(sql<boolean>`seen_at > now() - make_interval(secs => ${goneAfterSeconds})`.as("alive"))
    .orderBy("started_at", "desc")
    .orderBy("id")
    .$narrowType<Pick<PortalProcess, "kind" | "alone" | "replica">>()
    .execute();

export const deleteProcess = (db: Db, id: string) => db.deleteFrom("portal_process").where("id", "=", id).execute();

/** Deletes those that have not been seen for long; returns their ids. */
export async function forgetProcesses(db: Db): Promise<string[]> {
  const rows = await db
    .deleteFrom("portal_process")
    .where("seen_at", "<", sql<Date>`now() - make_interval(secs => ${forgottenAfterSeconds})`)
    .returning("id")
    .execute();
  return rows.map(({ id }) => id);
}
