/** The report: promises kept and not kept by topic, colleague and week, and the tickets behind what was late. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { codeOf } from "../../../testing/effects.ts";
import { recalculateClocks } from "./promises.ts";

let app: TestApp;
let admin: TestUser;
let office: TestUser;
let colleague: TestUser;
let kept: number;
let late: number;
let overdue: number;

/** Turns, first answer and end of a ticket as if it had been written then. */
const setTimes = (id: number, turns: string[], answered: [string, number] | null, finished: string | null) =>
  sql`update ticket set clock_rules = null, created_at = ${turns[0] ?? "2024-02-12T10:00Z"}::timestamptz,
    turns = ${turns}::timestamptz[], first_answered_at = ${answered?.[0] ?? null}::timestamptz,
    first_answered_by = ${answered?.[1] ?? null}::bigint, finished_at = ${finished}::timestamptz where id = ${id}`.execute(
    app.database.db,
  );

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin", { name: "Adam Admin" });
  office = await app.as("office", { name: "Olga Office" });
  colleague = await app.as("office", { name: "Cornelia Colleague" });
  const client = await app.as("client", { name: "Ivan Petrov" });
  const holder: Holder = { holderType: "user", holderId: client.id };
  const open = async (by: TestUser, topic: string) =>
    (await by.client.tickets.create({ params: holder, body: { title: "A fee", content: "Why?", topic } })).id;
  kept = await open(client, "question");
  late = await open(client, "question");
  overdue = await open(client, "payments");
  const ours = await open(office, "payments");
  for (const [id, who] of [
    [kept, office],
    [late, colleague],
  ] as const) {
    await office.client.tickets.assign({ params: { id }, body: { admin_id: who.id } });
    await who.client.tickets.addComment({ params: { ...holder, id }, body: { content: "Because" } });
  }
  await office.client.tickets.resolve({ params: { ...holder, id: kept }, body: {} });
  // Monday 5 February 2024, 9:00 in Sofia: an answer is due by 18:00.
  const monday = "2024-02-05T07:00Z";
  await setTimes(kept, [monday, "2024-02-05T08:00Z"], ["2024-02-05T08:00Z", office.id], "2024-02-05T12:00Z");
  await setTimes(late, [monday, "2024-02-06T09:00Z"], ["2024-02-06T09:00Z", colleague.id], null);
  await setTimes(overdue, ["2024-02-12T07:00Z"], null, null);
  await setTimes(ours, [], null, null);
  await recalculateClocks(app.services);
}, 60_000);
afterAll(() => app.close());

const period = { from: "2024-02-01", to: "2024-02-29" };
const report = (query = period) => admin.client.tickets.report({ query });
const none = { in_time: 0, late: 0, overdue: 0, open: 0, median: null };

test("counts what was in time, late, overdue and open, of all and by topic", async () => {
  const { all, topics } = await report();
  expect(all).toEqual({
    firstAnswer: { in_time: 1, late: 1, overdue: 1, open: 0, median: 360 },
    // The median of 60 and 660 minutes is their mean. Of the late one it is the client's turn.
    resolution: { in_time: 1, late: 0, overdue: 1, open: 1, median: 60 },
  });
  expect(topics).toHaveLength(2);
  expect(topics).toContainEqual({
    topic: "payments",
    firstAnswer: { ...none, overdue: 1 },
    resolution: { ...none, overdue: 1 },
  });
});

test("by colleague: who answered, and who looks after it; and by the week of the firm's calendar", async () => {
  const { people, weeks } = await report();
  expect(people).toContainEqual({
    person: colleague.id,
    name: "Cornelia Colleague",
    firstAnswer: { ...none, late: 1, median: 660 },
    resolution: { ...none, open: 1 },
  });
  expect(people.find(({ person }) => person === null)?.firstAnswer).toEqual({ ...none, overdue: 1 });
  expect(weeks.map(({ week, firstAnswer }) => [week, firstAnswer.late + firstAnswer.overdue])).toEqual([
    ["2024-02-12", 1],
    ["2024-02-05", 1],
  ]);
});

test("a period has the days of the firm's calendar, with the last, and is at most a year long", async () => {
  const before = await report({ from: "2024-02-01", to: "2024-02-04" });
  expect(before).toEqual({ all: { firstAnswer: none, resolution: none }, topics: [], people: [], weeks: [] });
  expect((await report({ from: "2024-02-05", to: "2024-02-05" })).all.firstAnswer).toMatchObject({
    in_time: 1,
    late: 1,
  });
  expect(await codeOf(report({ from: "2024-02-05", to: "2024-02-04" }))).toBe("badInput");
  expect(await codeOf(report({ from: "2023-01-01", to: "2024-02-04" }))).toBe("badInput");
  expect(await codeOf(report({ from: "0001-01-01", to: "0001-01-01" }))).toBe("badInput");
  expect(await codeOf(report({ from: "9999-12-31", to: "9999-12-31" }))).toBe("badInput");
});

test("what was late is listed with its explanation, as many as were counted", async () => {
  const list = (query: object) =>
    admin.client.tickets.listLate({ query: { ...period, kind: "firstAnswer", ...query } });
  const first = await list({ limit: 1 });
  expect(first.tickets.map(({ ticket }) => ticket.id)).toEqual([overdue]);
  const rest = await list({ limit: 1, cursor: first.nextCursor ?? "" });
  expect(rest).toMatchObject({
    tickets: [
      {
        ticket: { id: late, holder_name: "Ivan Petrov" },
        clock: { kind: "firstAnswer", promised: 540, due_at: "2024-02-05T16:00:00.000Z", passed: 660, late: true },
      },
    ],
    nextCursor: null,
  });
  const found = async (query: object) => (await list(query)).tickets.map(({ ticket }) => ticket.id);
  expect(await found({ topic: "payments" })).toEqual([overdue]);
  expect(await found({ person: colleague.id })).toEqual([late]);
  expect(await found({ person: 0 })).toEqual([overdue]);
  expect(await found({ week: "2024-02-05" })).toEqual([late]);
  expect(await found({ kind: "resolution" })).toEqual([overdue]);
});
