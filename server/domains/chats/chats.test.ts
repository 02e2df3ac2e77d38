/** Conversations of holders with the firm: what each side sends, sees, changes, and is told. */
import { randomUUID } from "node:crypto";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, listen, recordMails, subjectOf } from "../../testing/effects.ts";
import { pngOf } from "../files/testing/samples.ts";
import { uploaded } from "../uploads/testing/sending.ts";
import { deletePresence } from "./desk.queries.ts";
import { sendUnreadReminder } from "./digest.ts";

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
const send = (
  by: TestUser,
  holder: Holder,
  text: string,
  more: { key?: string; reply_to?: number; uploads?: number[] } = {},
) => by.client.chats.send({ params: holder, body: { key: randomUUID(), text, ...more } });
const open = (by: TestUser, holder: Holder) => by.client.chats.open({ params: holder });
const unreadOf = async (by: TestUser, holder: Holder) => (await by.client.chats.getUnread({ params: holder })).unread;
const company = async (...representatives: TestUser[]): Promise<Holder> => {
  const [creator] = representatives as [TestUser];
  const { id } = await creator.client.companies.create({ params: { userId: creator.id }, body: {} });
  await office.client.companies.editRepresentatives({
    params: { id },
    body: { newRepIDs: representatives.map((one) => one.id) },
  });
  return { holderType: "company", holderId: id };
};

test.each(["\u200B", "\u2800 ", "\u200F\n\u200E"])(
  "a message in which nobody sees anything is refused: %j",
  async (text) => {
    const client = await app.as("client");
    const holder = ofUser(client);
    await expect(send(client, holder, text)).rejects.toMatchObject({ code: "badInput" });
    const { number } = await send(client, holder, "0");
    const edited = client.client.chats.edit({ params: { ...holder, number }, body: { text } });
    await expect(edited).rejects.toMatchObject({ code: "badInput", errors: [{ path: "text", code: "required" }] });
    expect((await open(office, holder)).messages.map((one) => one.text)).toEqual(["0"]);
  },
);

test("a client writes, staff answer, and both see the same conversation in the same order", async () => {
  const client = await app.as("client", { name: "Anna" });
  const holder = ofUser(client);
  expect(await open(client, holder)).toMatchObject({
    change: 0,
    messages: [],
    can: { send: true, assign: false, note: false },
  });
  const events = listen(app);
  const first = await send(client, holder, "  What are the fees?  ");
  const answer = await send(internal, holder, "None this year.", { reply_to: 1 });
  events.stop();
  expect(first).toMatchObject({
    number: 1,
    change: 1,
    operator: client.id,
    client: { type: "user", id: client.id },
    author: "Anna",
    by_staff: false,
    text: "What are the fees?",
  });
  expect(answer).toMatchObject({ number: 2, change: 2, by_staff: true, author: "Ines Internal", reply_to: 1 });
  for (const reader of [client, office])
    expect(await open(reader, holder)).toMatchObject({ change: 2, messages: [first, answer], hasOlder: false });
  expect(events.all.filter(({ name }) => name === "message").map(({ event }) => event)).toEqual([
    { ...holder, change: 1, message: first },
    { ...holder, change: 2, message: answer },
  ]);
  expect(await codeOf(send(client, holder, " "))).toBe("badInput");
  expect(await codeOf(send(client, holder, "x".repeat(2001)))).toBe("badInput");
  expect(await codeOf(send(client, holder, "To what?", { reply_to: 3 }))).toBe("badInput");
  expect(await codeOf(send(internal, { holderType: "user", holderId: 999_999 }, "Anybody?"))).toBe("notFound");
});

test("the same key is the same message, at once, later, and after it was edited", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const key = randomUUID();
  const { id } = await uploaded(client, holder, Buffer.from(pngOf(31, 20)), { fileName: "scan.png" });
  const sent = await Promise.all([1, 2, 3].map(() => send(client, holder, "Once", { key, uploads: [id] })));
  expect(new Set(sent.map(({ number }) => number))).toEqual(new Set([1]));
  await client.client.chats.edit({ params: { ...holder, number: 1 }, body: { text: "Once, edited" } });
  expect(await send(client, holder, "Once", { key, uploads: [id] })).toMatchObject({ number: 1, text: "Once, edited" });
  expect((await open(client, holder)).messages).toHaveLength(1);
  const other = randomUUID();
  const { id: second } = await uploaded(client, holder, Buffer.from(pngOf(32, 20)), { fileName: "other.png" });
  const twice = await Promise.all([1, 2].map(() => send(client, holder, "", { key: other, uploads: [second] })));
  expect(twice.map(({ number, files }) => [number, files.length])).toEqual([
    [2, 1],
    [2, 1],
  ]);
  // Another person's message may have the same key.
  expect(await send(office, holder, "Mine", { key })).toMatchObject({ number: 3 });
});

