/** One identifier in forms of different holders, over HTTP: staff who review see it, clients never, whatever became of the other form. */
import type { FormData } from "@portico/api/forms/form-shapes.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { companyAnswers, egnOf, personAnswers } from "../../../demo/kyc-answers.ts";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { arrangeScans, type CompanyPath, codeOf, companyWithDraft, maria, type PersonPath } from "../testing/filled.ts";
import { indexForms } from "./blind-index.jobs.ts";
import { scheme } from "./normalised.ts";

let app: TestApp;
let reviewer: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  reviewer = await app.as("office", { name: "Boris Reviewer" });
});
afterAll(() => app.close());

interface Given {
  firstName?: string;
  lastName?: string;
  birthDate?: string;
  /** Of the personal number; another one for each test. */
  serial: number;
  card?: string;
  by?: TestUser;
}

let nextCard = 2_000_000;

/** A client whose complete form is not submitted. */
async function begun({ firstName = "Ivan", lastName = "Petrov", birthDate = "1985-03-14", serial, card, by }: Given) {
  const client = by ?? (await app.as("client", { state: "preKYC", name: `${firstName} ${lastName}` }));
  const path: PersonPath = { holderType: "user", holderId: client.id, type: "KYC" };
  const { account_email } = await client.client.forms.create({ params: path, body: {} });
  const answers = personAnswers(
    { firstName, lastName, birthDate, serial, email: account_email ?? "" },
    { scans: await arrangeScans(app, path) },
  );
  const document = { ...answers["document"], documentNumber: card ?? `BB${(nextCard += 1)}` };
  await client.client.forms.create({ params: path, body: { formData: { ...answers, document } as FormData } });
  return { client, path, answers };
}
async function submitted(given: Given) {
  const one = await begun(given);
  await one.client.client.forms.snapshot({ params: one.path, body: {} });
  return one;
}
const change = (who: TestUser, path: PersonPath | CompanyPath, step: string, answers: object) =>
  who.client.forms.create({ params: path, body: { formData: { [step]: answers } as FormData } });
const decide = (id: number, newState: "postKYC" | "returnedKYC" | "rejected") =>
  reviewer.client.users.modifyState({
    params: { id },
    body: { newState, ...(newState !== "postKYC" && { reason: "The number" }) },
  });
const read = async (path: PersonPath | CompanyPath, who = reviewer, revision = 1) =>
  (await who.client.forms.getRevision({ params: { ...path, revision } })).elsewhere;
/** The other holders, what differs there and the fields concerned. */
const found = async (path: PersonPath | CompanyPath, who = reviewer, revision = 1) =>
  (await read(path, who, revision)).found.map(({ holder, differs, isTwice, paths }) => ({
    holder: `${holder.holder_type}/${holder.holder_id}`,
    differs,
    isTwice,
    paths,
  }));
const indexed = async (path: PersonPath | CompanyPath): Promise<number[]> => {
  const { rows } = await sql<{ revision: number }>`
    select form.revision from identifier_index as entry join form_revision as form on form.id = entry.revision_id
    where entry.holder_type = ${path.holderType} and entry.holder_id = ${path.holderId} order by 1`.execute(
    app.database.db,
  );
  return rows.map(({ revision }) => revision);
};

const numberFields = ["nationalIdentifier.identifierValue", "tax.taxResidences.t1.tin"];

test("a personal number in the forms of two clients of other names stands before the reviewers of both, and of nobody else", async () => {
  const one = await submitted({ serial: 110 });
  expect(await found(one.path), "the first finds nothing").toEqual([]);
  const two = await submitted({ serial: 110, firstName: "Georgi", lastName: "Dimitrov" });
  expect(await found(two.path)).toEqual([
    { holder: `user/${one.client.id}`, differs: ["name"], isTwice: true, paths: numberFields },
  ]);
  expect((await read(two.path)).found[0]).toMatchObject({
    holder: { name: "Ivan Petrov", state: "pendingKYC" },
    revision: 1,
    kind: "person",
    name: "Ivan Petrov",
    birth_date: "1985-03-14",
  });
  expect((await found(one.path)).map(({ holder }) => holder)).toEqual([`user/${two.client.id}`]);
  const third = await submitted({ serial: 112 });
  expect(await found(third.path)).toEqual([]);
});

