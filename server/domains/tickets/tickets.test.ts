/** Tickets: what clients and the firm write to each other, who may read and change what, and in which states. */
import { randomUUID } from "node:crypto";
import { ticketLimits } from "@portico/api/rules/tickets.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, listen, recordMails } from "../../testing/effects.ts";
import { noisyPngOf, pngOf } from "../files/testing/samples.ts";
import { closeResolved } from "./tickets.jobs.ts";

let app: TestApp;
let internal: TestUser;
let office: TestUser;
let colleague: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  internal = await app.as("internal", { name: "Irene Internal" });
  office = await app.as("office", { name: "Olga Office" });
  colleague = await app.as("office", { name: "Cornelia Colleague" });
});
afterAll(() => app.close());

const ofUser = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });
const open = (by: TestUser, holder: Holder, more: object = {}) =>
  by.client.tickets.create({ params: holder, body: { title: "A fee", content: "What is it for?", ...more } });
const comment = (by: TestUser, holder: Holder, id: number, more: object = {}) =>
  by.client.tickets.addComment({ params: { ...holder, id }, body: { content: "A comment", ...more } });
const get = (by: TestUser, holder: Holder, id: number) =>
  by.client.tickets.get({ params: { ...holder, id }, query: {} });
const commentsOf = async (by: TestUser, holder: Holder, id: number) =>
  (await by.client.tickets.listComments({ params: { ...holder, id }, query: {} })).comments;
const assign = (by: TestUser, id: number, admin_id: number | null) =>
  by.client.tickets.assign({ params: { id }, body: { admin_id } });
const resolve = (by: TestUser, holder: Holder, id: number) =>
  by.client.tickets.resolve({ params: { ...holder, id }, body: {} });
const close = (by: TestUser, id: number) => by.client.tickets.close({ params: { id }, body: {} });
let drawn = 0;
const upload = (by: TestUser, holder: Holder, more: { forStaff?: boolean } = {}) => {
  drawn += 1;
  const base64data = pngOf(30 + drawn, 20).toString("base64");
  return by.client.files.upload({ params: holder, body: { name: `shot${drawn}.png`, base64data, ...more } });
};
const newsOf = async ({ id, client }: TestUser) =>
  (await client.notifications.listOfUser({ params: { id } })).map(({ type, params }) => ({ type, ...params }));

