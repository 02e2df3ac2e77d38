/** Mails of the portal that come back, from a real IMAP server: they are marked, shown to staff, and become no ticket. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startImap, type TestMailbox } from "../../../adapters/mailbox/testing/imap-server.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf } from "../../../testing/effects.ts";
import { recordSentMail } from "../../notifications/returned-mails.ts";
import { arrangeReport } from "../../reports/testing/arranged.ts";
import { deleteMails, readReplies } from "./by-mail.jobs.ts";
import { aboutMail, deliveryReports } from "./testing/delivery-reports.ts";

const address = "desk@firm.example";
let app: TestApp;
let box: TestMailbox;
let anna: TestUser;
let office: TestUser;
let count = 0;
beforeAll(async () => {
  box = await startImap();
  app = await createTestApp({ mailbox: { url: box.url, address } });
  anna = await app.as("client", { name: "Anna" });
  office = await app.as("office");
  await read();
});
afterAll(async () => {
  await app.close();
  await box.close();
});

const read = () => readReplies(app.services, { url: box.url, address });
const emailOf = async ({ id }: TestUser): Promise<string> =>
  (await app.database.db.selectFrom("app_user").select("email").where("id", "=", id).executeTakeFirstOrThrow()).email;
/** A mail that went out; returns its id. */
async function sent(
  to: string,
  daysAgo = 0,
  waiting: { delegation?: number; report?: { report: number; user: number } } = {},
): Promise<string> {
  count += 1;
  const messageId = `00000000-0000-4000-8000-${String(count).padStart(12, "0")}`;
  await recordSentMail(app.services.db, { messageId, to, template: "news", subject: "News", ...waiting });
  await sql`update sent_mail set sent_at = now() - make_interval(days => ${daysAgo}) where message_id = ${messageId}`.execute(
    app.database.db,
  );
  return messageId;
}
const comesBack = async (report: keyof typeof deliveryReports, id: string) => {
  box.deliver(aboutMail(deliveryReports[report], id));
  return read();
};
const shown = async () => (await office.client.users.get({ params: { id: anna.id } })).returnedMail;
const tickets = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from ticket`.execute(app.database.db)).rows[0]?.count;

test("a mail that comes back marks its address for staff, with the reason, and becomes no ticket", async () => {
  expect(await shown()).toBeNull();
  const id = await sent(await emailOf(anna));
  expect(await comesBack("postfixDelayed", id)).toEqual({ automatic: 1 });
  expect(await shown()).toMatchObject({ returned: "delayed", status: "4.4.1" });
  await comesBack("postfix", id);
  expect(await shown()).toMatchObject({
    returned: "failed",
    status: "5.1.1",
    reason: expect.stringContaining("User unknown"),
  });
  expect(await tickets()).toBe(0);
  // A delay that is reported later than the end says nothing new, and the same report twice neither.
  await comesBack("postfixDelayed", id);
  await comesBack("exchange", id);
  expect(await shown()).toMatchObject({ returned: "failed", status: "5.1.1" });
  expect(await auditOf(app, { type: "user", id: String(anna.id) }, "user.mailReturned")).toMatchObject([
    { after: { mail: "news", returned: "delayed", status: "4.4.1" } },
    { after: { mail: "news", returned: "failed", status: "5.1.1" } },
  ]);
  // Not to the client.
  expect(await anna.client.users.get({ params: { id: anna.id } })).not.toHaveProperty("returnedMail");
});

test("who was to be told of a report by a mail that comes back is recorded as not told", async () => {
  const { db } = app.database;
  const holder = { holderType: "user", holderId: anna.id } as const;
  const report = await arrangeReport(db, holder);
  const id = await sent(await emailOf(anna), 0, { report: { report, user: anna.id } });
  const noted = async () =>
    (await sql<{ data: object }>`select data from jobs.job where name = 'notifications.notTold'`.execute(db)).rows;
  await comesBack("postfixDelayed", id);
  expect(await noted()).toEqual([]);
  await comesBack("postfix", id);
  await comesBack("exchange", id);
  expect(await noted()).toEqual([{ data: { report, user: anna.id, reason: expect.stringContaining("User unknown") } }]);
});

test("reports of mails that the portal never sent mark nothing", async () => {
  const before = await sql`select * from sent_mail order by message_id`.execute(app.database.db);
  expect(await comesBack("gmail", "11111111-1111-4111-8111-111111111111")).toEqual({ automatic: 1 });
  expect(await comesBack("foreign", "")).toEqual({ automatic: 1 });
  expect((await sql`select * from sent_mail order by message_id`.execute(app.database.db)).rows).toEqual(before.rows);
});

test("what is sent later and does not come back, or to a new address, ends the mark", async () => {
  const other = await app.as("client");
  const email = await emailOf(other);
  const state = async () =>
    (await office.client.users.get({ params: { id: other.id } })).returnedMail?.returned ?? null;
  await comesBack("qmail", await sent(email, 5));
  expect(await state()).toBe("failed");
  // A day is not over since: it may come back yet.
  await sent(email);
  expect(await state()).toBe("failed");
  await sent(email, 2);
  expect(await state()).toBeNull();
  await comesBack("exim", await sent(email));
  expect(await state()).toBe("failed");
  await sql`update app_user set email = 'new@clients.example' where id = ${other.id}`.execute(app.database.db);
  expect(await state()).toBeNull();
});

test("an invitation that comes back is told to who waits for it, once", async () => {
  const owner = await app.as("client", { validated: true } as never);
  const { rows } = await sql<{ id: number }>`
    insert into delegation (holder_type, holder_id, email, parts, valid_to, language, token_hash, invited_until, made_by)
    values ('user', ${owner.id}, 'tax@clients.example', '{tax}', current_date + 30, 'en', sha256('x'), now() + interval '1 day', ${owner.id})
    returning id`.execute(app.database.db);
  const delegation = Number(rows[0]?.id);
  const id = await sent("tax@clients.example", 0, { delegation });
  await comesBack("exchangeExpired", id);
  const undelivered = async () =>
    (
      await sql<{ at: Date | null }>`select undelivered_at as at from delegation where id = ${delegation}`.execute(
        app.database.db,
      )
    ).rows[0]?.at;
  expect(await undelivered()).toBeNull();
  await comesBack("outlookCom", id);
  await comesBack("exchange", id);
  expect(await undelivered()).not.toBeNull();
  const { rows: news } =
    await sql`select from notification where type = 'delegate_undelivered' and holder_id = ${owner.id}`.execute(
      app.database.db,
    );
  expect(news).toHaveLength(1);
});

test("what is known of sent mails is deleted after three months", async () => {
  const old = await sent("old@clients.example", 91);
  const recent = await sent("old@clients.example", 89);
  await deleteMails(app.services);
  const { rows } = await sql<{
    message_id: string;
  }>`select message_id from sent_mail where address = 'old@clients.example'`.execute(app.database.db);
  expect(rows.map(({ message_id }) => message_id)).toEqual([recent]);
  expect(rows).not.toContainEqual({ message_id: old });
});
