/** Nobody approves what they contributed to: not in another capacity, and not step by step. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { codeOf, companyWithDraft, personWithDraft } from "../testing/filled.ts";

let app: TestApp;
let office: TestUser;
let reviewer: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Anna Office" });
  reviewer = await app.as("office", { name: "Boris Reviewer" });
});
afterAll(() => app.close());

test("staff who filled a company's form in while they acted for it never approve it once they no longer do", async () => {
  const { creator, path } = await companyWithDraft(app);
  const id = path.holderId;
  // As from a time when staff could act for a client.
  await app.database.db
    .insertInto("representation")
    .values({ user_id: office.id, company_id: id, capacity: "statutory" })
    .execute();
  await office.client.forms.save({
    params: path,
    body: { version: 2, changes: [{ step: "entity", field: "activity", value: "Trading in whatever is asked for." }] },
  });
  await reviewer.client.companies.editRepresentatives({ params: { id }, body: { newRepIDs: [] } });
  await creator.client.forms.snapshot({ params: path, body: {} });
  const decide = (who: TestUser) =>
    codeOf(who.client.companies.modifyState({ params: { id }, body: { newState: "postKYC" } }));
  expect(await decide(office)).toBe("fourEyes");
  expect(await decide(reviewer)).toBe("done");
});

test("who filled a form in accepts no step of it, and nobody a step of their own", async () => {
  const { client, path } = await personWithDraft(app);
  await office.client.forms.save({
    params: path,
    body: { version: 2, changes: [{ step: "work", field: "employer", value: "Somebody Else OOD" }] },
  });
  await client.client.forms.snapshot({ params: path, body: {} });
  const accept = (who: TestUser) =>
    codeOf(
      who.client.forms.acceptStep({ params: { ...path, revision: 1 }, body: { step: "identity", accepted: true } }),
    );
  const can = async (who: TestUser, form: typeof path) =>
    (await who.client.forms.getRevision({ params: { ...form, revision: 1 } })).can;
  const internal = await app.as("internal");
  expect([await can(internal, path), await can(office, path), await can(reviewer, path)]).toEqual([
    { review: false, accept: false, approve: false, sendContract: false },
    { review: true, accept: false, approve: false, sendContract: true },
    { review: true, accept: true, approve: true, sendContract: true },
  ]);
  expect(await accept(office)).toBe("fourEyes");
  expect(await accept(reviewer)).toBe("done");

  const own = await personWithDraft(app);
  await own.client.client.forms.snapshot({ params: own.path, body: {} });
  await app.database.db.updateTable("app_user").set({ role: "office" }).where("id", "=", own.client.id).execute();
  const at = { params: { ...own.path, revision: 1 } };
  expect(await codeOf(own.client.client.forms.acceptStep({ ...at, body: { step: "identity", accepted: true } }))).toBe(
    "fourEyes",
  );
  expect(await can(own.client, own.path)).toEqual({
    review: false,
    accept: false,
    approve: false,
    sendContract: false,
  });
});

test("a form's holder is offered to fill it in while it is open, and to renew it once it is approved", async () => {
  const { client, path } = await personWithDraft(app);
  const can = async (who: TestUser) => (await who.client.forms.getStanding({ params: path })).can;
  expect([await can(client), await can(office), await can(await app.as("internal"))]).toEqual([
    { fill: true, renew: false },
    { fill: true, renew: false },
    { fill: false, renew: false },
  ]);
  await client.client.forms.snapshot({ params: path, body: {} });
  expect(await can(client)).toEqual({ fill: false, renew: false });
  await reviewer.client.users.modifyState({ params: { id: client.id }, body: { newState: "postKYC" } });
  expect([await can(client), await can(reviewer)]).toEqual([
    { fill: false, renew: true },
    { fill: false, renew: false },
  ]);
  await client.client.users.modifyState({ params: { id: client.id }, body: { newState: "pendingReKYC" } });
  expect(await can(client)).toEqual({ fill: true, renew: false });
});

test("who helped to fill in answers that a renewal keeps does not approve it either", async () => {
  const { client, path, answers } = await personWithDraft(app);
  const change = { step: "work", field: "employer", value: "Somebody Else OOD" };
  await office.client.forms.save({ params: path, body: { version: 2, changes: [change] } });
  await client.client.forms.snapshot({ params: path, body: {} });
  const approve = (who: TestUser) =>
    codeOf(who.client.users.modifyState({ params: { id: client.id }, body: { newState: "postKYC" } }));
  expect(await approve(reviewer)).toBe("done");
  await client.client.users.modifyState({ params: { id: client.id }, body: { newState: "pendingReKYC" } });
  await client.client.forms.create({ params: path, body: { formData: answers } });
  await client.client.forms.snapshot({ params: path, body: {} });
  expect(await approve(office)).toBe("fourEyes");
  expect(await approve(reviewer)).toBe("done");
});
