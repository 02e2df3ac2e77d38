/** Due times: what they follow from, who sees them, and that every change keeps them. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { listen } from "../../../testing/effects.ts";
import { settingDefaults } from "../../settings/defaults.ts";
import { type ClockFacts, calculateClocks, createClockRules } from "./due-times.ts";
import { recalculateClocks } from "./promises.ts";

const rules = settingDefaults.ticketRules;
const sofia = createClockRules(rules, "Europe/Sofia");
/** 9:00–18:00 in Sofia is 7:00–16:00 in winter; an answer is promised within 9 hours, a resolution within 45. */
const facts = (given: Partial<ClockFacts> & { at: readonly string[] }): ClockFacts => ({
  topic: "question",
  priority: "normal",
  firm_wrote_first: false,
  first_answered_at: null,
  finished_at: null,
  ...given,
  turns: given.at.map((turn) => new Date(turn)),
});
const timesOf = (given: Parameters<typeof facts>[0]) => {
  const { first_answer_due_at, resolution_due_at, next_due_at } = calculateClocks(facts(given), sofia);
  return [first_answer_due_at, resolution_due_at, next_due_at].map((time) => time?.toISOString().slice(0, 16) ?? null);
};

describe("first answer, resolution, and the next of them", () => {
  test("run from the question on", () => {
    expect(timesOf({ at: ["2026-11-20T14:30Z"] })).toEqual([
      "2026-11-23T14:30",
      "2026-11-27T14:30",
      "2026-11-23T14:30",
    ]);
  });
  test("after the first answer the resolution is next, and it stands still while it is the client's turn", () => {
    const first_answered_at = new Date("2026-11-23T08:00Z");
    const answered = { at: ["2026-11-20T14:30Z", "2026-11-23T08:00Z"], first_answered_at };
    expect(timesOf(answered)).toEqual(["2026-11-23T14:30", null, null]);
    // 2.5 of 45 hours had passed; the client answered a week later.
    const asked = { ...answered, at: [...answered.at, "2026-11-30T08:00Z"] };
    expect(timesOf(asked)).toEqual(["2026-11-23T14:30", "2026-12-04T14:30", "2026-12-04T14:30"]);
  });
  test("what was late stays late when the client answers again", () => {
    const first_answered_at = new Date("2026-11-30T08:00Z");
    const at = ["2026-11-20T14:30Z", "2026-11-30T08:00Z", "2026-12-10T08:00Z"];
    expect(timesOf({ at, first_answered_at })).toEqual(["2026-11-23T14:30", "2026-11-27T14:30", "2026-11-27T14:30"]);
  });
  test("a finished ticket has nothing next", () => {
    const finished_at = new Date("2026-11-23T08:00Z");
    const at = ["2026-11-20T14:30Z", "2026-11-23T08:00Z"];
    expect(timesOf({ at, finished_at, first_answered_at: finished_at })).toEqual(["2026-11-23T14:30", null, null]);
  });
  test("the firm's own ticket has no first answer, and nothing before the client writes", () => {
    expect(timesOf({ at: [], firm_wrote_first: true })).toEqual([null, null, null]);
    expect(timesOf({ at: ["2026-11-20T14:30Z"], firm_wrote_first: true })).toEqual([
      null,
      "2026-11-27T14:30",
      "2026-11-27T14:30",
    ]);
  });
  test("a topic has promises of its own, each priority its own", () => {
    const promises = { ...rules.promises, urgent: { firstAnswer: 30, resolution: 45 } };
    const own = createClockRules(
      { ...rules, topics: rules.topics.map((topic) => (topic.id === "complaint" ? { ...topic, promises } : topic)) },
      "Europe/Sofia",
    );
    const dueOf = (topic: string) =>
      calculateClocks(facts({ at: ["2026-11-20T15:30Z"], topic, priority: "urgent" }), own).next_due_at?.toISOString();
    expect(dueOf("complaint")).toBe("2026-11-20T16:00:00.000Z");
    expect(dueOf("question")).toBe("2026-11-23T07:30:00.000Z");
  });
});

