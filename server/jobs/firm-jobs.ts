/** The firm's scheduled jobs, shown to admins with their last run: names and schedules. */
import type { Logger } from "pino";
import { z } from "zod";
import { ExplainedFailure } from "../kernel/explained-failure.ts";
import type { Db } from "../kernel/transaction.ts";
import { defineJob, type Job } from "./jobs.ts";
import { finishRun, isFailed, lastRuns, type RunFailure, startRun } from "./runs.queries.ts";
import { handleJob, type JobHandler } from "./start.ts";

const nothing = z.object({});
const daily = (name: string, schedule: string): Job<Record<string, never>> =>
  defineJob({
    name,
    data: nothing,
    schedule,
    onePerKey: true,
    timeoutSeconds: 1800,
    retries: 3,
    retryDelaySeconds: 60,
  });

/** Asks holders to renew a form whose last approval is older than the firm's rules allow. */
export const yearlyReviewJob = daily("kyc.yearly-review", "10 3 * * *");
/** Asks for a new document before one expires. */
export const documentExpiryJob = daily("kyc.document-expiry", "20 3 * * *");
/** Deletes records whose retention period has ended. */
export const retentionJob = daily("retention", "30 3 * * *");

/** Sees to it that everybody is screened against the list that counts. */
export const screeningJob = daily("screening.nightly", "0 2 * * *");

/** Verifies every chain of the audit log; administrators can ask for it. */
export const verificationJob: Job<Record<string, never>> = defineJob({
  name: "audit.verify",
  data: nothing,
  schedule: "30 4 * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 3600,
  retries: 1,
  retryDelaySeconds: 600,
});

/** Makes the tables of the coming months of sign-ins, and drops those that retention emptied. */
export const signInMonthsJob = daily("analytics.months", "50 3 * * *");

/** Renews the certificate of the firm's seal, or warns that a configured one expires. */
export const sealCertificateJob = daily("seal.certificate", "40 3 * * *");

/** Whether the firm's SharePoint can be reached. A run is recorded only when that changes. */
export const sharepointWatchJob = daily("sharepoint.watch", "* * * * *");

/** Whether the firm's mailbox for replies can be reached, if one is configured. Recorded like that of SharePoint. */
export const mailboxWatchJob = daily("tickets.watch-mailbox", "* * * * *");

/** Whether the folders and sources that the portal reads can be read, and no file is missing. Recorded like SharePoint. */
export const pickupsWatchJob = daily("pickups.watch", "2-59/5 * * * *");

/** Reads replies from the firm's mailbox. A run is recorded only when a mail was set aside. */
export const readMailboxJob: Job<Record<string, never>> = defineJob({
  name: "tickets.read-mailbox",
  data: nothing,
  schedule: "* * * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 900,
  // A failed run is repeated by the next one, which begins after the last mail that was taken.
  retries: 0,
});

export const firmJobs: readonly Job<Record<string, never>>[] = [
  yearlyReviewJob,
  documentExpiryJob,
  retentionJob,
  screeningJob,
  sealCertificateJob,
  signInMonthsJob,
  verificationJob,
  sharepointWatchJob,
  pickupsWatchJob,
  mailboxWatchJob,
  readMailboxJob,
];

/** An error that is not explained is recorded by its message alone. */
function failureOf(error: unknown): RunFailure {
  if (error instanceof ExplainedFailure) return { reason: error.reason, detail: error.detail };
  return { reason: { kind: "unexpected" }, detail: error instanceof Error ? error.message : String(error) };
}

/** A handler whose runs are recorded: time, result as counts, or reason of the failure. */
export const handleFirmJob = (
  { db, log }: { db: Db; log: Logger },
  job: Job<Record<string, never>>,
  run: () => Promise<Record<string, number>>,
): JobHandler =>
  handleJob(job, async () => {
    const id = await startRun(db, job.name);
    try {
      const outcome = await run();
      await finishRun(db, id, { outcome });
      log.info({ job: job.name, ...outcome }, "job of the firm done");
    } catch (error) {
      await finishRun(db, id, { failure: failureOf(error) });
      throw error;
    }
  });

/**
 * A handler that watches something outside. `check` throws while it is away. Its last run begins when it went away, or
 * came back, and ends with the last check.
 */
export const handleWatchJob = (
  { db, log }: { db: Db; log: Logger },
  job: Job<Record<string, never>>,
  check: () => Promise<void>,
): JobHandler =>
  handleJob(job, async () => {
    const failure = await check().then(() => null, failureOf);
    const last = (await lastRuns(db)).find((run) => run.job === job.name);
    const isSame = last !== undefined && isFailed(last) === (failure !== null);
    if (!isSame && failure !== null) log.warn({ job: job.name, ...failure }, "something outside is away");
    const id = isSame ? last.id : await startRun(db, job.name);
    await finishRun(db, id, failure === null ? { outcome: {} } : { failure });
  });
