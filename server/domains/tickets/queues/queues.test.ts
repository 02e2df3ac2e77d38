/** The lists of tickets: the client's own, and the queues and the search of staff. */
import type { TicketQueue } from "@portico/api/rules/tickets.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { codeOf } from "../../../testing/effects.ts";
import { buildQueueList } from "./queues.queries.ts";
import { findTickets, prepareSearch, type TicketSearch } from "./search.queries.ts";

let app: TestApp;
let office: TestUser;
let client: TestUser;
const ids: Record<string, number> = {};
const ofUser = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });
const open = async (by: TestUser, holder: Holder, title: string, content = "Please help.") =>
  (await by.client.tickets.create({ params: holder, body: { title, content } })).id;
const comment = (by: TestUser, holder: Holder, id: number, content: string, internal = false) =>
  by.client.tickets.addComment({ params: { ...holder, id }, body: { content, internal } });

beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  client = await app.as("client", { name: "Здравко Щерев" });
  const other = await app.as("client", { name: "Łucja Wójcik" });
  const holder = ofUser(client);
  for (const title of ["waits longest", "waits", "answered", "mine", "resolved"])
    ids[title] = await open(client, holder, title);
  ids["other"] = await open(other, ofUser(other), "Przelew do Łodzi", "Gdzie są moje pieniądze?");
  await comment(office, holder, ids["answered"] ?? 0, "An answer about привет");
  // Who answers looks after it; here nobody does any more.
  await office.client.tickets.assign({ params: { id: ids["answered"] ?? 0 }, body: { admin_id: null } });
  await comment(office, holder, ids["mine"] ?? 0, "Internal: ask compliance", true);
  await office.client.tickets.assign({ params: { id: ids["mine"] ?? 0 }, body: { admin_id: office.id } });
  await office.client.tickets.resolve({ params: { ...holder, id: ids["resolved"] ?? 0 }, body: {} });
  await sql`update ticket set waiting_since = now() - interval '3 days' where title = 'waits longest'`.execute(
    app.database.db,
  );
}, 60_000);
afterAll(() => app.close());

const namesOf = (rows: readonly { id: number }[]) =>
  rows.map(({ id }) => Object.entries(ids).find(([, known]) => known === id)?.[0]);
async function walk(query: { queue?: TicketQueue; search?: string; state?: "resolved"; holder?: Holder }) {
  const { holder, ...rest } = query;
  const rows: { id: number }[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await office.client.tickets.listAll({
      query: {
        ...rest,
        ...(holder && { holder_type: holder.holderType, holder_id: holder.holderId }),
        limit: 2,
        ...(cursor && { cursor }),
      },
    });
    rows.push(...page.tickets);
    cursor = page.nextCursor;
  } while (cursor);
  return namesOf(rows);
}

test("each queue has what is to be done, those who wait longest first, page by page", async () => {
  expect(await walk({ queue: "waiting" })).toEqual(["waits longest", "waits", "mine", "other"]);
  expect(await walk({ queue: "unassigned" })).toEqual(["waits longest", "waits", "other", "answered"]);
  expect(await walk({ queue: "mine" })).toEqual(["mine"]);
  expect(await walk({ queue: "all" })).toEqual(["other", "resolved", "mine", "answered", "waits", "waits longest"]);
  expect(await walk({ state: "resolved" })).toEqual(["resolved"]);
  expect(await walk({ holder: ofUser(client), search: "waits" })).toEqual(["waits", "waits longest"]);
  expect(await walk({ holder: ofUser(client), search: "Щерев" })).toEqual([]);
  const first = await office.client.tickets.listAll({ query: { limit: 1 } });
  expect(first).toMatchObject({ count: 6, queues: { mine: 1, unassigned: 4, waiting: 4 } });
  expect(await codeOf(office.client.tickets.listAll({ query: { holder_type: "user" } }))).toBe("badInput");
  const { nextCursor } = first;
  expect(await codeOf(office.client.tickets.listAll({ query: { queue: "waiting", cursor: nextCursor ?? "" } }))).toBe(
    "badInput",
  );
});

test.each([
  ["lodzi", ["other"]],
  ["gdzie pien", ["other"]],
  ["wojcik", ["other"]],
  ["przelewów", ["other"]],
  ["приветите", ["answered"]],
  ["Zdravko", ["resolved", "mine", "answered", "waits", "waits longest"]],
  ["privet", ["answered"]],
  ["ПРИВЕТ", ["answered"]],
  ["compliance", ["mine"]],
  ["longest waits", ["waits longest"]],
  ["yacht", []],
  ["%", []],
] as const)("search for %s", async (search, found) => {
  expect(await walk({ search })).toEqual(found);
});

const staffList = () =>
  buildQueueList(
    {
      queue: "all",
      holder: undefined,
      state: undefined,
      topic: undefined,
      priority: undefined,
      tag: undefined,
      assigned: undefined,
      readerId: office.id,
      now: new Date(),
      soonUntil: new Date(),
    },
    undefined,
  );

test.each(["lodzi", "wojcik", "przelewów", "приветите", "zdravko", "privet", "longest waits", "yacht", "#3"])(
  "search for %s finds the same by the indexes, in the order of the list, and if very many holders have such a name",
  async (text) => {
    const { db } = app.database;
    const search = await prepareSearch(db, text, undefined);
    const { words } = search;
    const find = (wanted: TicketSearch) => findTickets(db, staffList(), wanted, 50);
    const byIndex = await find({ ...search, words: { ...words, lookedUp: 1, oneOf: 1_000_000 } });
    expect(await find({ ...search, words: { ...words, lookedUp: 1_000_000, oneOf: 2 } })).toEqual(byIndex);
    expect(await find({ ...search, named: null })).toEqual(byIndex);
    // The index is asked for one word alone, and the others are compared.
    const rarest = words.all?.split(" & ").at(-1) ?? "";
    const ofOne = { ...words, lookedUp: 1, oneOf: 1_000_000, rarest: { ticket: rarest, ticket_comment: rarest } };
    expect(await find({ ...search, words: ofOne })).toEqual(byIndex);
    // So few are read in the order of the list that the indexes have to find the rest.
    expect(await find({ ...search, words: { ...words, lookedUp: 1_000_000, oneOf: 0.01 } })).toEqual(byIndex);
  },
);

test("search finds a ticket by its number", async () => {
  for (const search of [`#${ids["mine"]}`, String(ids["mine"])]) expect(await walk({ search })).toContain("mine");
});

test("the client's own list has the newest first, with what they may do", async () => {
  const list = (query: object) => client.client.tickets.list({ params: ofUser(client), query });
  const first = await list({ limit: 3 });
  expect(namesOf(first.tickets)).toEqual(["resolved", "mine", "answered"]);
  expect(first.can).toEqual({ create: true, attach: true });
  const rest = await list({ limit: 3, cursor: first.nextCursor ?? "" });
  expect([namesOf(rest.tickets), rest.nextCursor]).toEqual([["waits", "waits longest"], null]);
  expect(namesOf((await list({ state: "resolved" })).tickets)).toEqual(["resolved"]);
  // The note of staff is not counted.
  expect(first.tickets.find(({ id }) => id === ids["mine"])?.comments).toBe(0);
});
