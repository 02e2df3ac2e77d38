/** With four eyes off, one admin alone still cannot re-enable staff, in any order of steps. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, listen } from "../../testing/effects.ts";

let app: TestApp;
let admin: TestUser;
let second: TestUser;
let third: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
  second = await app.as("admin");
  third = await app.as("admin");
});
afterAll(() => app.close());

const reason = "Seen on the video call, identity card shown";
const move = ({ id }: TestUser, newState: "disabled" | "postKYC") =>
  admin.client.users.modifyState({ params: { id }, body: { newState, reason } });
const give = ({ id }: TestUser, role: "client" | "internal" | "office" | "admin", who: TestUser = admin) =>
  who.client.users.setRole({ params: { id }, body: { role, reason } });
const reset = (who: TestUser, { id }: TestUser) => who.client.users.resetFactors({ params: { id }, body: { reason } });
const stateOf = async ({ id }: TestUser) =>
  (await app.database.db.selectFrom("app_user").select("state").where("id", "=", id).executeTakeFirstOrThrow()).state;
const roleOf = async ({ id }: TestUser) =>
  (await app.database.db.selectFrom("app_user").select("role").where("id", "=", id).executeTakeFirstOrThrow()).role;
const giveApp = ({ id }: TestUser) =>
  app.database.db
    .insertInto("authenticator")
    .values({ user_id: id, secret: Buffer.from("sealed"), confirmed_at: new Date() })
    .execute();
const decide = (who: TestUser, proposalId: number | null, decision: "confirm" | "withdraw") =>
  who.client.proposals.decide({ params: { proposalId: proposalId ?? 0 }, body: { decision } });

type Step = (lost: TestUser) => Promise<unknown>;
const disable: Step = (lost) => move(lost, "disabled");
const demote: Step = (lost) => give(lost, "client");
const promote: Step = (lost) => give(lost, "office");
const raise: Step = async (lost) => {
  const { proposalId } = await give(lost, "admin");
  await decide(second, proposalId, "confirm");
};
/** The first role, and what one admin does before enabling the account. */
const orders: [string, "internal" | "office" | "admin" | "client", Step[]][] = [
  ["disabled, enabled", "admin", [disable]],
  ["disabled, enabled", "office", [disable]],
  ["disabled, enabled", "internal", [disable]],
  ["disabled, demoted, enabled", "admin", [disable, demote]],
  ["demoted, disabled, enabled", "admin", [demote, disable]],
  ["disabled, demoted, promoted, enabled", "admin", [disable, demote, promote]],
  ["disabled, promoted, enabled", "client", [disable, promote]],
  ["promoted, demoted, disabled, enabled", "client", [promote, demote, disable]],
  ["made an admin, demoted, disabled, enabled", "client", [raise, demote, disable]],
];
test.each(orders)("%s: an account with the role %s first needs a second admin", async (_, role, steps) => {
  const lost = await app.as(role);
  for (const step of steps) await step(lost);
  const { proposalId, state } = await move(lost, "postKYC");
  expect([state, await stateOf(lost)]).toEqual(["disabled", "disabled"]);
  expect(await codeOf(decide(admin, proposalId, "confirm"))).toBe("fourEyes");
  expect(await codeOf(move(lost, "postKYC"))).toBe("proposalOpen");
  await decide(second, proposalId, "confirm");
  expect(await stateOf(lost)).toBe("postKYC");
});

test("a role that changed after the proposal, and a reason that is missing, let nothing through", async () => {
  const lost = await app.as("office");
  await disable(lost);
  const bare = admin.client.users.modifyState({ params: { id: lost.id }, body: { newState: "postKYC" } });
  expect(await codeOf(bare)).toBe("badInput");
  const { proposalId } = await move(lost, "postKYC");
  await demote(lost);
  // The change of the role withdrew it.
  expect(await codeOf(decide(second, proposalId, "confirm"))).toBe("proposalDecided");
  expect(await stateOf(lost)).toBe("disabled");
});

test("who never was of the staff is enabled by one", async () => {
  const client = await app.as("client");
  await disable(client);
  expect(await move(client, "postKYC")).toEqual({ state: "postKYC", proposalId: null });
});

