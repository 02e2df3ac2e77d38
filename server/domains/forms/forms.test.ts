/** Both forms over HTTP, from the first answer to approval, and concurrent actions. */
import { ApiError } from "@portico/api/errors.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { arrangeScans, auditOf, codeOf, companyWithDraft, personWithDraft } from "./testing/filled.ts";

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

test("a person answers on two devices, resumes where they stopped, submits and is approved", async () => {
  const client = await app.as("client", { state: "preKYC", name: "Ivan Petrov" });
  const path = { holderType: "user" as const, holderId: client.id, type: "KYC" as const };
  expect(await codeOf(client.client.forms.get({ params: path }))).toBe("notFound");
  const begun = await client.client.forms.create({ params: path, body: {} });
  expect(begun).toMatchObject({ revision: 0, state: "preKYC", draft: { version: 1, based_on: 0 } });
  // Data from the account is not asked again.
  const contact = { email: begun.account_email };
  expect(begun.form_data).toEqual({ identity: { firstName: "Ivan", lastName: "Petrov" }, contact });

  const phone = { version: 1, changes: [{ step: "identity", field: "firstName", value: "Ivaylo" }] };
  expect(await client.client.forms.save({ params: path, body: phone })).toMatchObject({ version: 2 });
  const office = await client.client.forms.save({
    params: path,
    body: { version: 1, changes: [{ step: "identity", field: "lastName", value: "Petrow" }], currentStep: "identity" },
  });
  expect(office).toMatchObject({
    version: 3,
    form_data: { identity: { firstName: "Ivaylo", lastName: "Petrow" }, contact },
    replaced: { identity: {} },
  });
  const again = await client.client.forms.save({
    params: path,
    body: { version: 2, changes: [{ step: "identity", field: "lastName", value: "Petrov" }] },
  });
  expect(again.replaced).toEqual({ identity: { lastName: "Petrow" } });
  const next = await client.client.forms.save({
    params: path,
    body: { version: 4, changes: [{ step: "identity", field: "lastName", value: null }], currentStep: "contact" },
  });
  expect(next.form_data).toBeUndefined();
  const resumed = await client.client.forms.get({ params: path });
  expect([resumed.form_data, resumed.draft?.current_step]).toEqual([
    { identity: { firstName: "Ivaylo" }, contact },
    "contact",
  ]);

  const { code, faults } = await faultsOf(client.client.forms.snapshot({ params: path, body: {} }));
  expect(code).toBe("formIncomplete");
  expect(faults).toContainEqual({ path: "identity.lastName", code: "required" });
  expect(faults).toContainEqual({ path: "declarations.terms", code: "required" });
  expect((await client.client.users.getState({ params: { id: client.id } })).state).toBe("preKYC");
});

