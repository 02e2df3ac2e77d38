/** How much lies in the queue, for whoever watches the portal. */
import { sql } from "kysely";
import type { Db } from "../kernel/transaction.ts";
import { jobsSchema } from "./jobs.ts";

export interface WaitingJobs {
  job: string;
  /** created, retry, active or, for what used up its tries, failed. */
  state: string;
  count: number;
}

/** Jobs that are not done, per queue and state; what waits under `dead-letters` wants somebody to look. */
export async function countWaitingJobs(db: Db): Promise<WaitingJobs[]> {
  const { rows } = await sql<WaitingJobs>`
    select name as job, state::text as state, count(*)::int as count
    from ${sql.table(`${jobsSchema}.job`)}
    where state in ('created', 'retry', 'active', 'failed')
    group by name, state`.execute(db);
  return rows;
}
