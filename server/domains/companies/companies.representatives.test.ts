/** Giving the right to act for a client's company: by two while four eyes are on, to reviewed people, and its people are told. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
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

test("while an addition waits, nobody is added past it, also once four eyes are off; removing stays possible", async () => {
  const [first, other] = [await app.as("client"), await app.as("client")];
  await fourEyes(true);
  const { proposalIds } = await set([company.creator.id, first.id], { reason: "Power of attorney" });
  const [proposalId] = proposalIds as [number];
  await fourEyes(false);
  expect(await codeOf(set([company.creator.id, first.id])), "the proposer alone").toBe("proposalOpen");
  expect(await codeOf(set([company.creator.id, other.id], { who: colleague }))).toBe("proposalOpen");
  const ofPerson = office.client.users.editRepresentations({
    params: { id: other.id },
    body: { newRepIDs: [company.id] },
  });
  expect(await codeOf(ofPerson), "from the person's side").toBe("proposalOpen");
  expect(await decide(colleague, proposalId), "it can still be decided").toBe("done");
  expect(await reads(first)).toBe("done");
  await fourEyes(true);
  const again = await set([company.creator.id, first.id, other.id], { reason: "A third one" });
  await set([company.creator.id], { who: colleague });
  const proposal = await colleague.client.proposals.get({ params: { proposalId: again.proposalIds[0] ?? 0 } });
  expect([proposal.state, proposal.decided_by], "recorded as what it was").toEqual(["overtaken", null]);
  expect(await auditOf(app, { type: "company", id: company.id }, "proposal.overtaken")).toHaveLength(1);
  await fourEyes(false);
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
  expect(proposal).toMatchObject({ action: "addRepresentatives", holder_id: company.id, can: { confirm: true } });
  expect(String(proposal.after["list"])).toContain("Petar Proposed");
  expect(await codeOf(set([company.creator.id, person.id], { reason: "Again" }))).toBe("proposalOpen");
  expect(await decide(office, proposalId)).toBe("fourEyes");
  expect(await decide(colleague, proposalId)).toBe("done");
  expect(await reads(person)).toBe("done");
  const [news] = await company.creator.client.notifications.listOfCompanies({ params: { userId: company.creator.id } });
  expect(news).toMatchObject({ type: "representative_added", params: { account: "Petar Proposed" } });
  const subject = subjectOf({ holderType: "company", holderId: company.id });
  expect((await auditOf(app, subject, "proposal.addRepresentativesProposed")).at(-1)).toMatchObject({
    actor: { userId: office.id },
    after: { added: [person.id] },
  });
  // Ending needs one person, and counts at once.
  expect(await set([company.creator.id])).toMatchObject({ proposalIds: [] });
  expect(await reads(person)).toBe("notFound");
});

test("from the person's side each company has a proposal; who would be added does not confirm it", async () => {
  const body = { newRepIDs: [company.id], reason: "Power of attorney" };
  const { repCompanies, proposalIds } = await office.client.users.editRepresentations({
    params: { id: colleague.id },
    body,
  });
  expect([repCompanies, proposalIds]).toEqual([[], [expect.any(Number)]]);
  const [proposalId] = proposalIds as [number];
  expect(await decide(colleague, proposalId)).toBe("fourEyes");
  expect(await decide(admin, proposalId)).toBe("done");
  expect(await reads(colleague)).toBe("done");
});

test("a proposal cannot be confirmed once others represent the company, or the person may not act any longer", async () => {
  const [one, two] = [await app.as("client"), await app.as("client")];
  const before = [company.creator.id, colleague.id];
  const [stale] = (await set([...before, one.id], { reason: "Agreed" })).proposalIds as [number];
  await set([company.creator.id]);
  // Withdrawn with the change that overtook it.
  expect(await decide(colleague, stale)).toBe("proposalDecided");
  const [gone] = (await set([company.creator.id, two.id], { reason: "Agreed" })).proposalIds as [number];
  await sql`update app_user set state = 'disabled' where id = ${two.id}`.execute(app.database.db);
  expect(await decide(colleague, gone)).toBe("stateConflict");
});
