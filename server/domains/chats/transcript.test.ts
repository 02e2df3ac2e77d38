/** The transcript as PDF: what is in it for whom, in which days, and what is not. Giving a conversation away with a note. */
import { randomUUID } from "node:crypto";
import type { Holder } from "@portico/api/shapes.ts";
import { readPdf, textOf } from "@portico/pdf/testing/read-pdf.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, listen, subjectOf } from "../../testing/effects.ts";
import { pngOf } from "../files/testing/samples.ts";
import { uploaded } from "../uploads/testing/sending.ts";

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
const send = (by: TestUser, holder: Holder, text: string, more: { uploads?: number[]; reply_to?: number } = {}) =>
  by.client.chats.send({ params: holder, body: { key: randomUUID(), text, ...more } });

/** When the message was sent, as the firm's clocks (Sofia) show it. */
const sentAt = (number: number, at: string, holder: Holder) =>
  sql`
  update chat_message set created_at = ${at}::timestamp at time zone 'Europe/Sofia'
  where number = ${number} and chat_id in (select id from chat where holder_id = ${holder.holderId})`.execute(
    app.database.db,
  );

async function transcript(by: TestUser, holder: Holder, from: string, to: string, language: "bg" | "en" = "en") {
  const file = await by.client.chats.getTranscript({ params: holder, query: { from, to, language } });
  const pdf = await readPdf(file.content);
  return { file, pdf, text: pdf.pages.flatMap(({ elements }) => elements.map(textOf)).join("\n") };
}

test("both sides' words, with authors, the firm's time, edits, deletions, files and replies; no notes of staff", async () => {
  const client = await app.as("client", { name: "Anna Ivanova", clientNumber: "P55" });
  const holder = ofUser(client);
  const { id } = await uploaded(client, holder, Buffer.from(pngOf(51, 20)), { fileName: "scan.png" });
  await send(client, holder, "Before the period");
  await send(client, holder, "Здравейте 👋\n{{holder.name}} **not bold**", { uploads: [id] });
  await send(office, holder, "Draft", { reply_to: 2 });
  await send(client, holder, "A secret that goes");
  await send(client, holder, "After the period");
  await office.client.chats.addNote({ params: holder, body: { key: randomUUID(), text: "INTERNAL WORDS" } });
  await office.client.chats.edit({ params: { ...holder, number: 3 }, body: { text: "Final" } });
  await client.client.chats.remove({ params: { ...holder, number: 4 } });
  await sentAt(1, "2026-03-27 23:59", holder);
  // The night in which summer time begins.
  await sentAt(2, "2026-03-28 00:00", holder);
  await sentAt(3, "2026-03-29 04:30", holder);
  await sentAt(4, "2026-03-29 23:59", holder);
  await sentAt(5, "2026-03-30 00:00", holder);
  const { file, pdf, text } = await transcript(client, holder, "2026-03-28", "2026-03-29");
  expect(file).toMatchObject({ name: "conversation-2026-03-28-2026-03-29.pdf", media_type: "application/pdf" });
  expect(pdf).toMatchObject({ title: "Conversation with Portico", language: "en" });
  for (const shown of [
    "Anna Ivanova",
    "P55",
    "time zone Europe/Sofia",
    "28 March 2026",
    "2 · Anna Ivanova · 00:00",
    "Здравейте [U+1F44B]",
    "{{holder.name}} **not bold**",
    "File: scan.png",
    "3 · Olga Office (Portico) · 04:30 · edited",
    "reply to no. 2",
    "Final",
    "Message deleted",
  ])
    expect(text).toContain(shown);
  for (const hidden of ["Before the period", "After the period", "Draft", "A secret that goes", "INTERNAL WORDS"])
    expect(text).not.toContain(hidden);
  expect(await auditOf(app, subjectOf(holder), "chat.transcriptReadByStaff"), "one's own").toEqual([]);
  const staffs = await transcript(internal, holder, "2026-03-01", "2026-03-31", "bg");
  expect(staffs.text).toContain("Before the period");
  expect(staffs.text).toContain("Разговор с Portico");
  expect(staffs.text).not.toContain("INTERNAL WORDS");
  expect(await auditOf(app, subjectOf(holder), "chat.transcriptReadByStaff")).toMatchObject([
    { after: { from: "2026-03-01", to: "2026-03-31" } },
  ]);
});

