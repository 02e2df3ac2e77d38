/** The staff review over HTTP: remarks, accepted steps, decisions, and several decisions at once. */
import { ApiError } from "@portico/api/errors.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import type { RevisionContent } from "../content.ts";
import { arrangeSubmission } from "../testing/submissions.ts";

let app: TestApp;
let officeA: TestUser;
let officeB: TestUser;
let admin: TestUser;
let internal: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  officeA = await app.as("office", { name: "Anna Reviewer" });
  officeB = await app.as("office", { name: "Boris Reviewer" });
  admin = await app.as("admin");
  internal = await app.as("internal");
});
afterAll(() => app.close());

/** The identity alone passes the check, so that it stays closed once it is accepted. */
const formData = {
  identity: {
    firstName: "Ivan",
    lastName: "Petrov",
    birthDate: "1985-03-14",
    birthPlace: "Sofia",
    birthCountry: "BG",
    nationalities: ["BG"],
  },
  tax: { usPerson: false },
};

/** A client whose form awaits its decision. */
async function submitted(filledBy?: number[]) {
  const client = await app.as("client", { state: "preKYC", name: "Ivan Petrov" });
  const by = filledBy?.[0] ?? client.id;
  await arrangeSubmission(
    app,
    { holderType: "user", holderId: client.id },
    { by, formData, ...(filledBy && { filledBy }) },
  );
  return { client, path: { holderType: "user" as const, holderId: client.id, type: "KYC" as const } };
}
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "done",
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  );
const auditOf = async (userId: number, action: string) =>
  (
    await app.database.db
      .selectFrom("audit_entry")
      .select(["after"])
      .where("subject_type", "=", "user")
      .where("subject_id", "=", String(userId))
      .where("action", "=", action)
      .execute()
  ).map(({ after }) => after);

test("a reviewer sees the revision beside the one before, with what the client was asked to mend", async () => {
  const { client, path } = await submitted();
  await officeA.client.forms.addRemark({
    params: { ...path, revision: 1 },
    body: { path: "identity.first", audience: "client", text: "As on the passport, please" },
  });
  await officeA.client.users.modifyState({ params: { id: client.id }, body: { newState: "returnedKYC" } });
  await arrangeSubmission(app, path, { by: client.id, formData: { ...formData, identity: { first: "Iwan" } } });
  const review = await officeB.client.forms.getRevision({ params: { ...path, revision: 2 } });
  expect(review.holder.name).toBe("Ivan Petrov");
  expect(review.current.form_data["identity"]).toEqual({ first: "Iwan" });
  expect(review.previous?.form_data).toEqual(formData);
  expect(review.previousRemarks.map(({ path, author }) => [path, author.name])).toEqual([
    ["identity.first", "Anna Reviewer"],
  ]);
  expect(review.decision).toBeNull();
  const [second, first] = await internal.client.forms.listRevisions({ params: path });
  expect(second).toMatchObject({ revision: 2, decision: null });
  expect(first).toMatchObject({ revision: 1, decision: { decision: "returned", by: { name: "Anna Reviewer" } } });
});

test("a returned form shows the client just the remarks for them, and the reviewer's words", async () => {
  const { client, path } = await submitted();
  const at = { params: { ...path, revision: 1 } };
  await officeA.client.forms.addRemark({ ...at, body: { path: "tax.residences", audience: "client", text: "Which?" } });
  await officeA.client.forms.addRemark({ ...at, body: { path: "tax", audience: "staff", text: "Looks odd" } });
  const gone = await officeA.client.forms.addRemark({ ...at, body: { path: "bank", audience: "client", text: "No" } });
  await officeA.client.forms.withdrawRemark({ params: { ...path, revision: 1, remarkId: gone.id } });
  const reviewed = await client.client.forms.get({ params: path });
  expect([reviewed.remarks, reviewed.draft, reviewed.reason]).toEqual([[], null, null]);
  await officeA.client.users.modifyState({
    params: { id: client.id },
    body: { newState: "returnedKYC", reason: "One thing only", revision: 1 },
  });
  const form = await client.client.forms.get({ params: path });
  expect(form).toMatchObject({
    state: "returnedKYC",
    revision: 1,
    reason: "One thing only",
    remarks: [{ path: "tax.residences", text: "Which?" }],
    draft: { based_on: 1, version: 1, renew: null },
    form_data: formData,
  });
});