test("clients learn nothing of it: neither the check, nor the submission, nor staff who read their own form", async () => {
  await submitted({ serial: 114 });
  const staff = await app.as("office", { name: "Georgi Dimitrov" });
  const client = await begun({ serial: 114, firstName: "Georgi", lastName: "Dimitrov" });
  const checked = await client.client.client.forms.check({ params: client.path });
  expect([checked.faults, checked.inconsistencies]).toEqual([[], []]);
  expect(await client.client.client.forms.snapshot({ params: client.path, body: {} })).toEqual({
    revision: 1,
    state: "pendingKYC",
  });
  const mine = await client.client.client.forms.getSubmitted({ params: { ...client.path, revision: 1 } });
  expect(JSON.stringify(mine)).not.toContain("Ivan");
  // A form of staff themselves is read by the same call.
  await app.database.db.updateTable("app_user").set({ role: "office" }).where("id", "=", client.client.id).execute();
  expect((await read(client.path, staff)).found).toHaveLength(1);
  const own = await client.client.client.forms
    .getRevision({ params: { ...client.path, revision: 1 } })
    .then(({ elsewhere }) => elsewhere);
  expect(own).toEqual({ found: [], isCut: false });
});

test("who is client and representative is a hint; with another name or birth date an inconsistency", async () => {
  const own = await submitted({ serial: 116 });
  const give = async (name: string) => {
    const [firstName = "", lastName = ""] = name.split(" ");
    const { creator, path, answers } = await companyWithDraft(app);
    const formData = companyAnswers(
      {
        legalName: "Vitosha Consult OOD",
        representative: { firstName, lastName, birthDate: "1985-03-14", serial: 116, email: "i@test.example" },
        owner: maria,
      },
      { papers: await arrangeScans(app, path) },
    );
    await creator.client.forms.create({
      params: path,
      body: { formData: { ...formData, documents: answers["documents"] } as FormData },
    });
    await creator.client.forms.snapshot({ params: path, body: {} });
    return path;
  };
  const same = await give("IVAN Petrov");
  const at = ["representatives.representatives.r1.identifierValue", "ownership.owners.p1.identifierValue"];
  const mine = async (path: CompanyPath) =>
    (await found(path)).filter(({ holder }) => holder === `user/${own.client.id}`);
  expect(await mine(same)).toEqual([{ holder: `user/${own.client.id}`, differs: [], isTwice: false, paths: at }]);
  const renamed = await give("Stoyan Kolev");
  expect((await mine(renamed))[0]?.differs).toEqual(["name"]);
  expect((await read(renamed)).found[0]?.differs, "contradictions come first").not.toEqual([]);
});

test("one identity card with two personal numbers is an inconsistency, in any spelling of the card's number", async () => {
  const one = await submitted({ serial: 118, card: "AB7654321" });
  const two = await submitted({ serial: 120, card: "АВ 765-4321" });
  expect(await found(two.path)).toEqual([
    {
      holder: `user/${one.client.id}`,
      differs: ["number"],
      isTwice: true,
      paths: ["document.documentNumber"],
    },
  ]);
  const born = await submitted({ serial: 118, birthDate: "1985-03-15", card: "AB7654321" });
  const [first] = (await found(born.path)).filter(({ holder }) => holder === `user/${one.client.id}`);
  expect(first?.differs).toEqual(["birthDate", "number"]);
});

test("a company that stands in two forms is told by its register number, tax number and LEI", async () => {
  const submit = async (legalName: string, more: object = {}) => {
    const { creator, path, answers } = await companyWithDraft(app);
    await change(creator, path, "entity", { ...answers["entity"], legalName, ...more });
    await change(creator, path, "bank", { ...answers["bank"], accountHolder: legalName });
    await creator.client.forms.snapshot({ params: path, body: {} });
    return path;
  };
  const one = await submit("Rila Invest OOD");
  const ofCompany = async (path: CompanyPath) =>
    (await read(path)).found.find(({ kind, holder }) => kind === "company" && holder.holder_id === one.holderId);
  const renamed = await submit("Pirin Trade EOOD", { vatNumber: "BG299999903" });
  expect(await ofCompany(renamed)).toMatchObject({
    differs: ["name"],
    isTwice: true,
    name: "Rila Invest OOD",
    paths: ["entity.eik", "entity.companyTin", "entity.vatNumber", "entity.lei", "taxStatus.taxResidences.t1.tin"],
  });
  const again = await submit("РИЛА ИНВЕСТ ООД");
  expect(await ofCompany(again)).toMatchObject({ differs: [], isTwice: true });
});

