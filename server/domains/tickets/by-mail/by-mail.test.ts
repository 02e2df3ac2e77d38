/** Replies by mail, from a real IMAP server: whose become comments, and what becomes of all others. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailMaxBytes } from "../../../adapters/mailbox/mailbox.ts";
import { replyAddress } from "../../../adapters/mailbox/reply-address.ts";
import { startImap, type TestMailbox } from "../../../adapters/mailbox/testing/imap-server.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { readFirmKey } from "../../../secrets/firm-key.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf, listen, recordMails, subjectOf } from "../../../testing/effects.ts";
import { pdfWith, pngOf } from "../../files/testing/samples.ts";
import { deleteMails, readReplies } from "./by-mail.jobs.ts";
import { receiveMail } from "./receive.ts";

const address = "desk@firm.example";
let app: TestApp;
let box: TestMailbox;
let firmKey: Buffer;
let mails: ReturnType<typeof recordMails>;
let anna: TestUser;
let boris: TestUser;
let office: TestUser;
let admin: TestUser;
beforeAll(async () => {
  box = await startImap();
  app = await createTestApp({ mailbox: { url: box.url, address } });
  firmKey = await readFirmKey(app.services.config);
  mails = recordMails(app);
  anna = await app.as("client", { name: "Anna" });
  boris = await app.as("client", { name: "Boris" });
  office = await app.as("office", { name: "Olga Office" });
  admin = await app.as("admin");
  await read();
});
afterAll(async () => {
  await app.close();
  await box.close();
});

const ofUser = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });
const read = () => readReplies(app.services, { url: box.url, address });
const passPause = () => sql`update failing_mail set next_try_at = now() - interval '1 minute'`.execute(app.database.db);
const listed = async (section: "open" | "machines" | "done" = "open") =>
  (await office.client.tickets.listMails({ query: { section, limit: 100 } })).mails;
const mailOf = async ({ id }: TestUser): Promise<string> =>
  (await app.database.db.selectFrom("app_user").select("email").where("id", "=", id).executeTakeFirstOrThrow()).email;
const openBy = async (by: TestUser, holder = ofUser(by)): Promise<number> =>
  (await by.client.tickets.create({ params: holder, body: { title: "A fee", content: "What is it for?" } })).id;
const commentsOf = async (ticket: number) =>
  app.database.db
    .selectFrom("ticket_comment")
    .select(["content", "created_by", "by_staff", "internal"])
    .where("ticket_id", "=", ticket)
    .orderBy("id")
    .execute();
const addressFor = (user: TestUser, ticket: number): string =>
  replyAddress(firmKey, address, { ticket, user: user.id });

let messages = 0;
interface Sent {
  from?: string;
  to?: string;
  id?: string;
  headers?: Record<string, string>;
  text?: string;
  type?: string;
}
/** A mail as it lies in the mailbox. */
function mail({ from, to, id, headers = {}, text = "Thank you.", type = "text/plain; charset=utf-8" }: Sent): string {
  messages += 1;
  const all = {
    "Message-ID": id ?? `<${messages}@mail.example>`,
    Date: "Mon, 23 Nov 2026 10:12:00 +0200",
    Subject: "Re: A fee",
    "MIME-Version": "1.0",
    "Content-Type": type,
    ...(from && { From: from }),
    ...(to && { To: to }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${lines.join("\r\n")}\r\n\r\n${text.replaceAll("\n", "\r\n")}\r\n`;
}
const withFiles = (text: string, files: Record<string, Buffer>) => ({
  type: 'multipart/mixed; boundary="cut"',
  text: [
    `--cut\nContent-Type: text/plain; charset=utf-8\n\n${text}`,
    ...Object.entries(files).map(
      ([name, content]) =>
        `--cut\nContent-Type: application/octet-stream\nContent-Disposition: attachment; filename="${name}"\nContent-Transfer-Encoding: base64\n\n${content.toString("base64")}`,
    ),
    "--cut--",
  ].join("\n"),
});

test("an answer goes out with an address for replies, and the reply becomes the client's comment", async () => {
  const holder = ofUser(anna);
  const ticket = await openBy(anna);
  const sentBefore = mails.length;
  await office.client.tickets.addComment({ params: { ...holder, id: ticket }, body: { content: "For custody." } });
  const answer = mails.slice(sentBefore).find(({ template }) => template === "news");
  expect(answer?.replies).toEqual({ ticket, user: anna.id });
  const heard = listen(app);
  const text = `Is it once a year?\n\nOn Mon, 23 Nov 2026 at 10:12, Portico <no-reply@localhost> wrote:\n> ##- Please type your reply above this line -##\n> For custody.`;
  box.deliver(mail({ from: `Anna <${await mailOf(anna)}>`, to: addressFor(anna, ticket), text }));
  expect(await read()).toEqual({ added: 1 });
  heard.stop();
  expect((await commentsOf(ticket)).at(-1)).toEqual({
    content: "Is it once a year?",
    created_by: anna.id,
    by_staff: false,
    internal: false,
  });
  expect(heard.all).toContainEqual({ name: "ticket", event: { ...holder, ticketId: ticket } });
  const [entry] = (await auditOf(app, subjectOf(holder), "ticket.commented")).slice(-1);
  expect(entry).toMatchObject({ actor: { userId: anna.id }, after: { ticket, byMail: true } });
  const { waiting_since } = await office.client.tickets.get({ params: { ...holder, id: ticket }, query: {} });
  expect(waiting_since).not.toBeNull();
});

test("one mail is one comment, also if it is delivered or read twice", async () => {
  const ticket = await openBy(anna);
  const sent = { from: await mailOf(anna), to: addressFor(anna, ticket), id: "<twice@mail.example>" };
  const once = mail(sent);
  box.deliver(once);
  box.deliver(`Delivered-To: ${sent.to}\r\n${once}`);
  expect(await read()).toEqual({ added: 2 });
  await sql`update mailbox_position set uid = uid - 2`.execute(app.database.db);
  expect(await read()).toEqual({ seen: 2 });
  expect(await commentsOf(ticket)).toHaveLength(1);

  // The mailbox is restored, with other numbers, after the ticket was closed: nobody is told that it was not added.
  await office.client.tickets.close({ params: { id: ticket }, body: { message: "Done" } });
  const told = mails.length;
  box.uidValidity += 1;
  expect(await read()).toEqual({ seen: 3 });
  expect(mails.slice(told)).toEqual([]);
});

test("a connection that breaks loses nothing and adds nothing twice", async () => {
  const ticket = await openBy(anna);
  const from = await mailOf(anna);
  const to = addressFor(anna, ticket);
  box.deliver(mail({ from, to, text: "one" }));
  box.cutAt = box.deliver(mail({ from, to, text: "two" }));
  box.deliver(mail({ from, to, text: "three" }));
  expect(await read(), "those behind it are read at once").toEqual({ added: 2, again: 1 });
  expect(await read(), "it is asked for again after a pause").toEqual({});
  await passPause();
  expect(await read()).toEqual({ added: 1 });
  expect((await commentsOf(ticket)).map(({ content }) => content)).toEqual(["one", "three", "two"]);
});

test("mails of machines, forgers and strangers change no ticket, and nobody is mailed about them", async () => {
  const ticket = await openBy(anna);
  const other = await openBy(boris);
  const from = await mailOf(anna);
  const to = addressFor(anna, ticket);
  const [local = "", domain = ""] = to.split("@");
  const header = (name: string, value: string, outcome: string) => [{ headers: { [name]: value } }, outcome] as const;
  const cases: (readonly [Sent, string])[] = [
    // Automatic.
    header("Auto-Submitted", "auto-replied", "automatic"),
    header("Auto-Submitted", "auto-generated; owner-email=desk", "automatic"),
    header("Precedence", "bulk", "maybeAutomatic"),
    header("Precedence", "auto_reply", "automatic"),
    header("X-Autoreply", "yes", "automatic"),
    header("X-Autorespond", "Out of office", "automatic"),
    header("X-Auto-Response-Suppress", "All", "maybeAutomatic"),
    header("List-Id", "<news.mail.example>", "automatic"),
    header("List-Unsubscribe", "<mailto:leave@mail.example>", "maybeAutomatic"),
    // Bounced.
    header("Return-Path", "<>", "automatic"),
    [{ type: 'multipart/report; report-type=delivery-status; boundary="cut"', text: "--cut--" }, "automatic"],
    [{ from: "Mail Delivery System <MAILER-DAEMON@mail.example>" }, "automatic"],
    [{ from: "postmaster@mail.example" }, "automatic"],
    [{ from: "bounces+17@mail.example" }, "automatic"],
    // Loops.
    [{ from: address }, "loop"],
    [{ from: to }, "loop"],
    [{ from: "Portico <no-reply@localhost>" }, "loop"],
    [{ from: `${from}, ${address}` }, "loop"],
    // Addresses that the portal did not make.
    [{ to: address }, "unknownAddress"],
    [{ to: `desk+${ticket}.${anna.id}@${domain}` }, "unknownAddress"],
    [{ to: `desk+${ticket}.${anna.id}.${"0".repeat(24)}@${domain}` }, "unknownAddress"],
    [{ to: `${local.replace(`+${ticket}.`, `+${other}.`)}@${domain}` }, "unknownAddress"],
    [{ to: `${local.replace(`.${anna.id}.`, `.${boris.id}.`)}@${domain}` }, "unknownAddress"],
    [{ to: `${local}@elsewhere.example` }, "unknownAddress"],
    [{ to: `${local}@${domain}.elsewhere.example` }, "unknownAddress"],
    [{ to: `x${local}@${domain}` }, "unknownAddress"],
    [{ to: replyAddress(firmKey, address, { ticket: 999_999, user: anna.id }) }, "unknownAddress"],
    [{ to: `${to}, ${addressFor(boris, other)}` }, "severalTickets"],
    // Other senders: forwarded threads, and forged ones.
    [{ from: "friend@mail.example" }, "foreignSender"],
    [{ from: await mailOf(boris) }, "foreignSender"],
    [{ from: await mailOf(office) }, "foreignSender"],
    [{ from: `${from}.elsewhere.example` }, "foreignSender"],
    [{ from: `"${from}" <thief@mail.example>` }, "foreignSender"],
    [{ from: "thief@mail.example", headers: { "Reply-To": from, Sender: from } }, "foreignSender"],
    [{ from: `${from}, thief@mail.example` }, "unclearSender"],
    [{ from: "" }, "unclearSender"],
    [{ headers: { from } }, "unclearSender"],
    header("Authentication-Results", "mx.firm.example; dmarc=fail header.from=test.example", "forged"),
    header("Authentication-Results", "mx.firm.example; spf=fail smtp.mailfrom=thief.example; dkim=none", "forged"),
    header("Authentication-Results", "mx.firm.example; spf=softfail; dkim=fail", "forged"),
  ];
  const sentBefore = mails.length;
  for (const [sent, outcome] of cases) {
    const source = Buffer.from(mail({ from, to, ...sent }));
    const received = { source, isTooLarge: false, arrivedAt: null };
    expect([sent, await receiveMail(app.services, { url: box.url, address }, received)]).toEqual([sent, outcome]);
  }
  expect(cases.length).toBeGreaterThanOrEqual(39);
  const reasons = [...(await listed()), ...(await listed("machines"))].map(({ reason }) => reason);
  expect(reasons.toSorted(), "each is listed for staff").toEqual(cases.map(([, reason]) => reason).toSorted());
  expect([...(await commentsOf(ticket)), ...(await commentsOf(other))]).toEqual([]);
  expect(mails.slice(sentBefore)).toEqual([]);

  // The same person, whom the server vouches for, is heard.
  const headers = { "Authentication-Results": "mx.firm.example; dkim=pass; spf=softfail; dmarc=pass" };
  box.deliver(mail({ from: from.toUpperCase(), headers: { ...headers, "Delivered-To": to }, to: "desk@firm.example" }));
  expect(await read()).toEqual({ added: 1 });
});

test("who cannot write is told once a day, and a robot that answers begins no loop", async () => {
  const holder = ofUser(anna);
  const ticket = await openBy(anna);
  await office.client.tickets.close({ params: { id: ticket }, body: { message: "Done" } });
  const from = await mailOf(anna);
  const to = addressFor(anna, ticket);
  const sentBefore = mails.length;
  const answers = () => mails.slice(sentBefore).filter(({ template }) => template === "replyNotAdded");
  for (let round = 0; round < 5; round += 1) box.deliver(mail({ from, to, text: `Round ${round}` }));
  box.deliver(mail({ from, to, ...withFiles("See the picture.", { "shot.png": pngOf(33, 17) }) }));
  expect(await read()).toEqual({ closed: 6 });
  const stored = app.database.db.selectFrom("stored_file").select("name").where("name", "=", "shot.png");
  expect(await stored.where("kept_at", "is", null).execute(), "nothing of it is kept").toEqual([]);
  expect(answers()).toHaveLength(1);
  expect(answers()[0]).toMatchObject({ to: from, params: { reason: "closed" } });
  expect(answers()[0]?.replies, "nobody replies to this").toBeUndefined();
  expect(await commentsOf(ticket), "the last answer alone").toHaveLength(1);
  expect((await office.client.tickets.get({ params: { ...holder, id: ticket }, query: {} })).state).toBe("closed");
});

test("a representative whose mandate has ended is told, and learns nothing of the company", async () => {
  const { db } = app.database;
  const { id: holderId } = await db
    .insertInto("company")
    .values({ creator_id: boris.id, name: "Held Ltd", state: "postKYC", reviewed_on: "2026-01-01" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const holder: Holder = { holderType: "company", holderId };
  const people = [anna, boris].map(({ id }) => ({ user_id: id, company_id: holderId }));
  await db.insertInto("representation").values(people).execute();
  const ticket = await openBy(anna, holder);
  const sent = { from: await mailOf(anna), to: addressFor(anna, ticket) };
  box.deliver(mail(sent));
  expect(await read()).toEqual({ added: 1 });
  await sql`update representation set valid_from = firm_today() - 9, valid_to = firm_today() - 1
    where company_id = ${holderId} and user_id = ${anna.id}`.execute(db);
  box.deliver(mail(sent));
  expect(await read()).toEqual({ notOfHolder: 1 });
  expect(await commentsOf(ticket)).toHaveLength(1);
  const told = mails.at(-1);
  expect(told).toMatchObject({ template: "replyNotAdded", params: { reason: "notOfHolder" } });
  expect(JSON.stringify(told)).not.toMatch(new RegExp(`Held|company=|tickets/${ticket}`));
});

test("accepted files come along, refused ones are named to the sender, and a reply may be files alone", async () => {
  const holder = ofUser(anna);
  const ticket = await openBy(anna);
  const from = await mailOf(anna);
  const to = addressFor(anna, ticket);
  await office.client.tickets.addComment({ params: { ...holder, id: ticket }, body: { content: "For custody." } });
  const files = { "shot.png": pngOf(31, 17), "run.exe": Buffer.from("MZ"), "empty.pdf": Buffer.alloc(0) };
  box.deliver(mail({ from, to, ...withFiles("See the picture.", files) }));
  expect(await read()).toEqual({ added: 1 });
  const { comments } = await anna.client.tickets.listComments({ params: { ...holder, id: ticket }, query: {} });
  expect(comments.at(-1)).toMatchObject({ content: "See the picture.", files: [{ name: "shot.png" }] });
  expect(mails.at(-1)).toMatchObject({
    template: "replyNotAdded",
    params: { reason: "files", files: ["run.exe", "empty.pdf"] },
  });
  box.deliver(mail({ from, to, ...withFiles("", { "other.png": pngOf(32, 17) }) }));
  box.deliver(mail({ from, to, text: "> ##- Please type your reply above this line -##\n> For custody." }));
  box.deliver(mail({ from, to, text: "a".repeat(10_001) }));
  box.deliver(Buffer.concat([Buffer.from(mail({ from, to })), Buffer.alloc(mailMaxBytes, "x")]));
  expect(await read()).toEqual({ added: 1, empty: 1, tooLong: 1, tooLarge: 1 });
  expect((await commentsOf(ticket)).map(({ content }) => content)).toEqual([
    "For custody.",
    "See the picture.",
    "other.png",
  ]);
});

test("mails without an id are not one, and files without a name or an ending get one", async () => {
  const ticket = await openBy(anna);
  const [from, to] = [await mailOf(anna), addressFor(anna, ticket)];
  for (const day of [1, 2])
    box.deliver(mail({ from, to, id: "", text: "Yes.", headers: { Date: `${day} Dec 2026 10:00:00 +0200` } }));
  const pdf = pdfWith("/Lang (en)");
  box.deliver(mail({ from, to, ...withFiles("Scanned.", { scan: pdf, "": pngOf(35, 17) }) }));
  expect(await read()).toEqual({ added: 3 });
  const { comments } = await anna.client.tickets.listComments({ params: { ...ofUser(anna), id: ticket }, query: {} });
  expect(comments.map(({ content }) => content)).toEqual(["Yes.", "Yes.", "Scanned."]);
  expect(comments.at(-1)?.files.map(({ name }) => name)).toEqual(["scan.pdf", "picture.png"]);
});

test("a pasted picture is kept as a file, once in a ticket, and a mail with a NUL holds up nothing", async () => {
  const ticket = await openBy(anna);
  const [from, to] = [await mailOf(anna), addressFor(anna, ticket)];
  const logo = pngOf(36, 17).toString("base64");
  const pasted = (words: string) => ({
    type: 'multipart/related; boundary="cut"',
    text: `--cut\nContent-Type: text/html\n\n<p>${words} <img src="cid:a"></p>\n--cut\nContent-Type: image/png; name="shot.png"\nContent-ID: <a>\nContent-Transfer-Encoding: base64\n\n${logo}\n--cut--`,
  });
  box.deliver(mail({ from, to, ...pasted("First") }));
  box.deliver(mail({ from, to, ...pasted("Second") }));
  box.deliver(mail({ from, to, text: "With a \0 inside", headers: { Subject: "a\0b", "X-Mailer": "\0" } }));
  box.deliver(mail({ from, to, text: "Behind it" }));
  expect(await read()).toEqual({ added: 4 });
  const { comments } = await anna.client.tickets.listComments({ params: { ...ofUser(anna), id: ticket }, query: {} });
  expect(comments.map(({ content, files }) => [content, files.map(({ name }) => name)])).toEqual([
    ["First", ["shot.png"]],
    ["Second", []],
    ["With a  inside", []],
    ["Behind it", []],
  ]);
});

test("who writes in no known letters is told, and nothing is added", async () => {
  const ticket = await openBy(anna);
  const [from, to] = [await mailOf(anna), addressFor(anna, ticket)];
  const noise = Buffer.from(Array.from({ length: 60 }, (_, at) => 0x80 + ((at * 37) % 32)));
  box.deliver(Buffer.concat([Buffer.from(mail({ from, to, type: "text/plain", text: "" })), noise]));
  expect(await read()).toEqual({ unreadable: 1 });
  expect(mails.at(-1)).toMatchObject({ template: "replyNotAdded", params: { reason: "unreadable" } });
  expect(await commentsOf(ticket)).toEqual([]);
});

test("all of a mail is a click away for the holder's people and for staff, and for nobody else", async () => {
  const ticket = await openBy(anna);
  const params = { ...ofUser(anna), id: ticket };
  await office.client.tickets.addComment({ params, body: { content: "For custody, sent by plane." } });
  const [from, to] = [await mailOf(anna), addressFor(anna, ticket)];
  const text =
    "Yes.\n\nOn 23 Nov 2026, at 10:12, Portico <no-reply@localhost> wrote:\n> ##- Please type your reply above this line -##\n> For custody, sent by plane.";
  box.deliver(mail({ from, to, text }));
  box.deliver(mail({ from, to, text: "Thanks." }));
  expect(await read()).toEqual({ added: 2 });
  const comments = async (user: TestUser) => (await user.client.tickets.listComments({ params, query: {} })).comments;
  for (const reader of [office, anna])
    expect((await comments(reader)).map((one) => [one.content, one.is_part_of_mail])).toEqual([
      ["For custody, sent by plane.", false],
      ["Yes.", true],
      ["Thanks.", false],
    ]);
  const [, first, second] = await comments(office);
  const whole = (user: TestUser, comment = 0) =>
    user.client.tickets.getMail({ params: { ...params, commentId: comment }, query: {} });
  for (const reader of [office, anna]) expect(await whole(reader, first?.id)).toEqual({ text, is_cut: false });
  expect(await codeOf(whole(office, second?.id))).toBe("notFound");
  expect(await codeOf(whole(boris, first?.id))).toBe("notFound");
  const other = { ...ofUser(boris), id: await openBy(boris), commentId: first?.id ?? 0 };
  for (const reader of [office, boris])
    expect(await codeOf(reader.client.tickets.getMail({ params: other, query: {} }))).toBe("notFound");
  const { tickets } = await office.client.tickets.listAll({ query: { search: "sent by plane wrote", limit: 5 } });
  expect(
    tickets.map(({ id }) => id),
    "its words are found",
  ).toEqual([ticket]);
});

test("staff add a mail to a ticket, as the client's if the sender is proved, or deal with it otherwise, once", async () => {
  await sql`delete from unadded_mail`.execute(app.database.db);
  const ticket = await openBy(anna);
  const [from, to] = [await mailOf(anna), addressFor(anna, ticket)];
  const headers = { "List-Unsubscribe": "<mailto:leave@mail.example>" };
  box.deliver(mail({ from, to, text: "A person's words", headers }));
  box.deliver(
    mail({ from: "Her Husband <h@mail.example>", to, ...withFiles("From home", { "a.exe": Buffer.from("MZ") }) }),
  );
  box.deliver(mail({ from, to: address, text: "To the desk" }));
  expect(await read()).toEqual({ maybeAutomatic: 1, foreignSender: 1, unknownAddress: 1 });
  const [desk, husband, person] = await listed();
  expect(desk).toMatchObject({ text: "To the desk", ticket: null, is_of_client: false });
  expect(husband).toMatchObject({
    sender: "Her Husband <h@mail.example>",
    subject: "Re: A fee",
    text: "From home",
    files: ["a.exe"],
    ticket: { id: ticket, holder_name: "Anna" },
    is_of_client: false,
  });
  expect(person).toMatchObject({ is_of_client: true, reason: "maybeAutomatic" });
  const add = (one: { id: number } | undefined) =>
    office.client.tickets.addMail({ params: { id: one?.id ?? 0 }, body: { ticket } });
  const both = await Promise.all(
    [add(person), add(person)].map((one) =>
      one.then(
        () => "added",
        () => "refused",
      ),
    ),
  );
  expect(both.toSorted(), "one of two at once").toEqual(["added", "refused"]);
  expect(await add(husband)).toMatchObject({ ticket, internal: true });
  expect(await codeOf(add(husband))).toBe("stateConflict");
  await office.client.tickets.finishMail({ params: { id: desk?.id ?? 0 }, body: {} });
  expect(await codeOf(office.client.tickets.finishMail({ params: { id: desk?.id ?? 0 }, body: {} }))).toBe(
    "stateConflict",
  );
  expect(await commentsOf(ticket)).toEqual([
    { content: "A person's words", created_by: anna.id, by_staff: false, internal: false },
    {
      content: "Her Husband <h@mail.example>\nRe: A fee\n\nFrom home",
      created_by: office.id,
      by_staff: true,
      internal: true,
    },
  ]);
  expect(await listed()).toEqual([]);
  expect((await listed("done")).map((one) => [one.is_added, one.done_by])).toEqual([
    [false, "Olga Office"],
    [true, "Olga Office"],
    [true, "Olga Office"],
  ]);
  const entries = await auditOf(app, subjectOf(ofUser(anna)), "ticket.mailAdded");
  expect(entries.map(({ actor }) => (actor as { userId: number }).userId)).toEqual([office.id, office.id]);
  expect(await auditOf(app, { type: "mail", id: desk?.id ?? 0 }, "mail.finished")).toHaveLength(1);

  await sql`update unadded_mail set received_at = now() - interval '91 days' where id = ${desk?.id}`.execute(
    app.database.db,
  );
  expect(await deleteMails(app.services)).toBe(1);
});

test("commands, HTML and other letters arrive as text", async () => {
  const ticket = await openBy(anna);
  const from = await mailOf(anna);
  const to = addressFor(anna, ticket);
  const text = "<script>alert(1)</script> '; drop table ticket; -- Здравейте, dziękuję 🙂";
  box.deliver(mail({ from, to, text }));
  const html = "<p>Благодаря</p><style>p{}</style><script>alert(1)</script>";
  box.deliver(mail({ from, to, type: "text/html; charset=utf-8", text: html }));
  expect(await read()).toEqual({ added: 2 });
  expect((await commentsOf(ticket)).map(({ content }) => content)).toEqual([text, "Благодаря"]);
});

test("a mail whose handling always fails is tried five times, then set aside, and the next one is read", async () => {
  await sql`delete from unadded_mail`.execute(app.database.db);
  const ticket = await openBy(anna);
  const [from, to] = [await mailOf(anna), addressFor(anna, ticket)];
  box.deliver(mail({ from, to, id: "<poison@mail.example>", text: "Poison" }));
  box.deliver(mail({ from, to, text: "After it" }));
  const { log, workers } = app.services;
  const [begun, logged]: [number[], string[]] = [[], []];
  let at = new Date();
  const services = {
    ...app.services,
    now: () => at,
    log: Object.assign(Object.create(log), {
      warn: () => logged.push("again"),
      error: () => logged.push("set aside"),
    }),
    workers: {
      ...workers,
      run: ((name, input, options) => {
        const { source } = input as { source: Uint8Array };
        if (!Buffer.from(source).includes("Poison")) return workers.run(name, input, options);
        begun.push(at.getTime());
        return Promise.reject(new Error("the parser broke"));
      }) as typeof workers.run,
    },
  };
  const job = async () => (await admin.client.jobs.list()).find(({ job: name }) => name === "tickets.read-mailbox");
  const results: object[] = [];
  for (let minute = 0; minute <= 30; minute += 1) {
    if (minute === 30) expect(await job()).toMatchObject({ last: null });
    results.push(await readReplies(services, { url: box.url, address }));
    at = new Date(at.getTime() + 60_000);
  }
  expect(begun.map((time) => (time - (begun[0] ?? 0)) / 60_000)).toEqual([0, 2, 6, 14, 30]);
  expect(results[0], "the one behind it does not wait").toEqual({ again: 1, added: 1 });
  expect(results.at(-1)).toEqual({ setAside: 1 });
  expect(await listed()).toMatchObject([{ reason: "setAside", sender: from, subject: "Re: A fee", ticket: null }]);
  expect((await commentsOf(ticket)).map(({ content }) => content)).toEqual(["After it"]);
  expect(logged).toEqual(["again", "again", "again", "again", "set aside"]);
  expect(await job()).toMatchObject({
    last: {
      failure: {
        reason: { kind: "mailSetAside", messageId: "<poison@mail.example>", sentAt: "2026-11-23T08:12:00.000Z" },
        detail: "Message-ID <poison@mail.example>, Date Mon, 23 Nov 2026 10:12:00 +0200: the parser broke",
      },
    },
  });
  expect(await readReplies(services, { url: box.url, address })).toEqual({});

  // Once it can be handled, staff move it out of the mailbox and back, where it is a new mail.
  box.deliver(mail({ from, to, id: "<poison@mail.example>", text: "Poison" }));
  expect(await read()).toEqual({ added: 1 });
  expect(await listed()).toEqual([]);
  expect((await commentsOf(ticket)).map(({ content }) => content)).toEqual(["After it", "Poison"]);

  // One that works in time is not set aside, and the next one that fails has all its tries.
  box.deliver(mail({ from, to, text: "Poison at first" }));
  expect(await readReplies(services, { url: box.url, address })).toEqual({ again: 1 });
  await passPause();
  expect(await read()).toEqual({ added: 1 });
  const { rows } = await sql`select from failing_mail`.execute(app.database.db);
  expect(rows).toEqual([]);
});

test("a mail that the server never gives does not hold up those behind it for ever", async () => {
  const ticket = await openBy(anna);
  const [from, to] = [await mailOf(anna), addressFor(anna, ticket)];
  box.brokenAt = box.deliver(mail({ from, to, text: "Never given" }));
  box.deliver(mail({ from, to, text: "Behind it" }));
  expect(await read()).toEqual({ again: 1, added: 1 });
  for (let tries = 2; tries < 5; tries += 1) {
    await passPause();
    expect(await read()).toEqual({ again: 1 });
  }
  await passPause();
  expect(await read()).toEqual({ setAside: 1 });
  const { last } = (await admin.client.jobs.list()).find(({ job }) => job === "tickets.read-mailbox") ?? {};
  expect(last?.failure).toMatchObject({ reason: { kind: "mailSetAsideNumber", number: box.brokenAt } });
  expect((await commentsOf(ticket)).map(({ content }) => content)).toEqual(["Behind it"]);
  box.brokenAt = null;
});

test("a mail that was read late is read again, and its sender is never told that it cannot be read", async () => {
  const ticket = await openBy(anna);
  const [from, to] = [await mailOf(anna), addressFor(anna, ticket)];
  const { workers } = app.services;
  const told = mails.length;
  for (const code of ["tooLarge", "unavailable"] as const) {
    box.deliver(mail({ from, to, text: `Late: ${code}` }));
    const busy = { ...workers, run: (() => Promise.reject(new Refusal(code))) as typeof workers.run };
    expect(await readReplies({ ...app.services, workers: busy }, { url: box.url, address })).toEqual({ again: 1 });
    await passPause();
    expect(await read()).toEqual({ added: 1 });
  }
  expect((await commentsOf(ticket)).map(({ content }) => content)).toEqual(["Late: tooLarge", "Late: unavailable"]);
  expect(mails.slice(told).filter(({ template }) => template === "replyNotAdded")).toEqual([]);
});

test("a comment says when its mail came, also if it was added later", async () => {
  const ticket = await openBy(anna);
  const [from, to] = [await mailOf(anna), addressFor(anna, ticket)];
  box.aheadMs = -3 * 3600_000;
  box.deliver(mail({ from, to, text: "Three hours ago" }));
  box.aheadMs = 0;
  expect(await read()).toEqual({ added: 1 });
  const params = { ...ofUser(anna), id: ticket };
  await anna.client.tickets.addComment({ params, body: { content: "Here" } });
  const { comments } = await anna.client.tickets.listComments({ params, query: {} });
  expect(comments.map(({ content }) => content)).toEqual(["Three hours ago", "Here"]);
  const [late, here] = comments;
  const hours = (Date.parse(late?.created_at ?? "") - Date.parse(late?.mailed_at ?? "")) / 3600_000;
  expect(hours).toBeCloseTo(3, 1);
  expect(here?.mailed_at).toBeNull();
});

test("words that the portal did not send are in the comment, whatever they look like", async () => {
  const ticket = await openBy(anna);
  const params = { ...ofUser(anna), id: ticket };
  await office.client.tickets.addComment({ params, body: { content: "To which account shall we pay?" } });
  const letter = [
    "##- Please type your reply above this line -##",
    "Hello Anna,",
    "We have answered in the ticket “A fee”. You can reply in the portal.",
    "To which account shall we pay?",
    `Open the portal:\n${app.services.config.publicUrl}/en/tickets/${ticket}?company=0`,
  ].join("\n\n");
  const order = "From: my account\nTo: John Smith\nDate: 1 December 2026\nAmount: 500 EUR";
  const head =
    "-----Original Message-----\nFrom: Portico <no-reply@localhost>\nSent: Monday, 23 November 2026 10:12\n\n";
  const texts = [
    [`${order}\n\n${head}${letter}`, order],
    [`${head}${letter}\n\n${order}`, order],
    [`${letter}\n\nTo which account shall we pay?`, "To which account shall we pay?"],
    [letter.replace("pay?", "pay?\n\nTo mine."), null],
    ["🙂".repeat(6000), null],
  ] as const;
  const [from, to] = [await mailOf(anna), addressFor(anna, ticket)];
  for (const [text] of texts) box.deliver(mail({ from, to, text }));
  expect(await read()).toEqual({ added: texts.length });
  const { comments } = await anna.client.tickets.listComments({ params, query: {} });
  expect(comments.slice(1).map(({ content, is_part_of_mail }) => [content, is_part_of_mail])).toEqual(
    texts.map(([text, words]) => [words ?? text, words !== null]),
  );
  await anna.client.tickets.addComment({ params, body: { content: "🙂".repeat(10_000) } });
  expect(await codeOf(anna.client.tickets.addComment({ params, body: { content: "🙂".repeat(10_001) } }))).toBe(
    "badInput",
  );
});

test("a long mail that staff add to a ticket brings all of it along; that of a stranger only staff see", async () => {
  await sql`delete from unadded_mail`.execute(app.database.db);
  const ticket = await openBy(anna);
  const [from, to] = [await mailOf(anna), addressFor(anna, ticket)];
  const long = `${"many words ".repeat(2000)}and the last`;
  box.deliver(mail({ from, to, text: long }));
  box.deliver(mail({ from: "Her Husband <h@mail.example>", to, text: `${long} of his` }));
  expect(await read()).toEqual({ tooLong: 1, foreignSender: 1 });
  for (const one of await listed()) {
    expect([one.text.length, one.is_cut]).toEqual([20_000, true]);
    await office.client.tickets.addMail({ params: { id: one.id }, body: { ticket } });
  }
  const params = { ...ofUser(anna), id: ticket };
  const { comments } = await office.client.tickets.listComments({ params, query: {} });
  const [note, hers] = comments;
  expect(comments.map((one) => [one.internal, one.content.length, one.is_part_of_mail])).toEqual([
    [true, 10_000, true],
    [false, 10_000, true],
  ]);
  const whole = (reader: TestUser, one = note) =>
    reader.client.tickets.getMail({ params: { ...params, commentId: one?.id ?? 0 }, query: {} });
  expect(await whole(office)).toEqual({ text: `${long} of his`, is_cut: false });
  expect(await codeOf(whole(anna))).toBe("notFound");
  const asHolder = office.client.tickets.getMail({
    params: { ...params, commentId: note?.id ?? 0 },
    query: { as: "holder" },
  });
  expect(await codeOf(asHolder)).toBe("notFound");
  expect(await whole(anna, hers)).toEqual({ text: long, is_cut: false });
});

test("an encrypted reply is said to be encrypted, and files that were not taken are named below the comment", async () => {
  await sql`delete from unadded_mail`.execute(app.database.db);
  const ticket = await openBy(anna);
  const params = { ...ofUser(anna), id: ticket };
  const [from, to] = [await mailOf(anna), addressFor(anna, ticket)];
  const given = (name: string) =>
    readFileSync(join(import.meta.dirname, "testing", `${name}.eml`), "utf8").replace(
      "From: Anna <anna@mail.example>",
      `From: ${from}\r\nTo: ${to}`,
    );
  box.deliver(given("smime-encrypted"));
  expect(await read()).toEqual({ encrypted: 1 });
  expect(mails.at(-1)).toMatchObject({ template: "replyNotAdded", params: { reason: "encrypted" } });
  expect(await listed()).toMatchObject([{ reason: "encrypted", files: ["smime.p7m"], is_of_client: true }]);
  expect(await commentsOf(ticket)).toEqual([]);

  box.deliver(mail({ from, to, ...withFiles("Here it is", { "winmail.dat": Buffer.from("x") }) }));
  box.deliver(given("smime-signed"));
  box.deliver(mail({ from: "Her Husband <h@mail.example>", to, ...withFiles("Note", { "a.exe": Buffer.from("MZ") }) }));
  expect(await read()).toEqual({ added: 2, foreignSender: 1 });
  const note = (await listed()).find(({ reason }) => reason === "foreignSender");
  await office.client.tickets.addMail({ params: { id: note?.id ?? 0 }, body: { ticket } });
  const of = async (user: TestUser) =>
    (await user.client.tickets.listComments({ params, query: {} })).comments.map((one) => [
      one.content.split("\n").at(-1),
      one.refused_files,
    ]);
  const theirs = [
    ["Here it is", ["winmail.dat"]],
    ["Да, моля продайте 10 SXR8.", ["order.pdf"]],
  ];
  expect(await of(anna)).toEqual(theirs);
  expect(await of(office)).toEqual([...theirs, ["Note", ["a.exe"]]]);
});
