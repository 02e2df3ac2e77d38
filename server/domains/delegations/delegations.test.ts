/** Delegates over HTTP: invited, accepted by the right account, read only their parts, and are out at once when it ends. */
import type { Holder } from "@portico/api/shapes.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, listen, subjectOf } from "../../testing/effects.ts";
import { arrangeFile } from "../files/testing/arranged.ts";
import { pngOf } from "../files/testing/samples.ts";
import { arrangeReport } from "../reports/testing/arranged.ts";
import { remindOfEnds } from "./ends.ts";
import { arrangeDelegation } from "./testing/arranged.ts";
import { noteRefusedAddress } from "./undelivered.ts";

let app: TestApp;
let client: TestUser;
let accountant: TestUser;
let own: Holder;
const mails: { to: string; params: Record<string, unknown> }[] = [];

beforeAll(async () => {
  app = await createTestApp();
  app.services.mail.send = async (_trx, { to, params }) => void mails.push({ to, params: { ...params } });
});
afterAll(() => app.close());
beforeEach(async () => {
  mails.length = 0;
  client = await app.as("client", { clientNumber: `C${Math.random()}` });
  accountant = await app.as("client", { state: "preKYC", name: "Ada Accountant" });
  own = { holderType: "user", holderId: client.id };
});

const emailOf = async ({ id }: TestUser): Promise<string> =>
  (await app.database.db.selectFrom("app_user").select("email").where("id", "=", id).executeTakeFirstOrThrow()).email;
const newsOf = async ({ id, client: { notifications } }: TestUser): Promise<string[]> =>
  (await notifications.listOfUser({ params: { id } })).map(({ type }) => type);
const dayFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const invite = (
  by: TestUser,
  holder: Holder,
  email: string,
  { parts = ["reports", "tax"] as ("reports" | "tax" | "documents")[], validTo = dayFromNow(90) } = {},
) => by.client.delegations.invite({ params: holder, body: { email, parts, validTo, language: "en" } });
const secretOf = ({ params }: (typeof mails)[number]): string => new URL(String(params["link"])).hash.slice(1);

async function invited(options?: Parameters<typeof invite>[3]): Promise<{ id: number; secret: string }> {
  const { id } = await invite(client, own, await emailOf(accountant), options);
  const [mail] = mails.splice(0);
  if (!mail) throw new Error("No mail");
  return { id, secret: secretOf(mail) };
}

