/** Handing messages over to a ticket: what the ticket gets, who is told, and that it happens once. */
import { randomUUID } from "node:crypto";
import type { Holder } from "@portico/api/shapes.ts";
import { parseTemplate } from "@portico/pdf/markdown/parse.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, listen, subjectOf } from "../../testing/effects.ts";
import { pngOf } from "../files/testing/samples.ts";
import { uploaded } from "../uploads/testing/sending.ts";
import { quoteMessages } from "./quotes.ts";

let app: TestApp;
let internal: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  internal = await app.as("internal", { name: "Ines Internal" });
});
afterAll(() => app.close());

const ofUser = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });
const send = (by: TestUser, holder: Holder, text: string, uploads: number[] = []) =>
  by.client.chats.send({ params: holder, body: { key: randomUUID(), text, uploads } });
const handOver = (
  by: TestUser,
  holder: Holder,
  messages: number[],
  more: { key?: string; title?: string; topic?: string } = {},
) =>
  by.client.chats.handOver({
    params: holder,
    body: { key: randomUUID(), title: "Transfer of shares", messages, ...more },
  });

test("chosen messages and their files become a ticket, which both sides see in the conversation", async () => {
  const client = await app.as("client", { name: "Anna" });
  const holder = ofUser(client);
  const { id: upload } = await uploaded(client, holder, Buffer.from(pngOf(41, 20)), { fileName: "scan.png" });
  await send(client, holder, "Good morning");
  await send(client, holder, "I want to transfer my shares", [upload]);
  await send(internal, holder, "To which bank?");
  await send(client, holder, "Never mind");
  const events = listen(app);
  const { ticket_id: id, message } = await handOver(internal, holder, [3, 2]);
  events.stop();
  const ticket = await client.client.tickets.get({ params: { ...holder, id }, query: {} });
  expect(ticket).toMatchObject({ title: "Transfer of shares", by_staff: true, files: [{ name: "scan.png" }] });
  expect(ticket.content).toMatch(
    /^\*\*Anna\*\*, \d{4}-\d\d-\d\d \d\d:\d\d\n\nI want to transfer my shares\n\nscan.png/,
  );
  expect(ticket.content).toMatch(/\*\*Ines Internal\*\*, .*\n\nTo which bank\?$/);
  expect(ticket.content).not.toContain("Never mind");
  expect(message).toMatchObject({ number: 5, ticket_id: id, text: "Transfer of shares", by_staff: true });
  const fileId = ticket.files[0]?.id ?? 0;
  expect((await client.client.files.download({ params: { ...holder, fileId } })).name).toBe("scan.png");
  // The ticket's file is its own: the conversation keeps the other.
  await client.client.chats.remove({ params: { ...holder, number: 2 } });
  expect(await codeOf(client.client.files.download({ params: { ...holder, fileId } }))).toBe("done");
  const { messages } = await client.client.chats.open({ params: holder });
  expect(messages.at(-1)).toEqual(message);
  expect(events.all.map(({ name }) => name)).toEqual(expect.arrayContaining(["ticket", "message", "notification"]));
  expect(await auditOf(app, subjectOf(holder), "chat.handedOver")).toMatchObject([
    { after: { ticket: id, title: "Transfer of shares", messages: [2, 3] } },
  ]);
  const [queued] = (await internal.client.tickets.listAll({ query: { queue: "waiting" } })).tickets;
  expect(queued, "the client waits for it, since they asked").toMatchObject({
    id,
    waiting_since: messages[1]?.created_at,
  });
  const { conversations } = await internal.client.chats.list({ query: { part: "waiting" } });
  expect(conversations.map(({ holder_id }) => holder_id)).not.toContain(client.id);
  const at = { params: { ...holder, number: 5 } };
  expect(await codeOf(internal.client.chats.edit({ ...at, body: { text: "Other" } }))).toBe("stateConflict");
  expect(await codeOf(internal.client.chats.remove(at))).toBe("stateConflict");
});

test("the same key is the same ticket, also at once; with other words it is refused", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  await send(client, holder, "Please");
  const key = randomUUID();
  const made = await Promise.all([1, 2, 3].map(() => handOver(internal, holder, [1], { key })));
  expect(new Set(made.map(({ ticket_id }) => ticket_id)).size).toBe(1);
  expect((await client.client.chats.open({ params: holder })).messages).toHaveLength(2);
  expect((await client.client.tickets.list({ params: holder, query: {} })).tickets).toHaveLength(1);
  expect(await codeOf(handOver(internal, holder, [1], { key, title: "Another" }))).toBe("keyReused");
  const ofMessage = (await send(internal, holder, "Plain")).key;
  expect(await codeOf(handOver(internal, holder, [1], { key: ofMessage }))).toBe("keyReused");
});

