/** The firm's jobs with their runs, as shown to admins, and a run beside the schedule. */
import type { Answer } from "@portico/api/endpoint.ts";
import { jobReason } from "@portico/api/job-reasons.ts";
import type { jobs } from "@portico/api/jobs.ts";
import { firmJobs, mailboxWatchJob, readMailboxJob } from "../../jobs/firm-jobs.ts";
import { nextRun } from "../../jobs/next-run.ts";
import { isFailed, lastRuns, listBusy, listRuns, lockStart, type RunRow } from "../../jobs/runs.queries.ts";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";

const ofMailbox: readonly string[] = [mailboxWatchJob.name, readMailboxJob.name];
const mostRuns = 30;

/** Those that this installation has: of the mailbox only if there is one. */
const usedJobs = ({ config }: Pick<Context, "config">) =>
  firmJobs.filter(({ name }) => config.mailbox !== undefined || !ofMailbox.includes(name));

/** `notFound` for a name that is none of them. */
function requireJob(context: Pick<Context, "config">, name: string) {
  const job = usedJobs(context).find((one) => one.name === name);
  if (!job) throw new Refusal("notFound");
  return job;
}

const toRun = (run: RunRow) => ({
  started_at: run.started_at.toISOString(),
  finished_at: run.finished_at?.toISOString() ?? null,
  outcome: run.outcome,
  failure: isFailed(run)
    ? { reason: jobReason.catch({ kind: "unexpected" }).parse(run.failure_reason), detail: run.failure }
    : null,
});

/** Every job of the firm with its last run, including those that never ran. */
export async function listJobRuns(context: Context): Promise<Answer<(typeof jobs)["list"]>> {
  const { db, now } = context;
  const used = usedJobs(context);
  const [last, busy] = await Promise.all([
    lastRuns(db),
    listBusy(
      db,
      used.map(({ name }) => name),
    ),
  ]);
  const runs = new Map(last.map((run) => [run.job, run]));
  return used.map(({ name, schedule }) => {
    const run = runs.get(name);
    return {
      job: name,
      schedule: schedule ?? null,
      next: schedule === undefined ? null : nextRun(schedule, now()).toISOString(),
      state: busy.get(name) ?? "idle",
      last: run ? toRun(run) : null,
    };
  });
}

/** The last runs of a job, newest first. */
export async function listFormerRuns(context: Context, name: string): Promise<Answer<(typeof jobs)["listRuns"]>> {
  return (await listRuns(context.db, requireJob(context, name).name, mostRuns)).map(toRun);
}

/** Queues the job at once; `jobRunning` while it runs or is about to. */
export async function startJob(context: Context, name: string): Promise<{ done: true }> {
  const job = requireJob(context, name);
  return transact(context, async (tx) => {
    await lockStart(tx, name);
    if ((await listBusy(tx, [name])).has(name) || !(await tx.enqueue(job, {}))) throw new Refusal("jobRunning");
    tx.audit("job.started", name);
    return { done: true };
  });
}
