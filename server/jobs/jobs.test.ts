import { PgBoss } from "pg-boss";
import pino from "pino";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createMetrics } from "../http/metrics.ts";
import { inTransaction } from "../kernel/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { enqueue } from "./enqueue.ts";
import { deadLetters, defineJob, jobsSchema } from "./jobs.ts";
import { createErrorLog, handleJob, type JobHandler, openJobs, type RunningJobs, startJobs } from "./start.ts";
import { countWaitingJobs } from "./waiting.ts";

const data = z.strictObject({ n: z.int() });
const note = defineJob({ name: "test.note", data });
const once = defineJob({ name: "test.once", data, onePerKey: true });
const failing = defineJob({ name: "test.failing", data, retries: 1, retryDelaySeconds: 0, batch: 1 });
const log = pino({ level: "silent" });

let database: TestDatabase;
let running: RunningJobs | null = null;
const done: number[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await running?.stop();
  running = null;
  done.length = 0;
});
afterAll(() => database.close());

const noteHandler = handleJob(note, async ({ n }) => {
  done.push(n);
});
const start = async (...handlers: JobHandler[]) => {
  running = await startJobs(database.connection, handlers, log);
};
const put = (n: number) => inTransaction(database.db, (trx) => enqueue(trx, note, { n }));

test("a job enqueued before any worker runs is done when one starts", async () => {
  await put(1);
  await start(noteHandler);
  await expect.poll(() => done, { timeout: 5000 }).toEqual([1]);
});

test("a start makes queues and schedules as their jobs say now, and leaves alone what is so", async () => {
  const made = async () => {
    const { rows } = await database.pool.query(
      `select q.retry_limit as retries, q.updated_on as queue_at, s.cron, s.updated_on as schedule_at
       from jobs.queue q left join jobs.schedule s on s.name = q.name where q.name = 'test.changing'`,
    );
    return rows[0] as { retries: number; queue_at: Date; cron: string | null; schedule_at: Date | null };
  };
  const startAs = async (job: Partial<typeof note>) => {
    await start(handleJob({ ...note, name: "test.changing", ...job }, async () => undefined));
    await running?.stop();
    return made();
  };
  const first = await startAs({ retries: 3, schedule: "5 4 * * *" });
  expect([first.retries, first.cron]).toEqual([3, "5 4 * * *"]);
  expect(await startAs({ retries: 3, schedule: "5 4 * * *" })).toEqual(first);
  const later = await startAs({ retries: 4, schedule: "6 4 * * *" });
  expect([later.retries, later.cron]).toEqual([4, "6 4 * * *"]);
});

test("a queue that is stopped while it begins to work ends quietly", async () => {
  const jobs = ["one", "two", "three"].map((name) =>
    handleJob({ ...note, name: `test.stopped-${name}` }, async () => undefined),
  );
  const opened = await openJobs(database.connection, jobs, log);
  const beginning = opened.begin();
  await opened.stop();
  await expect(beginning).resolves.toBeUndefined();
});

test("what waits in the queue is told to whoever watches the portal; the other figures also while the database is away", async () => {
  const metrics = createMetrics();
  metrics.watchQueue(() => countWaitingJobs(database.db));
  await put(1);
  const text = await metrics.registry.metrics();
  expect(text).toContain('portico_jobs_waiting{job="test.note",state="created"} 1');
  expect(text).toMatch(/portico_jobs_oldest_seconds\{job="test.note",state="created"\} [\d.]+/);
  await start(noteHandler);
  await expect.poll(() => metrics.registry.metrics(), { timeout: 5000 }).not.toContain('job="test.note"');

  const away = createMetrics();
  away.watchQueue(() => Promise.reject(new Error("away")));
  expect(await away.registry.metrics()).toContain("process_resident_memory_bytes");
});

test("a waiting worker is woken at commit", async () => {
  await start(noteHandler);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const before = performance.now();
  await put(2);
  await expect.poll(() => done, { timeout: 5000, interval: 10 }).toEqual([2]);
  expect(performance.now() - before).toBeLessThan(1500);
});

test("a job of a change that is rolled back does not exist", async () => {
  await inTransaction(database.db, async (trx) => {
    await enqueue(trx, note, { n: 3 });
    throw new Error("no");
  }).catch(() => undefined);
  await put(4);
  await start(noteHandler);
  await expect.poll(() => done, { timeout: 5000 }).toEqual([4]);
});

test("a second job with the same key is covered by the one that waits", async () => {
  const both = await inTransaction(database.db, async (trx) => [
    await enqueue(trx, once, { n: 1 }, { key: "user/1" }),
    await enqueue(trx, once, { n: 2 }, { key: "user/1" }),
    await enqueue(trx, once, { n: 3 }, { key: "user/2" }),
  ]);
  expect(both).toEqual([true, false, true]);
});

test("a job with data that does not fit is refused when it is enqueued", async () => {
  await expect(put("x" as never)).rejects.toThrow();
});

test("a job that keeps failing is tried again and then lies among the dead letters", async () => {
  let tries = 0;
  await inTransaction(database.db, (trx) => enqueue(trx, failing, { n: 5 }));
  await start(
    handleJob(failing, async () => {
      tries += 1;
      throw new Error("never works");
    }),
  );
  const boss = new PgBoss({
    ...database.connection,
    schema: jobsSchema,
    max: 1,
    registerInstance: false,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  await expect
    .poll(async () => (await boss.findJobs(deadLetters)).map((job) => job.data), { timeout: 10_000 })
    .toEqual([{ n: 5 }]);
  expect(tries).toBe(2);
  await boss.stop({ graceful: false, close: true });
});

test("errors of the queue are logged, but that the database is away once a minute", () => {
  const lines: string[] = [];
  const to = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line).err.message) });
  let now = 0;
  const report = createErrorLog(to, () => now);
  const away = () => Object.assign(new Error("away"), { code: "ECONNREFUSED", syscall: "connect" });
  report(away());
  report(away());
  report(new Error("another"));
  now = 59_999;
  report(away());
  expect(lines).toEqual(["away", "another"]);
  now = 60_000;
  report(away());
  expect(lines).toEqual(["away", "another", "away"]);
});