test("what is refused leaves neither ticket nor message: deleted or unknown messages, too much, clients, one's own", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  for (let number = 0; number < 6; number++) await send(client, holder, "x".repeat(1990));
  await send(client, holder, "gone");
  await client.client.chats.remove({ params: { ...holder, number: 7 } });
  const refused = [
    handOver(internal, holder, [7]),
    handOver(internal, holder, [8]),
    handOver(internal, holder, []),
    handOver(internal, holder, [1, 2, 3, 4, 5, 6]),
    handOver(internal, holder, [1], { title: " " }),
    handOver(internal, holder, [1], { topic: "none" }),
  ];
  expect(await Promise.all(refused.map(codeOf))).toEqual(refused.map(() => "badInput"));
  expect(await codeOf(handOver(client, holder, [1]))).toBe("forbidden");
  await send(internal, ofUser(internal), "Mine");
  expect(await codeOf(handOver(internal, ofUser(internal), [1]))).toBe("fourEyes");
  expect((await client.client.chats.open({ params: holder })).messages).toHaveLength(7);
  expect((await client.client.tickets.list({ params: holder, query: {} })).tickets).toEqual([]);
  const { rows } = await sql`select from stored_file where holder_id = ${client.id}`.execute(app.database.db);
  expect(rows).toEqual([]);
});

test("a quoted message stays words: it makes no heading, list, link or other author", () => {
  const text =
    "# Head\n**Olga**, today\n- one\n1. two\n[click](https://bad.example) <b> {{holder.name}} a_b_c\n---\n    code";
  const quoted = quoteMessages(
    [{ author: "An*na", text, files: [{ name: "a_b_.png" }], created_at: new Date("2026-07-01T12:00:00Z") }],
    "Europe/Sofia",
  );
  const parsed = parseTemplate(quoted.replaceAll(/(?<!\n)\n(?!\n)/g, "  \n"));
  if ("faults" in parsed) throw new Error(JSON.stringify(parsed.faults));
  expect(parsed.blocks.map(({ kind }) => kind)).toEqual(["paragraph", "paragraph", "paragraph"]);
  const shown = JSON.stringify(parsed.blocks);
  expect([...shown.matchAll(/"kind":"(strong|emphasis|link|placeholder)"/g)]).toHaveLength(1);
  expect(quoted).toContain("2026-07-01 15:00");
  for (const word of ["# Head", "**Olga**", "- one", "1. two", "[click]", "<b>", "{{holder.name}}", "a_b_c", "An*na"])
    expect(shown).toContain(word);
});

describe("the clock of a ticket that answers a conversation", () => {
  /** Writes in turn, two hours apart, the last two hours ago; the numbers are those of the messages. */
  async function conversation(client: TestUser, ...writers: TestUser[]) {
    const holder = ofUser(client);
    for (const [at, by] of writers.entries()) {
      const { number } = await send(by, holder, `Message ${at}`);
      await sql`update chat_message set created_at = now() - make_interval(hours => ${2 * (writers.length - at)}::int)
        where number = ${number} and chat_id = (select id from chat where holder_type = 'user' and holder_id = ${client.id})`.execute(
        app.database.db,
      );
    }
    const { messages } = await client.client.chats.open({ params: holder });
    return { holder, times: messages.map(({ created_at }) => created_at) };
  }
  const clocksOf = async (holder: Holder, id: number) =>
    (await internal.client.tickets.get({ params: { ...holder, id }, query: {} })).clocks;

  test("begins with the oldest chosen question, and stops at the first answer", async () => {
    const client = await app.as("client");
    const { holder, times } = await conversation(client, client, client, client);
    const { ticket_id: id } = await handOver(internal, holder, [3, 2]);
    expect(await clocksOf(holder, id)).toMatchObject([
      { kind: "firstAnswer", began_at: times[1], ended_at: null, passed: null },
      { kind: "resolution", began_at: times[1], ended_at: null },
    ]);
    await internal.client.tickets.addComment({
      params: { ...holder, id },
      body: { content: "A note", internal: true },
    });
    expect(await clocksOf(holder, id)).toMatchObject([{ ended_at: null }, {}]);
    await internal.client.tickets.addComment({ params: { ...holder, id }, body: { content: "By Friday" } });
    const [answer] = (await clocksOf(holder, id)) ?? [];
    expect(Date.parse(answer?.ended_at ?? "") - Date.parse(answer?.began_at ?? "")).toBeGreaterThan(3.9 * 3_600_000);
  });

  test("a chosen answer is the first one; words of the firm before the question are not", async () => {
    const client = await app.as("client");
    const { holder, times } = await conversation(client, internal, client, internal, client);
    const { ticket_id: answered } = await handOver(internal, holder, [1, 2, 3, 4]);
    expect(await clocksOf(holder, answered)).toMatchObject([
      { kind: "firstAnswer", began_at: times[1], ended_at: times[2] },
      { kind: "resolution", began_at: times[1], ended_at: null },
    ]);
    const { ticket_id: unanswered } = await handOver(internal, holder, [1, 4]);
    expect(await clocksOf(holder, unanswered)).toMatchObject([{ began_at: times[3], ended_at: null }, {}]);
    const { ticket_id: nothingAsked } = await handOver(internal, holder, [1, 3]);
    expect(await clocksOf(holder, nothingAsked)).toEqual([]);
  });
});
