/** Four eyes need two active admins while on: a single one could neither confirm anything nor switch them off. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf } from "../../testing/effects.ts";

let app: TestApp;
const reason = "Agreed with the firm";
let admin: TestUser;
let second: TestUser;

const save = (who: TestUser, on: boolean) =>
  who.client.settings.save({ params: { name: "fourEyes" }, body: { data: { on }, reason } });
const setRole = (who: TestUser, { id }: TestUser, role: "client" | "admin") =>
  who.client.users.setRole({ params: { id }, body: { role, reason } });
const disable = (who: TestUser, { id }: TestUser) =>
  who.client.users.modifyState({ params: { id }, body: { newState: "disabled", reason } });
const decide = (who: TestUser, proposalId: number | null, decision: "confirm" | "withdraw") =>
  who.client.proposals.decide({ params: { proposalId: proposalId ?? 0 }, body: { decision } });
const isOn = async () => (await admin.client.settings.get({ params: { name: "fourEyes" } })).data;
const become = ({ id }: TestUser, values: { role?: string; state?: string }) =>
  app.database.db.updateTable("app_user").set(values).where("id", "=", id).execute();

beforeAll(async () => {
  app = await createTestApp();
});
beforeEach(async () => {
  await app.database.db.deleteFrom("setting").where("name", "=", "fourEyes").execute();
  await app.database.db.updateTable("app_user").set({ role: "client" }).where("role", "=", "admin").execute();
  admin = await app.as("admin");
  second = await app.as("admin");
});
afterAll(() => app.close());

test("the only active admin cannot switch four eyes on; with a second one they can", async () => {
  await become(second, { state: "disabled" });
  expect(await codeOf(save(admin, true))).toBe("tooFewAdmins");
  expect(await isOn()).toEqual({ on: false });
  expect(await auditOf(app, { type: "setting", id: "fourEyes" })).toEqual([]);
  await become(second, { state: "postKYC" });
  expect((await save(admin, true)).data).toEqual({ on: true });
});

test("a setting of another shape is refused as ever", async () => {
  const refused = admin.client.settings.save({ params: { name: "fourEyes" }, body: { data: { on: "yes" } } });
  expect(await codeOf(refused)).toBe("badInput");
});

test("of two admins neither loses role or access while four eyes are on, and both may once they are off", async () => {
  await save(admin, true);
  expect(await codeOf(setRole(admin, second, "client"))).toBe("tooFewAdmins");
  expect(await codeOf(disable(admin, second))).toBe("tooFewAdmins");
  await app.database.db.deleteFrom("setting").where("name", "=", "fourEyes").execute();
  expect(await codeOf(disable(admin, second))).toBe("done");
});

test("what was proposed while there were three is not confirmed once it would leave one", async () => {
  const third = await app.as("admin");
  await save(admin, true);
  const { proposalId: demotion } = await setRole(admin, third, "client");
  const { proposalId: disabling } = await disable(third, admin);
  expect((await decide(second, demotion, "confirm")).state).toBe("confirmed");
  // Withdrawn with its proposer's role.
  expect(await codeOf(decide(second, disabling, "confirm"))).toBe("proposalDecided");
  const fourth = await app.as("admin");
  const { proposalId: again } = await disable(fourth, admin);
  await app.database.db.updateTable("app_user").set({ role: "client" }).where("id", "=", fourth.id).execute();
  expect(await codeOf(decide(second, again, "confirm"))).toBe("tooFewAdmins");
  expect(await isOn()).toEqual({ on: true });
});

test("an admin lost by another way is replaced by the operator's command, and the firm goes on", async () => {
  await save(admin, true);
  await become(second, { state: "disabled" });
  // The state after `npm run create-admin`.
  const added = await app.as("admin");
  const client = await app.as("client");
  const { proposalId } = await setRole(admin, client, "admin");
  expect((await decide(added, proposalId, "confirm")).state).toBe("confirmed");
});

test("switched on while the second admin loses their role: never on with a single one", async () => {
  for (let round = 0; round < 8; round += 1) {
    await app.database.db.deleteFrom("setting").where("name", "=", "fourEyes").execute();
    await become(second, { role: "admin" });
    await Promise.all([codeOf(save(admin, true)), codeOf(setRole(admin, second, "client"))]);
    const { count } = await app.database.db
      .selectFrom("app_user")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("role", "=", "admin")
      .executeTakeFirstOrThrow();
    const on = ((await isOn()) as { on: boolean }).on;
    expect(on && count < 2).toBe(false);
  }
});