/** A company with these representatives. */
async function companyOf(people: readonly TestUser[]): Promise<Holder> {
  const { db } = app.database;
  const { id } = await db
    .insertInto("company")
    .values({ creator_id: people[0]?.id ?? 0, name: "Held Ltd", state: "postKYC", reviewed_on: "2026-01-01" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("representation")
    .values(people.map((one) => ({ user_id: one.id, company_id: id })))
    .execute();
  return { holderType: "company", holderId: id };
}

test("a client opens a ticket from a page, with files; staff are told and the client sees what becomes of it", async () => {
  const client = await app.as("client", { name: "Ivan Petrov" });
  const holder = ofUser(client);
  const heard = listen(app);
  const file = await upload(client, holder);
  const ticket = await open(client, holder, {
    files: [file.id],
    topic: "payments",
    about: { path: "/portfolio?part=orders", title: "Orders" },
  });
  heard.stop();
  expect(ticket).toMatchObject({
    title: "A fee",
    content: "What is it for?",
    topic: "payments",
    state: "open",
    creator_type: "user",
    creator_id: client.id,
    creator_name: "Ivan Petrov",
    by_staff: false,
    files: [{ id: file.id }],
    about: { path: "/portfolio?part=orders", title: "Orders" },
    assigned_name: null,
    staff: null,
    can: { comment: true, note: false, attach: true, resolve: true, assign: false, close: false, arrange: false },
  });
  expect(ticket.waiting_since).toBe(ticket.created_at);
  expect(heard.all).toContainEqual({ name: "ticket", event: { ...holder, ticketId: ticket.id } });
  expect(await newsOf(office)).toContainEqual(
    expect.objectContaining({ type: "client_ticket", name: "Ivan Petrov", ticket: String(ticket.id), what: "opened" }),
  );
  expect(await auditOf(app, { type: "user", id: client.id }, "ticket.opened")).toMatchObject([
    { after: { ticket: ticket.id, title: "A fee", topic: "payments" } },
  ]);
  await assign(office, ticket.id, colleague.id);
  expect(await get(client, holder, ticket.id)).toMatchObject({
    state: "assigned",
    assigned_name: "Cornelia Colleague",
  });
  expect(await newsOf(colleague)).toContainEqual(expect.objectContaining({ type: "client_ticket", what: "assigned" }));
});

test("files in the body come with the ticket or comment, and belong to it as those uploaded before", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const named = (fileName: string, size: number) => ({ fileName, base64data: pngOf(size, 21).toString("base64") });
  const before = await upload(client, holder);
  const key = randomUUID();
  const first = await open(client, holder, { files: [before.id], documents: [named("a.png", 41)], key });
  expect(first.files.map(({ name, state }) => [name, state])).toEqual([
    [before.name, "clean"],
    ["a.png", "clean"],
  ]);
  const again = await open(client, holder, { files: [before.id], documents: [named("a.png", 41)], key });
  expect([again.id, again.files.map(({ id }) => id)]).toEqual([first.id, first.files.map(({ id }) => id)]);
  const answered = await comment(office, holder, first.id, { documents: [named("b.png", 42), named("c.png", 42)] });
  expect(answered.files.map(({ name }) => name)).toEqual(["b.png", "c.png"]);
  const fileId = answered.files[0]?.id ?? 0;
  await expect(client.client.files.download({ params: { ...holder, fileId } })).resolves.toBeDefined();
  expect(await codeOf(client.client.files.remove({ params: { ...holder, fileId: first.files[1]?.id ?? 0 } }))).toBe(
    "stateConflict",
  );
  const note = await comment(office, holder, first.id, { internal: true, documents: [named("d.png", 43)] });
  const forStaff = { ...holder, fileId: note.files[0]?.id ?? 0 };
  expect(await codeOf(client.client.files.download({ params: forStaff })), "a note's file").toBe("notFound");
  expect(await codeOf(office.client.files.download({ params: forStaff }))).toBe("done");
});

test("a text comes with files in the body that are large", async () => {
  const client = await app.as("client");
  const base64data = noisyPngOf(200).toString("base64");
  expect(base64data.length).toBeGreaterThan(64 * 1024);
  const documents = [{ fileName: "a.png", base64data }];
  const { id, files, content } = await open(client, ofUser(client), { documents });
  expect([content, files.length]).toEqual(["What is it for?", 1]);
  const answered = await comment(client, ofUser(client), id, { content: "Again.", documents });
  expect([answered.content, answered.files.length]).toEqual(["Again.", 1]);
});

test("of files in the body that do not fit nothing is stored, and the refusal names the first", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const good = { fileName: "a.png", base64data: pngOf(44, 21).toString("base64") };
  const countFiles = async () =>
    (await app.database.db.selectFrom("stored_file").select("id").where("holder_id", "=", client.id).execute()).length;
  const bad = { fileName: "b.png", base64data: Buffer.from("no picture").toString("base64") };
  await expect(open(client, holder, { documents: [good, bad] })).rejects.toMatchObject({
    code: "fileRefused",
    errors: [{ path: "documents.1.base64data" }],
  });
  const { id } = await open(client, holder);
  await expect(comment(client, holder, id, { documents: [good, { ...good, base64data: "%%" }] })).rejects.toMatchObject(
    {
      code: "badInput",
      errors: [{ path: "documents.1.base64data" }],
    },
  );
  const many = Array.from({ length: ticketLimits.files }, () => good);
  await expect(comment(client, holder, id, { files: [999_999_999], documents: many })).rejects.toMatchObject({
    code: "badInput",
    errors: [{ path: "documents", code: "tooLong" }],
  });
  expect(await codeOf(comment(internal, holder, id, { documents: [good] })), "who may not attach").toBe("forbidden");
  await office.client.tickets.close({ params: { id }, body: { message: "Done." } });
  expect(await codeOf(comment(client, holder, id, { documents: [good] }))).toBe("stateConflict");
  expect(await countFiles()).toBe(0);
});

test("lists carry the text with which a ticket began and its files, and those of no other", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const file = await upload(client, holder);
  const plain = await open(client, holder, { content: "Which day?" });
  const { id } = await open(client, holder, { content: "See the picture.", files: [file.id] });
  const later = await upload(client, holder);
  await comment(client, holder, id, { files: [later.id] });
  const rows = [
    { id, content: "See the picture.", files: [{ id: file.id, name: file.name }] },
    { id: plain.id, content: "Which day?", files: [] },
  ];
  expect((await client.client.tickets.list({ params: holder, query: {} })).tickets).toMatchObject(rows);
  const { tickets } = await internal.client.tickets.listAll({ query: { holder_type: "user", holder_id: client.id } });
  expect(tickets).toMatchObject(rows);
});

