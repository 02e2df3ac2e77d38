/**
 * What staff note among themselves reaches no client: in no answer of any call, no event, mail, notification or file, also
 * within a ZIP. The notes contain a word that occurs nowhere else, and the calls are those of the declarations. The pages
 * that the server renders are looked at in e2e/tickets.spec.ts.
 */
import { randomUUID } from "node:crypto";
import { api } from "@portico/api";
import { fillPath } from "@portico/api/client.ts";
import type { Endpoint } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { readPdf, textOf } from "@portico/pdf/testing/read-pdf.ts";
import { unzipSync } from "fflate";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendUnreadReminder } from "../domains/chats/digest.ts";
import { arrangeUpload } from "../domains/files/testing/arranged.ts";
import { pngOf } from "../domains/files/testing/samples.ts";
import { companyWithDraft } from "../domains/forms/testing/filled.ts";
import { relayEvents } from "../realtime/relay.ts";
import { createTestApp, type TestApp, type TestUser } from "../testing/app.ts";
import { recordMails } from "../testing/effects.ts";
import { arrangeThings } from "./testing/things.ts";

/** In Latin letters, so that it is the same in search, names of files and tags. */
const marker = "zquxmarkerq";
const calls = Object.entries(api).flatMap(([domain, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${domain}.${name}`,
    endpoint,
  })),
);
const ofClients = calls.filter(({ endpoint }) => endpoint.access.kind !== "staff");

let app: TestApp;
let office: TestUser;
let client: TestUser;
let holders: Holder[];
let things: Record<string, number>;
/** By kind of holder: the ticket, and the file of a note on it. */
const ticketOf = new Map<string, number>();
const noteFileOf = new Map<string, number>();
/** Of the ticket: one that the client wrote, and a note. */
const commentsOf = new Map<string, number[]>();
const documentOf = new Map<string, number>();
const sent: { rooms: string[]; name: string; event: unknown }[] = [];
let mails: ReturnType<typeof recordMails>;

beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  const internal = await app.as("internal", { name: "Ines Internal" });
  const admin = await app.as("admin");
  client = await app.as("client", { name: "Anna", clientNumber: "A-1" });
  const { path } = await companyWithDraft(app, client);
  things = await arrangeThings(app, client);
  holders = [
    { holderType: "user", holderId: client.id },
    { holderType: "company", holderId: path.holderId },
  ];
  await admin.client.settings.save({ params: { name: "chatRules" }, body: { data: { mailsShowText: true } } });
  mails = recordMails(app);
  relayEvents((rooms, name, event) => sent.push({ rooms, name, event }), app.services.events);
  for (const holder of holders) await noteEverywhere(holder, internal);
}, 60_000);
afterAll(() => app.close());

/** Everything that staff write for each other, between what the client sees. */
async function noteEverywhere(params: Holder, internal: TestUser): Promise<void> {
  const say = (by: TestUser, text: string) => by.client.chats.send({ params, body: { key: randomUUID(), text } });
  await say(client, "A question");
  await office.client.chats.addNote({ params, body: { key: randomUUID(), text: `${marker} in the chat` } });
  await office.client.chats.assign({ params, body: { admin_id: internal.id, note: `${marker} on the way` } });
  await say(office, "An answer");
  await office.client.chats.handOver({ params, body: { key: randomUUID(), title: "From the chat", messages: [1] } });
  const { id } = await client.client.tickets.create({ params, body: { title: "A ticket", content: "About fees" } });
  ticketOf.set(params.holderType, id);
  const at = { params: { ...params, id } };
  const file = await office.client.files.upload({
    params,
    body: { name: `${marker}.png`, base64data: pngOf(params.holderId, 20).toString("base64"), forStaff: true },
  });
  noteFileOf.set(params.holderType, file.id);
  const note = await office.client.tickets.addComment({
    ...at,
    body: { content: marker, internal: true, files: [file.id] },
  });
  const asked = await client.client.tickets.addComment({ ...at, body: { content: "More" } });
  commentsOf.set(params.holderType, [asked.id, note.id]);
  // Both were made of mails; that of the note came from somebody else.
  for (const [comment, whole] of [
    [asked.id, "More, and what it quotes"],
    [note.id, `${marker} in a mail`],
  ] as const)
    await sql`
      insert into ticket_mail (holder_type, holder_id, ticket_id, user_id, mail_key, outcome, comment_id, is_answered, whole)
      values (${params.holderType}, ${params.holderId}, ${id}, ${client.id}, ${`mail ${comment}`}, 'added', ${comment},
        false, ${whole})`.execute(app.database.db);
  await office.client.tickets.arrange({ params: { id }, body: { add_tags: [marker] } });
  await office.client.tickets.assign({ params: { id }, body: { admin_id: internal.id } });
  await office.client.tickets.addComment({ ...at, body: { content: "A public answer" } });
  const lease = { name: "lease.png", content: pngOf(params.holderId, 21) };
  const { documents } = await office.client.documents.add({
    params: { ...params, type: "other" },
    body: { documents: [{ upload: await arrangeUpload(app, office, params, lease), title: "Lease" }] },
  });
  documentOf.set(params.holderType, documents[0]?.id ?? 0);
  await sendUnreadReminder(app.services, params);
}

const queriesOf = ({ holderType }: Holder): Record<string, Record<string, string>> => ({
  "documents.zip": { ids: String(documentOf.get(holderType)) },
  "chats.getTranscript": { from: "2020-01-01", to: "2100-01-01" },
  "chats.search": { search: marker },
  "marketData.findInstruments": { search: "x" },
  "settings.listVersions": {},
});

/** Bodies with which a call does its work; the others are refused, and only their refusals are looked at. */
const bodies: Record<string, object> = {
  "chats.send": { key: randomUUID(), text: "One more" },
  "chats.edit": { text: "Changed" },
  "chats.markRead": { number: 1 },
  "chats.showTyping": {},
  "chats.showPresence": {},
  "tickets.create": { title: "Another", content: "Again" },
  "tickets.addComment": { content: "Thank you" },
  "tickets.resolveByTitle": { title: "Another" },
  "tickets.resolve": {},
};

interface Made {
  name: string;
  method: string;
  kind: string;
  status: number;
  text: string;
}

/** The text of an answer: of a PDF what can be read in it, of a ZIP the names and texts of its files. */
async function textIn(type: string, payload: Buffer): Promise<string> {
  if (type.includes("zip")) {
    const files = Object.entries(unzipSync(new Uint8Array(payload)));
    const texts = files.map(async ([name, bytes]) =>
      [name, await textIn(name.endsWith(".pdf") ? "pdf" : "", Buffer.from(bytes))].join("\n"),
    );
    return (await Promise.all(texts)).join("\n");
  }
  if (!type.includes("pdf")) return payload.toString("latin1");
  const { pages, title } = await readPdf(new Uint8Array(payload));
  return [title, ...pages.flatMap(({ elements, artifacts }) => [...elements.map(textOf), ...artifacts])].join("\n");
}

async function make({ name, endpoint }: (typeof calls)[number], { holderType, holderId }: Holder): Promise<Made[]> {
  const { access, method, path } = endpoint;
  const isSelf = access.kind === "self" || access.kind === "company";
  const id = name.startsWith("tickets.")
    ? ticketOf.get(holderType)
    : things[name.startsWith("contracts.") ? "contractId" : "id"];
  const params = {
    ...things,
    id,
    email: "nobody@test.example",
    type: /^(documents|contracts)\./.test(name) ? "all" : holderType === "user" ? "KYC" : "companyKYC",
    figure: "currentValue",
    from: "2026-01-01",
    to: "2026-01-31",
    revision: 1,
    offset: 0,
    version: 1,
    number: 1,
    name: "portalRules",
    list: "users",
    holderType,
    holderId,
    ...(isSelf && { [access.param]: access.kind === "company" ? holders[1]?.holderId : client.id }),
  };
  const made: Made[] = [];
  const nested: Record<string, unknown>[] = path.includes(":fileId")
    ? [{ fileId: things["fileId"] }, { fileId: noteFileOf.get(holderType) }]
    : path.includes(":commentId")
      ? (commentsOf.get(holderType) ?? []).map((commentId) => ({ commentId }))
      : [{}];
  for (const ids of nested) {
    const answer = await app.app.inject({
      method,
      url: fillPath(path, { ...params, ...ids }, queriesOf({ holderType, holderId })[name] ?? {}),
      headers: { accept: "*/*", authorization: `Bearer ${client.token}` },
      ...(endpoint.body && { payload: bodies[name] ?? { unfit: true } }),
    });
    made.push({
      name,
      method,
      kind: holderType,
      status: answer.statusCode,
      text: `${JSON.stringify(answer.headers)}\n${await textIn(String(answer.headers["content-type"]), answer.rawPayload)}`,
    });
  }
  return made;
}

const reading = ofClients.filter(({ endpoint }) => endpoint.method === "GET");
const writing = ofClients.filter(({ endpoint }) => endpoint.method !== "GET");
/** What ends the session or the company. */
const isLast = ({ name }: { name: string }): boolean =>
  name.startsWith("sessions.") || name === "forms.discardCompanyForm";
/** What is read before and after writing. */
const ordered = [...reading, ...writing.filter((call) => !isLast(call)), ...reading, ...writing.filter(isLast)];

test("no call of a client answers with what staff noted, nor any event, mail or notification", async () => {
  // The notes are there, and staff see them.
  for (const params of holders) {
    const id = ticketOf.get(params.holderType) ?? 0;
    const seen = JSON.stringify([
      await office.client.chats.listNotes({ params }),
      await office.client.tickets.listComments({ params: { ...params, id }, query: {} }),
      await office.client.tickets.get({ params: { ...params, id }, query: {} }),
    ]);
    expect(seen.match(new RegExp(marker, "g"))?.length).toBeGreaterThanOrEqual(5);
  }
  const all: Made[] = [];
  for (const call of ordered) {
    const kinds = /:holderType|:holderId/.test(call.endpoint.path) ? holders : holders.slice(0, 1);
    for (const holder of kinds) all.push(...(await make(call, holder)));
  }
  expect(all.filter(({ text }) => text.includes(marker)).map(({ name, kind }) => `${name} ${kind}`)).toEqual([]);

  // Those that could show a note did answer.
  const failed = all.filter(({ method, status }) => method === "GET" && status >= 300);
  const exempt = /^(chats|tickets|notifications)\./;
  expect(failed.filter(({ name }) => exempt.test(name) && name !== "tickets.getMail")).toEqual([]);
  // The mail of the client's own comment, and not that of the note.
  const answered = all.filter(({ name }) => name === "tickets.getMail").map(({ status }) => status);
  expect(answered.toSorted((one, other) => one - other)).toEqual([200, 200, 200, 200, 404, 404, 404, 404]);
  const worked = all.filter(({ name, status }) => name in bodies && status < 300).map(({ name }) => name);
  expect(new Set(worked)).toEqual(new Set(Object.keys(bodies)));
  const zips = all.filter(({ name, status }) => name === "documents.zip" && status === 200);
  expect(new Set(zips.map(({ kind }) => kind))).toEqual(new Set(["user", "company"]));
  for (const { text } of zips) expect(text).toContain("Lease.png");
  expect(all.filter(({ name, status }) => name === "files.download" && status < 300)).toEqual([]);

  const rooms = new Set(holders.map(({ holderType, holderId }) => `${holderType}:${holderId}`));
  const heard = sent.filter((one) => one.rooms.some((room) => rooms.has(room)));
  expect(heard.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["message", "ticket", "notification", "typing"]),
  );
  expect(heard.filter((one) => JSON.stringify(one).includes(marker))).toEqual([]);

  const email = (
    await app.database.db.selectFrom("app_user").select("email").where("id", "=", client.id).executeTakeFirstOrThrow()
  ).email;
  const theirs = mails.filter(({ to }) => to === email);
  expect(new Set(theirs.map(({ template }) => template))).toEqual(new Set(["news", "unreadChat"]));
  expect(JSON.stringify(theirs)).toContain("An answer");
  expect(JSON.stringify(theirs)).not.toContain(marker);
  const { rows } = await app.database.pool.query<{ row: string }>(
    "select notification::text as row from notification where holder_type = 'company' or holder_id = $1",
    [client.id],
  );
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.filter(({ row }) => row.includes(marker))).toEqual([]);
}, 60_000);
