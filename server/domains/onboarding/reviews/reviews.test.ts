/** The yearly review and expiring documents, on the real database. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Mail } from "../../../adapters/mail/mail.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { type SentMail, sentMail } from "../../../testing/effects.ts";
import { auditOf, codeOf, type PersonPath } from "../../forms/testing/filled.ts";
import { approvedCompany, approvedMonthsAgo, approvedPerson, dayFromNow, resubmit } from "../testing/approved.ts";
import { runDocumentExpiry, runYearlyReview } from "./reviews.ts";

let app: TestApp;
let reviewer: TestUser;
let sent: SentMail[] = [];
let mail: Mail;
/** Collects mails that ask for something; approval mails do not matter here. */
const collecting: Mail = {
  async send(_trx, message) {
    const mail = sentMail(message);
    if (mail.template === "news" && !mail.params.type.startsWith("approved")) sent.push(mail);
  },
};

beforeAll(async () => {
  app = await createTestApp();
  reviewer = await app.as("office", { name: "Boris Reviewer" });
  mail = app.services.mail;
});
beforeEach(() => {
  sent = [];
  app.services.mail = collecting;
});
afterEach(async () => {
  app.services.mail = mail;
  // After each test nobody is due.
  await app.database.db.updateTable("app_user").set({ reviewed_on: null }).execute();
  await app.database.db.updateTable("company").set({ reviewed_on: null }).execute();
  await app.database.db.deleteFrom("form_expiry").execute();
});
afterAll(() => app.close());

const formOf = (client: TestUser, path: PersonPath) => client.client.forms.get({ params: path });
const notificationsOf = async (client: TestUser) =>
  (await client.client.notifications.listOfUser({ params: { id: client.id } })).map(({ type, params }) => ({
    type,
    params,
  }));