test("a client's lost factors are taken off by one admin, with the reason, a mail and every session ended", async () => {
  const client = await app.as("client", { name: "Ana Nova" });
  expect(await codeOf(reset(admin, client))).toBe("stateConflict");
  await giveApp(client);
  await app.database.db
    .updateTable("app_user")
    .set({ own_factor_required: true })
    .where("id", "=", client.id)
    .execute();
  expect((await admin.client.users.get({ params: { id: client.id } })).ownFactor).toBe(true);
  expect(await codeOf(reset(await app.as("office"), client))).toBe("forbidden");
  const notified = listen(app);
  expect(await reset(admin, client)).toEqual({ proposalId: null });
  expect(notified.all.filter(({ name }) => name === "sessionsRevoked")).toHaveLength(1);
  notified.stop();
  expect(await codeOf(client.client.users.get({ params: { id: client.id } }))).toBe("unauthenticated");
  const { own_factor_required } = await app.database.db
    .selectFrom("app_user")
    .select("own_factor_required")
    .where("id", "=", client.id)
    .executeTakeFirstOrThrow();
  expect(own_factor_required).toBe(false);
  expect((await admin.client.users.get({ params: { id: client.id } })).ownFactor).toBe(false);
  expect(await auditOf(app, { type: "user", id: String(client.id) }, "user.factorsReset")).toEqual([
    expect.objectContaining({ after: expect.objectContaining({ reason }) }),
  ]);
});

test("a colleague's factors wait for a second admin who is not the colleague, and one's own are others' to reset", async () => {
  await giveApp(second);
  const { proposalId } = await reset(admin, second);
  expect(proposalId).not.toBeNull();
  expect(await codeOf(decide(second, proposalId, "confirm"))).toBe("fourEyes");
  expect(await codeOf(decide(admin, proposalId, "confirm"))).toBe("fourEyes");
  expect(await codeOf(reset(second, second))).toBe("fourEyes");
  await decide(third, proposalId, "confirm");
  expect(await codeOf(second.client.users.get({ params: { id: second.id } }))).toBe("unauthenticated");
});

test("factors of a disabled account are not reset, in no order with enabling", async () => {
  const lost = await app.as("office");
  await giveApp(lost);
  const waiting = await reset(admin, lost);
  await disable(lost);
  expect(await codeOf(decide(third, waiting.proposalId, "confirm"))).toBe("stateConflict");
  await decide(admin, waiting.proposalId, "withdraw");
  expect(await codeOf(reset(admin, lost))).toBe("stateConflict");
});

test("who is to be an admin is confirmed by a second one, from whatever role they come", async () => {
  for (const role of ["client", "internal", "office"] as const) {
    const person = await app.as(role);
    const bare = admin.client.users.setRole({ params: { id: person.id }, body: { role: "admin" } });
    expect(await codeOf(bare)).toBe("badInput");
    const { role: now, proposalId } = await give(person, "admin");
    expect([now, await roleOf(person)]).toEqual([role, role]);
    expect(await codeOf(decide(admin, proposalId, "confirm"))).toBe("fourEyes");
    await decide(third, proposalId, "confirm");
    expect(await roleOf(person)).toBe("admin");
  }
});

test("an admin whose role was taken gets it back by two, and a lower one by one", async () => {
  const person = await app.as("admin");
  expect(await give(person, "office")).toEqual({ role: "office", proposalId: null });
  const { proposalId } = await give(person, "admin");
  expect(proposalId).not.toBeNull();
  expect(await codeOf(give(person, "internal")), "while it waits, the role has no second way").toBe("proposalOpen");
  await decide(admin, proposalId, "withdraw");
  expect(await give(person, "internal")).toEqual({ role: "internal", proposalId: null });
});

test("where nobody could confirm it, it is refused at once", async () => {
  const lost = await app.as("admin");
  await disable(lost);
  await app.database.db
    .updateTable("app_user")
    .set({ state: "disabled" })
    .where("role", "=", "admin")
    .where("id", "<>", admin.id)
    .execute();
  expect(await codeOf(move(lost, "postKYC"))).toBe("tooFewAdmins");
  const client = await app.as("client");
  expect(await codeOf(give(client, "admin"))).toBe("tooFewAdmins");
  expect(await roleOf(client)).toBe("client");
  expect(await give(client, "office")).toEqual({ role: "office", proposalId: null });
});
