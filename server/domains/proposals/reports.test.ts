/** Faults of other products' approvals, as their users reported them in public, tried here. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { codeOf } from "../../testing/effects.ts";

let app: TestApp;
let office: TestUser;
let colleague: TestUser;
let admin: TestUser;
let second: TestUser;
const reason = "Agreed with the client";
beforeAll(async () => {
  app = await createTestApp();
  [office, colleague] = [await app.as("office"), await app.as("office")];
  [admin, second] = [await app.as("admin"), await app.as("admin")];
});
beforeEach(() => fourEyes(true));
afterAll(() => app.close());

const fourEyes = (on: boolean) =>
  sql`insert into setting (name, data) values ('fourEyes', ${JSON.stringify({ on })}::jsonb)
    on conflict (name) do update set data = excluded.data`.execute(app.database.db);
const number = (who: TestUser, { id }: TestUser, clientNumber: string) =>
  who.client.users.setClientNumber({ params: { id }, body: { clientNumber, reason } });
const role = (who: TestUser, { id }: TestUser, to: "client" | "office" | "admin") =>
  who.client.users.setRole({ params: { id }, body: { role: to, reason } });
const decide = (who: TestUser, proposalId: number | null, decision: "confirm" | "decline" | "withdraw") =>
  codeOf(
    who.client.proposals.decide({
      params: { proposalId: proposalId ?? 0 },
      body: decision === "decline" ? { decision, reason } : { decision },
    }),
  );
const openIds = async (who: TestUser) =>
  (await who.client.proposals.list({ query: { state: "open", limit: 200 } })).proposals.map(({ id }) => id);

test("what was declined can be proposed again in the same words (FINERACT-274)", async () => {
  const client = await app.as("client");
  const { proposalId } = await number(office, client, "AGAIN-1");
  expect(await decide(colleague, proposalId, "decline")).toBe("done");
  const again = await number(office, client, "AGAIN-1");
  expect(await decide(colleague, again.proposalId, "confirm")).toBe("done");
});

test("an approver who is not the proposer needs no other right than the change itself (FINERACT-2688)", async () => {
  const { proposalId } = await number(office, await app.as("client"), "CHECK-1");
  expect(await decide(second, proposalId, "confirm")).toBe("done");
});

test("who proposed it confirms it neither after a promotion nor with another session (Vault 19214)", async () => {
  const proposer = await app.as("office");
  const { proposalId } = await number(proposer, await app.as("client"), "OWN-9");
  await sql`update app_user set role = 'admin' where id = ${proposer.id}`.execute(app.database.db);
  expect(await decide(proposer, proposalId, "confirm")).toBe("fourEyes");
  await sql`update app_user set role = 'office' where id = ${proposer.id}`.execute(app.database.db);
});

test("the switch takes no value that is neither on nor off (OpenBao 3666)", async () => {
  for (const data of [{}, { on: null }, { on: 0 }, { on: "false" }, null, { on: false, approvals: 0 }]) {
    const save = admin.client.settings.save({ params: { name: "fourEyes" }, body: { data: data as never, reason } });
    expect(await codeOf(save), JSON.stringify(data)).toBe("badInput");
  }
  expect((await number(office, await app.as("client"), "STILL-1")).proposalId).not.toBeNull();
});

test("a confirmed change is neither declined, withdrawn nor confirmed once more (memories 378, coconut 612)", async () => {
  const client = await app.as("client");
  const { proposalId } = await number(office, client, "ONCE-1");
  expect(await decide(colleague, proposalId, "confirm")).toBe("done");
  expect(await decide(colleague, proposalId, "confirm")).toBe("proposalDecided");
  expect(await decide(second, proposalId, "decline")).toBe("proposalDecided");
  expect(await decide(office, proposalId, "withdraw")).toBe("proposalDecided");
  expect((await office.client.users.getState({ params: { id: client.id } })).client_number).toBe("ONCE-1");
});

test("of a confirmation and a withdrawal at the same moment one counts, and the value tells which (memories 378)", async () => {
  for (let round = 0; round < 8; round += 1) {
    const client = await app.as("client");
    const { proposalId } = await number(office, client, `BOTH-${client.id}`);
    const answers = await Promise.all([
      decide(colleague, proposalId, "confirm"),
      decide(office, proposalId, "withdraw"),
    ]);
    expect(answers.toSorted()).toEqual(["done", "proposalDecided"]);
    const { client_number } = await office.client.users.getState({ params: { id: client.id } });
    expect(client_number !== null).toBe(answers[0] === "done");
  }
});

test("two admins who remove each other at the same moment leave one (Keycloak 20415, 20662)", async () => {
  await fourEyes(false);
  const [one, two] = [admin, second];
  const answers = await Promise.all([codeOf(role(one, two, "office")), codeOf(role(two, one, "office"))]);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from app_user where role = 'admin' and state <> 'disabled'`.execute(app.database.db);
  expect(rows[0]?.count).toBe(1);
  expect(answers.filter((answer) => answer === "done")).toHaveLength(1);
  for (const { id } of [one, two])
    await sql`update app_user set role = 'admin' where id = ${id}`.execute(app.database.db);
});

test("what the approver did not see is not what they approve (ERPNext 14695, Gitea 8439)", async () => {
  const client = await app.as("client");
  const { proposalId } = await number(office, client, "SEEN-1");
  await app.database.db
    .insertInto("holder_account")
    .values({ holder_type: "user", holder_id: client.id, client_number: "OTHER-1" })
    .execute();
  expect(await decide(colleague, proposalId, "confirm")).toBe("stateConflict");
});

test("a company is not deleted below an open proposal, which nobody could decide then (ObjectStack 13568)", async () => {
  const creator = await app.as("client", { state: "preKYC" });
  const { id } = await creator.client.companies.create({ params: { userId: creator.id }, body: {} });
  const { proposalId } = await office.client.companies.setClientNumber({
    params: { id },
    body: { clientNumber: "GONE-1", reason },
  });
  const discarded = await codeOf(creator.client.forms.discardCompanyForm({ params: { id: creator.id } }));
  expect(discarded, "it is a record of the company").toBe("stateConflict");
  expect(await openIds(office)).toContain(proposalId);
  expect(await decide(colleague, proposalId, "confirm")).toBe("done");
});

test("a second way to the same change waits as well: a number given with an approval (Mifos 1935)", async () => {
  const client = await app.as("client");
  const { proposalId } = await number(office, client, "FIRST-1");
  const other = await app.as("client");
  expect(await codeOf(number(colleague, other, "first-1")), "in another case of letters").toBe("clientNumberReserved");
  await fourEyes(false);
  expect(await codeOf(number(colleague, client, "SECOND-1"))).toBe("proposalOpen");
  await fourEyes(true);
  expect(await decide(colleague, proposalId, "decline")).toBe("done");
});
