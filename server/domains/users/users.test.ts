/**
 * What people and staff set for a user: name, preferences, active company, data fields, role, assigned colleague,
 * client number.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, listen } from "../../testing/effects.ts";

let app: TestApp;
let office: TestUser;
let admin: TestUser;
let internal: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Olga Office" });
  admin = await app.as("admin");
  internal = await app.as("internal");
});
afterAll(() => app.close());

const at = ({ id }: TestUser) => ({ params: { id } });
const userLog = ({ id }: TestUser, action?: string) => auditOf(app, { type: "user", id }, action);

test("the name of a client who passed review needs a reason, which they are told with both names", async () => {
  const client = await app.as("client", { name: "Maria Ilieva" });
  const rename = (name: string, reason?: string) =>
    office.client.users.setName({ ...at(client), body: { name, ...(reason && { reason }) } });
  await expect(rename("Maria Petrova")).rejects.toMatchObject({
    code: "badInput",
    errors: [{ path: "reason", code: "required" }],
  });
  expect(await rename("Maria Petrova", "Marriage certificate")).toEqual({ name: "Maria Petrova", proposalId: null });
  const [news] = await client.client.notifications.listOfUser({ params: { id: client.id } });
  expect(news).toMatchObject({
    type: "name_changed",
    text: "Marriage certificate",
    params: { before: "Maria Ilieva", account: "Maria Petrova" },
  });
});

test("with four eyes on it takes two, and no second way leads past the proposal", async () => {
  const client = await app.as("client", { name: "Maria Ilieva" });
  const colleague = await app.as("office");
  const rename = (who: TestUser, name: string) =>
    who.client.users.setName({ ...at(client), body: { name, reason: "Marriage certificate" } });
  const nameNow = async () => (await client.client.users.get(at(client))).name;
  const fourEyes = (on: boolean) =>
    app.database.db
      .insertInto("setting")
      .values({ name: "fourEyes", data: JSON.stringify({ on }) })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ data: JSON.stringify({ on }) }))
      .execute();
  await fourEyes(true);
  const fresh = await app.as("client", { state: "pendingKYC", name: "Not Yet" });
  const early = await office.client.users.setName({ ...at(fresh), body: { name: "Not Yet Known" } });
  expect(early, "before review it guards nothing").toEqual({ name: "Not Yet Known", proposalId: null });
  const { name, proposalId } = await rename(office, "Maria Petrova");
  expect([name, await nameNow()]).toEqual(["Maria Ilieva", "Maria Ilieva"]);
  await fourEyes(false);
  for (const who of [office, colleague]) expect(await codeOf(rename(who, "Maria Other"))).toBe("proposalOpen");
  const decide = (who: TestUser) =>
    codeOf(who.client.proposals.decide({ params: { proposalId: proposalId ?? 0 }, body: { decision: "confirm" } }));
  expect(await decide(office)).toBe("fourEyes");
  expect(await decide(colleague)).toBe("done");
  expect(await nameNow()).toBe("Maria Petrova");
  const [news] = await client.client.notifications.listOfUser({ params: { id: client.id } });
  expect(news).toMatchObject({ type: "name_changed", text: "Marriage certificate" });
});

test("a client does not become staff: whoever is served as one is refused, whatever they are served with", async () => {
  const admin = await app.as("admin");
  const { db } = app.database;
  const give = (who: TestUser, role: "internal" | "admin") =>
    codeOf(admin.client.users.setRole({ ...at(who), body: { role, reason: "New colleague" } }));
  const numbered = await app.as("client");
  await db
    .insertInto("holder_account")
    .values({ holder_type: "user", holder_id: numbered.id, client_number: `S-${numbered.id}` })
    .execute();
  await app.as("admin");
  for (const role of ["internal", "admin"] as const) expect(await give(numbered, role)).toBe("isClient");
  const former = await app.as("client");
  await db
    .insertInto("holder_account")
    .values({ holder_type: "user", holder_id: former.id, client_number: null })
    .execute();
  expect(await give(former, "internal"), "an account without anything in it").toBe("done");
  const already = await app.as("internal");
  await db
    .insertInto("holder_account")
    .values({ holder_type: "user", holder_id: already.id, client_number: `S-${already.id}` })
    .execute();
  const raised = admin.client.users.setRole({ ...at(already), body: { role: "office", reason: "Promoted" } });
  expect(await codeOf(raised), "staff of before keep their way").toBe("done");
});

test("a person changes their own name before they are approved, office at any time; each change is logged", async () => {
  const client = await app.as("client", { state: "preKYC", name: "Iwan Petroff" });
  await client.client.users.setName({ ...at(client), body: { name: "  Ivan Petrov " } });
  expect((await client.client.users.get(at(client))).name).toBe("Ivan Petrov");
  for (const state of ["postKYC", "pendingReKYC"] as const) {
    await app.database.db.updateTable("app_user").set({ state }).where("id", "=", client.id).execute();
    expect(await codeOf(client.client.users.setName({ ...at(client), body: { name: "Other" } })), state).toBe(
      "stateConflict",
    );
  }
  await office.client.users.setName({ ...at(client), body: { name: "Ivan Petrov-Iliev", reason: "Married" } });
  expect(await codeOf(internal.client.users.setName({ ...at(client), body: { name: "Other" } }))).toBe("forbidden");
  expect(await codeOf(office.client.users.setName({ params: { id: 999_999 }, body: { name: "Nobody" } }))).toBe(
    "notFound",
  );
  expect((await userLog(client, "user.nameChanged")).map(({ before, after }) => [before, after])).toEqual([
    [{ name: "Iwan Petroff" }, { name: "Ivan Petrov" }],
    [{ name: "Ivan Petrov" }, { name: "Ivan Petrov-Iliev", reason: "Married" }],
  ]);
});

test("a rejected person corrects their name, since a wrong one may be why", async () => {
  const client = await app.as("client", { state: "rejected", name: "Iwan Petroff" });
  await client.client.users.setName({ ...at(client), body: { name: "Ivan Petrov" } });
  expect((await client.client.users.get(at(client))).name).toBe("Ivan Petrov");
});

test("a name that would reach into a mail's header or turn the writing is refused", async () => {
  const client = await app.as("client", { state: "preKYC" });
  for (const name of ["A", "  A  ", "Eve\nBcc: all@firm.example", "Ivan\u202Evortep", "x".repeat(121)])
    expect(await codeOf(client.client.users.setName({ ...at(client), body: { name } })), JSON.stringify(name)).toBe(
      "badInput",
    );
});

test("preferences are the person's own, replaced whole, and refuse what nobody offers", async () => {
  const client = await app.as("client");
  await client.client.users.setPreferences({ ...at(client), body: { newPrefs: { language: "bg", theme: "dark" } } });
  await client.client.users.setPreferences({ ...at(client), body: { newPrefs: { language: "pl" } } });
  expect((await client.client.users.get(at(client))).preferences).toEqual({ language: "pl" });
  const odd = { newPrefs: { language: "de", admin: true } as never };
  expect(await codeOf(client.client.users.setPreferences({ ...at(client), body: odd }))).toBe("badInput");
  expect(await codeOf(office.client.users.setPreferences({ ...at(client), body: { newPrefs: {} } }))).toBe("forbidden");
});

test("staff see which colleague has the client; the client does not", async () => {
  const client = await app.as("client");
  await office.client.users.assign({ ...at(client), body: { admin_id: office.id } });
  expect((await internal.client.users.get(at(client))).assigned_to).toEqual({ id: office.id, name: "Olga Office" });
  expect(await client.client.users.get(at(client))).not.toHaveProperty("assigned_to");
});

test("a client is given to a colleague, to another, to nobody; each is logged once, and a client is nobody's colleague", async () => {
  const client = await app.as("client");
  const assign = (admin_id: number | null) => office.client.users.assign({ ...at(client), body: { admin_id } });
  await assign(office.id);
  await assign(office.id);
  await assign(internal.id);
  await assign(null);
  expect((await userLog(client)).map(({ before, after }) => [before, after])).toEqual([
    [{ staffId: null }, { staffId: office.id }],
    [{ staffId: office.id }, { staffId: internal.id }],
    [{ staffId: internal.id }, { staffId: null }],
  ]);
  const disabled = await app.as("office", { state: "disabled" });
  for (const admin_id of [client.id, disabled.id, 999_999])
    await expect(assign(admin_id)).rejects.toMatchObject({
      code: "badInput",
      errors: [{ path: "admin_id", code: "unknown" }],
    });
  expect(await codeOf(office.client.users.assign({ params: { id: 999_999 }, body: { admin_id: office.id } }))).toBe(
    "notFound",
  );
});

test("50 assignments at once leave one colleague, and a log in which each takes over from the one before", async () => {
  const client = await app.as("client");
  const colleagues = [office, internal, admin];
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      office.client.users.assign({ ...at(client), body: { admin_id: colleagues[index % 3]?.id ?? null } }),
    ),
  );
  const log = (await userLog(client)) as { before: { staffId: number | null }; after: { staffId: number } }[];
  expect(log[0]?.before.staffId).toBeNull();
  for (const [index, { before }] of log.entries())
    if (index > 0) expect(before.staffId).toBe(log[index - 1]?.after.staffId);
  expect((await internal.client.users.get(at(client))).assigned_to?.id).toBe(log.at(-1)?.after.staffId);
});

test("who is no longer staff has no clients to look after: they are nobody's, to be given to somebody else", async () => {
  const leaving = await app.as("office");
  const [one, two, other] = [await app.as("client"), await app.as("client"), await app.as("client")];
  const { id: company } = await other.client.companies.create({ params: { userId: other.id }, body: {} });
  for (const client of [one, two]) await office.client.users.assign({ ...at(client), body: { admin_id: leaving.id } });
  await office.client.users.assign({ ...at(other), body: { admin_id: office.id } });
  await office.client.companies.assign({ params: { id: company }, body: { admin_id: leaving.id } });
  const heldBy = async () =>
    (await internal.client.users.list({ query: { assigned: leaving.id } })).count +
    (await internal.client.companies.list({ query: { assigned: leaving.id } })).count;
  await admin.client.users.setRole({ ...at(leaving), body: { role: "internal" } });
  expect(await heldBy(), "internal staff keep theirs").toBe(3);
  await admin.client.users.setRole({ ...at(leaving), body: { role: "client" } });
  expect(await heldBy()).toBe(0);
  expect((await internal.client.users.get(at(one))).assigned_to).toBeNull();
  expect((await internal.client.users.get(at(other))).assigned_to?.id).toBe(office.id);
  expect((await userLog(leaving, "user.roleSet")).at(-1)?.after).toEqual({
    role: "client",
    released: { users: 2, companies: 1 },
  });
});

test("the clients of a colleague who is disabled are nobody's as well", async () => {
  const [leaving, client] = [await app.as("internal"), await app.as("client")];
  await office.client.users.assign({ ...at(client), body: { admin_id: leaving.id } });
  await admin.client.users.modifyState({ ...at(leaving), body: { newState: "disabled" } });
  expect((await internal.client.users.get(at(client))).assigned_to).toBeNull();
  expect((await userLog(leaving, "holder.stateChanged")).at(-1)?.after).toMatchObject({
    state: "disabled",
    released: { users: 1, companies: 0 },
  });
});

test("an admin changes a role, which counts from the next call on and is told to open pages; nobody changes their own", async () => {
  const client = await app.as("client");
  expect(await codeOf(client.client.users.list({ query: {} }))).toBe("forbidden");
  const heard = listen(app);
  await admin.client.users.setRole({ ...at(client), body: { role: "internal" } });
  heard.stop();
  expect(heard.all).toContainEqual({ name: "rightsChanged", event: { userIds: [client.id] } });
  expect(await codeOf(client.client.users.list({ query: {} }))).toBe("done");
  await admin.client.users.setRole({ ...at(client), body: { role: "internal" } });
  expect(await userLog(client, "user.roleSet"), "the same again is no change").toHaveLength(1);
  await admin.client.users.setRole({ ...at(client), body: { role: "client" } });
  expect(await codeOf(client.client.users.list({ query: {} }))).toBe("forbidden");
  expect(await codeOf(admin.client.users.setRole({ ...at(admin), body: { role: "client" } }))).toBe("stateConflict");
  expect(await codeOf(office.client.users.setRole({ ...at(client), body: { role: "admin" } }))).toBe("forbidden");
  expect(await codeOf(admin.client.users.setRole({ params: { id: 999_999 }, body: { role: "client" } }))).toBe(
    "notFound",
  );
});

test("a client number belongs to one holder: of 20 who are given it at once one has it, and it is freed by taking it away", async () => {
  const clients = await Promise.all(Array.from({ length: 20 }, () => app.as("client")));
  const give = ({ id }: TestUser, clientNumber: string | null) =>
    office.client.users.setClientNumber({ params: { id }, body: { clientNumber } });
  const answers = await Promise.all(clients.map((client) => codeOf(give(client, "ONE"))));
  expect(answers.filter((answer) => answer === "done")).toHaveLength(1);
  expect(answers.filter((answer) => answer === "clientNumberInUse")).toHaveLength(19);
  const winner = clients[answers.indexOf("done")] as TestUser;
  const other = clients.find((client) => client !== winner) as TestUser;
  const { id: company } = await other.client.companies.create({ params: { userId: other.id }, body: {} });
  expect(
    await codeOf(office.client.companies.setClientNumber({ params: { id: company }, body: { clientNumber: "ONE" } })),
  ).toBe("clientNumberInUse");
  await give(winner, null);
  await give(other, "ONE");
  expect((await other.client.users.getState(at(other))).client_number).toBe("ONE");
  expect((await userLog(winner)).map(({ after }) => after)).toEqual([{ clientNumber: "ONE" }, { clientNumber: null }]);
  for (const clientNumber of ["", "-starts-wrong", "with space", "x".repeat(41)])
    expect(await codeOf(give(other, clientNumber)), clientNumber).toBe("badInput");
  expect(await codeOf(give({ ...other, id: 999_999 }, "X"))).toBe("notFound");
});

test("50 changes of one client's number at once: the log tells a chain, and its end is what stands", async () => {
  const client = await app.as("client");
  await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      office.client.users.setClientNumber({ ...at(client), body: { clientNumber: `RACE-${index}` } }),
    ),
  );
  const log = (await userLog(client)) as { before: { clientNumber: string | null }; after: { clientNumber: string } }[];
  expect(log).toHaveLength(50);
  expect(log[0]?.before.clientNumber).toBeNull();
  for (const [index, { before }] of log.entries())
    if (index > 0) expect(before.clientNumber).toBe(log[index - 1]?.after.clientNumber);
  expect((await client.client.users.getState(at(client))).client_number).toBe(log.at(-1)?.after.clientNumber);
});