test("a due time explains itself: hours, holidays on the way, and when it stood still", () => {
  const at = ["2026-12-22T15:00Z", "2026-12-23T08:00Z", "2026-12-23T09:00Z"];
  const { clocks } = calculateClocks(facts({ at, first_answered_at: new Date("2026-12-23T08:00Z") }), sofia);
  expect(clocks).toMatchObject([
    { kind: "firstAnswer", promised: 540, due_at: "2026-12-23T15:00:00.000Z", passed: 120, exceptions: [], stops: [] },
    {
      kind: "resolution",
      promised: 2700,
      began_at: "2026-12-22T15:00:00.000Z",
      ended_at: null,
      passed: null,
      time_zone: "Europe/Sofia",
      country: "BG",
      exceptions: [
        { day: "2026-12-24", name: "christmasEve", moved: false },
        { day: "2026-12-25", name: "christmas", moved: false },
        { day: "2026-12-28", name: "secondChristmas", moved: true },
        { day: "2027-01-01", name: "newYear", moved: false },
      ],
      stops: [{ from: "2026-12-23T08:00:00.000Z", to: "2026-12-23T09:00:00.000Z" }],
    },
  ]);
});

let app: TestApp;
let office: TestUser;
let admin: TestUser;
let client: TestUser;
let holder: Holder;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  admin = await app.as("admin");
  client = await app.as("client");
  holder = { holderType: "user", holderId: client.id };
  // Always open: due times do not depend on when the test runs.
  await saveRules({});
}, 60_000);
afterAll(() => app.close());
beforeEach(() => client.client.tickets.resolveByTitle({ params: holder, body: { title: "A fee" } }));

const always = [{ from: "00:00", to: "24:00" }];
const allDay = { mon: always, tue: always, wed: always, thu: always, fri: always, sat: always, sun: always };
const years = new Date().getUTCFullYear();
/** Without holidays, too. */
const openDays = Array.from({ length: 390 }, (_, count) => ({
  day: new Date(Date.UTC(years, new Date().getUTCMonth(), count - 5)).toISOString().slice(0, 10),
  hours: always,
}));
const saveRules = (more: Partial<typeof rules>) =>
  admin.client.settings.save({
    params: { name: "ticketRules" },
    body: { data: { ...rules, hours: { country: "BG", week: allDay, ownDays: openDays }, ...more } },
  });
const open = async () =>
  (await client.client.tickets.create({ params: holder, body: { title: "A fee", content: "What is it for?" } })).id;
const get = (id: number, by = client) => by.client.tickets.get({ params: { ...holder, id }, query: {} });
const comment = (by: TestUser, id: number, more: object = {}) =>
  by.client.tickets.addComment({ params: { ...holder, id }, body: { content: "A comment", ...more } });
const minutesBetween = (from: string, to: string | undefined | null) =>
  Math.round((Date.parse(to ?? "") - Date.parse(from)) / 60_000);
/** As if everything about it had happened so many minutes earlier. */
const setBack = (id: number, minutes: number) =>
  sql`update ticket set clock_rules = null, created_at = created_at - ${minutes} * interval '1 minute',
    turns = array(select turn - ${minutes} * interval '1 minute' from unnest(turns) turn) where id = ${id}`.execute(
    app.database.db,
  );
const inQueue = async (queue: "soon" | "late") => {
  const { tickets, queues } = await office.client.tickets.listAll({ query: { queue } });
  return { ids: tickets.map((one) => one.id), count: queues?.[queue] };
};

test("the client sees when an answer is due, then the resolution; nothing while it is their turn", async () => {
  const id = await open();
  const asked = await get(id);
  expect(asked.due).toMatchObject({ kind: "firstAnswer", state: "due" });
  expect(minutesBetween(asked.created_at, asked.due?.at)).toBe(540);
  await comment(office, id, { internal: true });
  expect((await get(id)).due).toEqual(asked.due);
  await comment(office, id);
  const answered = await get(id);
  expect(answered.due).toBeNull();
  expect(answered.clocks).toMatchObject([
    { kind: "firstAnswer", late: false, passed: 0 },
    { kind: "resolution", due_at: null, ended_at: null, late: false },
  ]);
  await comment(client, id);
  const again = await get(id);
  expect(again.due?.kind).toBe("resolution");
  expect(minutesBetween(again.created_at, again.due?.at)).toBe(2700);
  await office.client.tickets.resolve({ params: { ...holder, id }, body: {} });
  expect(await get(id)).toMatchObject({ due: null, clocks: [{}, { kind: "resolution", late: false, passed: 0 }] });
});