test("an accountant reads what was shared, each look is shown to the client, and is out at once when it ends", async () => {
  const report = await arrangeReport(app.database.db, own);
  const tax = await arrangeReport(app.database.db, own, "taxPL");
  const { id, secret } = await invited({ parts: ["reports"] });
  const read = await accountant.client.delegations.readInvitation({ body: { secret } });
  expect(read).toMatchObject({ name: client.name, parts: ["reports"], state: "open" });
  await expect(accountant.client.reports.list({ params: own, query: {} })).rejects.toMatchObject({ code: "notFound" });

  const heard = listen(app);
  const share = await accountant.client.delegations.accept({ body: { secret } });
  heard.stop();
  expect(share).toMatchObject({ id, ...own, name: client.name, parts: ["reports"] });
  expect(heard.all).toContainEqual({ name: "rightsChanged", event: { userIds: [accountant.id] } });
  expect(await accountant.client.delegations.listOwn({ params: { userId: accountant.id } })).toEqual([share]);

  const listed = await accountant.client.reports.list({ params: own, query: {} });
  expect(listed.reports.map(({ id: one }) => one)).toEqual([report]);
  expect(listed.offer.kinds).toEqual([]);
  expect((await accountant.client.reports.get({ params: { id: report } })).data).not.toBeNull();
  // With the reports go the corporate actions of what they show; only to read.
  const { actions } = await accountant.client.corporateActions.listOwn({ params: own });
  expect(actions).toEqual([]);
  await expect(
    accountant.client.corporateActions.elect({ params: { ...own, id: 1 }, body: { option: null } }),
  ).rejects.toMatchObject({ code: "notFound" });
  await expect(accountant.client.reports.get({ params: { id: tax } })).rejects.toMatchObject({ code: "notFound" });
  await expect(
    accountant.client.reports.ask({
      params: own,
      body: { kind: "assets", from: "2026-01-01", to: "2026-03-31", language: "en" },
    }),
  ).rejects.toMatchObject({ code: "notFound" });
  // Not the client's own opening, which is evidence.
  expect((await client.client.reports.list({ params: own, query: {} })).reports[0]?.openedAt).toBeNull();

  const { accesses } = await client.client.users.listAccesses({ params: { id: client.id }, query: {} });
  expect(accesses.map(({ kind, staff, what }) => [kind, staff, what])).toEqual([
    ["delegate", "Ada Accountant", "corporateActions.listOwn"],
    ["delegate", "Ada Accountant", "reports.get"],
    ["delegate", "Ada Accountant", "reports.list"],
  ]);
  const [row] = (await client.client.delegations.list({ params: own })).delegations;
  expect(row).toMatchObject({ id, name: "Ada Accountant", state: "current" });
  expect(row?.lookedAt).not.toBeNull();

  await client.client.delegations.end({ params: { ...own, delegationId: id }, body: {} });
  await expect(accountant.client.reports.get({ params: { id: report } })).rejects.toMatchObject({ code: "notFound" });
  expect(await accountant.client.delegations.listOwn({ params: { userId: accountant.id } })).toEqual([]);
  // Repeated, nothing changes.
  await client.client.delegations.end({ params: { ...own, delegationId: id }, body: {} });
  expect(
    (await auditOf(app, subjectOf(own))).map(({ action }) => action).filter((a) => a.startsWith("delegation")),
  ).toEqual(["delegation.invited", "delegation.accepted", "delegation.ended"]);
  await expect(accountant.client.delegations.accept({ body: { secret } })).rejects.toMatchObject({
    code: "stateConflict",
  });
});

test("with documents, a delegate opens versions of documents, and no other file or what is in the bin", async () => {
  const { db } = app.database;
  await arrangeDelegation(db, own, accountant, { parts: ["documents"] });
  const paper = await arrangeFile(app, client, own, { name: "contract.png", content: pngOf(30, 30) });
  const passport = await arrangeFile(app, client, own, { name: "passport.png", content: pngOf(31, 30) });
  const by = { holder_type: "user", holder_id: client.id };
  const { id } = await db
    .insertInto("document")
    .values({ ...by, type: "other", title: "Paper", created_by: client.id, by_admin: false })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("document_version")
    .values({ ...by, document_id: id, number: 1, file_id: paper, added_by: client.id, by_admin: false })
    .execute();
  const { documents, files } = accountant.client;
  const listed = await documents.list({ params: { ...own, type: "all" }, query: {} });
  expect(listed.documents.map(({ title, can }) => [title, can])).toEqual([
    ["Paper", { addVersion: false, correct: false, remove: false, restore: false }],
  ]);
  expect(listed.can).toEqual({ add: false, ask: false });
  await files.download({ params: { ...own, fileId: paper } });
  await expect(files.download({ params: { ...own, fileId: passport } })).rejects.toMatchObject({ code: "notFound" });
  await expect(documents.remove({ params: { id } })).rejects.toMatchObject({ code: "notFound" });
  await expect(accountant.client.reports.list({ params: own, query: {} })).rejects.toMatchObject({ code: "notFound" });
  expect((await auditOf(app, subjectOf(own), "file.readByDelegate")).map(({ after }) => after)).toEqual([
    { id: paper, name: "contract.png" },
  ]);
  await client.client.documents.remove({ params: { id } });
  await expect(documents.get({ params: { ...own, docId: id } })).rejects.toMatchObject({ code: "notFound" });
  expect((await documents.list({ params: { ...own, type: "all" }, query: { bin: "true" } })).documents).toEqual([]);
  await expect(files.download({ params: { ...own, fileId: paper } })).rejects.toMatchObject({ code: "notFound" });
});