test("many who write at once get numbers without a gap, in the order of the changes", async () => {
  const [one, other] = [await app.as("client"), await app.as("client")];
  const holder = await company(one, other);
  await Promise.all(
    Array.from({ length: 24 }, (_, index) => send([one, other, office][index % 3] as TestUser, holder, `${index}`)),
  );
  const { change, messages } = await open(office, holder);
  expect(change).toBe(24);
  expect(messages.map(({ number, change: at }) => [number, at])).toEqual(
    Array.from({ length: 24 }, (_, index) => [index + 1, index + 1]),
  );
  const times = messages.map(({ created_at }) => created_at);
  expect(times, "and in that of time").toEqual(times.toSorted());
});

test("what is unread is counted anew: per reader, without one's own side and without what was deleted", async () => {
  const [one, other] = [await app.as("client"), await app.as("client")];
  const holder = await company(one, other);
  await send(one, holder, "From the company");
  for (const text of ["a", "b", "c"]) await send(office, holder, text);
  expect(await Promise.all([one, other, office, internal].map((who) => unreadOf(who, holder)))).toEqual([3, 3, 1, 1]);
  const read = (by: TestUser, number: number) => by.client.chats.markRead({ params: holder, body: { number } });
  expect(await read(one, 3)).toEqual({ unread: 1 });
  expect(await read(one, 2), "never backwards").toEqual({ unread: 1 });
  await office.client.chats.remove({ params: { ...holder, number: 4 } });
  expect(await unreadOf(one, holder)).toBe(0);
  expect(await unreadOf(other, holder)).toBe(2);
  expect(await codeOf(read(one, 5))).toBe("badInput");
  expect((await open(other, holder)).readings).toEqual([{ user_id: one.id, by_staff: false, number: 3, change: 5 }]);
});

test("authors edit and delete for fifteen minutes; what stood before stays for auditors alone", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id } = await uploaded(client, holder, Buffer.from(pngOf(33, 20)), { fileName: "scan.png" });
  // All that are unknown are named, and the one that is known stays.
  await expect(send(client, holder, "Lost", { uploads: [987_654, id, 987_655] })).rejects.toMatchObject({
    errors: [
      { path: "uploads.0.upload", code: "unknown" },
      { path: "uploads.2.upload", code: "unknown" },
    ],
  });
  const { files } = await send(client, holder, "My number is 1234", { uploads: [id] });
  const at = { params: { ...holder, number: 1 } };
  const edited = await client.client.chats.edit({ ...at, body: { text: "My number is 5678" } });
  expect(edited).toMatchObject({ change: 2, text: "My number is 5678", edited_at: expect.any(String) as string });
  expect(await client.client.chats.edit({ ...at, body: { text: "My number is 5678" } }), "repeated").toEqual(edited);
  expect(await codeOf(office.client.chats.edit({ ...at, body: { text: "Not mine" } }))).toBe("forbidden");
  expect(await codeOf(office.client.chats.remove(at))).toBe("forbidden");
  const removed = await client.client.chats.remove(at);
  expect(removed).toMatchObject({ change: 3, text: "", files: [], deleted_at: expect.any(String) as string });
  expect(await client.client.chats.remove(at), "repeated").toEqual(removed);
  expect(await codeOf(client.client.chats.edit({ ...at, body: { text: "Again" } }))).toBe("stateConflict");
  expect((await client.client.chats.search({ params: holder, query: { search: "number" } })).messages).toEqual([]);
  const file = { params: { ...holder, fileId: files[0]?.id ?? 0 }, query: {} };
  expect(await codeOf(client.client.files.download(file))).toBe("notFound");
  const { rows } = await sql`
    select version, text from chat_message_version where text like 'My number%' order by version`.execute(
    app.database.db,
  );
  expect(rows).toEqual([
    { version: 1, text: "My number is 1234" },
    { version: 2, text: "My number is 5678" },
  ]);
  expect((await auditOf(app, subjectOf(holder))).map(({ action }) => action)).toEqual(
    expect.arrayContaining(["chat.messageEdited", "chat.messageDeleted"]),
  );
  await send(client, holder, "Late");
  await sql`update chat_message set created_at = now() - interval '16 minutes' where text = 'Late'`.execute(
    app.database.db,
  );
  const late = { params: { ...holder, number: 2 } };
  expect(await codeOf(client.client.chats.edit({ ...late, body: { text: "Too late" } }))).toBe("stateConflict");
  expect(await codeOf(client.client.chats.remove(late))).toBe("stateConflict");
});

