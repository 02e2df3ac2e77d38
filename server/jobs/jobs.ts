/** Work after a change, stored in the database: declared as data, queued in the transaction of the change. */
import type { PgBoss } from "pg-boss";
import type { z } from "zod";

/**
 * One kind of job. Its handler is passed in where jobs are started, so that a service can enqueue without importing it.
 */
export interface Job<Data extends object> {
  /** `<domain>.<verb>`, such as `portfolios.recompute`. */
  name: string;
  data: z.ZodType<Data>;
  /** Tries after the first, each with twice the delay; then the job becomes a dead letter. */
  retries: number;
  /** Delay before the second try. */
  retryDelaySeconds: number;
  /** A longer run counts as failed. */
  timeoutSeconds: number;
  /** Jobs fetched from the queue at once and run one after another. */
  batch: number;
  /** At most one waits per key; a job enqueued meanwhile is covered by it. */
  onePerKey: boolean;
  /** Schedule on which the job is queued automatically: cron expression, in UTC. */
  schedule?: string;
}

/** Ten tries take 34 minutes: a machine that is too busy for some of them does not end a job. */
const usual = { retries: 10, retryDelaySeconds: 2, timeoutSeconds: 300, batch: 50, onePerKey: false };

/** Declares a kind of job; defaults suit short, repeatable work. */
export const defineJob = <Data extends object>(
  job: Pick<Job<Data>, "name" | "data"> & Partial<Job<Data>>,
): Job<Data> => ({ ...usual, ...job });

/** pg-boss's schema in the database; created by the first migration, its tables managed by pg-boss. */
export const jobsSchema = "jobs";
/** Queue of jobs that failed all tries; kept until somebody investigates. */
export const deadLetters = "dead-letters";

/** Jobs that are fetched together wait for each other: each may take its time. */
const longestSeconds = ({ timeoutSeconds, batch }: Job<object>): number =>
  Math.max(timeoutSeconds, Math.min(3600, timeoutSeconds * batch));

/** The queue's options as pg-boss names them. */
export const queueOptions = (job: Job<object>) => ({
  retryLimit: job.retries,
  retryDelay: job.retryDelaySeconds,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: longestSeconds(job),
  heartbeatSeconds: 10,
  deadLetter: deadLetters,
  notify: true,
});

/** Whether a queue is already as its job says. */
export function hasOptions(queue: object, job: Job<object>): boolean {
  const there = new Map<string, unknown>(Object.entries(queue));
  return Object.entries(queueOptions(job)).every(([name, value]) => there.get(name) === value);
}

/** Options of the queue of failed jobs. */
export const deadLetterOptions = { policy: "standard", retentionSeconds: 365 * 24 * 3600 };
/** The options with which the job's queue is created. */
export const createOptions = (job: Job<object>) => ({
  ...queueOptions(job),
  policy: job.onePerKey ? "short" : "standard",
});

/** Creates the job's queue if there is none, when workers start. */
export async function ensureQueue(boss: PgBoss, job: Job<object>): Promise<void> {
  if (await boss.getQueue(job.name)) return;
  if (!(await boss.getQueue(deadLetters))) {
    await boss.createQueue(deadLetters, deadLetterOptions);
  }
  await boss.createQueue(job.name, createOptions(job));
}