test("an answer goes to the client, also by mail, and it is their turn; their comment goes to who looks after it", async () => {
  const client = await app.as("client", { name: "Maria Nowak" });
  const holder = ofUser(client);
  const { id } = await open(client, holder);
  await assign(office, id, colleague.id);
  const mails = recordMails(app);
  const answer = await comment(colleague, holder, id, { content: "For **custody**." });
  expect(answer).toMatchObject({ creator_id: colleague.id, by_staff: true, internal: false });
  expect(mails).toMatchObject([
    {
      template: "news",
      params: {
        type: "ticket_answered",
        document: "A fee",
        text: "For custody.",
        link: expect.stringMatching(new RegExp(`/en/tickets/${id}\\?company=0$`)) as string,
      },
    },
  ]);
  expect(await get(client, holder, id)).toMatchObject({
    waiting_since: null,
    last_answer: { id: answer.id, by: "Cornelia Colleague" },
  });
  expect(await newsOf(client)).toContainEqual(expect.objectContaining({ type: "ticket_answered", ticket: "A fee" }));
  const awaiting = async () => (await client.client.tickets.list({ params: holder, query: { limit: 1 } })).awaiting;
  expect(await awaiting()).toBe(1);
  const before = (await newsOf(office)).length;
  await comment(client, holder, id, { content: "Thank you, and why twice?" });
  expect(await awaiting()).toBe(0);
  expect((await get(client, holder, id)).waiting_since).not.toBeNull();
  expect(await newsOf(colleague)).toContainEqual(expect.objectContaining({ type: "client_ticket", what: "commented" }));
  expect(await newsOf(office)).toHaveLength(before);
  expect((await commentsOf(client, holder, id)).map(({ content }) => content)).toEqual([
    "For **custody**.",
    "Thank you, and why twice?",
  ]);
});

test("a note of staff is in no answer, event, mail or notification of the client, and its file is not theirs", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id } = await open(client, holder);
  const mails = recordMails(app);
  const heard = listen(app);
  const before = await newsOf(client);
  const seen = await get(client, holder, id);
  const file = await upload(office, holder, { forStaff: true });
  const note = await comment(office, holder, id, {
    content: "SECRET: a difficult one",
    internal: true,
    files: [file.id],
  });
  heard.stop();
  expect(note).toMatchObject({ internal: true, files: [{ id: file.id }] });
  expect(mails).toEqual([]);
  expect(heard.all.filter(({ name }) => name !== "ticket:noted")).toEqual([]);
  expect(await newsOf(client)).toEqual(before);
  expect(await get(client, holder, id)).toEqual(seen);
  expect(await commentsOf(client, holder, id)).toEqual([]);
  expect(JSON.stringify(await client.client.tickets.list({ params: holder, query: {} }))).not.toContain("SECRET");
  const theFile = { params: { ...holder, fileId: file.id } };
  expect(await codeOf(client.client.files.download(theFile))).toBe("notFound");
  expect(await codeOf(client.client.files.describe(theFile))).toBe("notFound");
  expect(await codeOf(office.client.files.download(theFile))).toBe("done");
  expect((await commentsOf(internal, holder, id)).map(({ content }) => content)).toEqual(["SECRET: a difficult one"]);
  expect((await get(internal, holder, id)).comments).toBe(1);
  // Staff who look at the client's pages see what the client sees.
  const asHolder = { params: { ...holder, id }, query: { as: "holder" } } as const;
  expect((await office.client.tickets.listComments(asHolder)).comments).toEqual([]);
  expect(await office.client.tickets.get(asHolder)).toMatchObject({ comments: 0, staff: null, watchers: [] });
  expect(await codeOf(comment(client, holder, id, { internal: true }))).toBe("forbidden");
});

