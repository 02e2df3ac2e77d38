/** Runs the queue's jobs in this process, and stops without losing a running one. */
import { PgBoss, systemClock } from "pg-boss";
import type { Logger } from "pino";
import type { ConnectionSettings } from "../database/connect.ts";
import { isDatabaseAway } from "../kernel/database-errors.ts";
import { ensureQueue, hasOptions, type Job, jobsSchema, queueOptions } from "./jobs.ts";

/** A job with its handler. */
export interface JobHandler {
  job: Job<object>;
  run: (data: object) => Promise<void>;
}

/** Connects a job with its handler; data is validated again when fetched, since it may be from before an upgrade. */
export const handleJob = <Data extends object>(job: Job<Data>, run: (data: Data) => Promise<void>): JobHandler => ({
  job,
  run: async (data) => run(job.data.parse(data)),
});

export interface RunningJobs {
  /** Begins to work: before, jobs only wait. */
  begin: () => Promise<void>;
  /** Lets running jobs finish for a while, then returns them to the queue. */
  stop: () => Promise<void>;
}

/** A mail with a code may be among the jobs of a killed process. */
const noticeSeconds = 20;

/**
 * A worker is told of new jobs at once. It looks by itself for those that are tried again or were to begin later; what forty queues
 * ask for is most of what an idle process does.
 */
const lookSeconds = 5;

interface BossOptions {
  connection: ConnectionSettings;
  size: number;
  now?: () => Date;
}

function createBoss({ connection, size, now = () => new Date() }: BossOptions): PgBoss {
  return new PgBoss({
    ...connection,
    application_name: "portico jobs",
    schema: jobsSchema,
    createSchema: false,
    max: size,
    useListenNotify: true,
    registerInstance: false,
    clock: { ...systemClock, now: () => now().getTime() },
    // How soon the jobs of a killed process are noticed, after their heartbeat stopped.
    superviseIntervalSeconds: noticeSeconds,
    monitorIntervalSeconds: noticeSeconds,
  });
}

/** Creates or updates pg-boss's tables, as the application role. */
export async function installJobs(connection: ConnectionSettings): Promise<void> {
  const boss = createBoss({ connection, size: 1 });
  boss.on("error", () => undefined);
  await boss.start();
  await boss.stop({ graceful: false, close: true });
}

const againMs = 60_000;

/**
 * Logs errors of the queue; that the database is away once a minute, since each of the dozens of queues asks for work every
 * few seconds.
 */
export function createErrorLog(log: Pick<Logger, "warn">, now = Date.now): (error: Error) => void {
  let quietUntil = 0;
  return (error) => {
    if (isDatabaseAway(error)) {
      if (now() < quietUntil) return;
      quietUntil = now() + againMs;
    }
    log.warn({ err: error }, "the job queue had an error");
  };
}

interface StartOptions {
  /** Counts the jobs. */
  done?: (name: string, outcome: "completed" | "failed") => void;
  /** The database's time, by which schedules go. */
  now?: () => Date;
}

/** Opens the queue and begins to work, with workers for every given handler. */
export async function startJobs(...of: Parameters<typeof openJobs>): Promise<RunningJobs> {
  const jobs = await openJobs(...of);
  await jobs.begin();
  return jobs;
}

/** Queues and schedules as their jobs say. Most are so already, and what is asked once is not asked for each of dozens. */
async function prepareQueues(boss: PgBoss, jobs: readonly Job<object>[]): Promise<void> {
  const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const schedules = new Map(
    (await boss.getSchedules()).map(({ name, cron, timezone }) => [name, `${cron} ${timezone}`]),
  );
  for (const job of jobs) {
    const queue = queues.get(job.name);
    if (!queue) await ensureQueue(boss, job);
    else if (!hasOptions(queue, job)) await boss.updateQueue(job.name, queueOptions(job));
    if (job.schedule !== undefined && schedules.get(job.name) !== `${job.schedule} UTC`)
      await boss.schedule(job.name, job.schedule, {}, { tz: "UTC" });
  }
}

/**
 * Opens the queue, so that calls can fill it. Errors of the queue itself are logged; it continues when the database is
 * back.
 */
export async function openJobs(
  connection: ConnectionSettings,
  handlers: readonly JobHandler[],
  log: Logger,
  { done = () => undefined, now }: StartOptions = {},
): Promise<RunningJobs> {
  const boss = createBoss({ connection, size: 4, ...(now && { now }) });
  boss.on("error", createErrorLog(log));
  boss.on("warning", (warning) => log.warn({ warning }, "the job queue warns"));
  await boss.start();
  // A process that does not live as long as the interval would never notice what earlier ones left.
  boss.supervise().catch((error: unknown) => log.warn({ err: error }, "the job queue was not looked through"));
  const begin = async (): Promise<void> => {
    await prepareQueues(
      boss,
      handlers.map(({ job }) => job),
    );
    for (const { job, run } of handlers) {
      await boss.work<object>(
        job.name,
        {
          batchSize: job.batch,
          pollingIntervalSeconds: 2,
          notifyPollingIntervalSeconds: lookSeconds,
          perJobResults: true,
        },
        async (batch) => {
          const results: { id: string; status: "completed" | "failed"; output?: object }[] = [];
          for (const { id, data } of batch) {
            const started = performance.now();
            try {
              await run(data);
              log.debug({ job: job.name, jobId: id, ms: Math.round(performance.now() - started) }, "job done");
              results.push({ id, status: "completed" });
              done(job.name, "completed");
            } catch (error) {
              log.error({ err: error, job: job.name, jobId: id }, "job failed");
              done(job.name, "failed");
              results.push({
                id,
                status: "failed",
                output: { message: error instanceof Error ? error.message : String(error) },
              });
            }
          }
          return results;
        },
      );
    }
  };
  let begun: Promise<void> | undefined;
  let isStopping = false;
  return {
    begin: () =>
      (begun ??= begin().catch((error: unknown) => {
        // A process may be told to stop before it has begun to work.
        if (!isStopping) throw error;
      })),
    async stop() {
      isStopping = true;
      await boss.stop({ graceful: true, timeout: 5000, close: true });
    },
  };
}
