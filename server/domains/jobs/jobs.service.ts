/** The firm's jobs with their last runs, as shown to admins. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { jobs } from "@portico/api/jobs.ts";
import { firmJobs } from "../../jobs/firm-jobs.ts";
import { lastRuns } from "../../jobs/runs.queries.ts";
import type { Context } from "../../kernel/context.ts";

/** Every job of the firm with its last run, including those that never ran. */
export async function listJobRuns({ db }: Context): Promise<Answer<(typeof jobs)["list"]>> {
  const runs = new Map((await lastRuns(db)).map((run) => [run.job, run]));
  return firmJobs.map(({ name, schedule }) => {
    const run = runs.get(name);
    return {
      job: name,
      schedule: schedule ?? null,
      last: run
        ? {
            started_at: run.started_at.toISOString(),
            finished_at: run.finished_at?.toISOString() ?? null,
            outcome: run.outcome,
            failure: run.failure,
          }
        : null,
    };
  });
}