test("after a break the page gets what changed, in the state in which it is now, or loads anew", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  for (const text of ["a", "b", "c"]) await send(client, holder, text);
  await client.client.chats.edit({ params: { ...holder, number: 1 }, body: { text: "A" } });
  await office.client.chats.markRead({ params: holder, body: { number: 3 } });
  const changes = (after: number) => client.client.chats.listChanges({ params: holder, query: { after } });
  const missed = await changes(2);
  expect(missed).toMatchObject({
    change: 5,
    isTooMuch: false,
    readings: [{ user_id: office.id, number: 3, change: 5 }],
  });
  expect(missed.messages.map(({ number, text }) => [number, text])).toEqual([
    [3, "c"],
    [1, "A"],
  ]);
  expect(await changes(5)).toEqual({ change: 5, messages: [], readings: [], isTooMuch: false });
  await sql`update chat set change = 2000 where holder_type = 'user' and holder_id = ${client.id}`.execute(
    app.database.db,
  );
  expect(await changes(5)).toEqual({ change: 2000, messages: [], readings: [], isTooMuch: true });
});

test("older messages come page by page, and search finds beginnings of words in either script", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  for (let index = 1; index <= 55; index++) await send(index % 2 ? client : office, holder, `message ${index}`);
  await send(client, holder, "Здравейте, Привет от Łódź");
  const { messages, hasOlder } = await open(client, holder);
  expect([messages[0]?.number, messages.at(-1)?.number, hasOlder]).toEqual([7, 56, true]);
  const older = await client.client.chats.listOlder({ params: holder, query: { before: 7, limit: 4 } });
  expect(older).toMatchObject({ hasOlder: true });
  expect(older.messages.map(({ number }) => number)).toEqual([3, 4, 5, 6]);
  const found = async (search: string) =>
    (await client.client.chats.search({ params: holder, query: { search } })).messages.map(({ number }) => number);
  expect(await found("привет")).toEqual([56]);
  expect(await found("lodz")).toEqual([56]);
  expect(await found("здрав лодз")).toEqual([56]);
  expect(await found("message 5")).toEqual([55, 54, 53, 52, 51, 50, 5]);
  expect(await found("!")).toEqual([]);
  const everywhere = await internal.client.chats.searchAll({ query: { search: "lodz" } });
  expect(everywhere.messages).toMatchObject([{ number: 56, client: { id: client.id } }]);
});

test("staff see what waits, the longest first; an answer ends the wait, a colleague takes it over", async () => {
  const [early, late] = [await app.as("client", { name: "Early" }), await app.as("client", { name: "Late" })];
  await app.database.db.updateTable("chat").set({ waiting_since: null }).execute();
  await send(early, ofUser(early), "First");
  await send(late, ofUser(late), "Second");
  await send(early, ofUser(early), "Still there?");
  const list = async (part: "waiting" | "mine" | "unassigned" | "all") =>
    internal.client.chats.list({ query: { part, limit: 2 } });
  const waiting = await list("waiting");
  expect(waiting.conversations.map(({ name }) => name)).toEqual(["Early", "Late"]);
  expect(waiting).toMatchObject({ waiting: 2, nextCursor: null });
  const ofLate = { holder_type: "user", holder_id: late.id } as const;
  const own = await internal.client.chats.list({ query: ofLate });
  expect(own.conversations.map(({ name }) => name)).toEqual(["Late"]);
  expect(waiting.conversations[0]).toMatchObject({ unread: 2, last: { text: "Still there?", by_staff: false } });
  const { id: file } = await uploaded(early, ofUser(early), Buffer.from(pngOf(34, 20)), { fileName: "fees.png" });
  await send(early, ofUser(early), "", { uploads: [file] });
  expect((await list("waiting")).conversations[0]?.last).toMatchObject({ text: "fees.png", deleted: false });
  await early.client.chats.remove({ params: { ...ofUser(early), number: 3 } });
  expect((await list("waiting")).conversations[0]?.last).toMatchObject({ text: "", deleted: true });
  await send(internal, ofUser(early), "Yes");
  expect((await list("waiting")).conversations.map(({ name }) => name)).toEqual(["Late"]);
  const assign = (by: TestUser, admin_id: number | null) =>
    by.client.chats.assign({ params: ofUser(late), body: { admin_id } });
  expect(await codeOf(assign(internal, internal.id))).toBe("forbidden");
  expect(await codeOf(assign(office, early.id)), "a client").not.toBe("done");
  await assign(office, internal.id);
  expect((await list("mine")).conversations).toMatchObject([{ name: "Late", assigned_to: { name: "Ines Internal" } }]);
  const all = await list("all");
  const rest = await internal.client.chats.list({ query: { part: "all", limit: 100, cursor: all.nextCursor ?? "" } });
  const names = [...all.conversations, ...rest.conversations].map(
    ({ holder_type, holder_id }) => `${holder_type}/${holder_id}`,
  );
  expect(new Set(names).size).toBe(names.length);
  expect(names.slice(0, 2)).toEqual([`user/${early.id}`, `user/${late.id}`]);
});

