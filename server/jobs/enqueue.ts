/** Queues jobs, for `tx.enqueue` (unit-of-work/transact.ts). */
import { sql } from "kysely";
import { fromKysely, PgBoss } from "pg-boss";
import type { Trx } from "../kernel/transaction.ts";
import { createOptions, deadLetterOptions, deadLetters, type Job, jobsSchema } from "./jobs.ts";

export interface EnqueueOptions {
  /** With `onePerKey`: the job's subject, such as `user/7`. */
  key?: string;
  startAfter?: Date;
  /** Jobs of a higher one go first; 0 if not given. */
  priority?: number;
}

/**
 * Queues a job as part of the transaction: it exists exactly if the change does, and workers wake at commit. False if a
 * job with the same key is already waiting.
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
    ...(options.priority !== undefined && { priority: options.priority }),
  });
  return id !== null;
}

/**
 * Creates the queues within the caller's transaction: a service may enqueue before any process has started its workers.
 * pg-boss's own createQueue includes BEGIN and COMMIT, which would commit half of the caller's change.
 */
async function createQueues(trx: Trx, job: Job<object>): Promise<void> {
  for (const [name, options] of [
    [deadLetters, deadLetterOptions],
    [job.name, createOptions(job)],
  ] as const)
    await sql`select jobs.create_queue(${name}, ${JSON.stringify(options)}::jsonb)`.execute(trx);
}
