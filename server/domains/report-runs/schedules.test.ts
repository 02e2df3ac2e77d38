/** Schedules over HTTP: due by the firm's business days, once for each period, also what was missed. */
import { addDays } from "@portico/api/rules/calendar.ts";
import { dueDay, periodAfter, periodAround, periodUntil } from "@portico/api/rules/report-runs.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf } from "../../testing/effects.ts";
import { startDue } from "./schedules.ts";
import { makeInvested, makePriced } from "./testing/clients.ts";
import { workOnRun } from "./working.ts";

let app: TestApp;
let office: TestUser;
let now: Date;

beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office");
  const { db } = app.services;
  await makeInvested(db, 2, await makePriced(db));
});
afterAll(() => app.close());

/** The day on which the portal believes to be. */
function setDay(day: string): void {
  now = new Date(`${day}T09:00:00Z`);
  app.services.now = () => now;
}
const list = () => office.client.reportRuns.listSchedules({});
const create = (more: object = {}) =>
  office.client.reportRuns.createSchedule({
    body: {
      kind: "assets",
      repeats: "quarterly",
      holders: { scope: "all" },
      language: null,
      atOnce: true,
      businessDays: 3,
      startsItself: true,
      ...more,
    },
  });
const of = async (id: number) => {
  const found = (await list()).find((one) => one.id === id);
  if (!found) throw new Error("no such schedule");
  return found;
};
const switchTo = (id: number, enabled: boolean) =>
  office.client.reportRuns.switchSchedule({ params: { id }, body: { enabled } });

test("periods and due days", () => {
  expect(periodAround("quarterly", "2026-05-20")).toEqual({ from: "2026-04-01", to: "2026-06-30" });
  expect(periodAround("monthly", "2028-02-29")).toEqual({ from: "2028-02-01", to: "2028-02-29" });
  expect(periodAround("yearly", "2026-12-31")).toEqual({ from: "2026-01-01", to: "2026-12-31" });
  expect(periodAfter("monthly", "2026-12-31")).toEqual({ from: "2027-01-01", to: "2027-01-31" });
  expect(periodUntil("quarterly", "2026-03-31")).toEqual({ from: "2026-01-01", to: "2026-03-31" });
  const weekdays = (day: string) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
  // 31 October 2026 is a Saturday.
  expect(dueDay("2026-10-31", 1, weekdays)).toBe("2026-11-02");
  expect(dueDay("2026-10-31", 0, weekdays)).toBe("2026-11-02");
  expect(dueDay("2026-10-31", 6, weekdays)).toBe("2026-11-09");
  expect(dueDay("2026-10-31", 1, () => false) > addDays("2026-10-31", 300)).toBe(true);
});

test("it starts itself some business days of the firm after the period, once, however often it is looked", async () => {
  setDay("2026-03-20");
  const { id } = await create();
  // 1 April 2026 is a Wednesday; Good Friday of the Bulgarian calendar is the 10th.
  expect((await of(id)).next).toEqual({ from: "2026-01-01", to: "2026-03-31", due: "2026-04-03" });
  await startDue(app.services);
  setDay("2026-04-02");
  await startDue(app.services);
  expect((await of(id)).runs).toEqual([]);
  setDay("2026-04-03");
  await Promise.all([1, 2, 3].map(() => startDue(app.services)));
  await startDue(app.services);
  const { runs, next } = await of(id);
  expect(runs).toMatchObject([{ from: "2026-01-01", to: "2026-03-31", state: "running" }]);
  expect(next).toMatchObject({ from: "2026-04-01", to: "2026-06-30" });
  await workOnRun(app.services, runs[0]?.id ?? 0);
  expect(await office.client.reportRuns.get({ params: { id: runs[0]?.id ?? 0 } })).toMatchObject({
    state: "done",
    counts: { told: 2 },
    createdBy: null,
    schedule: id,
  });
  await switchTo(id, false);
});

