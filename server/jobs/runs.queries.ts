/** SQL of the runs of the firm's jobs. */
import { sql } from "kysely";
import type { Db } from "../kernel/transaction.ts";

export const startRun = async (db: Db, job: string): Promise<number> => {
  const { id } = await db.insertInto("job_run").values({ job }).returning("id").executeTakeFirstOrThrow();
  return id;
};

export const finishRun = (
  db: Db,
  id: number,
  { outcome, failure }: { outcome?: Record<string, number>; failure?: string },
) =>
  db
    .updateTable("job_run")
    .set({
      finished_at: sql`now()`,
      outcome: outcome === undefined ? null : JSON.stringify(outcome),
      failure: failure ?? null,
    })
    .where("id", "=", id)
    .execute();

/** The last run of each job. */
export const lastRuns = async (db: Db) => {
  const { rows } = await sql<{
    id: number;
    job: string;
    started_at: Date;
    finished_at: Date | null;
    outcome: Record<string, number> | null;
    failure: string | null;
  }>`select distinct on (job) id, job, started_at, finished_at, outcome, failure from job_run order by job, id desc`.execute(
    db,
  );
  return rows;
};