test("a file for staff is no part of what the client reads, and the client's is no part of a note", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id } = await open(client, holder);
  const [forStaff, forAll] = [await upload(office, holder, { forStaff: true }), await upload(office, holder)];
  expect(await codeOf(comment(office, holder, id, { files: [forStaff.id] }))).toBe("badInput");
  expect(await codeOf(comment(office, holder, id, { files: [forAll.id], internal: true }))).toBe("badInput");
  expect(await codeOf(comment(office, holder, id, { files: [forAll.id, forAll.id] }))).toBe("badInput");
  await comment(office, holder, id, { files: [forAll.id] });
  expect(await codeOf(comment(office, holder, id, { files: [forAll.id] })), "used already").toBe("badInput");
  const stranger = await app.as("client");
  const theirs = await upload(stranger, ofUser(stranger));
  expect(await codeOf(comment(client, holder, id, { files: [theirs.id] }))).toBe("badInput");
  expect(await codeOf(upload(client, holder, { forStaff: true }))).toBe("forbidden");
  expect(await commentsOf(client, holder, id)).toHaveLength(1);
});

test("the same key is the same ticket and the same comment, also 10 times at once; other words under it are refused", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const key = randomUUID();
  const mails = recordMails(app);
  const made = await Promise.all(Array.from({ length: 10 }, () => open(client, holder, { key })));
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect(await codeOf(open(client, holder, { key, content: "Other words" }))).toBe("keyReused");
  const id = made[0]?.id ?? 0;
  const answers = await Promise.all(Array.from({ length: 10 }, () => comment(office, holder, id, { key, seen: 0 })));
  expect(new Set(answers.map((one) => one.id)).size).toBe(1);
  expect(mails).toHaveLength(1);
  expect(await codeOf(comment(office, holder, id, { key, content: "Other words" }))).toBe("keyReused");
  // Of another person it is another one.
  expect((await comment(client, holder, id, { key })).id).not.toBe(answers[0]?.id);
  await resolve(client, holder, id);
  await close(office, id);
  expect((await comment(office, holder, id, { key })).id, "a late repetition").toBe(answers[0]?.id);
});

test("two colleagues answer at once: one is sent, the other is told who was first", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id } = await open(client, holder);
  const first = await comment(office, holder, id, { content: "First", seen: 0 });
  const refused = await comment(colleague, holder, id, { content: "Second", seen: 0 }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: "newerAnswer", by: "Olga Office" });
  expect(await commentsOf(client, holder, id)).toHaveLength(1);
  await comment(colleague, holder, id, { content: "Second", seen: first.id });
  // One's own answer from another window, a note, and a call that does not say what was seen are no reason to refuse.
  await comment(colleague, holder, id, { seen: first.id });
  await comment(office, holder, id, { seen: 0, internal: true });
  await comment(office, holder, id);
  expect(await commentsOf(client, holder, id)).toHaveLength(4);
  const other = await open(client, holder);
  const codes = await Promise.all(
    [office, colleague, internal].map((by) => codeOf(comment(by, holder, other.id, { seen: 0 }))),
  );
  expect(codes.toSorted()).toEqual(["done", "newerAnswer", "newerAnswer"]);
});

test("open, assigned, resolved, open again by the client's comment, closed for good", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id } = await open(client, holder);
  expect((await assign(office, id, office.id)).state).toBe("assigned");
  expect((await assign(office, id, null)).state).toBe("open");
  expect((await assign(office, id, colleague.id)).state).toBe("assigned");
  expect(await assign(office, id, internal.id)).toMatchObject({ state: "assigned", assigned_name: "Irene Internal" });
  const resolved = await resolve(client, holder, id);
  expect(resolved).toMatchObject({ state: "resolved", waiting_since: null, can: { resolve: false, comment: true } });
  expect(Date.parse(resolved.closes_at ?? "") - Date.now()).toBeCloseTo(7 * 86_400_000, -5);
  expect(await codeOf(resolve(client, holder, id))).toBe("stateConflict");
  expect(await codeOf(assign(office, id, office.id))).toBe("stateConflict");
  await comment(office, holder, id, { content: "Glad to help." });
  expect((await get(client, holder, id)).state, "an answer opens nothing").toBe("resolved");
  await comment(client, holder, id, { content: "Not yet." });
  expect(await get(client, holder, id)).toMatchObject({ state: "assigned", assigned_name: "Irene Internal" });
  expect((await close(internal, id)).state).toBe("closed");
  const codes = [
    comment(client, holder, id),
    comment(office, holder, id, { internal: true }),
    resolve(office, holder, id),
    assign(office, id, null),
    close(office, id),
    office.client.tickets.arrange({ params: { id }, body: { add_tags: ["late"] } }),
  ].map(codeOf);
  expect(new Set(await Promise.all(codes))).toEqual(new Set(["stateConflict"]));
  const nobodys = await open(client, holder);
  await resolve(office, holder, nobodys.id);
  await comment(client, holder, nobodys.id);
  expect((await get(client, holder, nobodys.id)).state).toBe("open");
});

