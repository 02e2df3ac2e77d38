/** A contract that the firm requires before it approves a form. */
import type { Holder } from "@portico/api/shapes.ts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { auditOf, codeOf, subjectOf } from "../../../testing/effects.ts";
import { companyOf, content, ofUser, send, signing, useTemplate } from "../../contracts/testing/contracts.ts";
import { arrangeSubmission } from "../testing/submissions.ts";

let app: TestApp;
let admin: TestUser;
let office: TestUser;
let signers: ReturnType<typeof signing>;
let type: string;
beforeAll(async () => {
  app = await createTestApp();
  admin = await app.as("admin");
  office = await app.as("office");
  signers = signing(app);
  type = await useTemplate(office, { for: "user", counterSign: true });
});
afterEach(() => require({}));
afterAll(() => app.close());

const require = (contracts: { KYC?: string; companyKYC?: string }) =>
  admin.client.settings.save({
    params: { name: "requiredContracts" },
    body: { data: { KYC: null, companyKYC: null, ...contracts } },
  });
const problemOf = (call: Promise<unknown>) => call.then(() => null).catch((error: unknown) => error);

async function applicant() {
  const client = await app.as("client", { state: "preKYC", name: "Ivan Petrov" });
  const holder = ofUser(client);
  await arrangeSubmission(app, holder, { by: client.id, formData: {} });
  return { client, holder };
}
const approve = ({ holderId }: Holder, by = office) =>
  by.client.users.modifyState({ params: { id: holderId }, body: { newState: "postKYC" } });
const review = (holder: Holder, by = office) =>
  by.client.forms.getRevision({ params: { ...holder, type: "KYC", revision: 1 } });
const standing = async (holder: Holder, by: TestUser) =>
  (await by.client.forms.getStanding({ params: { ...holder, type: "KYC" } })).contract;
const countersign = (holder: Holder, id: number) =>
  office.client.contracts.sign({ params: { ...holder, id }, body: {} });

test("a form is approved once both sides have signed the contract, and not a step before", async () => {
  await require({ KYC: type });
  const { client, holder } = await applicant();
  const seen = async () => {
    const { contract, can } = await review(holder);
    expect(await standing(holder, client)).toMatchObject({
      type,
      contract: contract?.contract && { id: expect.any(Number) as number },
    });
    return [contract?.contract?.state ?? null, contract?.contract?.signed ?? 0, can];
  };
  const missing = { review: true, accept: true, approve: false, sendContract: true };
  expect(await seen()).toEqual([null, 0, missing]);
  expect(await problemOf(approve(holder))).toMatchObject({ code: "contractMissing", status: 409, contract: type });
  const { id } = await send(office, holder, type);
  expect(await seen()).toEqual(["awaitingClient", 0, missing]);
  expect(await codeOf(approve(holder))).toBe("contractMissing");
  await signers.sign(client, holder, id);
  expect(await seen()).toEqual(["awaitingAdmin", 1, missing]);
  expect((await standing(holder, client))?.contract?.signed_by_reader).toBe(true);
  expect((await standing(holder, office))?.contract?.signed_by_reader).toBe(false);
  expect(await codeOf(approve(holder))).toBe("contractMissing");
  expect(await auditOf(app, subjectOf(holder), "holder.stateChanged")).toEqual([]);
  await countersign(holder, id);
  expect(await seen()).toEqual(["approved", 1, { ...missing, approve: true }]);
  // A later one that ended takes nothing back.
  await office.client.contracts.withdraw({ params: { id: (await send(office, holder, type)).id }, body: {} });
  expect(await codeOf(approve(holder))).toBe("done");
  expect(await auditOf(app, subjectOf(holder), "holder.stateChanged")).toMatchObject([
    { after: { state: "postKYC", requiredContract: id } },
  ]);
});

