/** What a compliance officer asks for: papers that expire, withdrawals to young accounts, mails to a client, readings of papers. */
import { randomUUID } from "node:crypto";
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { codeOf } from "../../testing/effects.ts";
import { noteReturned, recordAttempt, recordSentMail } from "../notifications/returned-mails.ts";
import { arrangeReport } from "../reports/testing/arranged.ts";
import { firmDay } from "../settings/firm-day.ts";

let app: TestApp;
let admin: TestUser;
let anna: TestUser;
let boris: TestUser;
let today: string;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
  anna = await app.as("client", { name: "Anna" });
  boris = await app.as("client", { name: "Boris" });
  ({ today } = await firmDay(app.services.db, app.services.now()));
});
afterAll(() => app.close());

const of = ({ id }: TestUser): Holder => ({ holderType: "user", holderId: id });
const db = () => app.database.db;

describe("papers that expire", () => {
  const addDocument = (who: TestUser, title: string, days: number | null, deleted = false) =>
    db()
      .insertInto("document")
      .values({
        holder_type: "user",
        holder_id: who.id,
        type: "other",
        title,
        valid_until: days === null ? null : addDays(today, days),
        created_by: who.id,
        by_admin: false,
        ...(deleted && { deleted_at: new Date(), deleted_by: who.id }),
      })
      .execute();

  test("come soonest first, page by page; what is deleted, has no last day or is later is left out", async () => {
    await addDocument(anna, "Passport", 10);
    await addDocument(anna, "Deed", 60);
    await addDocument(anna, "Later", 61);
    await addDocument(anna, "Expired", -1);
    await addDocument(anna, "Without", null);
    await addDocument(boris, "Binned", 5, true);
    await db()
      .insertInto("form_expiry")
      .values([
        { holder_type: "user", holder_id: boris.id, expires_on: addDays(today, -20) },
        { holder_type: "user", holder_id: anna.id, expires_on: addDays(today, 10), asked_at: new Date() },
        { holder_type: "company", holder_id: 77, expires_on: addDays(today, 61) },
      ])
      .execute();
    const found = [];
    for (let cursor: string | undefined; ; ) {
      const query = { limit: 1, ...(cursor !== undefined && { cursor }) };
      const page = await admin.client.compliance.listExpiring({ query });
      found.push(...page.papers);
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(found.map(({ holder, kind, title }) => [holder.name, kind, title])).toEqual([
      ["Boris", "form", null],
      ["Anna", "document", "Passport"],
      ["Anna", "form", null],
      ["Anna", "document", "Deed"],
    ]);
    expect(found[2]?.askedAt).not.toBeNull();
    const { papers } = await admin.client.compliance.listExpiring({ query: { days: 9 } });
    expect(papers.map(({ kind }) => kind)).toEqual(["form"]);
  });
});

describe("withdrawals to young accounts", () => {
  const hours = (ago: number): Date => new Date(Date.now() - ago * 3_600_000);
  async function addAccount(who: TestUser, added: number, changed = added): Promise<number> {
    await sql`insert into bank_account_list (holder_type, holder_id) values ('user', ${who.id}) on conflict do nothing`.execute(
      db(),
    );
    const { id } = await db()
      .insertInto("bank_account")
      .values({
        holder_type: "user",
        holder_id: who.id,
        place: 0,
        iban: `BG80BNBG9661${String(Math.random()).slice(2, 12)}`,
        currency: "EUR",
        owner: who.name,
        usable_from: hours(added),
        created_by: who.id,
        created_at: hours(added),
        changed_by: who.id,
        changed_at: hours(changed),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  }
  const withdraw = async (who: TestUser, accountId: number, ago: number): Promise<number> =>
    (
      await db()
        .insertInto("transaction_request")
        .values({
          holder_type: "user",
          holder_id: who.id,
          type: "withdrawal",
          transaction_info: JSON.stringify({ sum: "100.00", currency: "EUR", accountId }),
          created_by: who.id,
          created_at: hours(ago),
        })
        .returning("id")
        .executeTakeFirstOrThrow()
    ).id;

  test("are those asked for sooner after the account was added, or changed, than the days say", async () => {
    const [old, young, changed] = [
      await addAccount(anna, 24 * 30),
      await addAccount(anna, 24 * 3),
      await addAccount(boris, 24 * 30, 24 * 2),
    ];
    await withdraw(anna, old, 1);
    const afterTwoDays = await withdraw(anna, young, 24);
    const beforeItChanged = await withdraw(boris, changed, 24 * 3);
    const afterItChanged = await withdraw(boris, changed, 20);
    const { withdrawals } = await admin.client.compliance.listYoungWithdrawals({ query: {} });
    expect(withdrawals.map(({ id, ageHours, account }) => [id, ageHours, account.changed])).toEqual([
      [afterItChanged, 28, true],
      [afterTwoDays, 48, false],
    ]);
    expect(withdrawals[0]).toMatchObject({ holder: { name: "Boris" }, sum: "100.00", currency: "EUR", state: "open" });
    const first = await admin.client.compliance.listYoungWithdrawals({ query: { limit: 1 } });
    const next = await admin.client.compliance.listYoungWithdrawals({
      query: { limit: 1, ...(first.nextCursor !== null && { cursor: first.nextCursor }) },
    });
    expect(next.withdrawals.map(({ id }) => id)).toEqual([afterTwoDays]);
    const day = await admin.client.compliance.listYoungWithdrawals({ query: { days: 1 } });
    expect(day.withdrawals).toEqual([]);
    const month = await admin.client.compliance.listYoungWithdrawals({ query: { days: 40 } });
    expect(month.withdrawals.map(({ id }) => id)).toContain(beforeItChanged);
    const past = await admin.client.compliance.listYoungWithdrawals({ query: { days: 40, to: addDays(today, -30) } });
    expect(past.withdrawals).toEqual([]);
  });
});

describe("mails to a client", () => {
  const emailOf = async ({ id }: TestUser): Promise<string> =>
    (await db().selectFrom("app_user").select("email").where("id", "=", id).executeTakeFirstOrThrow()).email;
  const listOf = (holder: Holder) => admin.client.compliance.listMails({ params: holder, query: {} });
  async function send(to: string, subject: string, about?: Holder): Promise<string> {
    const messageId = randomUUID();
    await recordSentMail(db(), { messageId, to, template: "news", subject, about });
    return messageId;
  }

  test("are kept with their subject and address and what became of each", async () => {
    const email = await emailOf(anna);
    const [waiting, handed, failing, returned] = [
      await send(email, "One"),
      await send(email.toUpperCase(), "Two"),
      await send(email, "Three"),
      await send(email, "Four"),
    ];
    await recordAttempt(db(), handed, null);
    await recordAttempt(db(), failing, "550 no such user");
    await recordAttempt(db(), returned, null);
    await noteReturned(app.services, {
      messageIds: [returned],
      returned: "failed",
      status: "5.1.1",
      reason: "No mailbox",
    });
    const { mails } = await listOf(of(anna));
    expect(new Map(mails.map(({ id, subject, state, reason }) => [id, [subject, state, reason]]))).toEqual(
      new Map([
        [waiting, ["One", "waiting", null]],
        [handed, ["Two", "handed", null]],
        [failing, ["Three", "failing", "550 no such user"]],
        [returned, ["Four", "failed", "No mailbox"]],
      ]),
    );
    expect(mails.every(({ address }) => address === email)).toBe(true);
    // A try that succeeds in the end.
    await recordAttempt(db(), failing, null);
    expect((await listOf(of(anna))).mails.find(({ id }) => id === failing)).toMatchObject({
      state: "handed",
      reason: null,
    });
  });

  test("about a company are the company's; mails to staff and strangers are nobody's", async () => {
    const { id } = await db()
      .insertInto("company")
      .values({ name: "Anna Ltd", creator_id: anna.id })
      .returning("id")
      .executeTakeFirstOrThrow();
    const before = (await listOf(of(anna))).mails.length;
    await send(await emailOf(anna), "Of the company", { holderType: "company", holderId: id });
    await send(await emailOf(admin), "To staff");
    await send("stranger@mail.example", "To a stranger");
    expect((await listOf({ holderType: "company", holderId: id })).mails).toMatchObject([
      { subject: "Of the company" },
    ]);
    expect((await listOf(of(anna))).mails).toHaveLength(before);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from client_mail where subject like 'To %'`.execute(db());
    expect(rows[0]?.count).toBe(0);
  });
});

test("which report a colleague read is recorded, once an hour", async () => {
  const internal = await app.as("internal");
  const id = await arrangeReport(db(), of(boris));
  for (let times = 0; times < 2; times += 1) await internal.client.reports.get({ params: { id } });
  const { entries } = await admin.client.audit.list({
    query: { holder: `user/${boris.id}`, action: "report.readByStaff" },
  });
  expect(entries).toMatchObject([{ actor: { id: internal.id }, after: { report: id, form: "page" } }]);
});

test("who is no administrator gets none of it", async () => {
  for (const role of ["client", "internal", "office"] as const) {
    const { client } = await app.as(role);
    expect(await codeOf(client.compliance.listExpiring({ query: {} }))).toBe("forbidden");
    expect(await codeOf(client.compliance.listYoungWithdrawals({ query: {} }))).toBe("forbidden");
    expect(await codeOf(client.compliance.listMails({ params: of(anna), query: {} }))).toBe("forbidden");
  }
});
