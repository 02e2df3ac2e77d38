/** A company is found and listed by its name as soon as its draft has one. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";

let app: TestApp;
let staff: TestUser;
beforeAll(async () => {
  app = await createTestApp();
  staff = await app.as("internal");
});
afterAll(() => app.close());

const found = async (search: string) =>
  (await staff.client.companies.list({ query: { search, limit: 50 } })).companies.map(({ id, name }) => ({ id, name }));

/** A company in preparation whose draft has these answers. */
async function begun(answers: Record<string, string>): Promise<{ id: number; owner: TestUser }> {
  const owner = await app.as("client");
  const { id } = await owner.client.companies.create({ params: { userId: owner.id }, body: {} });
  const params = { holderType: "company", holderId: id, type: "companyKYC" } as const;
  await owner.client.forms.create({ params, body: { formData: { entity: answers } } });
  return { id, owner };
}

test("a company in preparation is found by its name in either script, and by its register numbers", async () => {
  const { id } = await begun({ legalName: "Витоша Капитал ООД", entityCountry: "BG", eik: "175074752" });
  const one = [{ id, name: "Витоша Капитал ООД" }];
  for (const search of ["Витоша", "vitosha", "kapital vitosha", "175074752", "5074"])
    expect(await found(search), search).toEqual(one);
});

test("the name follows the draft, and a discarded company leaves nothing to find", async () => {
  const { id, owner } = await begun({ legalName: "Earlier Name Ltd" });
  const params = { holderType: "company", holderId: id, type: "companyKYC" } as const;
  const { draft } = await owner.client.forms.get({ params });
  const changes = [{ step: "entity", field: "legalName", value: "Later Name Ltd" }];
  await owner.client.forms.save({ params, body: { version: draft?.version ?? 0, changes } });
  expect(await found("earlier name")).toEqual([]);
  expect(await found("later name")).toEqual([{ id, name: "Later Name Ltd" }]);
  await owner.client.forms.discardCompanyForm({ params: { id: owner.id } });
  expect(await found("later name")).toEqual([]);
});
