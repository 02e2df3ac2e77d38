/** Giving and ending the right to act for a client's company: by two while four eyes are on, to reviewed people, and its people are told. */
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, recordMails, subjectOf } from "../../testing/effects.ts";
import { arrangeHolder } from "../onboarding/testing/holders.ts";

let app: TestApp;
let admin: TestUser;
let office: TestUser;
let colleague: TestUser;
let company: { id: number; creator: TestUser };
beforeAll(async () => {
  app = await createTestApp();
  [admin] = [await app.as("admin"), await app.as("admin")];
  office = await app.as("office");
  colleague = await app.as("office");
  const { holder, owner } = await arrangeHolder(app, { office, admin }, "company", "postKYC");
  company = { id: holder.holderId, creator: owner };
  await sql`update app_user set state = 'postKYC' where id = ${owner.id}`.execute(app.database.db);
});
afterAll(() => app.close());

const emailOf = async ({ id }: TestUser) =>
  (await app.database.db.selectFrom("app_user").select("email").where("id", "=", id).executeTakeFirstOrThrow()).email;
const fourEyes = (on: boolean) =>
  sql`insert into setting (name, data) values ('fourEyes', ${JSON.stringify({ on })}::jsonb)
    on conflict (name) do update set data = excluded.data`.execute(app.database.db);
const set = (newRepIDs: number[], { who = office, reason }: { who?: TestUser; reason?: string } = {}) =>
  who.client.companies.editRepresentatives({
    params: { id: company.id },
    body: { newRepIDs, ...(reason && { reason }) },
  });
const reads = (who: TestUser) => codeOf(who.client.companies.get({ params: { id: company.id } }));
const setRole = ({ id }: TestUser, role: "client" | "office") =>
  sql`update app_user set role = ${role} where id = ${id}`.execute(app.database.db);
/** As from a time when staff could act for a client. */
const addStaff = ({ id }: TestUser) =>
  app.database.db
    .insertInto("representation")
    .values({ user_id: id, company_id: company.id, capacity: "statutory" })
    .execute();
const decide = (who: TestUser, proposalId: number) =>
  codeOf(who.client.proposals.decide({ params: { proposalId }, body: { decision: "confirm" } }));

test("an account that has not passed review acts for no client, whatever the setting and side", async () => {
  for (const state of ["preKYC", "pendingKYC", "returnedKYC", "rejected", "disabled"] as const) {
    const person = await app.as("client", { state });
    await expect(set([company.creator.id, person.id])).rejects.toMatchObject({
      code: "badInput",
      errors: [{ path: "newRepIDs.1", code: "notReviewed" }],
    });
    const fromUser = office.client.users.editRepresentations({
      params: { id: person.id },
      body: { newRepIDs: [company.id] },
    });
    await expect(fromUser).rejects.toMatchObject({ errors: [{ path: "newRepIDs.0", code: "notReviewed" }] });
  }
});

test("the company's people are told at once, also by mail", async () => {
  const person = await app.as("client", { name: "Nina New" });
  const mails = recordMails(app);
  await set([company.creator.id, person.id]);
  const [news] = await company.creator.client.notifications.listOfCompanies({ params: { userId: company.creator.id } });
  expect(news).toMatchObject({ type: "representative_added", company_id: company.id, params: { account: "Nina New" } });
  expect(mails.map(({ to, params }) => [to, params])).toContainEqual([
    await emailOf(company.creator),
    expect.objectContaining({ type: "representative_added", document: "Nina New" }),
  ]);
  expect(await reads(person)).toBe("done");
  await set([company.creator.id]);
});

test("whoever loses the right, and those who keep it, are told", async () => {
  const person = await app.as("client", { name: "Lyubo Leaving" });
  await set([company.creator.id, person.id]);
  const mails = recordMails(app);
  await set([company.creator.id]);
  const [news] = await company.creator.client.notifications.listOfCompanies({ params: { userId: company.creator.id } });
  expect(news).toMatchObject({ type: "representative_removed", params: { account: "Lyubo Leaving" } });
  expect(mails.map(({ to }) => to).toSorted()).toEqual(
    [await emailOf(company.creator), await emailOf(person)].toSorted(),
  );
});

