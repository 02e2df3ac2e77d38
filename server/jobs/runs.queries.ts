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

export interface RunRow {
  id: number;
  job: string;
  started_at: Date;
  finished_at: Date | null;
  outcome: Record<string, number> | null;
  failure: string | null;
  failure_reason: unknown;
}

/** Of one job, newest first. */
export async function listRuns(db: Db, job: string, limit: number): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select id, job, started_at, finished_at, outcome, failure, failure_reason from job_run
    where job = ${job} order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** The jobs that run now or are about to, as the queue knows. */
export async function listBusy(db: Db, names: readonly string[]): Promise<Map<string, "waiting" | "running">> {
  const { rows } = await sql<{ name: string; running: boolean }>`
    select name, bool_or(state = 'active') as running from jobs.job
    where name = any(${names}::text[]) and (state = 'active' or state in ('created', 'retry') and start_after <= now())
    group by name`.execute(db);
  return new Map(rows.map(({ name, running }) => [name, running ? "running" : "waiting"]));
}

/** Two people who start the same job: the second waits, and is refused. */
export const lockStart = (trx: Db, job: string) =>
  sql`select pg_advisory_xact_lock(hashtext('job'), hashtext(${job}))`.execute(trx);

/** The last run of each job. */
export const lastRuns = async (db: Db) => {
  const { rows } =
    await sql<RunRow>`select distinct on (job) id, job, started_at, finished_at, outcome, failure, failure_reason from job_run order by job, id desc`.execute(
      db,
    );
  return rows;
};