describe("the yearly review", () => {
  test("asks whoever was approved a year ago to renew what a year may have changed, in their language, and nobody else", async () => {
    const due = await approvedPerson(app, reviewer);
    const young = await approvedPerson(app, reviewer);
    await approvedMonthsAgo(app, due.path, 12);
    await approvedMonthsAgo(app, young.path, 11);
    await app.database.db
      .updateTable("app_user")
      .set({ preferences: JSON.stringify({ language: "bg" }) })
      .where("id", "=", due.client.id)
      .execute();
    expect(await runYearlyReview(app.services)).toEqual({ asked: 1, failed: 0 });
    const form = await formOf(due.client, due.path);
    expect(form).toMatchObject({ state: "pendingReKYC", draft: { based_on: 1 } });
    expect(form.draft?.renew).toEqual(["contact", "tax", "work", "finances", "declarations"]);
    expect(form.form_data["contact"]).toEqual(due.answers["contact"]);
    expect((await notificationsOf(due.client))[0]).toEqual({ type: "renew_kyc", params: {} });
    expect(sent).toMatchObject([{ template: "news", language: "bg", params: { type: "renew_kyc" } }]);
    expect((await auditOf(app, due.path, "holder.stateChanged")).at(-1)).toMatchObject({
      state: "pendingReKYC",
      action: "review",
    });
    expect((await formOf(young.client, young.path)).state).toBe("postKYC");
  });

  test("asks once: a second run does nothing more, and of two at once one asks", async () => {
    const people = [await approvedPerson(app, reviewer), await approvedPerson(app, reviewer)];
    for (const { path } of people) await approvedMonthsAgo(app, path, 13);
    const both = await Promise.all([runYearlyReview(app.services), runYearlyReview(app.services)]);
    expect(both.map(({ asked }) => asked).reduce((sum, asked) => sum + asked)).toBe(2);
    expect(both.map(({ failed }) => failed)).toEqual([0, 0]);
    expect(await runYearlyReview(app.services)).toEqual({ asked: 0, failed: 0 });
    for (const { client, path } of people) {
      expect((await notificationsOf(client)).filter(({ type }) => type === "renew_kyc")).toHaveLength(1);
      expect(await auditOf(app, path, "holder.stateChanged")).toHaveLength(2);
    }
    expect(sent).toHaveLength(2);
  });

  test("what was renewed and approved is not due again", async () => {
    const { client, path } = await approvedPerson(app, reviewer);
    await approvedMonthsAgo(app, path, 12);
    await runYearlyReview(app.services);
    expect(await resubmit(client, path)).toEqual({ revision: 2, state: "pendingReKYC" });
    await reviewer.client.users.modifyState({ params: { id: client.id }, body: { newState: "postKYC" } });
    expect(await runYearlyReview(app.services)).toEqual({ asked: 0, failed: 0 });
  });

  test("a company is asked too: who stands behind it, its business and its papers; everyone who acts for it gets the mail", async () => {
    const { creator, path } = await approvedCompany(app, reviewer);
    await approvedMonthsAgo(app, path, 14);
    expect(await runYearlyReview(app.services)).toEqual({ asked: 1, failed: 0 });
    const form = await creator.client.forms.get({ params: path });
    expect(form.state).toBe("pendingReKYC");
    expect(form.draft?.renew).toEqual(["ownership", "taxStatus", "business", "finances", "documents", "declarations"]);
    expect(sent).toMatchObject([{ params: { company: "Vitosha Consult OOD" } }]);
  });

  test("opens also what expired meanwhile, since the form could not be submitted otherwise, and writes no second letter about it", async () => {
    const { client, path } = await approvedPerson(app, reviewer, { expires: dayFromNow(5) });
    await approvedMonthsAgo(app, path, 12);
    await runYearlyReview(app.services);
    const form = await formOf(client, path);
    expect(form.draft?.renew).toContain("document");
    expect(form.draft?.renew).not.toContain("identity");
    expect(await runDocumentExpiry(app.services)).toEqual({ asked: 0, failed: 0 });
  });

  test("whoever fails is written down and asked the next time; the others are asked all the same", async () => {
    const people = [
      await approvedPerson(app, reviewer),
      await approvedPerson(app, reviewer),
      await approvedPerson(app, reviewer),
    ];
    for (const { path } of people) await approvedMonthsAgo(app, path, 12);
    const broken = people[1]?.client.id ?? 0;
    app.services.mail = {
      send: async (_trx, message) => {
        const { email } = await app.database.db
          .selectFrom("app_user")
          .select("email")
          .where("id", "=", broken)
          .executeTakeFirstOrThrow();
        if (message.to === email) throw new Error("the queue is full");
      },
    };
    expect(await runYearlyReview(app.services)).toEqual({ asked: 2, failed: 1 });
    const [first, second, third] = people;
    expect((await formOf(first!.client, first!.path)).state).toBe("pendingReKYC");
    expect((await formOf(third!.client, third!.path)).state).toBe("pendingReKYC");
    // Nothing of it remains: neither state, draft, notification nor audit entry.
    expect(await formOf(second!.client, second!.path)).toMatchObject({ state: "postKYC", draft: null });
    expect((await notificationsOf(second!.client)).map(({ type }) => type)).not.toContain("renew_kyc");
    app.services.mail = collecting;
    expect(await runYearlyReview(app.services)).toEqual({ asked: 1, failed: 0 });
  });

  test("follows the firm's rule, and leaves alone whoever never was approved or no longer is a client", async () => {
    const { path } = await approvedPerson(app, reviewer);
    await approvedMonthsAgo(app, path, 12);
    const admin = await app.as("admin");
    const rules = { beneficialOwnerPercent: 25, documentNoticeDays: 30, retentionYears: 5, signInRetentionMonths: 12 };
    const save = (reviewMonths: number) =>
      admin.client.settings.save({ params: { name: "kycRules" }, body: { data: { ...rules, reviewMonths } } });
    await save(24);
    expect(await runYearlyReview(app.services)).toEqual({ asked: 0, failed: 0 });
    await save(12);
    await admin.client.users.modifyState({ params: { id: path.holderId }, body: { newState: "disabled" } });
    expect(await runYearlyReview(app.services)).toEqual({ asked: 0, failed: 0 });
  });
});

