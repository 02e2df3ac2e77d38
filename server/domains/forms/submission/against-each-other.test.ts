/** Answers against each other and against other records, over HTTP: what is asked, what the reviewer sees, what old drafts keep. */
import { randomBytes } from "node:crypto";
import { ApiError } from "@portico/api/errors.ts";
import type { FormData } from "@portico/api/forms/form-shapes.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { arrangeScans, codeOf, companyWithDraft, type PersonPath, personWithDraft } from "../testing/filled.ts";
import { arrangeSubmission } from "../testing/submissions.ts";

let app: TestApp;
let office: TestUser;
let reviewer: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  office = await app.as("office", { name: "Anna Office" });
  reviewer = await app.as("office", { name: "Boris Reviewer" });
});
afterAll(() => app.close());

const faultsOf = async (call: Promise<unknown>): Promise<string[]> => {
  const error = await call.then(
    () => null,
    (refused: unknown) => refused,
  );
  if (!(error instanceof ApiError)) throw new Error(`Not refused: ${String(error)}`);
  return error.errors.map(({ path, code }) => `${path} ${code}`);
};
const change = (who: TestUser, path: PersonPath, step: string, answers: Record<string, unknown>) =>
  who.client.forms.create({ params: path, body: { formData: { [step]: answers } as FormData } });
const approve = (who: TestUser, id: number) =>
  who.client.users.modifyState({ params: { id }, body: { newState: "postKYC" } });

test("a citizen of the United States who says to be no US person gives what the agreement asks, before the reviewer", async () => {
  const { client, path, answers } = await personWithDraft(app);
  await change(client, path, "identity", { nationalities: ["BG", "US"] });
  await change(client, path, "contact", { phone: "+12125551234" });
  await change(client, path, "tax", {
    taxResidences: [
      { id: "t1", taxCountry: "BG", tin: answers["nationalIdentifier"]?.["identifierValue"] },
      { id: "t2", taxCountry: "US", tin: "536904399" },
    ],
  });
  expect(await faultsOf(client.client.forms.snapshot({ params: path, body: {} }))).toEqual([
    "tax.usForeignForm required",
    "tax.usOtherPassport required",
    "tax.usCitizenship required",
  ]);
  await change(client, path, "tax", {
    usForeignForm: await arrangeScans(app, path),
    usOtherPassport: await arrangeScans(app, path),
    usCitizenship: "never",
    usExplanation: "My parents were diplomats.",
  });
  await client.client.forms.snapshot({ params: path, body: {} });
  const { current } = await reviewer.client.forms.getRevision({ params: { ...path, revision: 1 } });
  expect(current.inconsistencies).toEqual([
    {
      code: "usIndicia",
      paths: ["tax.usPerson", "identity.nationalities", "tax.taxResidences.t2.taxCountry", "contact.phone"],
    },
  ]);
  expect(current.form_data["tax"]).toMatchObject({ usExplanation: "My parents were diplomats." });
});

/** A person whose form was submitted before a question was added, approved or with two steps accepted. */
async function earlier() {
  const { client, path, answers } = await personWithDraft(app);
  const { usTransfers: _, ...tax } = answers["tax"] ?? {};
  const formData = { ...answers, tax } as FormData;
  await app.database.db.deleteFrom("form_draft").where("holder_id", "=", client.id).execute();
  await arrangeSubmission(app, path, { by: client.id, formData });
  return { client, path, formData };
}

test("a form submitted before a question existed is shown and approved as it is, and its renewal asks the question", async () => {
  const { client, path, formData } = await earlier();
  const { current } = await reviewer.client.forms.getRevision({ params: { ...path, revision: 1 } });
  expect(current.form_data).toEqual(formData);
  expect((await approve(reviewer, client.id)).state).toBe("postKYC");
  await client.client.users.modifyState({ params: { id: client.id }, body: { newState: "pendingReKYC" } });
  // A renewal of the document alone, opened before the question existed.
  await app.database.db
    .updateTable("form_draft")
    .set({ renew: ["document", "declarations"] })
    .where("holder_id", "=", client.id)
    .execute();
  const opened = await client.client.forms.get({ params: path });
  expect(opened.draft?.renew).toEqual(["document", "declarations", "tax"]);
  expect(await codeOf(change(client, path, "work", { employer: "Other" }))).toBe("stateConflict");
  await change(client, path, "tax", { usTransfers: false });
  // It stays open once it was changed.
  await change(client, path, "tax", { usTransfers: true });
  expect(await faultsOf(client.client.forms.snapshot({ params: path, body: {} }))).toContain(
    "tax.usForeignForm required",
  );
  await change(client, path, "tax", { usTransfers: false });
  await change(client, path, "declarations", {
    terms: true,
    privacy: true,
    truth: true,
    risk: true,
    electronicSignature: true,
  });
  await client.client.forms.snapshot({ params: path, body: {} });
  expect((await approve(reviewer, client.id)).state).toBe("postKYC");
});