test("20 of both sides resolve at once: one does, and one notification is sent", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id } = await open(client, holder);
  const codes = await Promise.all(
    Array.from({ length: 20 }, (_, place) => codeOf(resolve(place % 2 ? client : office, holder, id))),
  );
  expect(codes.filter((code) => code === "done")).toHaveLength(1);
  expect(codes.filter((code) => code === "stateConflict")).toHaveLength(19);
  expect(await auditOf(app, { type: "user", id: client.id }, "ticket.resolved")).toHaveLength(1);
});

test("tickets of exactly one title are resolved together, and only the holder's unfinished ones", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const stranger = await app.as("client");
  const same = [await open(client, holder), await open(client, holder), await open(client, holder)];
  await assign(office, same[1]?.id ?? 0, office.id);
  await resolve(client, holder, same[2]?.id ?? 0);
  const others = [await open(client, holder, { title: "A fee?" }), await open(stranger, ofUser(stranger))];
  const byTitle = (title: string) => client.client.tickets.resolveByTitle({ params: holder, body: { title } });
  expect(await byTitle("A fee")).toEqual({ resolved: 2 });
  expect(await byTitle("A fee")).toEqual({ resolved: 0 });
  expect((await get(client, holder, others[0]?.id ?? 0)).state).toBe("open");
  expect((await get(stranger, ofUser(stranger), others[1]?.id ?? 0)).state).toBe("open");
});

test("nobody handles their own ticket for the firm, and no foreign one is told of", async () => {
  const own = await app.as("office");
  const holder = ofUser(own);
  const { id, can } = await open(own, holder);
  expect(can).toMatchObject({ comment: true, resolve: true, note: false, assign: false, close: false, arrange: false });
  const codes = [
    assign(own, id, colleague.id),
    assign(office, id, own.id),
    close(own, id),
    own.client.tickets.arrange({ params: { id }, body: { priority: "urgent" } }),
    own.client.tickets.watch({ params: { id }, body: { watching: true } }),
  ].map(codeOf);
  expect(new Set(await Promise.all(codes))).toEqual(new Set(["fourEyes"]));
  expect(await codeOf(comment(own, holder, id, { internal: true }))).toBe("fourEyes");
  await comment(office, holder, id, { internal: true, content: "About our colleague" });
  expect(await commentsOf(own, holder, id)).toEqual([]);
  const stranger = await app.as("client");
  expect(await codeOf(get(stranger, ofUser(stranger), id))).toBe("notFound");
  expect(await codeOf(comment(stranger, ofUser(stranger), id))).toBe("notFound");
  expect(await codeOf(assign(internal, id, colleague.id))).toBe("forbidden");
  expect(await codeOf(assign(office, id, stranger.id))).toBe("badInput");
});

test("a company's people share its tickets; who represents it no longer is neither told nor let in", async () => {
  const [one, other] = [await app.as("client", { name: "Anna One" }), await app.as("client")] as const;
  const company = await companyOf([one, other]);
  const { id, creator_type, creator_id, creator_name } = await open(one, company, {
    creator_type: "company",
    creator_id: company.holderId,
  });
  expect([creator_type, creator_id, creator_name]).toEqual(["company", company.holderId, "Anna One"]);
  await comment(other, company, id);
  await sql`delete from representation where company_id = ${company.holderId} and user_id = ${other.id}`.execute(
    app.database.db,
  );
  expect(await codeOf(comment(other, company, id))).toBe("notFound");
  const mails = recordMails(app);
  await comment(office, company, id);
  expect(mails.map(({ to }) => to)).toEqual([expect.stringContaining("@")]);
  expect(mails[0]).toMatchObject({ params: { company: "Held Ltd" } });
});

test("who wrote it follows from the session: another name in the body is refused", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  for (const named of [{ creator_id: office.id }, { creator_type: "company", creator_id: client.id }])
    expect(await codeOf(open(client, holder, named))).toBe("contradictsSession");
  const { id } = await open(client, holder, { creator_type: "user", creator_id: client.id });
  expect(await codeOf(comment(office, holder, id, { creator_id: client.id }))).toBe("contradictsSession");
  await comment(office, holder, id, { creator_type: "user", creator_id: office.id });
});