const proposalOf = async (made: Promise<{ proposalIds: number[] }>) => (await made).proposalIds[0] ?? 0;

test("while a change of the people waits, there is no second way, also once four eyes are off", async () => {
  const [first, other] = [await app.as("client"), await app.as("client")];
  await fourEyes(true);
  const proposalId = await proposalOf(set([company.creator.id, first.id], { reason: "Power of attorney" }));
  await fourEyes(false);
  expect(await codeOf(set([company.creator.id, first.id])), "the proposer alone").toBe("proposalOpen");
  expect(await codeOf(set([company.creator.id, other.id], { who: colleague }))).toBe("proposalOpen");
  expect(await codeOf(set([], { who: colleague })), "ending is a change of the same people").toBe("proposalOpen");
  const ofPerson = office.client.users.editRepresentations({
    params: { id: other.id },
    body: { newRepIDs: [company.id] },
  });
  expect(await codeOf(ofPerson), "from the person's side").toBe("proposalOpen");
  expect(await decide(colleague, proposalId), "it can still be decided").toBe("done");
  expect(await reads(first)).toBe("done");
  await set([company.creator.id]);
});

test("with four eyes on it is proposed with a reason, and a second person confirms it", async () => {
  const person = await app.as("client", { name: "Petar Proposed" });
  await fourEyes(true);
  expect(await codeOf(set([company.creator.id, person.id]))).toBe("badInput");
  const made = await set([company.creator.id, person.id], { reason: "Power of attorney" });
  expect(made).toEqual({ representatives: [company.creator.id], proposalIds: [expect.any(Number)] });
  const [proposalId] = made.proposalIds as [number];
  expect(await reads(person)).toBe("notFound");
  const proposal = await colleague.client.proposals.get({ params: { proposalId } });
  expect(proposal).toMatchObject({ action: "setRepresentatives", holder_id: company.id, can: { confirm: true } });
  expect(String(proposal.after["list"])).toContain("Petar Proposed");
  expect(await codeOf(set([company.creator.id, person.id], { reason: "Again" }))).toBe("proposalOpen");
  expect(await decide(office, proposalId)).toBe("fourEyes");
  expect(await decide(colleague, proposalId)).toBe("done");
  expect(await reads(person)).toBe("done");
  const [news] = await company.creator.client.notifications.listOfCompanies({ params: { userId: company.creator.id } });
  expect(news).toMatchObject({ type: "representative_added", params: { account: "Petar Proposed" } });
  const subject = subjectOf({ holderType: "company", holderId: company.id });
  expect((await auditOf(app, subject, "proposal.setRepresentativesProposed")).at(-1)).toMatchObject({
    actor: { userId: office.id },
    after: { added: [person.id], ended: [] },
  });
  await fourEyes(false);
  await set([company.creator.id]);
  await fourEyes(true);
});

test("from the person's side each company has a proposal; whom it names does not decide it", async () => {
  const person = await app.as("client");
  const made = await office.client.users.editRepresentations({
    params: { id: person.id },
    body: { newRepIDs: [company.id], reason: "Power of attorney" },
  });
  expect(made).toEqual({ repCompanies: [], proposalIds: [expect.any(Number)] });
  const [proposalId] = made.proposalIds as [number];
  // Since then they have become staff.
  await setRole(person, "office");
  expect(await decide(person, proposalId)).toBe("fourEyes");
  expect(await decide(admin, proposalId), "staff act for no company").toBe("isStaff");
  await setRole(person, "client");
  expect(await decide(admin, proposalId)).toBe("done");
  expect(await reads(person)).toBe("done");
});

test("staff are not given the right, from either side, whatever the setting", async () => {
  for (const on of [true, false]) {
    await fourEyes(on);
    expect(await codeOf(set([company.creator.id, colleague.id], { reason: "Helps out" }))).toBe("isStaff");
    const body = { newRepIDs: [company.id], reason: "Helps out" };
    expect(await codeOf(office.client.users.editRepresentations({ params: { id: colleague.id }, body }))).toBe(
      "isStaff",
    );
  }
  expect(await codeOf(colleague.client.companies.create({ params: { userId: colleague.id }, body: {} }))).toBe(
    "isStaff",
  );
  await set([company.creator.id]);
  await fourEyes(true);
});