test("only the account of the invited address accepts, once, and the mail names nobody", async () => {
  const { secret } = await invited();
  const stranger = await app.as("client");
  await expect(stranger.client.delegations.accept({ body: { secret } })).rejects.toMatchObject({
    code: "otherAddress",
  });
  await expect(client.client.delegations.accept({ body: { secret } })).rejects.toMatchObject({ code: "otherAddress" });
  const first = await accountant.client.delegations.accept({ body: { secret } });
  expect(await accountant.client.delegations.accept({ body: { secret } })).toEqual(first);
  expect(await accountant.client.delegations.readInvitation({ body: { secret } })).toMatchObject({ state: "accepted" });
  await expect(
    accountant.client.delegations.readInvitation({ body: { secret: "a".repeat(43) } }),
  ).rejects.toMatchObject({ code: "notFound" });
  expect(await newsOf(client)).toEqual(["delegate_accepted"]);
});

test("an invitation that was taken back, or not accepted in time, is no access", async () => {
  const one = await invited();
  await client.client.delegations.end({ params: { ...own, delegationId: one.id }, body: {} });
  await expect(accountant.client.delegations.accept({ body: { secret: one.secret } })).rejects.toMatchObject({
    code: "stateConflict",
  });
  // An invitation can be accepted for two weeks.
  await arrangeDelegation(app.database.db, own, accountant, { parts: ["tax"], accepted: false, madeDays: 15 });
  const { delegations } = await client.client.delegations.list({ params: own });
  expect(delegations.map(({ state }) => state)).toEqual(["lapsed", "ended"]);
  // It does not keep the client from inviting the person again.
  await invited();
});

const refusals: [string, () => Promise<string>, { validTo?: string }, string, string][] = [
  ["the client's own address", () => emailOf(client), {}, "email", "ownAddress"],
  ["staff's", async () => emailOf(await app.as("internal")), {}, "email", "staffAddress"],
  ["a day that is past", async () => "x@firm.example", { validTo: dayFromNow(-2) }, "validTo", "inPast"],
  ["a day too far ahead", async () => "x@firm.example", { validTo: dayFromNow(800) }, "validTo", "tooFarAhead"],
];
test.each(refusals)("refused: %s", async (_, address, options, path, code) => {
  await expect(invite(client, own, await address(), options)).rejects.toMatchObject({
    code: "badInput",
    errors: [{ path, code }],
  });
  expect(mails).toEqual([]);
});

test("invited twice, at once or later, it is refused; after the end it is possible again", async () => {
  const results = await Promise.allSettled([1, 2].map(() => invite(client, own, "Twin@Firm.example")));
  expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await expect(invite(client, own, "twin@firm.example")).rejects.toMatchObject({
    errors: [{ path: "email", code: "hasAccess" }],
  });
  const [row] = (await client.client.delegations.list({ params: own })).delegations;
  await client.client.delegations.end({ params: { ...own, delegationId: row?.id ?? 0 }, body: {} });
  await invite(client, own, "twin@firm.example");
});

