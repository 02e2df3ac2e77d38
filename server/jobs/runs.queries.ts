/** SQL of the runs of the firm's jobs. */
import type { JobReason } from "@portico/api/job-reasons.ts";
import { sql } from "kysely";
import type { Db } from "../kernel/transaction.ts";

/** Why a run failed, and the technical detail in English. */
export interface RunFailure {
  reason: JobReason;
  detail: string | null;
}

export const startRun = async (db: Db, job: string): Promise<number> => {
  const { id } = await db.insertInto("job_run").values({ job }).returning("id").executeTakeFirstOrThrow();
  return id;
};

export const finishRun = (
  db: Db,
  id: number,
  { outcome, failure }: { outcome?: Record<string, number>; failure?: RunFailure },
) =>
  db
    .updateTable("job_run")
    .set({
      finished_at: sql`now()`,
      outcome: outcome === undefined ? null : JSON.stringify(outcome),
      failure: failure?.detail ?? null,
      failure_reason: failure === undefined ? null : JSON.stringify(failure.reason),
    })
    .where("id", "=", id)
    .execute();

/** A run of an earlier version has only `failure`; one whose reason says everything has only `failure_reason`. */
export const isFailed = (run: { failure: string | null; failure_reason: unknown }): boolean =>
  run.failure !== null || run.failure_reason !== null;

/** The last run of each job. */
export const lastRuns = async (db: Db) => {
  const { rows } = await sql<{
    id: number;
    job: string;
    started_at: Date;
    finished_at: Date | null;
    outcome: Record<string, number> | null;
    failure: string | null;
    failure_reason: unknown;
  }>`select distinct on (job) id, job, started_at, finished_at, outcome, failure, failure_reason from job_run order by job, id desc`.execute(
    db,
  );
  return rows;
};