test("what is submitted is frozen with all that was computed and declared, and approved by somebody else", async () => {
  const { client, path, answers } = await personWithDraft(app);
  const check = await client.client.forms.check({ params: path });
  expect(check.faults).toEqual([]);
  expect(check.computed.nationalIdentifier).toMatch(/^BG850314\d{4}$/);
  // The client does not see the score; the reviewer does.
  expect(check.computed.testScore).toBeNull();
  expect(check.computed.riskProfile?.reasons.length).toBeGreaterThan(3);
  expect(await client.client.forms.snapshot({ params: path, body: { language: "bg" } })).toEqual({
    revision: 1,
    state: "pendingKYC",
  });
  const { current, previous } = await reviewer.client.forms.getRevision({ params: { ...path, revision: 1 } });
  expect(previous).toBeNull();
  expect(current).toMatchObject({
    form_data: answers,
    computed: {
      ...check.computed,
      testScore: { right: 7, of: 8 },
      inappropriate: expect.arrayContaining([{ instrument: "derivatives", lacking: ["notFamiliar", "neverTraded"] }]),
    },
    by_admin: false,
  });
  const terms = current.declarations.find(({ textId }) => textId === "terms");
  expect(terms).toMatchObject({ language: "bg", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  expect(current.declarations.map(({ textId }) => textId)).not.toContain("marketing");
  const [entry] = (await auditOf(app, path, "form.submitted")) as { contentHash: string; revision: number }[];
  const row = await app.database.db
    .selectFrom("form_revision")
    .select(["content_hash", "expires_on"])
    .where("holder_id", "=", client.id)
    .where("holder_type", "=", "user")
    .executeTakeFirstOrThrow();
  expect(entry?.contentHash).toBe(row.content_hash.toString("hex"));
  expect(row.expires_on).toBe("2032-05-10");

  for (const call of [
    () => client.client.forms.save({ params: path, body: { version: 1, changes: [] } }),
    () => client.client.forms.create({ params: path, body: {} }),
    () => client.client.forms.snapshot({ params: path, body: {} }),
  ])
    expect(await codeOf(call())).toBe("stateConflict");
  expect((await approve(client.id)).state).toBe("postKYC");
  expect(await client.client.forms.get({ params: path })).toMatchObject({ state: "postKYC", revision: 1, draft: null });
});

test("a company is begun, owned through a holding, submitted under its legal name and approved", async () => {
  const { creator, path } = await companyWithDraft(app);
  const { faults, computed } = await creator.client.forms.check({ params: path });
  expect(faults).toEqual([]);
  expect(computed.beneficialOwners).toEqual([
    // He holds 80 % of a holding with 60 %: what it holds counts as his (AMLR, Article 54).
    { name: "Ivan Petrov", percent: "48", attributed: "60", controls: true },
    { name: "Maria Ilieva", percent: "52", attributed: "52", controls: false },
  ]);
  expect((await creator.client.forms.snapshot({ params: path, body: {} })).state).toBe("pendingKYC");
  const waiting = await reviewer.client.forms.list({ params: { type: "companyKYC" }, query: { show: "waiting" } });
  expect(waiting.forms).toContainEqual(
    expect.objectContaining({ company_id: path.holderId, holder_name: "Vitosha Consult OOD", state: "pendingKYC" }),
  );
  const { state } = await reviewer.client.companies.modifyState({
    params: { id: path.holderId },
    body: { newState: "postKYC" },
  });
  expect(state).toBe("postKYC");
  expect((await creator.client.companies.getState({ params: { id: path.holderId } })).name).toBe("Vitosha Consult OOD");
});

test("50 submissions at once: one revision, one audit row, everybody else is told", async () => {
  const { client, path } = await personWithDraft(app);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      codeOf((index % 2 === 0 ? client : office).client.forms.snapshot({ params: path, body: {} })),
    ),
  );
  expect(answers.filter((answer) => answer === "done")).toHaveLength(1);
  expect(answers.filter((answer) => answer === "stateConflict")).toHaveLength(49);
  expect(await auditOf(app, path, "form.submitted")).toHaveLength(1);
  expect(await reviewer.client.forms.listRevisions({ params: path })).toHaveLength(1);
});

test("fields saved at the very same moment from several devices: none is lost", async () => {
  const { client, path } = await personWithDraft(app);
  const fields = ["residenceStreet", "residenceCity", "residencePostcode", "mailingStreet", "mailingCity", "phone"];
  const saved = await Promise.all(
    fields.map((field) =>
      codeOf(
        client.client.forms.save({
          params: path,
          body: { version: 1, changes: [{ step: "contact", field, value: `${field} typed` }] },
        }),
      ),
    ),
  );
  expect(saved).toEqual(fields.map(() => "done"));
  const { form_data, draft } = await client.client.forms.get({ params: path });
  for (const field of fields) expect(form_data["contact"]?.[field]).toBe(`${field} typed`);
  expect(draft?.version).toBe(2 + fields.length);
});

test("a form looked at before another device changed it is not submitted unseen", async () => {
  const { client, path } = await personWithDraft(app);
  const { draft } = await client.client.forms.get({ params: path });
  await client.client.forms.save({
    params: path,
    body: { version: 1, changes: [{ step: "contact", field: "residenceCity", value: "Varna" }] },
  });
  const stale = client.client.forms.snapshot({ params: path, body: { version: draft?.version ?? 0 } });
  expect(await codeOf(stale)).toBe("stateConflict");
});

test("an unknown step or field, and a draft beyond its size, are refused by name", async () => {
  const { client, path } = await personWithDraft(app);
  const save = (step: string, field: string, value: string) =>
    faultsOf(client.client.forms.save({ params: path, body: { version: 2, changes: [{ step, field, value }] } }));
  expect(await save("nothing", "x", "y")).toEqual({ code: "badInput", faults: [{ path: "nothing", code: "unknown" }] });
  expect((await save("identity", "nothing", "y")).faults).toEqual([{ path: "identity.nothing", code: "unknown" }]);
  expect((await save("work", "fundsText", "x".repeat(300_000))).faults).toEqual([
    { path: "work.fundsText", code: "tooBig" },
  ]);
  expect(await codeOf(client.client.forms.create({ params: { ...path, type: "companyKYC" }, body: {} }))).toBe(
    "notFound",
  );
});

