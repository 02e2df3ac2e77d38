/** What is unread: counted per reader, and kept per conversation for staff's list; always what a recount says. */
import { randomUUID } from "node:crypto";
import type { Holder } from "@portico/api/shapes.ts";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { codeOf, listen } from "../../testing/effects.ts";
import { listChats } from "./desk.queries.ts";

let app: TestApp;
let office: TestUser;
let internal: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  internal = await app.as("internal", { name: "Ines Internal" });
});
afterAll(() => app.close());

const ofUser = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });
const send = (by: TestUser, holder: Holder, text: string) =>
  by.client.chats.send({ params: holder, body: { key: randomUUID(), text } });
const read = (by: TestUser, holder: Holder, number: number) =>
  by.client.chats.markRead({ params: holder, body: { number } });
const assign = (holder: Holder, to: TestUser | null) =>
  office.client.chats.assign({ params: holder, body: { admin_id: to?.id ?? null } });
const listed = async (holder: Holder, by = internal) =>
  (await by.client.chats.list({ query: { part: "unread" } })).conversations.find(
    ({ holder_id }) => holder_id === holder.holderId,
  )?.unread;

test("a conversation is unread until the colleague in charge, or anybody if nobody is, has read the client's newest", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  await send(office, holder, "Welcome");
  expect(await listed(holder), "the firm's own words").toBeUndefined();
  await send(client, holder, "a");
  await send(client, holder, "b");
  expect(await listed(holder)).toBe(2);
  await send(office, holder, "An answer to what was seen");
  expect(await listed(holder), "an answer marks nothing as read").toBe(2);
  await read(internal, holder, 2);
  expect(await listed(holder, office), "of the firm, not of the reader alone").toBe(1);
  await read(internal, holder, 3);
  expect(await listed(holder)).toBeUndefined();
  await assign(holder, office);
  expect(await listed(holder), "the one in charge has read nothing").toBe(2);
  await read(office, holder, 4);
  expect(await listed(holder)).toBeUndefined();
  await send(client, holder, "c");
  await read(internal, holder, 5);
  expect(await listed(holder), "not the one in charge").toBe(1);
  await client.client.chats.remove({ params: { ...holder, number: 5 } });
  expect(await listed(holder), "nothing is left to read").toBeUndefined();
});

test("a colleague's second device is told what the first one read; what a client read is not staff's business", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  await send(client, holder, "a");
  await send(office, holder, "b");
  const { staleByEvent } = await import("@portico/api/events.ts");
  const staleBy = async (who: TestUser) => {
    const events = listen(app);
    await read(who, holder, 2);
    events.stop();
    return events.all.flatMap(({ name, event }) =>
      name === "message:read" ? Object.keys(staleByEvent(name, event as never)) : [],
    );
  };
  expect(await staleBy(office)).toEqual(["chats.getUnread", "chats.list"]);
  expect(await staleBy(client)).toEqual(["chats.getUnread"]);
  expect(await staleBy(client), "read before").toEqual([]);
});

/** Counts anew, without what is kept for it. */
async function recount(holder: Holder) {
  const { rows } = await sql<{ user_id: number; unread: number }>`
    select reader.id as user_id, (
      select count(*)::int from chat_message message
      where message.chat_id = chat.id and message.deleted_at is null and message.by_staff = (reader.role = 'client')
        and not exists (
          select from chat_reading mark
          where mark.chat_id = chat.id and mark.user_id = reader.id and mark.number >= message.number)
    ) as unread
    from chat cross join app_user reader
    where chat.holder_id = ${holder.holderId} and reader.id in (${holder.holderId}, ${office.id}, ${internal.id})
    order by reader.id`.execute(app.database.db);
  return new Map(rows.map(({ user_id, unread }) => [user_id, unread]));
}

const action = fc.record({
  what: fc.constantFrom("write", "answer", "remove", "assign", "read", "read", "read", "read"),
  which: fc.nat(),
  /** Which of three devices reads, and whether its page was slow and says so only later. */
  device: fc.constantFrom(0, 1, 2),
  isLate: fc.boolean(),
});

test("over any reads from three devices of each reader, what is unread is what a recount says", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 30 }), async (actions) => {
      const client = await app.as("client");
      const holder = ofUser(client);
      const readers = [client, office, internal];
      /** Up to where each device has shown the conversation. */
      const shown = readers.map(() => [0, 0, 0]);
      const late: (() => Promise<unknown>)[] = [];
      let sent = 0;
      const write = async (by: TestUser) => {
        await send(by, holder, "x");
        sent += 1;
      };
      await write(client);
      for (const { what, which, device, isLate } of actions) {
        const place = which % readers.length;
        const reader = readers[place] as TestUser;
        if (what === "write") await write(client);
        else if (what === "answer") await write(office);
        else if (what === "remove")
          await codeOf(client.client.chats.remove({ params: { ...holder, number: 1 + (which % sent) } }));
        else if (what === "assign") await assign(holder, [null, office, internal][place] ?? null);
        else {
          const devices = shown[place] as number[];
          const number = Math.min(sent, (devices[device] ?? 0) + 1 + (which % 4));
          devices[device] = number;
          if (isLate) late.unshift(() => read(reader, holder, number));
          else await Promise.all([read(reader, holder, number), late.pop()?.()]);
        }
        const wanted = await recount(holder);
        for (const one of readers)
          expect((await one.client.chats.getUnread({ params: holder })).unread).toBe(wanted.get(one.id));
        const { rows } = await sql<{ is_unread: boolean; assigned_to: number | null }>`
          select is_unread, assigned_to from chat where holder_id = ${holder.holderId}`.execute(app.database.db);
        const inCharge = rows[0]?.assigned_to;
        const ofFirm = inCharge == null ? [office.id, internal.id] : [inCharge];
        expect(rows[0]?.is_unread).toBe(ofFirm.every((id) => (wanted.get(id) ?? 0) > 0));
      }
    }),
    { numRuns: 25 },
  );
});

test("the list of what is unread reads no conversation that is read", async () => {
  const { db } = app.database;
  await sql`
    insert into chat (holder_type, holder_id, messages, client_message, staff_read)
    select 'user', 1000000 + number, 1, 1, 1 from generate_series(1, 20000) number`.execute(db);
  // On one connection, which counts what it reads itself.
  const read = await db.connection().execute(async (one) => {
    const count = async () => {
      await sql`select pg_stat_force_next_flush()`.execute(one);
      const { rows } = await sql<{ count: number }>`
        select (seq_tup_read + idx_tup_fetch)::int as count from pg_stat_user_tables where relname = 'chat'`.execute(
        one,
      );
      return rows[0]?.count ?? 0;
    };
    const before = await count();
    await listChats(one, { part: "unread", holder: undefined, userId: office.id, after: undefined, limit: 30 });
    return (await count()) - before;
  });
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(2000);
});