test("another priority or topic is another due time at once, which the client's page hears of", async () => {
  const id = await open();
  const heard = listen(app);
  await office.client.tickets.arrange({ params: { id }, body: { priority: "urgent" } });
  heard.stop();
  const urgent = await get(id);
  expect(minutesBetween(urgent.created_at, urgent.due?.at)).toBe(60);
  expect(heard.all).toContainEqual({ name: "ticket", event: { ...holder, ticketId: id } });
});

test("what is about to be late and what is late are queues with counts; late answers are said to be late", async () => {
  const [soon, late, fine] = [await open(), await open(), await open()];
  await setBack(soon, 540 - 60);
  await setBack(late, 541);
  await setBack(fine, 540 - 180);
  await recalculateClocks(app.services);
  expect(await inQueue("soon")).toEqual({ ids: [soon], count: 1 });
  expect(await inQueue("late")).toEqual({ ids: [late], count: 1 });
  expect((await get(late)).due).toMatchObject({ kind: "firstAnswer", state: "late" });
  await comment(office, late);
  expect(await inQueue("late")).toEqual({ ids: [], count: 0 });
  expect((await get(late)).clocks[0]).toMatchObject({ kind: "firstAnswer", late: true, passed: 541 });
  await client.client.tickets.resolveByTitle({ params: holder, body: { title: "A fee" } });
  expect(await inQueue("soon")).toEqual({ ids: [], count: 0 });
});

test("a change of the setting is a job; it moves what is open and leaves what is finished", async () => {
  const [id, finished] = [await open(), await open()];
  await office.client.tickets.close({ params: { id: finished }, body: { message: "Done" } });
  const before = await get(finished);
  await saveRules({ promises: { ...rules.promises, normal: { firstAnswer: 30, resolution: 60 } } });
  expect(await recalculateClocks(app.services)).toEqual({ changed: 1, failed: 0 });
  expect(await recalculateClocks(app.services)).toEqual({ changed: 0, failed: 0 });
  const { created_at, due } = await get(id);
  expect(minutesBetween(created_at, due?.at)).toBe(30);
  expect((await get(finished)).clocks).toEqual(before.clocks);
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from jobs.job where name = 'tickets.due-times'`.execute(app.database.db);
  expect(rows[0]?.waiting).toBeGreaterThan(0);
  await saveRules({});
  await recalculateClocks(app.services);
});

test("impossible hours are an error at their field, and change nothing", async () => {
  const save = (data: unknown) =>
    admin.client.settings.save({ params: { name: "ticketRules" }, body: { data } }).then(
      () => null,
      ({ errors }: { errors: unknown }) => errors,
    );
  const week = { ...rules.hours.week, mon: [{ from: "18:00", to: "09:00" }] };
  expect(await save({ ...rules, hours: { ...rules.hours, week } })).toEqual([
    { path: "data.hours.week.mon.0.to", code: "endBeforeStart" },
  ]);
  const closed = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
  expect(await save({ ...rules, hours: { ...rules.hours, week: closed } })).toEqual([
    { path: "data.hours.week", code: "neverOpen" },
  ]);
  const low = { firstAnswer: 60, resolution: 30 };
  expect(await save({ ...rules, promises: { ...rules.promises, low } })).toEqual([
    { path: "data.promises.low.resolution", code: "tooSmall" },
  ]);
  const { data } = await admin.client.settings.get({ params: { name: "ticketRules" } });
  expect(data).toMatchObject({ hours: { week: allDay } });
});

test("queues of due times are read from their index", async () => {
  const { db } = app.database;
  await sql`insert into ticket (holder_type, holder_id, title, content, topic, created_by, by_staff, clock_rules)
    select 'user', ${client.id}, 'Many', 'Text', 'question', ${client.id}, false, 'x' from generate_series(1, 5000)`.execute(
    db,
  );
  const planOf = async (where: string) => {
    const { rows } = await sql<{ "QUERY PLAN": string }>`
      explain select id from ticket where ${sql.raw(where)} order by next_due_at, id limit 50`.execute(db);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  };
  expect(await planOf("next_due_at < now()")).toContain("ticket_due");
  const soon = "next_due_at >= now() and next_due_at <= now() + interval '1 hour'";
  expect(await planOf(soon)).toContain("ticket_due");
});