describe("a document about to expire", () => {
  test("is asked for before it expires, with nothing else but the declarations; a later one is not", async () => {
    const soon = await approvedPerson(app, reviewer, { expires: dayFromNow(20) });
    const later = await approvedPerson(app, reviewer, { expires: dayFromNow(60) });
    expect(await runDocumentExpiry(app.services)).toEqual({ asked: 1, failed: 0 });
    const form = await formOf(soon.client, soon.path);
    expect(form.state).toBe("pendingReKYC");
    expect(form.draft?.renew).toEqual(["document", "declarations"]);
    expect((await notificationsOf(soon.client))[0]).toEqual({
      type: "document_expiring",
      params: { day: dayFromNow(20) },
    });
    expect(sent).toMatchObject([{ params: { type: "document_expiring" } }]);
    expect((await formOf(later.client, later.path)).state).toBe("postKYC");
  });

  test("is asked for once, also of two runs at once, and the new one is watched in its place", async () => {
    const { client, path } = await approvedPerson(app, reviewer, { expires: dayFromNow(20) });
    const both = await Promise.all([runDocumentExpiry(app.services), runDocumentExpiry(app.services)]);
    expect(both.map(({ asked }) => asked).toSorted((a, b) => a - b)).toEqual([0, 1]);
    expect(both.map(({ failed }) => failed)).toEqual([0, 0]);
    expect(await runDocumentExpiry(app.services)).toEqual({ asked: 0, failed: 0 });
    await resubmit(client, path, { document: { documentExpires: dayFromNow(25) } });
    // It is with staff: the client is not asked again before an approval.
    expect(await runDocumentExpiry(app.services)).toEqual({ asked: 0, failed: 0 });
    await reviewer.client.users.modifyState({ params: { id: client.id }, body: { newState: "postKYC" } });
    expect(await runDocumentExpiry(app.services)).toEqual({ asked: 1, failed: 0 });
  });

  test("joins a renewal that is open already, so that it can be submitted", async () => {
    const { client, path } = await approvedPerson(app, reviewer, { expires: dayFromNow(40) });
    await approvedMonthsAgo(app, path, 12);
    await runYearlyReview(app.services);
    expect((await formOf(client, path)).draft?.renew).not.toContain("document");
    app.services.now = () => new Date(Date.now() + 15 * 86_400_000);
    try {
      expect(await runDocumentExpiry(app.services)).toEqual({ asked: 1, failed: 0 });
      expect(await runDocumentExpiry(app.services)).toEqual({ asked: 0, failed: 0 });
    } finally {
      app.services.now = () => new Date();
    }
    const { draft } = await formOf(client, path);
    expect(draft?.renew).toEqual(["contact", "tax", "work", "finances", "declarations", "document"]);
    expect(draft?.version).toBe(2);
    expect(await auditOf(app, path, "form.documentExpiring")).toMatchObject([{ renew: ["document"] }]);
    expect(
      await codeOf(
        client.client.forms.save({
          params: path,
          body: { version: 2, changes: [{ step: "document", field: "documentExpires", value: "2036-01-01" }] },
        }),
      ),
    ).toBe("done");
  });

  test("of a client who was rejected or disabled is asked for by nobody", async () => {
    const { path } = await approvedPerson(app, reviewer, { expires: dayFromNow(20) });
    await app.database.db.updateTable("app_user").set({ state: "rejected" }).where("id", "=", path.holderId).execute();
    expect(await runDocumentExpiry(app.services)).toEqual({ asked: 0, failed: 0 });
  });
});
