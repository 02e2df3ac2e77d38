/** After a submission, over HTTP: returns, renewals, rejections, and forms filled in by staff. */
import { ApiError } from "@portico/api/errors.ts";
import { listedStates } from "@portico/api/holder-states.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemContext } from "../../../jobs/system-context.ts";
import { inTransaction } from "../../../kernel/transaction.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { recordMails } from "../../../testing/effects.ts";
import { openRenewal } from "../review/decision.ts";
import { arrangeScans, codeOf, companyWithDraft, personWithDraft } from "../testing/filled.ts";

let app: TestApp;
let office: TestUser;
let reviewer: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Anna Office" });
  reviewer = await app.as("office", { name: "Boris Reviewer" });
});
afterAll(() => app.close());

const faultsOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => null,
    (refused: unknown) => refused,
  );
  if (!(error instanceof ApiError)) throw new Error(`Not refused: ${String(error)}`);
  return { code: error.code, faults: error.errors };
};
const approve = (id: number) => reviewer.client.users.modifyState({ params: { id }, body: { newState: "postKYC" } });

/** The filters of the staff list that find a user, who has that state in the list and in the profile. */
async function listedAs(userId: number): Promise<string[]> {
  const { listed_state } = await reviewer.client.users.get({ params: { id: userId } });
  const found: string[] = [];
  for (const state of listedStates) {
    const { users, count } = await reviewer.client.users.list({ query: { state, limit: 200 } });
    expect(count).toBe(users.length);
    const row = users.find(({ id }) => id === userId);
    if (row) {
      expect([row.listed_state, listed_state]).toEqual([state, state]);
      found.push(state);
    }
  }
  return found;
}

test("after a return only what is open can change, accepted steps stay accepted, and the reviewer sees what changed", async () => {
  const { client, path, answers } = await personWithDraft(app);
  await client.client.forms.snapshot({ params: path, body: {} });
  const first = { params: { ...path, revision: 1 } };
  for (const step of ["identity", "tax"])
    await reviewer.client.forms.acceptStep({ ...first, body: { step, accepted: true } });
  await reviewer.client.forms.addRemark({
    ...first,
    body: { path: "contact.residenceStreet", audience: "client", text: "With the number, please" },
  });
  await reviewer.client.users.modifyState({ params: { id: client.id }, body: { newState: "returnedKYC" } });
  const [notifications] = await client.client.notifications.listOfUser({ params: { id: client.id } });
  expect(notifications).toMatchObject({ type: "reject_kyc", text: "With the number, please" });
  const returned = await client.client.forms.get({ params: path });
  expect(returned).toMatchObject({
    accepted: ["identity", "tax"],
    remarks: [{ path: "contact.residenceStreet", text: "With the number, please", said: "12 Vitosha Blvd" }],
    form_data: answers,
  });
  const change = (step: string, field: string, value: string) =>
    client.client.forms.save({ params: path, body: { version: 1, changes: [{ step, field, value }] } });
  expect(await codeOf(change("identity", "firstName", "Someone"))).toBe("stateConflict");
  await change("contact", "residenceStreet", "99 Vitosha Blvd");
  expect(await client.client.forms.snapshot({ params: path, body: {} })).toMatchObject({ revision: 2 });
  const review = await reviewer.client.forms.getRevision({ params: { ...path, revision: 2 } });
  expect(review.accepted.map(({ step, by }) => [step, by.name])).toEqual([
    ["identity", "Boris Reviewer"],
    ["tax", "Boris Reviewer"],
  ]);
  expect(review.previous?.form_data["contact"]?.["residenceStreet"]).toBe("12 Vitosha Blvd");
  expect(review.current.form_data["contact"]?.["residenceStreet"]).toBe("99 Vitosha Blvd");
  expect((await approve(client.id)).state).toBe("postKYC");
});

