/** What is kept of what was written in a ticket: always what a recount says, and nothing of staff's notes for the client. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Holder } from "@portico/api/shapes.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemContext } from "../../jobs/system-context.ts";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { codeOf } from "../../testing/effects.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { commentByMail } from "./comments.ts";

let app: TestApp;
let office: TestUser;
let internal: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  internal = await app.as("internal", { name: "Irene Internal" });
});
afterAll(() => app.close());

const ofUser = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });
const open = async (client: TestUser, title: string) =>
  (await client.client.tickets.create({ params: ofUser(client), body: { title, content: "?" } })).id;
const comment = (by: TestUser, holder: Holder, id: number, internalNote = false) =>
  by.client.tickets.addComment({ params: { ...holder, id }, body: { content: "x", internal: internalNote } });

/** A ticket as its reader finds it in the list, and what the list of its comments says about the same. */
async function shownTo(reader: TestUser, holder: Holder) {
  const { tickets } = await reader.client.tickets.list({ params: holder, query: {} });
  return Promise.all(
    tickets.map(async (ticket) => {
      const params = { ...holder, id: ticket.id };
      const { comments } = await reader.client.tickets.listComments({ params, query: { limit: 200 } });
      const last = comments.findLast(({ by_staff, internal: isNote }) => by_staff && !isNote);
      return {
        kept: { comments: ticket.comments, last_answer: ticket.last_answer },
        counted: {
          comments: comments.length,
          last_answer: last ? { id: last.id, at: last.created_at, by: last.creator_name } : null,
        },
      };
    }),
  );
}

async function expectKept(client: TestUser): Promise<void> {
  for (const reader of [client, internal])
    for (const { kept, counted } of await shownTo(reader, ofUser(client))) expect(kept).toEqual(counted);
}

const action = fc.record({
  what: fc.constantFrom("ask", "mail", "answer", "note", "merge", "merge", "unmerge", "resolve", "close"),
  which: fc.nat(3),
  other: fc.nat(3),
});

test("over anything that is written, merged and undone, what is kept is what a recount says", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 6, maxLength: 16 }), async (actions) => {
      const client = await app.as("client");
      const holder = ofUser(client);
      const ids = [
        await open(client, "A"),
        await open(client, "B"),
        await open(client, "C"),
        await open(client, "D"),
      ] as const;
      for (const [at, { what, which, other }] of actions.entries()) {
        const id = ids[which] as number;
        const params = { ...holder, id };
        // What the state of the ticket does not allow is refused, and changes nothing.
        if (what === "ask") await codeOf(comment(client, holder, id));
        if (what === "mail")
          await codeOf(
            transact(systemContext(app.services, "tickets"), (tx) =>
              commentByMail(tx, { ticketId: id, userId: client.id, content: "y", files: [], key: crypto.randomUUID() }),
            ),
          );
        if (what === "answer") await codeOf(comment(at % 2 === 0 ? office : internal, holder, id));
        if (what === "note") await codeOf(comment(internal, holder, id, true));
        if (what === "merge")
          await codeOf(office.client.tickets.merge({ params: { id }, body: { into: ids[other] as number } }));
        if (what === "unmerge") await codeOf(office.client.tickets.unmerge({ params: { id }, body: {} }));
        if (what === "resolve") await codeOf(client.client.tickets.resolve({ params, body: {} }));
        if (what === "close") await codeOf(office.client.tickets.close({ params: { id }, body: {} }));
        await expectKept(client);
      }
    }),
    // Each step costs a dozen calls: a failure is reported as it was found.
    { numRuns: 10, endOnFailure: true },
  );
});

test("comments that are written at the same moment are all counted, and a repeated key once", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const id = await open(client, "At once");
  const key = crypto.randomUUID();
  await Promise.all([
    ...Array.from({ length: 8 }, (_, at) => comment([client, office, internal][at % 3] as TestUser, holder, id)),
    ...[1, 2].map(() =>
      client.client.tickets.addComment({ params: { ...holder, id }, body: { content: "once", key } }),
    ),
    comment(office, holder, id, true),
  ]);
  const commentsFor = async (reader: TestUser) =>
    (await reader.client.tickets.list({ params: holder, query: {} })).tickets[0]?.comments;
  expect([await commentsFor(client), await commentsFor(office)]).toEqual([9, 10]);
  await expectKept(client);
});

test("an answer is named by its writer's name of today, and a client is told nothing of a note", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const id = await open(client, "Name");
  await comment(internal, holder, id);
  await comment(office, holder, id, true);
  const lastFor = async (reader: TestUser) =>
    (await reader.client.tickets.list({ params: holder, query: {} })).tickets[0]?.last_answer?.by;
  expect([await lastFor(client), await lastFor(office)]).toEqual(["Irene Internal", "Irene Internal"]);
  await app.database.db.updateTable("app_user").set({ name: "Irene Married" }).where("id", "=", internal.id).execute();
  expect(await lastFor(client)).toBe("Irene Married");
});

test("the migration counts what was written before it", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const [one, other] = [await open(client, "One"), await open(client, "Other")];
  for (const id of [one, other]) {
    await comment(client, holder, id);
    await comment(office, holder, id);
    await comment(office, holder, id, true);
  }
  await open(client, "Nothing was written");
  await office.client.tickets.merge({ params: { id: one }, body: { into: other } });
  const keptNow = async () =>
    (
      await sql`select id, comments, notes, last_answer, last_answer_at, last_answer_by from ticket order by id`.execute(
        app.database.db,
      )
    ).rows;
  const kept = await keptNow();
  const migration = readFileSync(join(import.meta.dirname, "../../migrations/0070-written-in-tickets.sql"), "utf8");
  const owner = new Client(app.database.owner);
  await owner.connect();
  try {
    await owner.query(
      "update ticket set comments = 0, notes = 0, last_answer = null, last_answer_at = null, last_answer_by = null",
    );
    expect(await keptNow()).not.toEqual(kept);
    await owner.query(migration.slice(migration.indexOf("update ticket")));
  } finally {
    await owner.end();
  }
  expect(await keptNow()).toEqual(kept);
});

test("what many write at once stands in the order of time, also in merged tickets and page by page", async () => {
  const anna = await app.as("client");
  const holder = ofUser(anna);
  const [one, other] = [await open(anna, "One"), await open(anna, "Other")];
  const { db } = app.database;
  // They wait for each other: who began first is not who writes first.
  await Promise.all(
    Array.from({ length: 60 }, (_, at) =>
      comment([anna, office, internal][at % 3] ?? anna, holder, at % 4 === 0 ? other : one),
    ),
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from (
      select created_at < lag(created_at) over (partition by ticket_id order by id) as isEarlier
      from ticket_comment where ticket_id in (${one}, ${other})
    ) written where isEarlier`.execute(db);
  expect(rows[0]?.count, "earlier than the one before").toBe(0);
  await office.client.tickets.merge({ params: { id: other }, body: { into: one } });
  const times: string[] = [];
  const ids: number[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await office.client.tickets.listComments({
      params: { ...holder, id: one },
      query: { limit: 7, ...(cursor !== undefined && { cursor }) },
    });
    times.push(...page.comments.map(({ created_at }) => created_at));
    ids.push(...page.comments.map(({ id }) => id));
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  expect([times.length, new Set(ids).size]).toEqual([60, 60]);
  expect(times).toEqual(times.toSorted());
});
