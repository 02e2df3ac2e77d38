import { setTimeout as pause } from "node:timers/promises";
import pino from "pino";
import { expect, test } from "vitest";
import { z } from "zod";
import { openDatabase } from "../database/open.ts";
import { readConfig } from "../kernel/config.ts";
import { inTransaction } from "../kernel/transaction.ts";
import { temporaryFolder } from "../testing/folder.ts";
import { enqueue } from "./enqueue.ts";
import { defineJob } from "./jobs.ts";
import { handleJob, startJobs } from "./start.ts";

const job = defineJob({ name: "test.restart", data: z.strictObject({ n: z.int() }) });

test("jobs go on by themselves after the database was killed, and none is lost", async () => {
  const database = await openDatabase(readConfig({ DATA_DIR: await temporaryFolder() }));
  const done = new Set<number>();
  const run = handleJob(job, async ({ n }) => void done.add(n));
  const jobs = await startJobs(database.connection, [run], pino({ level: "silent" }));
  const put = (n: number) => inTransaction(database.db, (trx) => enqueue(trx, job, { n }));
  await put(1);
  await expect.poll(() => done.has(1), { timeout: 5000 }).toBe(true);
  const pid = database.embedded?.pid() ?? 0;
  process.kill(pid, "SIGKILL");
  let acknowledged = false;
  while (!acknowledged) {
    acknowledged = await put(2).catch(() => false);
    await pause(20);
  }
  await expect.poll(() => done.has(2), { timeout: 12_000 }).toBe(true);
  await jobs.stop();
  await database.close();
});
