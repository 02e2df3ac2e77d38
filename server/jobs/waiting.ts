/** Queue lengths, for monitoring. */
import { sql } from "kysely";
import type { Db } from "../kernel/transaction.ts";
import { jobsSchema } from "./jobs.ts";

export interface WaitingJobs {
  job: string;
  /** created, retry, active or, for jobs that failed all tries, failed. */
  state: string;
  count: number;
  /** How long ago the one that waits longest could have started; null if none waits, or not yet. */
  oldestSeconds: number | null;
}

/** Unfinished jobs per queue and state; those under `dead-letters` need investigation. */
export async function countWaitingJobs(db: Db): Promise<WaitingJobs[]> {
  const { rows } = await sql<WaitingJobs>`
    select name as job, state::text as state, count(*)::int as count,
           extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry') and start_after <= now()))::float8
             as "oldestSeconds"
    from ${sql.table(`${jobsSchema}.job`)}
    where state in ('created', 'retry', 'active', 'failed')
    group by name, state`.execute(db);
  return rows;
}

/** Whether more than so many jobs of the queue wait to be begun. */
export async function isQueueLonger(db: Db, job: string, most: number): Promise<boolean> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from (
      select from ${sql.table(`${jobsSchema}.job`)} where name = ${job} and state in ('created', 'retry') limit ${most + 1}
    ) waiting`.execute(db);
  return (rows[0]?.waiting ?? 0) > most;
}