test("a renewal opens the last answers with the declarations to be made again, and only its submission can be judged", async () => {
  const { client, path } = await personWithDraft(app);
  await client.client.forms.snapshot({ params: path, body: {} });
  await approve(client.id);
  await client.client.users.modifyState({ params: { id: client.id }, body: { newState: "pendingReKYC" } });
  const opened = await client.client.forms.get({ params: path });
  expect(opened).toMatchObject({ state: "pendingReKYC", draft: { based_on: 1 }, accepted: [], remarks: [] });
  expect(opened.form_data["declarations"]).toBeUndefined();
  expect(await codeOf(approve(client.id))).toBe("stateConflict");
  expect(await listedAs(client.id)).toEqual(["pendingReKYC"]);
  const { faults } = await faultsOf(client.client.forms.snapshot({ params: path, body: {} }));
  expect(faults.every(({ path: at }) => at.startsWith("declarations."))).toBe(true);
  await client.client.forms.save({
    params: path,
    body: {
      version: 1,
      changes: ["terms", "privacy", "truth", "risk", "electronicSignature"].map((field) => ({
        step: "declarations",
        field,
        value: true,
      })),
    },
  });
  expect(await client.client.forms.snapshot({ params: path, body: {} })).toEqual({
    revision: 2,
    state: "pendingReKYC",
  });
  expect(await codeOf(client.client.forms.create({ params: path, body: {} }))).toBe("stateConflict");
  expect(await listedAs(client.id), "waits for staff now").toEqual(["submittedReKYC"]);
  expect((await client.client.users.get({ params: { id: client.id } })).listed_state, "staff's word").toBeUndefined();
  const mails = recordMails(app);
  expect((await approve(client.id)).state).toBe("postKYC");
  expect(await listedAs(client.id)).toEqual(["postKYC"]);
  // Welcomed as a client only once: the second approval is announced as an update, on the page and by mail.
  const notifications = await client.client.notifications.listOfUser({ params: { id: client.id } });
  const approvals = notifications.filter(({ type }) => type === "approved_kyc").map(({ params }) => params);
  expect(approvals).toEqual([{ again: "yes" }, {}]);
  expect(mails).toMatchObject([{ template: "news", params: { type: "approved_kyc", again: true } }]);
});

test("an approved company goes by its approved name until its renewal under a new one is approved", async () => {
  const { creator, path, answers } = await companyWithDraft(app);
  const at = { params: { id: path.holderId } };
  const decide = (body: { newState: "postKYC" } | { newState: "returnedKYC"; reason: string }) =>
    reviewer.client.companies.modifyState({ ...at, body });
  const name = async () => (await creator.client.companies.getState(at)).name;
  const submit = async (legalName: string) => {
    const changes = [
      ...Object.entries(answers["declarations"] ?? {}).map(([field, value]) => ({
        step: "declarations",
        field,
        value,
      })),
      { step: "entity", field: "legalName", value: legalName },
      { step: "bank", field: "accountHolder", value: legalName },
    ];
    await creator.client.forms.save({ params: path, body: { version: 1, changes } });
    await creator.client.forms.snapshot({ params: path, body: {} });
  };
  await submit("Rila Consult OOD");
  await decide({ newState: "postKYC" });
  await creator.client.companies.modifyState({ ...at, body: { newState: "pendingReKYC" } });
  const listed = async () =>
    (await reviewer.client.companies.list({ query: { search: "Rila Consult" } })).companies.map(
      (row) => row.listed_state,
    );
  expect(await listed()).toEqual(["pendingReKYC"]);
  await submit("Pirin Consult OOD");
  expect(await listed()).toEqual(["submittedReKYC"]);
  expect((await reviewer.client.companies.get(at)).listed_state).toBe("submittedReKYC");
  expect((await creator.client.companies.get(at)).listed_state, "staff's word").toBeNull();
  expect(
    (await reviewer.client.companies.list({ query: { state: "submittedReKYC" } })).companies.map(({ id }) => id),
  ).toEqual([path.holderId]);
  await decide({ newState: "returnedKYC", reason: "Send the new registration, please" });
  await submit("Pirin Consult AD");
  expect(await name()).toBe("Rila Consult OOD");
  await decide({ newState: "postKYC" });
  expect(await name()).toBe("Pirin Consult AD");
});

test("a renewal of some steps leaves the others alone, and its return opens what was remarked on besides", async () => {
  const { client, path } = await personWithDraft(app);
  await client.client.forms.snapshot({ params: path, body: {} });
  await approve(client.id);
  await app.database.db.updateTable("app_user").set({ state: "pendingReKYC" }).where("id", "=", client.id).execute();
  const system = systemContext(app.services, "test");
  await inTransaction(app.database.db, (trx) => openRenewal(trx, system, path, ["document"]));
  const opened = await client.client.forms.get({ params: path });
  expect(opened.draft?.renew).toEqual(["document", "declarations"]);
  const save = (step: string, changes: Record<string, unknown>) =>
    client.client.forms.save({
      params: path,
      body: {
        version: 1,
        changes: Object.entries(changes).map(([field, value]) => ({ step, field, value: value as never })),
      },
    });
  expect(await codeOf(save("contact", { residenceCity: "Varna" }))).toBe("stateConflict");
  await save("document", { documentNumber: "BB7654321" });
  await save("declarations", { terms: true, privacy: true, truth: true, risk: true, electronicSignature: true });
  await client.client.forms.snapshot({ params: path, body: {} });
  await reviewer.client.forms.addRemark({
    params: { ...path, revision: 2 },
    body: { path: "contact.phone", audience: "client", text: "Does it still work?" },
  });
  await reviewer.client.users.modifyState({ params: { id: client.id }, body: { newState: "returnedKYC" } });
  const returned = await client.client.forms.get({ params: path });
  expect(returned.draft?.renew).toEqual(["document", "declarations", "contact"]);
  expect(await codeOf(save("contact", { phone: "+359888000111" }))).toBe("done");
  expect(await codeOf(save("bank", { iban: "x" }))).toBe("stateConflict");
});