test("who answers a ticket that nobody looks after looks after it; a note claims nothing, nor another's ticket", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id } = await open(client, holder);
  await comment(office, holder, id, { internal: true });
  expect(await get(office, holder, id)).toMatchObject({ state: "open", staff: { assigned_to: null } });
  await comment(office, holder, id);
  expect(await get(office, holder, id)).toMatchObject({ state: "assigned", staff: { assigned_to: office.id } });
  await comment(colleague, holder, id, { content: "And one more thing" });
  expect(await get(office, holder, id)).toMatchObject({ staff: { assigned_to: office.id } });
  const { id: clients } = await open(client, holder);
  await comment(client, holder, clients);
  expect(await get(office, holder, clients)).toMatchObject({ state: "open", staff: { assigned_to: null } });
});

test("staff open a ticket for a client, who is told and whose turn it is", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const mails = recordMails(app);
  const ticket = await open(internal, holder, { title: "Your address" });
  expect(ticket).toMatchObject({ by_staff: true, creator_id: internal.id, waiting_since: null });
  expect(mails).toMatchObject([{ params: { type: "ticket_opened", document: "Your address" } }]);
  expect(await codeOf(open(office, { holderType: "user", holderId: 999_999 }))).toBe("notFound");
});

test("empty and huge texts, unknown topics and foreign addresses are refused, and nothing is kept", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  for (const bad of [
    { title: "  " },
    { title: "x".repeat(161) },
    { content: "" },
    { content: "x".repeat(10_001) },
    { topic: "yachts" },
    { about: { path: "https://evil.example/", title: "Here" } },
    { about: { path: "//evil.example", title: "Here" } },
    { files: Array.from({ length: 21 }, (_, place) => place + 1) },
    { key: "not a key" },
  ])
    expect(await codeOf(open(client, holder, bad)), JSON.stringify(bad)).toBe("badInput");
  expect((await client.client.tickets.list({ params: holder, query: {} })).tickets).toEqual([]);
});

test("resolved tickets close by themselves after a week, those opened again do not", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const [old, young, again] = [await open(client, holder), await open(client, holder), await open(client, holder)];
  for (const { id } of [old, young, again]) await resolve(client, holder, id);
  await comment(client, holder, again.id);
  const age = (id: number, days: number) =>
    sql`update ticket set state_changed_at = now() - make_interval(days => ${days}) where id = ${id}`.execute(
      app.database.db,
    );
  await age(old.id, 8);
  await age(young.id, 6);
  await age(again.id, 8);
  const mails = recordMails(app);
  expect(await closeResolved(app.services)).toEqual({ closed: 1, failed: 0 });
  expect(await closeResolved(app.services)).toEqual({ closed: 0, failed: 0 });
  expect(mails).toEqual([]);
  const states = await Promise.all([old, young, again].map(async ({ id }) => (await get(client, holder, id)).state));
  expect(states).toEqual(["closed", "resolved", "open"]);
  expect(await auditOf(app, { type: "user", id: client.id }, "ticket.closed")).toMatchObject([
    { actor: { system: "tickets" }, after: { ticket: old.id, expired: true } },
  ]);
});

test("topic, priority and tags are staff's; who watches is told of what the client writes", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id } = await open(client, holder);
  const arrange = (body: object) => office.client.tickets.arrange({ params: { id }, body });
  const arranged = await arrange({ priority: "high", add_tags: ["VIP", "fees", "vip"] });
  expect(arranged.staff).toMatchObject({ priority: "high", tags: ["fees", "vip"], watched: false });
  const heard = listen(app);
  await arrange({ priority: "high" });
  await arrange({ topic: "complaint" });
  heard.stop();
  expect(heard.all.map(({ name }) => name)).toEqual(["ticket"]);
  expect(await codeOf(arrange({ topic: "yachts" }))).toBe("badInput");
  expect(await get(client, holder, id)).toMatchObject({ topic: "complaint", staff: null });
  const watcher = await app.as("internal", { name: "Walter Watcher" });
  const watch = (watching: boolean) => watcher.client.tickets.watch({ params: { id }, body: { watching } });
  await watch(true);
  await watch(true);
  expect(await get(watcher, holder, id)).toMatchObject({
    watchers: [{ id: watcher.id, name: "Walter Watcher" }],
    staff: { watched: true },
  });
  await comment(client, holder, id);
  expect(await newsOf(watcher)).toMatchObject([{ type: "client_ticket", what: "commented" }]);
  await watch(false);
  await comment(client, holder, id);
  expect(await newsOf(watcher)).toHaveLength(1);
});