test("steps are accepted one by one, a remark for the client takes that back, and the rest stays accepted", async () => {
  const { client, path } = await submitted();
  const at = { params: { ...path, revision: 1 } };
  await officeA.client.forms.acceptStep({ ...at, body: { step: "identity", accepted: true } });
  expect(await officeB.client.forms.acceptStep({ ...at, body: { step: "tax", accepted: true } })).toEqual({
    accepted: ["identity", "tax"],
  });
  await officeA.client.forms.addRemark({ ...at, body: { path: "tax.residences", audience: "client", text: "Which?" } });
  expect(await codeOf(officeA.client.forms.acceptStep({ ...at, body: { step: "tax", accepted: true } }))).toBe(
    "stateConflict",
  );
  expect(await codeOf(officeA.client.forms.acceptStep({ ...at, body: { step: "nothing", accepted: true } }))).toBe(
    "badInput",
  );
  await officeA.client.users.modifyState({ params: { id: client.id }, body: { newState: "returnedKYC" } });
  expect((await client.client.forms.get({ params: path })).accepted).toEqual(["identity"]);
  const late = [
    () => officeA.client.forms.acceptStep({ ...at, body: { step: "tax", accepted: true } }),
    () => officeA.client.forms.addRemark({ ...at, body: { path: "tax", audience: "client", text: "Late" } }),
  ];
  for (const call of late) expect(await codeOf(call())).toBe("stateConflict");
});

test("several steps are accepted in one step, all or none", async () => {
  const { client, path } = await submitted();
  const at = { params: { ...path, revision: 1 } };
  const accept = (steps: string[]) => officeA.client.forms.acceptSteps({ ...at, body: { steps } });
  await officeA.client.forms.addRemark({ ...at, body: { path: "tax.residences", audience: "client", text: "Which?" } });
  expect(await codeOf(accept(["identity", "tax"]))).toBe("stateConflict");
  expect(await codeOf(accept(["identity", "nothing"]))).toBe("badInput");
  const { id, accepted } = await officeA.client.forms.getRevision(at);
  expect(accepted).toEqual([]);
  expect((await accept(["identity", "knowledge", "identity"])).accepted.toSorted()).toEqual(["identity", "knowledge"]);
  const audited = await auditOf(client.id, "form.stepAccepted");
  expect(audited.map((after) => (after as { step: string }).step)).toEqual(["identity", "knowledge"]);
  // Whoever answers works on it.
  expect((await officeB.client.workClaims.list({ params: { kind: "form" } })).claims).toContainEqual(
    expect.objectContaining({ item_id: id, by: expect.objectContaining({ id: officeA.id }) as unknown }),
  );
});

test("whoever filled a form in, or submitted it, never approves it but may return it", async () => {
  const { client, path } = await submitted([officeA.id]);
  const approve = (who: TestUser) =>
    codeOf(who.client.users.modifyState({ params: { id: client.id }, body: { newState: "postKYC" } }));
  expect(await approve(officeA)).toBe("fourEyes");
  expect((await client.client.forms.get({ params: path })).state).toBe("pendingKYC");
  expect(await approve(officeB)).toBe("done");
});

test("a return without words or remarks, and a rejection without words, change nothing", async () => {
  const { client } = await submitted();
  for (const newState of ["returnedKYC", "rejected"] as const)
    expect(await codeOf(officeA.client.users.modifyState({ params: { id: client.id }, body: { newState } }))).toBe(
      "badInput",
    );
  expect((await client.client.users.getState({ params: { id: client.id } })).state).toBe("pendingKYC");
});

test("a reviewer who read an older revision decides nothing", async () => {
  const { client, path } = await submitted();
  await officeA.client.users.modifyState({
    params: { id: client.id },
    body: { newState: "returnedKYC", reason: "Again" },
  });
  await arrangeSubmission(app, path, { by: client.id, formData });
  const stale = { params: { id: client.id }, body: { newState: "postKYC" as const, revision: 1 } };
  expect(await codeOf(officeB.client.users.modifyState(stale))).toBe("stateConflict");
  expect(await codeOf(officeB.client.users.modifyState({ ...stale, body: { ...stale.body, revision: 2 } }))).toBe(
    "done",
  );
});

for (const [name, bodies] of [
  ["50 approvals", [{ newState: "postKYC" }]],
  ["50 returns", [{ newState: "returnedKYC", reason: "Mend it" }]],
  [
    "50 decisions of all kinds",
    [{ newState: "postKYC" }, { newState: "returnedKYC", reason: "Mend it" }, { newState: "rejected", reason: "No" }],
  ],
] as const)
  test(`${name} at once: one wins, the others are told, and one audit row stands`, async () => {
    const { client, path } = await submitted();
    const reviewers = [officeA, officeB, admin];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const body = bodies[index % bodies.length];
        return codeOf(
          reviewers[index % 3]?.client.users.modifyState({
            params: { id: client.id },
            body: { ...body, revision: 1 } as never,
          }) ?? Promise.reject(new Error("no reviewer")),
        );
      }),
    );
    const wins = answers.filter((answer) => answer === "done").length;
    // An admin reopens a rejected form by requesting the same state as a return.
    const reopened = (await auditOf(client.id, "holder.stateChanged")).filter(
      (after) => (after as { action: string }).action === "reopen",
    ).length;
    expect(wins).toBe(1 + reopened);
    expect(answers.filter((answer) => answer === "stateConflict")).toHaveLength(50 - wins);
    expect(await auditOf(client.id, "holder.stateChanged")).toHaveLength(wins);
    const [only] = await officeA.client.forms.listRevisions({ params: path });
    expect(only?.decision).not.toBeNull();
    const drafts = await app.database.db
      .selectFrom("form_draft")
      .select("version")
      .where("holder_id", "=", client.id)
      .execute();
    const { state } = await client.client.users.getState({ params: { id: client.id } });
    expect(drafts).toHaveLength(state === "returnedKYC" ? 1 : 0);
  });

