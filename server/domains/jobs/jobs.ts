/** The firm's jobs with their last runs, as shown to admins. */
import type { Answer } from "@portico/api/endpoint.ts";
import { jobReason } from "@portico/api/job-reasons.ts";
import type { jobs } from "@portico/api/jobs.ts";
import { firmJobs, mailboxWatchJob, readMailboxJob } from "../../jobs/firm-jobs.ts";
import { isFailed, lastRuns } from "../../jobs/runs.queries.ts";
import type { Context } from "../../kernel/context.ts";

const ofMailbox: readonly string[] = [mailboxWatchJob.name, readMailboxJob.name];

/** Every job of the firm with its last run, including those that never ran; those of the mailbox if there is one. */
export async function listJobRuns({ db, config }: Context): Promise<Answer<(typeof jobs)["list"]>> {
  const runs = new Map((await lastRuns(db)).map((run) => [run.job, run]));
  const used = firmJobs.filter(({ name }) => config.mailbox !== undefined || !ofMailbox.includes(name));
  return used.map(({ name, schedule }) => {
    const run = runs.get(name);
    return {
      job: name,
      schedule: schedule ?? null,
      last: run
        ? {
            started_at: run.started_at.toISOString(),
            finished_at: run.finished_at?.toISOString() ?? null,
            outcome: run.outcome,
            failure: isFailed(run)
              ? { reason: jobReason.catch({ kind: "unexpected" }).parse(run.failure_reason), detail: run.failure }
              : null,
          }
        : null,
    };
  });
}