test("what was corrected no longer counts, what was rejected still does, and a renewal counts beside what was approved", async () => {
  const wrong = await submitted({ serial: 122 });
  const right = await submitted({ serial: 122, firstName: "Georgi", lastName: "Dimitrov" });
  await decide(wrong.client.id, "returnedKYC");
  expect(await found(right.path), "returned is still claimed").toHaveLength(1);
  const egn = egnOf("1985-03-14", 124);
  await change(wrong.client, wrong.path, "nationalIdentifier", { identifierKind: "personal", identifierValue: egn });
  await change(wrong.client, wrong.path, "tax", { taxResidences: [{ id: "t1", taxCountry: "BG", tin: egn }] });
  await wrong.client.client.forms.snapshot({ params: wrong.path, body: {} });
  expect(await indexed(wrong.path)).toEqual([2]);
  expect(await found(right.path)).toEqual([]);

  await decide(wrong.client.id, "postKYC");
  const later = await submitted({ serial: 124, firstName: "Georgi", lastName: "Dimitrov" });
  expect(await found(later.path)).toHaveLength(1);
  await wrong.client.client.users.modifyState({ params: { id: wrong.client.id }, body: { newState: "pendingReKYC" } });
  const renewed = egnOf("1985-03-14", 126);
  await change(wrong.client, wrong.path, "nationalIdentifier", {
    identifierKind: "personal",
    identifierValue: renewed,
  });
  await change(wrong.client, wrong.path, "tax", { taxResidences: [{ id: "t1", taxCountry: "BG", tin: renewed }] });
  await change(wrong.client, wrong.path, "declarations", {
    terms: true,
    privacy: true,
    truth: true,
    risk: true,
    electronicSignature: true,
  });
  await wrong.client.client.forms.snapshot({ params: wrong.path, body: {} });
  expect(await indexed(wrong.path), "approved and renewed").toEqual([2, 3]);
  expect(await found(later.path)).toHaveLength(1);
  await decide(wrong.client.id, "postKYC");
  expect(await indexed(wrong.path)).toEqual([3]);
  expect(await found(later.path)).toEqual([]);

  const refused = await submitted({ serial: 128 });
  await decide(refused.client.id, "rejected");
  const back = await submitted({ serial: 128, firstName: "Georgi", lastName: "Dimitrov" });
  expect((await read(back.path)).found[0]?.holder).toMatchObject({
    holder_id: refused.client.id,
    state: "rejected",
  });
});

test("forms from before the index, and those of another key or other rules, are added once", async () => {
  const one = await submitted({ serial: 130 });
  const two = await submitted({ serial: 130, firstName: "Georgi", lastName: "Dimitrov" });
  await decide(one.client.id, "postKYC");
  await sql`delete from identifier_index where holder_id = ${one.client.id}`.execute(app.database.db);
  expect(await found(two.path)).toEqual([]);
  expect(await indexForms(app.services)).toEqual({ done: 1, failed: 0 });
  expect(await found(two.path)).toHaveLength(1);
  expect(await indexForms(app.services)).toEqual({ done: 0, failed: 0 });
  await sql`update identifier_index set scheme = ${scheme - 1}, digests = '{}'
    where holder_id = ${one.client.id}`.execute(app.database.db);
  expect(await indexForms(app.services)).toEqual({ done: 1, failed: 0 });
  expect(await found(two.path)).toHaveLength(1);
});

test("the index holds no number: its digests cannot be made without the key", async () => {
  const { path, answers } = await submitted({ serial: 132 });
  const { rows } = await sql<{ text: string }>`
    select entry::text as text from identifier_index as entry where holder_id = ${path.holderId}`.execute(
    app.database.db,
  );
  expect(rows).toHaveLength(1);
  const [number = ""] = /\d{10}/.exec(JSON.stringify(answers["nationalIdentifier"])) ?? [];
  expect(number).toHaveLength(10);
  expect(rows[0]?.text).not.toContain(number);
});

test("a colleague who may only read sees it too, and the client whose form it is does not", async () => {
  const one = await submitted({ serial: 134 });
  const two = await submitted({ serial: 134, firstName: "Georgi", lastName: "Dimitrov" });
  const internal = await app.as("internal");
  expect((await found(two.path, internal)).map(({ holder }) => holder)).toEqual([`user/${one.client.id}`]);
  expect(await codeOf(two.client.client.forms.getRevision({ params: { ...two.path, revision: 1 } }))).toBe("forbidden");
});