test("whoever was rejected is told why, and finds their answers again once an admin reopens the form", async () => {
  const { client, path, answers } = await personWithDraft(app);
  await client.client.forms.snapshot({ params: path, body: {} });
  await reviewer.client.users.modifyState({
    params: { id: client.id },
    body: { newState: "rejected", reason: "Outside our market" },
  });
  const rejected = await client.client.forms.get({ params: path });
  expect(rejected).toMatchObject({ state: "rejected", draft: null, reason: "Outside our market" });
  expect(await codeOf(client.client.forms.create({ params: path, body: {} }))).toBe("stateConflict");
  const admin = await app.as("admin");
  await admin.client.users.modifyState({ params: { id: client.id }, body: { newState: "returnedKYC" } });
  expect(await client.client.forms.get({ params: path })).toMatchObject({ form_data: answers, draft: { based_on: 1 } });
  expect(await client.client.forms.snapshot({ params: path, body: {} })).toMatchObject({ revision: 2 });
});

test("what the client explains is saved with the draft, read by the reviewer, and stands in the next draft", async () => {
  const { client, path } = await personWithDraft(app, {});
  await client.client.forms.create({ params: path, body: { formData: { work: { expectedAmount: "over1000" } } } });
  const check = await client.client.forms.check({ params: path });
  expect(check.inconsistencies.map(({ code }) => code)).toContain("incomeAndAmount");
  const proof = await arrangeScans(app, path);
  await client.client.forms.create({
    params: path,
    body: { formData: { work: { fundsProof: proof as never, wealthSource: "An inheritance" } } },
  });
  const explain = (field: string, value: string) =>
    client.client.forms.save({ params: path, body: { version: 1, changes: [{ step: "lastLook", field, value }] } });
  expect(await codeOf(explain("unheard", "of"))).toBe("badInput");
  expect(await codeOf(explain("incomeAndAmount", "x".repeat(2001)))).toBe("badInput");
  await explain("incomeAndAmount", " I sell my house ");
  // No inconsistency is explained.
  await explain("horizonAndGoal", "It does");
  await client.client.forms.snapshot({ params: path, body: {} });
  const explained = async (revision: number) =>
    (await reviewer.client.forms.getRevision({ params: { ...path, revision } })).current;
  const { form_data, explanations, inconsistencies } = await explained(1);
  expect(explanations).toEqual({ incomeAndAmount: "I sell my house" });
  expect(inconsistencies).toEqual(check.inconsistencies);
  expect(form_data["lastLook"]).toBeUndefined();
  await reviewer.client.users.modifyState({
    params: { id: client.id },
    body: { newState: "returnedKYC", reason: "When?" },
  });
  const returned = await client.client.forms.get({ params: path });
  expect(returned.form_data["lastLook"]).toEqual({ incomeAndAmount: "I sell my house" });
  await client.client.forms.snapshot({ params: path, body: {} });
  expect((await explained(2)).explanations).toEqual({ incomeAndAmount: "I sell my house" });
});

test("staff fill a form in on somebody's behalf: it says so, and they never approve it", async () => {
  const { client, path } = await personWithDraft(app);
  const change = [{ step: "contact", field: "residenceCity", value: "Plovdiv" }];
  await office.client.forms.save({ params: path, body: { version: 1, changes: change } });
  await client.client.forms.snapshot({ params: path, body: {} });
  expect(
    await codeOf(office.client.users.modifyState({ params: { id: client.id }, body: { newState: "postKYC" } })),
  ).toBe("fourEyes");
  expect((await approve(client.id)).state).toBe("postKYC");
  const other = await personWithDraft(app);
  await office.client.forms.snapshot({ params: other.path, body: {} });
  const [row] = await reviewer.client.forms.listRevisions({ params: other.path });
  expect(row).toMatchObject({ by_admin: true, submitted_by: { name: "Anna Office" } });
});
