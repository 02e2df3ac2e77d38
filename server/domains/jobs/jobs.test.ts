/** A job of the firm that is run at once: audited, once at a time. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { retentionJob, signInMonthsJob } from "../../jobs/firm-jobs.ts";
import { finishRun, startRun } from "../../jobs/runs.queries.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf } from "../../testing/effects.ts";

let app: TestApp;
let admin: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
});
afterAll(() => app.close());

const run = (job: string) => admin.client.jobs.run({ params: { job }, body: {} });
const stateOf = async (job: string) => (await admin.client.jobs.list()).find((one) => one.job === job)?.state;

test("two administrators start the same job: it is queued and audited once", async () => {
  const other = await app.as("admin");
  const { name } = signInMonthsJob;
  const codes = await Promise.all([
    codeOf(run(name)),
    codeOf(other.client.jobs.run({ params: { job: name }, body: {} })),
  ]);
  expect(codes.toSorted()).toEqual(["done", "jobRunning"]);
  expect(await stateOf(name)).toBe("waiting");
  expect(await auditOf(app, { type: "job", id: name }, "job.started")).toHaveLength(1);
});

test("a job that runs is not started again", async () => {
  const { name } = retentionJob;
  await run(name);
  const { db } = app.database;
  await sql`update jobs.job set state = 'active', started_on = now() where name = ${name}`.execute(db);
  expect(await stateOf(name)).toBe("running");
  expect(await codeOf(run(name))).toBe("jobRunning");
  await sql`update jobs.job set state = 'completed', completed_on = now() where name = ${name}`.execute(db);
  expect(await codeOf(run(name))).toBe("done");
});

test("the last runs of a job are listed newest first, each with its result or why it failed", async () => {
  const { db } = app.database;
  const { name } = retentionJob;
  await finishRun(db, await startRun(db, name), { outcome: { rows: 3 } });
  await finishRun(db, await startRun(db, name), { failure: { reason: { kind: "unexpected" }, detail: "disk full" } });
  await startRun(db, name);
  const runs = await admin.client.jobs.listRuns({ params: { job: name } });
  expect(runs).toMatchObject([
    { finished_at: null, failure: null },
    { failure: { reason: { kind: "unexpected" }, detail: "disk full" } },
    { outcome: { rows: 3 }, failure: null },
  ]);
});

test("what is no job of the firm cannot be run", async () => {
  expect(await codeOf(run("mail.deliver"))).toBe("notFound");
  expect(await codeOf(admin.client.jobs.listRuns({ params: { job: "nothing" } }))).toBe("notFound");
});