test("the queue shows the oldest first, page by page, and forgets what was decided", async () => {
  const before = await internal.client.forms.list({ params: { type: "KYC" }, query: { show: "waiting" } });
  const ids: number[] = [];
  for (let index = 0; index < 5; index += 1) ids.push((await submitted()).client.id);
  await app.database.db.updateTable("app_user").set({ assigned_to: officeA.id }).where("id", "in", ids).execute();
  const mine = {
    params: { type: "KYC" as const },
    query: { show: "waiting" as const, assigned: officeA.id, limit: 2 },
  };
  const seen: number[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await internal.client.forms.list({
      ...mine,
      query: { ...mine.query, ...(cursor && { cursor }) },
    });
    expect(page.count).toBe(5);
    seen.push(...page.forms.map(({ holder_id }) => holder_id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toEqual(ids);
  await officeA.client.users.modifyState({ params: { id: ids[0] ?? 0 }, body: { newState: "postKYC" } });
  const after = await internal.client.forms.list({ params: { type: "KYC" }, query: { show: "waiting" } });
  expect(after.count).toBe(before.count + 4);
  // Without a filter all are listed.
  const all = await internal.client.forms.list({ params: { type: "KYC" }, query: { assigned: officeA.id } });
  expect(all.forms.map(({ holder_id }) => holder_id)).toEqual(ids.toReversed());
  expect(all.forms.at(-1)).toMatchObject({ state: "postKYC", decision: { decision: "approved" } });
});

test("nothing can change or remove a revision or a decision, not even the portal's own role", async () => {
  const { db } = app.database;
  for (const change of [
    sql`update form_revision set submitted_by = 1`,
    sql`delete from form_revision`,
    sql`truncate form_revision`,
    sql`update form_decision set decision = 'approved'`,
    sql`delete from form_decision`,
  ])
    await expect(change.execute(db)).rejects.toThrow(/permission denied/);
});

test("what lies in the database tells nothing that was typed, and opens as no other record", async () => {
  const { client } = await submitted();
  const { db } = app.database;
  const row = await db
    .selectFrom("form_revision")
    .selectAll()
    .where("holder_id", "=", client.id)
    .executeTakeFirstOrThrow();
  for (const typed of ["Ivan", "Petrov", "identity", "form_data"])
    expect(row.answers.includes(Buffer.from(typed)), typed).toBe(false);
  const other = await submitted();
  await app.database.db
    .insertInto("form_revision")
    .values({ ...row, id: undefined, holder_id: other.client.id, revision: 2 })
    .execute();
  expect(
    await codeOf(officeA.client.forms.getRevision({ params: { ...other.path, revision: 2 } })),
    "a row copied to another holder does not open",
  ).toBe("generic");
});

test("a colleague who is a client too reads of their own form no more than any client", async () => {
  const colleague = await app.as("office", { state: "preKYC", name: "Vera Office" });
  const path = { holderType: "user" as const, holderId: colleague.id, type: "KYC" as const };
  const computed: RevisionContent["computed"] = {
    nationalIdentifier: null,
    riskProfile: null,
    testScore: { right: 7, of: 8 },
    inappropriate: [{ instrument: "derivatives", lacking: ["neverTraded"] }],
    beneficialOwners: [],
  };
  await arrangeSubmission(app, path, { by: colleague.id, formData, computed });
  const at = { params: { ...path, revision: 1 } };
  for (const audience of ["client", "staff"] as const)
    await officeA.client.forms.addRemark({ ...at, body: { path: "tax", audience, text: `For ${audience}` } });
  const read = async ({ client }: TestUser) => {
    const { remarks, current } = await client.forms.getRevision(at);
    return [remarks.map(({ text }) => text), current.computed.testScore, current.computed.inappropriate];
  };
  expect(await read(officeB)).toEqual([["For client", "For staff"], computed.testScore, computed.inappropriate]);
  expect(await read(colleague)).toEqual([["For client"], null, []]);
});

test("staff's look at a submission is logged, and a stranger cannot tell that the form is there", async () => {
  const { client, path } = await submitted();
  await officeA.client.forms.getRevision({ params: { ...path, revision: 1 } });
  expect(await auditOf(client.id, "holder.accessedByStaff")).toContainEqual({ call: "forms.getRevision" });
  const stranger = await app.as("client");
  expect(await codeOf(stranger.client.forms.get({ params: path }))).toBe("notFound");
  expect(await codeOf(client.client.forms.getRevision({ params: { ...path, revision: 1 } }))).toBe("forbidden");
  expect(await codeOf(officeA.client.forms.get({ params: { ...path, type: "companyKYC" } }))).toBe("notFound");
});