test("two colleagues change tags at once, and neither undoes what the other did", async () => {
  const client = await app.as("client");
  const { id } = await open(client, ofUser(client));
  const change = (by: TestUser, body: object) => by.client.tickets.arrange({ params: { id }, body });
  const tagsOf = async () => (await get(office, ofUser(client), id)).staff?.tags;
  await change(office, { add_tags: ["fees", "old"] });
  // Both saw the same two tags.
  await Promise.all([
    change(office, { add_tags: ["vip"] }),
    change(internal, { add_tags: ["custody"], remove_tags: ["old"] }),
  ]);
  expect(await tagsOf()).toEqual(["custody", "fees", "vip"]);
  const heard = listen(app);
  await change(internal, { add_tags: ["vip"], remove_tags: ["old"] });
  heard.stop();
  expect(heard.all, "what is so already changes nothing").toEqual([]);
  const many = Array.from({ length: ticketLimits.tags - 3 }, (_, place) => `tag ${place}`);
  await change(office, { add_tags: many });
  expect(await codeOf(change(internal, { add_tags: ["one more"] }))).toBe("badInput");
  await change(internal, { add_tags: ["one more"], remove_tags: ["vip"] });
  expect(await tagsOf()).toHaveLength(ticketLimits.tags);
});

test("tags that were used lately are offered, the most frequent first, and narrow the queue", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const arrange = (id: number, body: object) => office.client.tickets.arrange({ params: { id }, body });
  const [one, two] = [await open(client, holder), await open(client, holder)];
  await arrange(one.id, { add_tags: ["often", "seldom"] });
  await arrange(two.id, { add_tags: ["often"] });
  const tags = await internal.client.tickets.listTags();
  expect(tags.indexOf("often")).toBeGreaterThanOrEqual(0);
  expect(tags.indexOf("often")).toBeLessThan(tags.indexOf("seldom"));
  expect(await codeOf(client.client.tickets.listTags())).toBe("forbidden");
  const tagged = await office.client.tickets.listAll({ query: { queue: "waiting", tag: "Often" } });
  expect([tagged.count, tagged.tickets.map(({ id }) => id)]).toEqual([2, [one.id, two.id]]);
  await arrange(one.id, { remove_tags: ["often", "seldom"] });
  expect(await internal.client.tickets.listTags()).not.toContain("seldom");
});

test("who is writing is told to colleagues alone, and stored nowhere", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id } = await open(client, holder);
  const heard = listen(app);
  await internal.client.tickets.showTyping({ params: { id }, body: {} });
  heard.stop();
  expect(heard.all).toEqual([
    {
      name: "ticket:typing",
      event: { ...holder, ticketId: id, user_id: internal.id, name: "Irene Internal" },
    },
  ]);
  expect(await codeOf(client.client.tickets.showTyping({ params: { id }, body: {} }))).toBe("forbidden");
  const own = await open(office, ofUser(office));
  expect(await codeOf(office.client.tickets.showTyping({ params: { id: own.id }, body: {} }))).toBe("fourEyes");
});

test("a ticket that nobody ever answered is not closed without a word, which the client reads", async () => {
  const client = await app.as("client");
  const holder = ofUser(client);
  const { id } = await open(client, holder);
  await expect(close(office, id)).rejects.toMatchObject({
    code: "badInput",
    errors: [{ path: "message", code: "required" }],
  });
  expect((await get(office, holder, id)).state).toBe("open");
  await office.client.tickets.close({ params: { id }, body: { message: "We do not offer this." } });
  expect(await get(client, holder, id)).toMatchObject({ state: "closed", comments: 1 });
  expect((await commentsOf(client, holder, id)).map(({ content, by_staff }) => [content, by_staff])).toEqual([
    ["We do not offer this.", true],
  ]);
  const [news] = await client.client.notifications.listOfUser({ params: { id: client.id } });
  expect(news).toMatchObject({ type: "ticket_closed", text: "We do not offer this." });
  const ours = await office.client.tickets.create({
    params: holder,
    body: { title: "Your card", content: "It expires soon." },
  });
  expect((await close(office, ours.id)).state, "what the firm began has its words").toBe("closed");
});
