/** Work that happens after a change, kept in the database: declared as data, put in the queue in the change's transaction. */
import { sql } from "kysely";
import { fromKysely, PgBoss } from "pg-boss";
import type { z } from "zod";
import type { Trx } from "../kernel/transaction.ts";

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

export interface EnqueueOptions {
  /** With `onePerKey`: what the job is about, as `user/7`. */
  key?: string;
  startAfter?: Date;
}

/**
 * Puts a job in the queue as part of the transaction: it exists exactly if the change does, and workers wake at
 * commit. False where a job with the same key waits already.
 */
export async function enqueue<Data extends object>(
  trx: Trx,
  job: Job<Data>,
  data: Data,
  options: EnqueueOptions = {},
): Promise<boolean> {
  if (!trx.isTransaction) throw new Error("A job is enqueued in the transaction of the change");
  const boss = new PgBoss({ db: fromKysely(trx), schema: jobsSchema, useListenNotify: true });
  if (!(await boss.getQueue(job.name))) await createQueues(trx, job);
  const id = await boss.send(job.name, job.data.parse(data), {
    ...(options.key !== undefined && { singletonKey: options.key }),
    ...(options.startAfter && { startAfter: options.startAfter }),
  });
  return id !== null;
}

const deadLetterOptions = { policy: "standard", retentionSeconds: 365 * 24 * 3600 };
const createOptions = (job: Job<object>) => ({ ...queueOptions(job), policy: job.onePerKey ? "short" : "standard" });

/**
 * Makes the queues within the caller's transaction: a part may enqueue before any process has started its workers.
 * pg-boss's own createQueue brings BEGIN and COMMIT along, which would commit half of the caller's change.
 */
async function createQueues(trx: Trx, job: Job<object>): Promise<void> {
  for (const [name, options] of [
    [deadLetters, deadLetterOptions],
    [job.name, createOptions(job)],
  ] as const)
    await sql`select jobs.create_queue(${name}, ${JSON.stringify(options)}::jsonb)`.execute(trx);
}

/** Makes the job's queue where there is none yet, when workers start. */
export async function ensureQueue(boss: PgBoss, job: Job<object>): Promise<void> {
  if (await boss.getQueue(job.name)) return;
  if (!(await boss.getQueue(deadLetters))) {
    await boss.createQueue(deadLetters, deadLetterOptions);
  }
  await boss.createQueue(job.name, createOptions(job));
}