test("a proposal cannot be confirmed once others represent the company, or the person may not act any longer", async () => {
  const [one, two] = [await app.as("client"), await app.as("client")];
  await addStaff(colleague);
  const stale = await proposalOf(set([company.creator.id, colleague.id, one.id], { reason: "Agreed" }));
  await sql`update representation set valid_from = '2020-01-01', valid_to = '2020-02-01'
    where user_id = ${colleague.id}`.execute(app.database.db);
  expect(await decide(admin, stale)).toBe("stateConflict");
  await office.client.proposals.decide({ params: { proposalId: stale }, body: { decision: "withdraw" } });
  const gone = await proposalOf(set([company.creator.id, two.id], { reason: "Agreed" }));
  await sql`update app_user set state = 'disabled' where id = ${two.id}`.execute(app.database.db);
  expect(await decide(colleague, gone)).toBe("stateConflict");
  await office.client.proposals.decide({ params: { proposalId: gone }, body: { decision: "withdraw" } });
});

describe("with four eyes on, ending a right to act", () => {
  let leaver: TestUser;
  beforeEach(async () => {
    await fourEyes(false);
    leaver = await app.as("client", { name: "Lidia Leaver" });
    await set([company.creator.id, leaver.id]);
    await fourEyes(true);
  });
  afterEach(async () => {
    const { proposals } = await office.client.proposals.list({ query: { state: "open" } });
    for (const { id } of proposals)
      await office.client.proposals.decide({ params: { proposalId: id }, body: { decision: "withdraw" } });
    await fourEyes(false);
    await set([company.creator.id]);
  });
  const end = () => proposalOf(set([company.creator.id], { reason: "Dismissed" }));
  const typesOf = (mails: { to: string; params: object }[], to: string) =>
    mails.filter((mail) => mail.to === to).map(({ params }) => (params as { type: string }).type);
  const representatives = async () =>
    (await office.client.companies.get({ params: { id: company.id } })).representatives.map(
      ({ id, suspended }) => [id, suspended] as const,
    );

  test("suspends it at once by one person, with a reason, and ends it by two; everybody is told each time", async () => {
    expect(await codeOf(set([company.creator.id]))).toBe("badInput");
    const mails = recordMails(app);
    const made = await set([company.creator.id], { reason: "Dismissed" });
    expect(made).toEqual({ representatives: [company.creator.id], proposalIds: [expect.any(Number)] });
    const [proposalId = 0] = made.proposalIds;
    expect(await reads(leaver), "locked out at once").toBe("notFound");
    expect((await leaver.client.users.getState({ params: { id: leaver.id } })).repCompanies).toEqual([]);
    expect(await representatives()).toEqual(
      expect.arrayContaining([
        [leaver.id, true],
        [company.creator.id, false],
      ]),
    );
    const seen = await colleague.client.proposals.get({ params: { proposalId } });
    expect(seen).toMatchObject({ action: "setRepresentatives", reason: "Dismissed", can: { confirm: true } });
    expect(seen.now).toEqual(seen.before);
    expect([String(seen.before["list"]), String(seen.after["list"])].map((list) => list.includes("Lidia"))).toEqual([
      true,
      false,
    ]);
    expect(await decide(office, proposalId), "the proposer").toBe("fourEyes");
    expect(await decide(colleague, proposalId)).toBe("done");
    expect(await reads(leaver)).toBe("notFound");
    expect((await representatives()).map(([id]) => id)).toEqual([company.creator.id]);
    for (const who of [company.creator, leaver])
      expect(typesOf(mails, await emailOf(who))).toEqual(["representative_suspended", "representative_removed"]);
  });

  test.each(["decline", "withdraw"] as const)(
    "counts again if the colleague or the proposer drops it: %s",
    async (decision) => {
      const proposalId = await end();
      const mails = recordMails(app);
      const who = decision === "decline" ? colleague : office;
      await who.client.proposals.decide({
        params: { proposalId },
        body: decision === "decline" ? { decision, reason: "A mistake" } : { decision },
      });
      expect(await reads(leaver)).toBe("done");
      expect(await representatives()).toContainEqual([leaver.id, false]);
      expect(typesOf(mails, await emailOf(leaver))).toEqual(["representative_restored"]);
      expect(await end(), "it may be proposed anew").toBeGreaterThan(proposalId);
      expect(await reads(leaver)).toBe("notFound");
    },
  );

  test("has no second way past the proposal: neither back, nor to the end, also once four eyes are off", async () => {
    const proposalId = await end();
    for (const on of [true, false]) {
      await fourEyes(on);
      const back = office.client.users.editRepresentations({
        params: { id: leaver.id },
        body: { newRepIDs: [company.id], reason: "Back" },
      });
      expect(await codeOf(back), "given back past it").toBe("proposalOpen");
      expect(await codeOf(set([company.creator.id, leaver.id], { reason: "Back" }))).toBe("proposalOpen");
      expect(await codeOf(set([], { reason: "Everybody" }))).toBe("proposalOpen");
      expect(await set([company.creator.id], { reason: "Again" }), "the same again is none").toMatchObject({
        proposalIds: [],
      });
      expect(await representatives(), "still only suspended").toContainEqual([leaver.id, true]);
    }
    expect(await decide(colleague, proposalId), "it can still be decided").toBe("done");
    expect((await representatives()).map(([id]) => id)).toEqual([company.creator.id]);
  });

  test("stays suspended when the proposer may no longer propose; another than they still decides", async () => {
    const proposer = await app.as("office");
    const proposalId = await proposalOf(set([company.creator.id], { who: proposer, reason: "Dismissed" }));
    await fourEyes(false);
    await admin.client.users.setRole({ params: { id: proposer.id }, body: { role: "client", reason: "Left" } });
    expect(await reads(leaver)).toBe("notFound");
    expect((await colleague.client.proposals.get({ params: { proposalId } })).state).toBe("open");
    expect(await decide(colleague, proposalId)).toBe("done");
  });

  test("and giving one to another is one proposal, confirmed at once", async () => {
    const successor = await app.as("client", { name: "Sava Successor" });
    const proposalId = await proposalOf(set([company.creator.id, successor.id], { reason: "New director" }));
    expect([await reads(leaver), await reads(successor)]).toEqual(["notFound", "notFound"]);
    expect(await decide(colleague, proposalId)).toBe("done");
    expect([await reads(leaver), await reads(successor)]).toEqual(["notFound", "done"]);
  });

  test("whom it is about does not decide it, though they are staff and suspended", async () => {
    await fourEyes(false);
    await set([company.creator.id]);
    await addStaff(colleague);
    await fourEyes(true);
    const proposalId = await end();
    const declined = colleague.client.proposals.decide({
      params: { proposalId },
      body: { decision: "decline", reason: "I stay" },
    });
    expect(await codeOf(declined)).toBe("fourEyes");
    expect(await decide(admin, proposalId)).toBe("done");
  });

  test("a proposal of the version before, which only adds, can still be decided", async () => {
    const person = await app.as("client");
    const ids = [company.creator.id, leaver.id].toSorted((a, b) => a - b).join();
    const { id: proposalId } = await app.database.db
      .insertInto("proposal")
      .values({
        action: "addRepresentatives",
        holder_type: "company",
        holder_id: company.id,
        before: JSON.stringify({ representatives: ids, list: "" }),
        after: JSON.stringify({ list: "", added: [person.id] }),
        reason: "Agreed",
        proposed_by: office.id,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    expect(await codeOf(set([company.creator.id], { reason: "Dismissed" }))).toBe("proposalOpen");
    expect(await decide(colleague, proposalId)).toBe("done");
    expect([await reads(person), await reads(leaver)]).toEqual(["done", "done"]);
  });
});
