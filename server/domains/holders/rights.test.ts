/** What waits for people whose representation, role or account ends: reconsidered in the same transaction. */
import type { Holder } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, subjectOf } from "../../testing/effects.ts";
import { endContracts } from "../contracts/contracts.jobs.ts";
import { companyOf, ofUser, send, signing, useTemplate } from "../contracts/testing/contracts.ts";

let app: TestApp;
let office: TestUser;
let admin: TestUser;
let second: TestUser;
let signers: ReturnType<typeof signing>;
beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  admin = await app.as("admin");
  second = await app.as("admin");
  signers = signing(app);
});
afterAll(() => app.close());

const get = (holder: Holder, id: number) => office.client.contracts.get({ params: { ...holder, id } });
const disable = (holder: Holder) => {
  const body = { newState: "disabled" as const, reason: "Left" };
  return holder.holderType === "user"
    ? admin.client.users.modifyState({ params: { id: holder.holderId }, body })
    : admin.client.companies.modifyState({ params: { id: holder.holderId }, body });
};

/** A company of two whose contract, which all must sign, is signed by the first. */
async function halfSigned({ counterSign = false } = {}) {
  const [first, second] = [await app.as("client"), await app.as("client", { name: "Second Signer" })];
  const company = await companyOf(app, [first, second]);
  const { id } = await send(office, company, await useTemplate(office, { signers: "all", counterSign }));
  await signers.sign(first, company, id);
  return { first, second, company, id };
}

/** Ways in which the second no longer acts for the company. */
const leaving: Record<string, (made: Awaited<ReturnType<typeof halfSigned>>) => Promise<unknown>> = {
  "the company's representatives are edited": ({ first, company }) =>
    office.client.companies.editRepresentatives({
      params: { id: company.holderId },
      body: { newRepIDs: [first.id], capacity: "statutory" },
    }),
  "the person's companies are edited": ({ second }) =>
    office.client.users.editRepresentations({ params: { id: second.id }, body: { newRepIDs: [] } }),
  "the account is disabled": ({ second }) => disable(ofUser(second)),
};

test.each(Object.keys(leaving))("a contract no longer waits for a signer who leaves: %s", async (how) => {
  const made = await halfSigned();
  await leaving[how]?.(made);
  expect(await get(made.company, made.id)).toMatchObject({ state: "approved", signed: 1, needed: 1, awaited: [] });
  expect(await auditOf(app, subjectOf(made.company), "contract.completed")).toHaveLength(1);
});

test("a contract that the firm signs too goes to the firm when the last awaited signer leaves", async () => {
  const made = await halfSigned({ counterSign: true });
  await leaving["the account is disabled"]?.(made);
  expect((await get(made.company, made.id)).state).toBe("awaitingAdmin");
});

test("a signature of somebody who left does not count, and the page says so", async () => {
  const { first, second, company, id } = await halfSigned();
  await office.client.users.editRepresentations({ params: { id: first.id }, body: { newRepIDs: [] } });
  expect(await get(company, id)).toMatchObject({
    state: "awaitingClient",
    signed: 0,
    needed: 1,
    awaited: ["Second Signer"],
    signatures: [{ user_id: first.id, counts: false }],
  });
  expect(await signers.sign(second, company, id)).toMatchObject({ state: "approved", signed: 2, needed: 2 });
});

test("contracts of a holder who is disabled end with it, and who signed is told", async () => {
  const { company, id } = await halfSigned();
  await disable(company);
  expect((await get(company, id)).state).toBe("rejected");
  const told = signers.mails.filter(({ template }) => template === "news").slice(-2);
  expect(told.map(({ params }) => params)).toMatchObject([
    { type: "contract_stopped", asked: "ended" },
    { type: "contract_stopped", asked: "ended" },
  ]);
});

test("who signed is told when another of the company rejects the contract", async () => {
  const { first, second, company, id } = await halfSigned();
  await second.client.contracts.reject({ params: { ...company, id }, body: { clientRejectMsg: "Not these terms" } });
  const [news] = await first.client.notifications.listOfCompanies({ params: { userId: first.id } });
  expect(news).toMatchObject({ type: "contract_stopped", text: "Not these terms", params: { asked: "rejected" } });
});

const setFourEyes = (on: boolean) =>
  sql`insert into setting (name, data) values ('fourEyes', ${JSON.stringify({ on })}::jsonb)
    on conflict (name) do update set data = excluded.data`.execute(app.database.db);

test("somebody who is suspended is still awaited, so that one colleague cannot leave fewer to sign; once ended, no longer", async () => {
  const { first, second: awaited, company, id } = await halfSigned();
  await setFourEyes(true);
  const edit = (newRepIDs: number[]) =>
    office.client.companies.editRepresentatives({
      params: { id: company.holderId },
      body: { newRepIDs, reason: "Left" },
    });
  const { proposalIds } = await edit([first.id]);
  expect(await get(company, id)).toMatchObject({
    state: "awaitingClient",
    signed: 1,
    needed: 2,
    awaited: ["Second Signer"],
  });
  expect(await codeOf(signers.sign(awaited, company, id))).toBe("notFound");
  await admin.client.proposals.decide({ params: { proposalId: proposalIds[0] ?? 0 }, body: { decision: "confirm" } });
  expect(await get(company, id)).toMatchObject({ state: "approved", signed: 1, needed: 1, awaited: [] });
  await setFourEyes(false);
});

