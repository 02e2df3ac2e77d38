/** Work that happens after a change, kept in the database: declared as data, put in the queue in the change's transaction. */
import type { PgBoss } from "pg-boss";
import type { z } from "zod";

/** One kind of job. Its handler is given where jobs are started, so that a service can enqueue without importing it. */
export interface Job<Data extends object> {
  /** `<domain>.<verb>`, as `portfolios.recompute`. */
  name: string;
  data: z.ZodType<Data>;
  /** Tries after the first, each waiting twice as long; then the job goes to the dead letters. */
  retries: number;
  /** Wait before the second try. */
  retryDelaySeconds: number;
  /** A run that takes longer counts as failed. */
  timeoutSeconds: number;
  /** Jobs taken from the queue at once and done one after the other. */
  batch: number;
  /** At most one waits per key; what is enqueued while it waits is covered by it. */
  onePerKey: boolean;
  /** When the job is put in the queue by itself: cron expression, in UTC. */
  schedule?: string;
}

const usual = { retries: 5, retryDelaySeconds: 2, timeoutSeconds: 300, batch: 50, onePerKey: false };

/** Declares a kind of job; what is left out is as usual for short, repeatable work. */
export const defineJob = <Data extends object>(
  job: Pick<Job<Data>, "name" | "data"> & Partial<Job<Data>>,
): Job<Data> => ({ ...usual, ...job });

/** pg-boss's room in the database; made by the first migration, tables kept by pg-boss. */
export const jobsSchema = "jobs";
/** Where jobs end whose tries are used up; kept until somebody looks. */
export const deadLetters = "dead-letters";

/** The queue's options in pg-boss's words. */
export const queueOptions = (job: Job<object>) => ({
  retryLimit: job.retries,
  retryDelay: job.retryDelaySeconds,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: job.timeoutSeconds,
  heartbeatSeconds: 10,
  deadLetter: deadLetters,
  notify: true,
});

/** Where jobs wait whose tries are used up. */
export const deadLetterOptions = { policy: "standard", retentionSeconds: 365 * 24 * 3600 };
/** The options that the job's queue is made with. */
export const createOptions = (job: Job<object>) => ({
  ...queueOptions(job),
  policy: job.onePerKey ? "short" : "standard",
});

/** Makes the job's queue where there is none yet, when workers start. */
export async function ensureQueue(boss: PgBoss, job: Job<object>): Promise<void> {
  if (await boss.getQueue(job.name)) return;
  if (!(await boss.getQueue(deadLetters))) {
    await boss.createQueue(deadLetters, deadLetterOptions);
  }
  await boss.createQueue(job.name, createOptions(job));
}