test("for a company a representative invites, not who began it, staff or a delegate", async () => {
  const { db } = app.database;
  const office = await app.as("office");
  const company = async (creator: TestUser, reviewed: boolean): Promise<Holder> => {
    const { id } = await db
      .insertInto("company")
      .values({
        creator_id: creator.id,
        name: "Held Ltd",
        ...(reviewed && { state: "postKYC", reviewed_on: "2026-01-01" }),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return { holderType: "company", holderId: id };
  };
  const held = await company(office, true);
  await db.insertInto("representation").values({ user_id: client.id, company_id: held.holderId }).execute();
  await invite(client, held, await emailOf(accountant));
  const [mail] = mails.splice(0);
  await accountant.client.delegations.accept({ body: { secret: mail ? secretOf(mail) : "" } });
  await expect(invite(accountant, held, "third@firm.example")).rejects.toMatchObject({ code: "notFound" });
  await expect(invite(office, held, "third@firm.example")).rejects.toMatchObject({ code: "forbidden" });
  expect((await office.client.delegations.list({ params: held })).can).toEqual({ change: false });
  await expect(invite(client, await company(client, false), "third@firm.example")).rejects.toMatchObject({
    code: "forbidden",
  });
  // A client who is a delegate too has both.
  await arrangeReport(db, held);
  expect((await accountant.client.reports.list({ params: held, query: {} })).reports).toHaveLength(1);
  expect(
    (await accountant.client.reports.list({ params: { holderType: "user", holderId: accountant.id }, query: {} })).offer
      .kinds,
  ).not.toEqual([]);
});

test("the delegate gives the access back, and the client is told", async () => {
  const id = await arrangeDelegation(app.database.db, own, accountant, { parts: ["documents"] });
  await accountant.client.delegations.giveUp({ params: { userId: accountant.id, delegationId: id }, body: {} });
  expect(await accountant.client.delegations.listOwn({ params: { userId: accountant.id } })).toEqual([]);
  expect(await newsOf(client)).toEqual(["delegate_ended"]);
  const stranger = await app.as("client");
  await expect(
    stranger.client.delegations.giveUp({ params: { userId: stranger.id, delegationId: id }, body: {} }),
  ).rejects.toMatchObject({ code: "notFound" });
});

test("an address that the mail server refuses: the client is told once, and may invite another", async () => {
  const { id } = await invited();
  await noteRefusedAddress(app.services, id);
  await noteRefusedAddress(app.services, id);
  expect(await newsOf(client)).toEqual(["delegate_undelivered"]);
  const [row] = (await client.client.delegations.list({ params: own })).delegations;
  expect(row?.undeliveredAt).not.toBeNull();
});

test("who becomes staff, or whose client is disabled, reads nothing as a delegate", async () => {
  const { db } = app.database;
  await arrangeDelegation(db, own, accountant, { parts: ["reports"] });
  const may = () => accountant.client.reports.list({ params: own, query: {} });
  await may();
  await db.updateTable("app_user").set({ state: "disabled" }).where("id", "=", client.id).execute();
  await expect(may()).rejects.toMatchObject({ code: "notFound" });
  await db.updateTable("app_user").set({ state: "postKYC" }).where("id", "=", client.id).execute();
  await may();
  await db.updateTable("app_user").set({ role: "internal" }).where("id", "=", accountant.id).execute();
  expect(await accountant.client.delegations.listOwn({ params: { userId: accountant.id } })).toEqual([]);
});

test("holders are told once, a week before the last day", async () => {
  const { db } = app.database;
  await arrangeDelegation(db, own, accountant, { parts: ["reports"], validTo: dayFromNow(5), madeDays: 60 });
  // Given for a few days only.
  await arrangeDelegation(db, own, await app.as("client"), { parts: ["reports"], validTo: dayFromNow(5) });
  expect(await remindOfEnds(app.services)).toEqual({ reminded: 1, failed: 0 });
  expect(await remindOfEnds(app.services)).toEqual({ reminded: 0, failed: 0 });
  expect(await newsOf(client)).toEqual(["delegate_ending"]);
});

test("who only reads what others share is told so from the sign-in on, until they begin something of their own", async () => {
  const state = async () => (await accountant.client.users.getState({ params: { id: accountant.id } })).isOnlyDelegate;
  const profile = async () => (await accountant.client.users.get({ params: { id: accountant.id } })).isOnlyDelegate;
  expect([await state(), await profile()]).toEqual([false, false]);
  const { id, secret } = await invited({ parts: ["reports"] });
  expect(await state(), "not accepted yet").toBe(false);
  await accountant.client.delegations.accept({ body: { secret } });
  expect([await state(), await profile()]).toEqual([true, true]);
  await app.database.db
    .insertInto("form_draft")
    .values({
      holder_type: "user",
      holder_id: accountant.id,
      form_type: "KYC",
      answers: Buffer.from("x"),
      changed_by: accountant.id,
    })
    .execute();
  expect([await state(), await profile()], "an applicant").toEqual([false, false]);
  await app.database.db.deleteFrom("form_draft").where("holder_id", "=", accountant.id).execute();
  await client.client.delegations.end({ params: { ...own, delegationId: id }, body: {} });
  expect([await state(), await profile()]).toEqual([false, false]);
});

test("a client who is a delegate of another is a client", async () => {
  const other = await app.as("client", { state: "postKYC" });
  await arrangeDelegation(app.database.db, own, other, { parts: ["reports"] });
  expect((await other.client.users.getState({ params: { id: other.id } })).isOnlyDelegate).toBe(false);
});