test("the firm's holidays put it off: Orthodox Easter and the first of May are no business days", async () => {
  setDay("2026-03-20");
  await sql`select 1`.execute(app.services.db);
  const { id } = await create({ repeats: "monthly", businessDays: 1 });
  setDay("2026-05-01");
  await startDue(app.services);
  // April's: 30 April is a Thursday, 1 May a holiday, then a weekend.
  expect((await of(id)).next).toEqual({ from: "2026-04-01", to: "2026-04-30", due: "2026-05-04" });
  await switchTo(id, false);
});

test("what was missed while the portal was down is made up, each period once", async () => {
  setDay("2026-01-15");
  const { id } = await create({ repeats: "monthly", businessDays: 5 });
  expect((await of(id)).next.to).toBe("2026-01-31");
  setDay("2026-05-20");
  await Promise.all([startDue(app.services), startDue(app.services)]);
  await startDue(app.services);
  expect((await of(id)).runs.map(({ to }) => to)).toEqual(["2026-04-30", "2026-03-31", "2026-02-28", "2026-01-31"]);
  await switchTo(id, false);
});

test("one that a person starts waits for them, and may be cancelled", async () => {
  setDay("2026-06-01");
  const { id } = await create({ startsItself: false, businessDays: 0, repeats: "monthly" });
  await startDue(app.services);
  const [run] = (await of(id)).runs;
  expect(run).toMatchObject({ to: "2026-05-31", state: "ready" });
  const runId = run?.id ?? 0;
  await workOnRun(app.services, runId);
  expect(await office.client.reportRuns.get({ params: { id: runId } })).toMatchObject({
    state: "ready",
    total: 0,
    knownAt: null,
  });
  const act = (action: "start" | "cancel") =>
    office.client.reportRuns.move({ params: { id: runId }, body: { action } });
  await act("start");
  expect(await codeOf(act("start"))).toBe("stateConflict");
  await workOnRun(app.services, runId);
  expect(await office.client.reportRuns.get({ params: { id: runId } })).toMatchObject({ state: "done" });
  setDay("2026-07-01");
  await startDue(app.services);
  const next = (await of(id)).runs[0]?.id ?? 0;
  await office.client.reportRuns.move({ params: { id: next }, body: { action: "cancel" } });
  expect(await office.client.reportRuns.get({ params: { id: next } })).toMatchObject({ state: "cancelled" });
  await switchTo(id, false);
});

test("switched off it starts nothing, and on again it does not make up for that time", async () => {
  setDay("2026-02-10");
  const { id } = await create({ repeats: "monthly", businessDays: 2 });
  await switchTo(id, false);
  await switchTo(id, false);
  setDay("2026-06-20");
  await startDue(app.services);
  expect(await of(id)).toMatchObject({ runs: [], enabled: false });
  await switchTo(id, true);
  await startDue(app.services);
  expect(await of(id)).toMatchObject({ runs: [], enabled: true, next: { from: "2026-06-01", to: "2026-06-30" } });
  expect(await auditOf(app, { type: "reportSchedule", id }, "reportSchedule.switched")).toHaveLength(2);
  await switchTo(id, false);
});

test("a schedule whose group is deleted starts nothing and says so; internal staff only look", async () => {
  setDay("2026-02-10");
  await sql`insert into distribution_group (name) values ('Yearly')`.execute(app.services.db);
  const { id } = await create({ holders: { scope: "group", group: "Yearly" }, repeats: "monthly", businessDays: 0 });
  await sql`update distribution_group set name = 'Each year' where name = 'Yearly'`.execute(app.services.db);
  expect(await of(id)).toMatchObject({ group: "Each year", lost: false });
  await sql`delete from distribution_group where name = 'Each year'`.execute(app.services.db);
  setDay("2026-05-10");
  await startDue(app.services);
  expect(await of(id)).toMatchObject({ group: null, lost: true, runs: [] });
  const internal = await app.as("internal");
  expect((await internal.client.reportRuns.listSchedules({})).length).toBeGreaterThan(0);
  expect(await codeOf(internal.client.reportRuns.switchSchedule({ params: { id }, body: { enabled: false } }))).toBe(
    "forbidden",
  );
});
