/** The firm's jobs as shown to admins: each with its last run and its result or the reason of its failure. */
import type { JobReason } from "@portico/api/job-reasons.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startImap, type TestMailbox } from "../adapters/mailbox/testing/imap-server.ts";
import { analyticsHandlers } from "../domains/analytics/analytics.jobs.ts";
import { verificationHandlers } from "../domains/audit/audit.jobs.ts";
import { kycReviewHandlers } from "../domains/onboarding/reviews/reviews.jobs.ts";
import { approvedMonthsAgo, approvedPerson } from "../domains/onboarding/testing/approved.ts";
import { pickupsHandlers } from "../domains/pickups/handlers.ts";
import { retentionHandlers } from "../domains/retention/retention.jobs.ts";
import { screeningHandlers } from "../domains/screening/handlers.ts";
import { sharepointHandlers } from "../domains/sharepoint/sharepoint.jobs.ts";
import { byMailHandlers } from "../domains/tickets/by-mail/by-mail.jobs.ts";
import { ExplainedFailure } from "../kernel/explained-failure.ts";
import { sealHandlers } from "../seal/seal.job.ts";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import {
  firmJobs,
  handleFirmJob,
  handleWatchJob,
  mailboxWatchJob,
  retentionJob,
  sharepointWatchJob,
} from "./firm-jobs.ts";
import type { JobHandler } from "./start.ts";

let app: TestApp;
let admin: TestUser;
let handlers: JobHandler[];
let box: TestMailbox;
beforeAll(async () => {
  box = await startImap();
  app = await createTestApp({ mailbox: { url: box.url, address: "desk@firm.example" } });
  admin = await app.as("admin");
  handlers = [
    ...kycReviewHandlers(app.services),
    ...retentionHandlers(app.services, app.database),
    ...screeningHandlers(app.services),
    ...sealHandlers({ ...app.services, seal: { daysLeft: () => Promise.resolve(59) } }),
    ...analyticsHandlers(app.services),
    ...verificationHandlers(app.services),
    ...sharepointHandlers(app.services),
    ...pickupsHandlers(app.services),
    ...byMailHandlers(app.services),
  ].filter(({ job }) => firmJobs.some(({ name }) => name === job.name));
});
afterAll(async () => {
  await app.close();
  await box.close();
});

const listed = () => admin.client.jobs.list();

test("every job of the firm has its handler and its hour", () => {
  expect(handlers.map(({ job }) => job.name)).toEqual(firmJobs.map(({ name }) => name));
  const daily = firmJobs.map(({ schedule }) => schedule).filter((schedule) => schedule !== "* * * * *");
  expect(new Set(daily).size).toBe(daily.length);
});

test("admins see each, also before it ever ran; afterwards when it ran and what it did, as counts", async () => {
  expect(await listed()).toEqual(
    firmJobs.map(({ name, schedule }) => ({
      job: name,
      schedule,
      next: expect.any(String),
      state: "idle",
      last: null,
    })),
  );
  const reviewer = await app.as("office");
  const { path } = await approvedPerson(app, reviewer);
  await approvedMonthsAgo(app, path, 12);
  for (const { run } of handlers) await run({});
  const runs = await listed();
  expect(runs.map(({ last }) => last?.outcome)).toEqual([
    { asked: 1, failed: 0 },
    { asked: 0, failed: 0 },
    { holders: 0, accounts: 0, rows: 0, files: 0, auditEntries: 0, signIns: 0, kept: 0, failed: 0, sharedFolders: 0 },
    {},
    { daysLeft: 59 },
    { made: 0, moved: 0, dropped: 0 },
    expect.objectContaining({ entries: expect.any(Number) }),
    {},
    {},
    {},
    // Only a mail that was set aside is recorded.
    undefined,
  ]);
  for (const { last } of runs.slice(0, -1)) {
    expect(last).toMatchObject({ failure: null, finished_at: expect.any(String) as string });
    expect((last?.finished_at ?? "") >= (last?.started_at ?? "~")).toBe(true);
  }
});

test("a run that fails says why, and fails in the queue too, which tries it again", async () => {
  const { run } = handleFirmJob(app.services, retentionJob, () => Promise.reject(new Error("the database went away")));
  await expect(run({})).rejects.toThrow("went away");
  const [failed] = (await listed()).filter(({ job }) => job === retentionJob.name);
  expect(failed?.last).toMatchObject({
    outcome: null,
    failure: { reason: { kind: "unexpected" }, detail: "the database went away" },
    finished_at: expect.any(String) as string,
  });
});

test("a run that failed in an earlier version has its text as the detail; a reason that is not known is not passed on", async () => {
  const last = async () => (await listed()).find(({ job }) => job === retentionJob.name)?.last;
  const run = { job: retentionJob.name, failure: "the disk was full" };
  await app.database.db.insertInto("job_run").values(run).execute();
  expect((await last())?.failure).toEqual({ reason: { kind: "unexpected" }, detail: "the disk was full" });
  const reason = JSON.stringify({ kind: "of a later version" });
  await app.database.db.insertInto("job_run").values({ job: retentionJob.name, failure_reason: reason }).execute();
  expect((await last())?.failure).toEqual({ reason: { kind: "unexpected" }, detail: null });
});

test("a failure without a technical detail is still one, and the check that follows begins no other run", async () => {
  const reason: JobReason = { kind: "mailboxFolderNone", folder: "Replies" };
  const watch = handleWatchJob(app.services, sharepointWatchJob, () =>
    Promise.reject(new ExplainedFailure(reason, null)),
  );
  const last = async () => (await listed()).find(({ job }) => job === sharepointWatchJob.name)?.last;
  await watch.run({});
  const first = await last();
  expect(first).toMatchObject({ failure: { reason, detail: null }, outcome: null });
  await watch.run({});
  expect((await last())?.started_at).toBe(first?.started_at);
});

test("admins see since when the mailbox is away, why, and that it is back", async () => {
  const watch = handlers.find(({ job }) => job === mailboxWatchJob);
  const last = async () => (await listed()).find(({ job }) => job === mailboxWatchJob.name)?.last;
  box.isLocked = true;
  await watch?.run({});
  const gone = await last();
  expect(gone?.failure).toEqual({
    reason: { kind: "mailboxPassword" },
    detail: expect.stringMatching(/\S/) as string,
  });
  await watch?.run({});
  expect(await last()).toMatchObject({ started_at: gone?.started_at });
  box.isLocked = false;
  await watch?.run({});
  expect(await last()).toMatchObject({ failure: null, outcome: {} });
});

test("nobody but an admin sees them", async () => {
  const office = await app.as("office");
  await expect(office.client.jobs.list()).rejects.toMatchObject({ code: "forbidden" });
});