test("a contract of another template, of somebody else, or ended without success does not count", async () => {
  await require({ KYC: type });
  const { client, holder } = await applicant();
  const other = await useTemplate(office);
  const otherId = (await send(office, holder, other)).id;
  await signers.sign(client, holder, otherId);
  const rejected = await send(office, holder, type);
  await client.client.contracts.reject({ params: { ...holder, id: rejected.id }, body: { clientRejectMsg: "No" } });
  expect((await review(holder)).contract?.contract).toMatchObject({ id: rejected.id, state: "rejectedByClient" });
  const company = await companyOf(app, [client]);
  const ofCompany = await useTemplate(office, { for: "company" });
  await signers.sign(client, company, (await send(office, company, ofCompany)).id);
  expect(await codeOf(approve(holder))).toBe("contractMissing");
  // The form can be returned and rejected all the same.
  const { client: users } = office;
  const returned = users.users.modifyState({
    params: { id: holder.holderId },
    body: { newState: "returnedKYC", reason: "Mend it" },
  });
  expect(await codeOf(returned)).toBe("done");
});

test("an approval at the moment of the firm's signature or withdrawal is decided by the contract's state", async () => {
  await require({ KYC: type });
  for (const action of ["sign", "withdraw"] as const) {
    const { client, holder } = await applicant();
    const { id } = await send(office, holder, type);
    if (action === "sign") await signers.sign(client, holder, id);
    const [approved, moved] = await Promise.all([
      codeOf(approve(holder, admin)),
      codeOf(
        action === "sign" ? countersign(holder, id) : office.client.contracts.withdraw({ params: { id }, body: {} }),
      ),
    ]);
    expect(moved).toBe("done");
    expect(["done", "contractMissing"]).toContain(approved);
    if (action === "withdraw") expect(approved).toBe("contractMissing");
    const { state } = await office.client.users.getState({ params: { id: client.id } });
    expect(state).toBe(approved === "done" ? "postKYC" : "pendingKYC");
  }
});

test("the setting names a template in use, for that kind of holder, or none", async () => {
  const faultsOf = async (contracts: Parameters<typeof require>[0]) =>
    ((await problemOf(require(contracts))) as { errors?: unknown } | null)?.errors ?? null;
  expect(await faultsOf({ KYC: "nothing" })).toEqual([{ path: "data.KYC", code: "unknown" }]);
  expect(await faultsOf({ KYC: type, companyKYC: type })).toEqual([{ path: "data.companyKYC", code: "notAllowed" }]);
  await office.client.contracts.saveTemplate({
    params: { type: "draftOnly" },
    body: { content: content(), edit: null },
  });
  expect(await faultsOf({ KYC: "draftOnly" })).toEqual([{ path: "data.KYC", code: "unknown" }]);
  expect(await faultsOf({ KYC: type })).toBeNull();
  const { holder } = await applicant();
  expect((await review(holder)).contract).toMatchObject({ type, name: { en: "Brokerage agreement" }, contract: null });
  await require({});
  expect((await review(holder)).contract).toBeNull();
  expect(await codeOf(approve(holder))).toBe("done");
});

test("a template that the setting names stays in use for those holders; a new version is fine", async () => {
  const named = await useTemplate(office, { for: "user" });
  await require({ KYC: named });
  const { contracts } = office.client;
  const replace = async (kind: "user" | "company" | "both", edit: number | null) => {
    const draft = await contracts.saveTemplate({
      params: { type: named },
      body: { content: content({ for: kind }), edit },
    });
    const used = codeOf(
      contracts.useTemplate({ params: { type: named }, body: { version: draft.version, edit: draft.edit } }),
    );
    return { code: await used, ...draft };
  };
  const retire = (version: number) => codeOf(contracts.retireTemplate({ params: { type: named }, body: { version } }));
  expect(await retire(1)).toBe("inUse");
  const refused = await replace("company", null);
  expect(refused.code).toBe("inUse");
  const replaced = await replace("both", refused.edit);
  expect([replaced.code, await retire(replaced.version)]).toEqual(["done", "inUse"]);
  // Whichever comes first, no approval waits for a contract that nobody can send.
  await require({});
  const [required, retired] = await Promise.all([codeOf(require({ KYC: named })), retire(replaced.version)]);
  expect([`${required} ${retired}`]).toEqual([retired === "done" ? "badInput done" : "done inUse"]);
});