test("an accepted step that no longer passes opens again and loses its acceptance; the others keep theirs", async () => {
  const { client, path } = await earlier();
  const first = { params: { ...path, revision: 1 } };
  for (const step of ["identity", "tax"])
    await reviewer.client.forms.acceptStep({ ...first, body: { step, accepted: true } });
  await reviewer.client.users.modifyState({
    params: { id: client.id },
    body: { newState: "returnedKYC", reason: "The address" },
  });
  expect((await client.client.forms.get({ params: path })).accepted).toEqual(["identity"]);
  expect(await codeOf(change(client, path, "identity", { firstName: "Someone" }))).toBe("stateConflict");
  await change(client, path, "tax", { usTransfers: false });
  await client.client.forms.snapshot({ params: path, body: {} });
  const { accepted } = await reviewer.client.forms.getRevision({ params: { ...path, revision: 2 } });
  expect(accepted.map(({ step }) => step)).toEqual(["identity"]);
});

const found = async (who: TestUser, path: Parameters<typeof who.client.forms.check>[0]["params"]) => {
  const { inconsistencies } = await who.client.forms.check({ params: path });
  return Object.fromEntries(inconsistencies.map(({ code, paths }) => [code, paths]));
};

test("a representative who differs from the signed-in client's own approved form is said, to them and the reviewer", async () => {
  const own = await personWithDraft(app);
  await own.client.client.forms.snapshot({ params: own.path, body: {} });
  const before = await companyWithDraft(app, own.client);
  const edit = async (birthDate: string) => {
    const list = before.answers["representatives"]?.["representatives"] as Record<string, unknown>[];
    await own.client.client.forms.create({
      params: before.path,
      body: {
        formData: {
          representatives: { representatives: list.map((one) => ({ ...one, birthDate })) },
        } as unknown as FormData,
      },
    });
  };
  await edit("1985-03-15");
  const at = "representatives.representatives.r1.birthDate";
  expect((await found(own.client, before.path))["ownFormDiffers"], "not approved yet").toBeUndefined();
  await approve(reviewer, own.client.id);
  expect((await found(own.client, before.path))["ownFormDiffers"]).toContain(at);
  expect((await found(office, before.path))["ownFormDiffers"], "staff who fill in for them").toContain(at);
  await edit("1985-03-14");
  expect((await found(own.client, before.path))["ownFormDiffers"]).toBeUndefined();
});

test("identity documents are given by person, a structure chart with a company above, and the same bytes twice are said", async () => {
  const { creator, path, answers } = await companyWithDraft(app);
  const give = async (documents: Record<string, unknown>) =>
    creator.client.forms.create({ params: path, body: { formData: { documents } as FormData } });
  await give({ identityPapers: {}, structureChart: [] });
  expect(await faultsOf(creator.client.forms.snapshot({ params: path, body: {} }))).toEqual([
    "documents.identityPapers.r1 required",
    "documents.identityPapers.p2 required",
    "documents.structureChart required",
  ]);
  const file = async () => arrangeScans(app, path);
  await give({
    registerExtract: await file(),
    articles: await file(),
    ownersDeclaration: await file(),
    structureChart: await file(),
    identityPapers: { r1: await file(), p2: await file() },
  });
  expect(await found(creator, path)).toEqual({});
  const [one, other] = [await file(), await file()];
  const sha256 = randomBytes(32);
  await app.database.db
    .updateTable("stored_file")
    .set({ sha256 })
    .where(
      "id",
      "in",
      [...one, ...other].map(({ id }) => id),
    )
    .execute();
  await give({ identityPapers: { r1: one, p2: other } });
  expect(await found(creator, path)).toEqual({
    sameFile: ["documents.identityPapers.r1", "documents.identityPapers.p2"],
  });
  await creator.client.forms.snapshot({ params: path, body: {} });
  const { current } = await reviewer.client.forms.getRevision({ params: { ...path, revision: 1 } });
  expect(current.form_data["documents"]).toMatchObject({ identityPapers: { r1: one, p2: other } });
  expect(current.inconsistencies.map(({ code }) => code)).toEqual(["sameFile"]);
  // The files belong to the submission from now on.
  expect(await codeOf(creator.client.files.remove({ params: { ...path, fileId: one[0]?.id ?? 0 } }))).not.toBe("done");
  expect(answers["entity"]).toBeDefined();
});

test("identity documents that were given together stay in the draft and in the submission", async () => {
  const { creator, path } = await companyWithDraft(app);
  const together = await arrangeScans(app, path);
  await creator.client.forms.create({
    params: path,
    body: { formData: { documents: { identityDocuments: together } } as unknown as FormData },
  });
  await creator.client.forms.snapshot({ params: path, body: {} });
  const { current } = await reviewer.client.forms.getRevision({ params: { ...path, revision: 1 } });
  expect(current.form_data["documents"]?.["identityDocuments"]).toEqual(together);
});