test("a period without messages says so, a reversed or too long one is refused, a stranger gets nothing", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  expect((await transcript(client, holder, "2020-01-01", "2020-01-02")).text).toContain("no message in this period");
  await send(client, holder, "Hello");
  const get = (by: TestUser, from: string, to: string) =>
    codeOf(by.client.chats.getTranscript({ params: holder, query: { from, to } }));
  expect(await get(client, "2026-01-02", "2026-01-01")).toBe("badInput");
  expect(await get(client, "yesterday", "2026-01-01")).toBe("badInput");
  // Days that begin, in some time zone, at an instant without four digits for its year.
  expect(await get(client, "0001-01-01", "2026-01-01")).toBe("badInput");
  expect(await get(client, "2026-01-01", "9999-12-31")).toBe("badInput");
  expect(await get(await app.as("client"), "2026-01-01", "2026-01-02")).toBe("notFound");
  await sql`
    insert into chat_message (chat_id, number, key, author_id, by_staff, text, change, created_at)
    select id, 1 + place, gen_random_uuid(), ${client.id}, false, 'x', 1 + place, '2026-02-01T12:00:00Z'
    from chat, generate_series(1, 1501) place where holder_id = ${client.id}`.execute(app.database.db);
  expect(await get(client, "2026-01-01", "2026-03-01")).toBe("badInput");
  expect(await get(client, "2026-03-01", "2026-03-02")).toBe("done");
});

test("as many messages as one transcript takes are written", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  await send(client, holder, "Hello");
  await sql`
    insert into chat_message (chat_id, number, key, author_id, by_staff, text, change, created_at)
    select id, 1 + place, gen_random_uuid(), ${client.id}, false, repeat('word ', 8), 1 + place, '2026-02-01T12:00:00Z'
    from chat, generate_series(1, 1500) place where holder_id = ${client.id}`.execute(app.database.db);
  const { pdf } = await transcript(client, holder, "2026-02-01", "2026-02-01");
  expect(pdf.pages.length).toBeGreaterThan(30);
  await sql`update chat_message set text = repeat('👋', 40) where chat_id in (
    select id from chat where holder_id = ${client.id})`.execute(app.database.db);
  const query = { from: "2026-02-01", to: "2026-02-01" };
  expect(await codeOf(client.client.chats.getTranscript({ params: holder, query })), "would not fit").toBe("badInput");
});

test("a colleague who gets the conversation is told, with the note, which stays among the internal ones", async () => {
  const client = await app.as("client", { name: "Anna" });
  const holder = ofUser(client);
  await send(client, holder, "Hello");
  const give = (to: number | null, note?: string) =>
    office.client.chats.assign({ params: holder, body: { admin_id: to, ...(note && { note }) } });
  const told = async (who: TestUser) =>
    (await who.client.notifications.listOfUser({ params: { id: who.id } })).filter(
      ({ type }) => type === "client_chat",
    );
  const events = listen(app);
  await give(internal.id, "Knows the matter");
  events.stop();
  expect(await told(internal)).toMatchObject([
    { params: { name: "Anna", by: "Olga Office", profile: "user", note: "Knows the matter" }, target_id: client.id },
  ]);
  expect(await internal.client.chats.listNotes({ params: holder })).toMatchObject([
    { author: "Olga Office", text: "Knows the matter" },
  ]);
  const toClient = events.all.filter(({ event }) => JSON.stringify(event).includes("Knows"));
  expect(toClient).toEqual([]);
  await give(internal.id, "Again");
  expect(await told(internal), "had it already").toHaveLength(1);
  await give(null);
  await give(office.id);
  expect(await told(office), "took it themselves").toEqual([]);
  const { id } = await client.client.companies.create({ params: { userId: client.id }, body: {} });
  // As from a time when staff could act for a client.
  await app.database.db
    .insertInto("representation")
    .values([client.id, internal.id].map((user_id) => ({ user_id, company_id: id, capacity: "statutory" })))
    .execute();
  const own = office.client.chats.assign({
    params: { holderType: "company", holderId: id },
    body: { admin_id: internal.id, note: "About you" },
  });
  expect(await codeOf(own), "notes about themselves").toBe("fourEyes");
});