test("notes are for staff alone: no answer to the client changes, and nobody notes about themselves", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  await send(client, holder, "Hello");
  const seen = async () =>
    JSON.stringify([
      await open(client, holder),
      await client.client.chats.listChanges({ params: holder, query: { after: 0 } }),
    ]);
  const before = await seen();
  const note = { params: holder, body: { key: randomUUID(), text: "Difficult client" } };
  const events = listen(app);
  const noted = await internal.client.chats.addNote(note);
  expect(await internal.client.chats.addNote(note), "repeated").toEqual(noted);
  events.stop();
  expect(await office.client.chats.listNotes({ params: holder })).toEqual([noted]);
  expect(await seen()).toBe(before);
  expect(JSON.stringify(events.all)).not.toContain("Difficult");
  expect(await codeOf(client.client.chats.listNotes({ params: holder }))).toBe("forbidden");
  const own = { params: ofUser(internal), body: { key: randomUUID(), text: "About me" } };
  expect(await codeOf(internal.client.chats.addNote(own))).toBe("fourEyes");
  expect(await codeOf(internal.client.chats.addNote({ params: holder, body: { ...note.body } }))).toBe("done");
});

test("who is there and who writes is told, and forgotten when it is over", async () => {
  const client = await app.as("client", { name: "Anna" });
  const holder = ofUser(client);
  await send(client, holder, "Hello");
  const events = listen(app);
  await client.client.chats.showTyping({ params: holder, body: {} });
  await office.client.chats.showPresence({ params: holder, body: {} });
  events.stop();
  expect(events.all.map(({ name, event }) => [name, event])).toMatchObject([
    ["typing", { ...holder, user_id: client.id, name: "Anna", by_staff: false }],
    ["presence", { ...holder, user_id: office.id, name: "Olga Office", by_staff: true }],
  ]);
  expect((await open(client, holder)).present).toMatchObject([{ user_id: office.id, name: "Olga Office" }]);
  await sql`update chat_presence set until = now() - interval '1 second'`.execute(app.database.db);
  expect((await open(client, holder)).present).toEqual([]);
  expect(await deletePresence(app.database.db, new Date())).toBeGreaterThan(0);
  expect((await sql`select 1 from chat_presence`.execute(app.database.db)).rows).toEqual([]);
});

test("what stays unread is mailed once, without its content, to everybody who has not read it", async () => {
  const [one, other] = [await app.as("client"), await app.as("client")];
  const holder = await company(one, other);
  await send(office, holder, "A secret");
  await send(office, holder, "Another one");
  await one.client.chats.markRead({ params: holder, body: { number: 2 } });
  const mails = recordMails(app);
  await sendUnreadReminder(app.services, holder);
  await sendUnreadReminder(app.services, holder);
  expect(mails).toMatchObject([{ template: "unreadChat", params: { count: 2, texts: [] } }]);
  const to = mails[0]?.to;
  const { email } = await app.database.db
    .selectFrom("app_user")
    .select("email")
    .where("id", "=", other.id)
    .executeTakeFirstOrThrow();
  expect(to).toBe(email);
  await send(office, holder, "A third");
  const admin = await app.as("admin");
  await admin.client.settings.save({ params: { name: "chatRules" }, body: { data: { mailsShowText: true } } });
  await sendUnreadReminder(app.services, holder);
  expect(mails.slice(1)).toMatchObject([
    { params: { count: 1, texts: ["A third"] } },
    { params: { count: 1, texts: ["A third"] } },
  ]);
  await send(one, holder, "To the firm");
  await office.client.chats.assign({ params: holder, body: { admin_id: internal.id } });
  await sendUnreadReminder(app.services, holder);
  expect(mails.slice(3)).toMatchObject([
    { params: { count: 1, texts: [], link: expect.stringContaining("/admin/chats") as string } },
  ]);
});

test("outside of business hours the client learns when the firm answers again", async () => {
  const client = await app.as("client");
  const { now } = app.services;
  const at = async (moment: string) => {
    app.services.now = () => new Date(moment);
    return (await client.client.chats.getHours()).opens_at;
  };
  try {
    // Sofia, two hours ahead of UTC in winter.
    expect(await at("2026-11-23T07:00:00Z"), "Monday 9:00").toBeNull();
    expect(await at("2026-11-23T15:59:00Z"), "17:59").toBeNull();
    expect(await at("2026-11-23T16:00:00Z"), "18:00").toBe("2026-11-24T07:00:00.000Z");
    expect(await at("2026-11-27T20:00:00Z"), "Friday night").toBe("2026-11-30T07:00:00.000Z");
    expect(await at("2026-12-23T20:00:00Z"), "before the holidays").toBe("2026-12-29T07:00:00.000Z");
  } finally {
    app.services.now = now;
  }
});
