/** The migration that turned the list of tasks into tickets: a row of each kind, with what staff were told of it. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import pino from "pino";
import { expect, test } from "vitest";
import { migrateAs } from "../../database/open.ts";
import { ownerRole } from "../../database/roles.ts";
import { createEvents } from "../../kernel/events.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { settingDefaults } from "../settings/defaults.ts";
import { recalculateClocks } from "./promises/promises.ts";
import { buildQueueList } from "./queues/queues.queries.ts";
import { findTickets, prepareSearch } from "./queues/search.queries.ts";
import { findTicket } from "./tickets.queries.ts";

const earlier = readdirSync(join(import.meta.dirname, "../../migrations"))
  .map((file) => file.replace(/\.sql$/, ""))
  .filter((name) => name < "0029");
const names = { bg: "Анализи", en: "Research", pl: "Analizy" };
const years = "now() - interval '3 years'";

test("each task is a ticket of its client: who did it and when, nothing late at once, and its notification leads there", async () => {
  const database = await createTestDatabase();
  const run = async (connection: typeof database.owner, ...statements: string[]) => {
    const client = new Client(connection);
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await run(database.superuser, "drop schema public, jobs cascade", `create schema public authorization ${ownerRole}`);
  await migrateAs(database.owner, { only: earlier });
  const { topics, ...rules } = settingDefaults.ticketRules;
  const old = { ...rules, closeAfterDays: 3, topics: topics.filter(({ clientsChoose }) => clientsChoose) };
  const person = (name: string, role: string) =>
    `insert into app_user (email, name, password_hash, role) values ('${name}@test.example', '${name}', '', '${role}')`;
  const task = (title: string, kind: string, content: string, sent: string, done: string, service = "null") => `
    insert into staff_task (kind, user_id, title, service_name, content, created_at, done_at, done_by)
    values ('${kind}', 1, '${title}', ${service}, '${content}', ${sent}, ${done},
      case when ${done} is not null then 2 end)`;
  const told = (kind: string, title: string) => `
    insert into notification (holder_type, holder_id, type, params, target_type, target_id, created_by, created_at)
    select 'user', 2, 'client_wrote', '{"name": "Ivan", "kind": "${kind}", "title": "${title}"}', 'user', 1, 1,
      created_at from staff_task where title = '${title}'`;
  await run(
    database.superuser,
    person("ivan", "client"),
    person("irene", "internal"),
    `insert into setting (name, data) values ('ticketRules', '${JSON.stringify(old)}')`,
    `insert into ticket (holder_type, holder_id, title, content, topic, created_by, by_staff, created_at, waiting_since)
     values ('user', 1, 'Earlier', 'As it was', 'question', 1, false, now(), now())`,
    task("Old question", "message", "First line", years, "null"),
    task("Research", "subscription", "", years, "now() - interval '2 years'", `'${JSON.stringify(names)}'`),
    task("Just done", "message", "Thanks", "now() - interval '5 days'", "now() - interval '2 days'"),
    task("Research, again", "subscription", "", "now()", "null", `'${JSON.stringify(names)}'`),
    task("", "message", "Without a subject", "now()", "null"),
    told("message", "Old question"),
    told("subscription", "Research"),
    `insert into notification (holder_type, holder_id, type, params, target_type, target_id, created_by, created_at)
     values ('user', 2, 'client_wrote', '{"name": "Ivan", "kind": "message", "title": "Gone"}', 'user', 1, 1, now() - interval '1 day')`,
  );

  const lastOfEarlier = earlier.at(-1);
  expect(await migrateAs(database.owner)).toContain("0029-requests-as-tickets");
  expect(lastOfEarlier?.startsWith("0028")).toBe(true);
  const { db } = database;
  const idOf = async (title: string): Promise<number> =>
    (await db.selectFrom("ticket").select("id").where("title", "=", title).executeTakeFirstOrThrow()).id;
  const ticketOf = async (title: string) => {
    const id = await idOf(title);
    const row = await findTicket(db, id);
    if (!row) throw new Error(`${title} is no ticket`);
    const { finished_at } = await db
      .selectFrom("ticket")
      .select("finished_at")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return { ...row, finished_at };
  };
  const days = (at: Date | null): number => (at === null ? Number.NaN : (Date.now() - at.getTime()) / 86_400_000);

  const waiting = await ticketOf("Old question");
  expect(waiting).toMatchObject({
    holder_type: "user",
    holder_id: 1,
    content: "First line",
    topic: "clientMessage",
    state: "open",
    created_by: 1,
    by_staff: false,
    assigned_to: null,
    service_name: null,
  });
  expect(days(waiting.waiting_since)).toBeGreaterThan(1000);
  expect(days(waiting.created_at)).toBeGreaterThan(1000);
  const closed = await ticketOf("Research");
  expect(closed).toMatchObject({
    topic: "serviceRequest",
    service_name: names,
    content: "Анализи / Research / Analizy",
    state: "closed",
    assigned_name: "irene",
    waiting_since: null,
    next_due_at: null,
  });
  for (const at of [closed.finished_at, closed.first_answered_at, closed.state_changed_at])
    expect(Math.round(days(at) / 365)).toBe(2);
  expect(await ticketOf("Just done"), "the client may still comment").toMatchObject({
    state: "resolved",
    assigned_to: 2,
  });
  const [untitled] = await db.selectFrom("ticket").select(["id", "title"]).where("title", "like", "#%").execute();
  expect(untitled?.title).toBe(`#${untitled?.id}`);
  const order = await db.selectFrom("ticket").select("title").orderBy("id").execute();
  expect(order.map(({ title }) => title)).toEqual([
    "Earlier",
    "Old question",
    "Research",
    "Just done",
    "Research, again",
    untitled?.title,
  ]);

  // The firm's time begins with the migration; only what is open is calculated.
  await recalculateClocks({ db, events: createEvents(), log: pino({ level: "silent" }) });
  const due = await ticketOf("Old question");
  expect(days(due.next_due_at)).toBeLessThan(0);
  expect(due.clocks.map(({ kind }) => kind)).toEqual(["firstAnswer", "resolution"]);
  expect((await ticketOf("Research")).clocks).toEqual([]);
  const filter = {
    readerId: 2,
    now: new Date(),
    soonUntil: new Date(),
    queue: "all" as const,
    holder: undefined,
    state: undefined,
    topic: undefined,
    priority: undefined,
    tag: undefined,
    assigned: undefined,
  };
  const counted = async (search: string) =>
    (await findTickets(db, buildQueueList(filter, undefined), await prepareSearch(db, search, undefined), 10)).length;
  expect(await Promise.all(["Анализи", "analizy", "First line", "As it was"].map(counted))).toEqual([2, 2, 1, 1]);

  const notifications = await db.selectFrom("notification").select(["type", "params"]).orderBy("id").execute();
  expect(notifications).toEqual([
    {
      type: "client_ticket",
      params: { name: "Ivan", ticket: `${waiting.id}`, profile: "user", title: "Old question", what: "opened" },
    },
    {
      type: "client_ticket",
      params: {
        name: "Ivan",
        ticket: `${closed.id}`,
        profile: "user",
        title: "Research",
        what: "opened",
        name_bg: names.bg,
        name_en: names.en,
        name_pl: names.pl,
      },
    },
  ]);
  const saved = await db
    .selectFrom("setting")
    .select("data")
    .where("name", "=", "ticketRules")
    .executeTakeFirstOrThrow();
  expect(saved.data).toEqual({ ...rules, closeAfterDays: 3, topics });
  await database.close();
});