test("a signature of somebody who is suspended does not count until it is decided that they stay", async () => {
  const { first, second: other, company, id } = await halfSigned();
  await setFourEyes(true);
  const { proposalIds } = await office.client.companies.editRepresentatives({
    params: { id: company.holderId },
    body: { newRepIDs: [other.id], reason: "Account in doubt" },
  });
  expect(await get(company, id)).toMatchObject({
    signed: 0,
    needed: 2,
    awaited: [expect.any(String), "Second Signer"],
    signatures: [{ user_id: first.id, counts: false }],
  });
  expect(await signers.sign(other, company, id)).toMatchObject({ state: "awaitingClient", signed: 1, needed: 2 });
  const decline = { decision: "decline" as const, reason: "It was them" };
  await admin.client.proposals.decide({ params: { proposalId: proposalIds[0] ?? 0 }, body: decline });
  expect(await get(company, id)).toMatchObject({ state: "approved", signed: 2 });
  await setFourEyes(false);
});

type Made = Awaited<ReturnType<typeof halfSigned>>;
test.each([
  [
    "rejected",
    ({ second, company, id }: Made) =>
      second.client.contracts.reject({
        params: { ...company, id },
        body: { clientRejectMsg: "A secret of the company" },
      }),
  ],
  ["withdrawn", ({ id }: Made) => office.client.contracts.withdraw({ params: { id }, body: {} })],
  [
    "ended because it expired",
    async ({ id }: Made) => {
      await sql`update contract set expires_on = firm_today() - 1 where id = ${id}`.execute(app.database.db);
      await endContracts(app.services);
    },
  ],
  ["ended with its holder", ({ company }: Made) => disable(company)],
])("who signed and left the company is told that the contract was %s, and nothing more", async (_, end) => {
  const made = await halfSigned();
  const { first } = made;
  await office.client.users.editRepresentations({ params: { id: first.id }, body: { newRepIDs: [] } });
  signers.mails.splice(0);
  await end(made);
  const [news, ...more] = await first.client.notifications.listOfUser({ params: { id: first.id } });
  expect(more).toEqual([]);
  expect(news).toMatchObject({ type: "signed_contract_ended", target_id: null, company_id: null, text: null });
  expect(Object.keys(news?.params ?? {}).toSorted()).toEqual(["contract", "day"]);
  const ended = signers.mails.filter(({ params }) => "type" in params && params.type === "signed_contract_ended");
  expect(ended).toMatchObject([
    { params: { company: "", text: "", link: expect.stringContaining("/dashboard?company=0") } },
  ]);
  expect(JSON.stringify([news, ended])).not.toMatch(/secret/);
  expect(await first.client.notifications.listOfCompanies({ params: { userId: first.id } })).toEqual([]);
});

const give = (to: TestUser, role: "client" | "office") =>
  admin.client.users.setRole({ params: { id: to.id }, body: { role, reason: "Agreed" } });
const openProposals = async () =>
  (await office.client.proposals.list({ query: { state: "open", limit: 200 } })).proposals.map(({ id }) => id);

test("proposals of a colleague who may no longer propose are withdrawn, and free what they reserved", async () => {
  const [leaver, other, third] = [await app.as("office"), await app.as("client"), await app.as("client")];
  const { client } = admin;
  await client.settings.save({ params: { name: "fourEyes" }, body: { data: { on: true }, reason: "Policy" } });
  const propose = (who: TestUser, about: TestUser) =>
    who.client.users.setClientNumber({ params: { id: about.id }, body: { clientNumber: "P700700", reason: "New" } });
  const { proposalId } = await propose(leaver, other);
  await codeOf(propose(office, third)).then((code) => expect(code).toBe("clientNumberReserved"));
  const demoting = await give(leaver, "client");
  await second.client.proposals.decide({
    params: { proposalId: demoting.proposalId ?? 0 },
    body: { decision: "confirm" },
  });
  expect(await openProposals()).not.toContain(proposalId);
  expect(await office.client.proposals.get({ params: { proposalId: proposalId ?? 0 } })).toMatchObject({
    state: "overtaken",
    decided_by: null,
  });
  expect((await propose(office, third)).proposalId).not.toBeNull();
});

test("a proposal that a change of state has overtaken is withdrawn at the next change of rights", async () => {
  const client = await app.as("client");
  const [disabling, raising] = [await disable(ofUser(client)), await give(client, "office")];
  await app.database.db.updateTable("app_user").set({ state: "pendingReKYC" }).where("id", "=", client.id).execute();
  const company = await companyOf(app, [await app.as("client")]);
  await app.database.db
    .insertInto("representation")
    .values({ user_id: client.id, company_id: company.holderId, capacity: "statutory" })
    .execute();
  await office.client.users.editRepresentations({ params: { id: client.id }, body: { newRepIDs: [], reason: "Left" } });
  expect(await openProposals()).not.toContain(disabling.proposalId);
  // The role is still the one that its proposer saw.
  expect(await openProposals()).toContain(raising.proposalId);
});

test("tickets and conversations of former staff are everybody's again", async () => {
  const [leaver, client] = [await app.as("office"), await app.as("client")];
  const holder = ofUser(client);
  const ticket = await client.client.tickets.create({
    params: holder,
    body: { title: "A question", content: "How?" },
  });
  await office.client.tickets.assign({ params: { id: ticket.id }, body: { admin_id: leaver.id } });
  await office.client.chats.assign({ params: holder, body: { admin_id: leaver.id } });
  const { proposalId } = await give(leaver, "client");
  await second.client.proposals.decide({ params: { proposalId: proposalId ?? 0 }, body: { decision: "confirm" } });
  expect(await office.client.tickets.get({ params: { ...holder, id: ticket.id }, query: {} })).toMatchObject({
    state: "open",
    staff: { assigned_to: null },
  });
  expect((await office.client.chats.open({ params: holder })).assigned_to).toBeNull();
});