test("a file of somebody else, or that was refused, is told at its field; a submitted one stays", async () => {
  const { client, path, answers } = await personWithDraft(app);
  const foreign = await personWithDraft(app);
  const [scan] = await arrangeScans(app, foreign.path);
  const infected = await arrangeScans(app, path);
  await app.database.db
    .updateTable("stored_file")
    .set({ state: "refused", refused_because: "EICAR" })
    .where("id", "=", infected[0]?.id ?? 0)
    .execute();
  const attach = (value: unknown) =>
    client.client.forms.create({ params: path, body: { formData: { document: { documentScans: value as never } } } });
  for (const [value, code] of [
    [[scan], "fileGone"],
    [infected, "infected"],
    [[{ id: 1e15, name: "x", size: 1 }], "fileGone"],
  ] as const) {
    await attach(value);
    const { faults } = await faultsOf(client.client.forms.snapshot({ params: path, body: {} }));
    expect(faults).toEqual([{ path: "document.documentScans", code }]);
  }
  const own = answers["document"]?.["documentScans"];
  await attach(own);
  await client.client.forms.snapshot({ params: path, body: {} });
  const { kept_at } = await app.database.db
    .selectFrom("stored_file")
    .select("kept_at")
    .where("id", "=", (own as { id: number }[])[0]?.id ?? 0)
    .executeTakeFirstOrThrow();
  expect(kept_at).not.toBeNull();
});

test("a draft's bytes tell nothing that was typed", async () => {
  const { path } = await personWithDraft(app);
  const { answers } = await app.database.db
    .selectFrom("form_draft")
    .select("answers")
    .where("holder_id", "=", path.holderId)
    .where("holder_type", "=", "user")
    .executeTakeFirstOrThrow();
  for (const typed of ["Ivan", "Petrov", "850314", "BG80BNBG96611020345678", "identity"])
    expect(answers.includes(Buffer.from(typed)), typed).toBe(false);
});

test("a former representative finds no form, to the byte as if there were none", async () => {
  const { path } = await companyWithDraft(app);
  const former = await app.as("client");
  await app.database.db
    .insertInto("representation")
    .values({ user_id: former.id, company_id: path.holderId, valid_from: "2020-01-01", valid_to: "2020-12-31" })
    .execute();
  const ask = (id: number) =>
    app.app.inject({
      url: `/form/company/${id}/companyKYC`,
      headers: { authorization: `Bearer ${former.token}` },
    });
  const [foreign, missing] = [await ask(path.holderId), await ask(999_999)];
  expect([foreign.statusCode, foreign.body]).toEqual([missing.statusCode, missing.body]);
  expect(foreign.statusCode).toBe(404);
});

test("persons known from the user's forms are offered, each once", async () => {
  const { client } = await personWithDraft(app);
  await companyWithDraft(app, client);
  const known = await client.client.forms.getPersons({ params: { id: client.id } });
  expect(known.map(({ answers }) => answers["lastName"])).toEqual(["Petrov", "Ilieva"]);
  expect(known.find(({ answers }) => answers["lastName"] === "Petrov")?.from).toBe("Ivan Petrov");
});

test("a company that was never submitted is discarded with its draft; one that was stays", async () => {
  const { creator, path } = await companyWithDraft(app);
  await app.database.db
    .updateTable("app_user")
    .set({ last_company: path.holderId })
    .where("id", "=", creator.id)
    .execute();
  expect(await creator.client.forms.discardCompanyForm({ params: { id: creator.id } })).toEqual({ done: true });
  expect(await codeOf(creator.client.forms.discardCompanyForm({ params: { id: creator.id } }))).toBe("notFound");
  const { rows } =
    await sql`select holder_id from form_draft where holder_type = 'company' and holder_id = ${path.holderId}
      union all select holder_id from stored_file where holder_type = 'company' and holder_id = ${path.holderId}`.execute(
      app.database.db,
    );
  expect(rows).toHaveLength(0);
  const submitted = await companyWithDraft(app, creator);
  await creator.client.forms.snapshot({ params: submitted.path, body: {} });
  expect(await codeOf(creator.client.forms.discardCompanyForm({ params: { id: creator.id } }))).toBe("stateConflict");
});
