/** Initial answers of a first draft, and the one e-mail that a form accepts. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { codeOf, companyWithDraft, personWithDraft } from "../testing/filled.ts";
import { suggestAnswers } from "./initial-answers.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

test.each([
  [
    "Анна Мария Петрова",
    { firstName: "Anna", middleName: "Maria", lastName: "Petrova", nativeName: "Анна Мария Петрова" },
  ],
  ["  Łukasz Żak ", { firstName: "Łukasz", lastName: "Żak" }],
  ["Madonna", { firstName: "Madonna" }],
  ["Ελένη Παππά", { nativeName: "Ελένη Παππά" }],
])("who registered as %s finds these names", (name, identity) => {
  expect(suggestAnswers({ name, phone: "+359888123456", email: "a@b.example" })).toEqual({
    identity,
    contact: { phone: "+359888123456", email: "a@b.example" },
  });
  expect(suggestAnswers({ name, phone: null, email: "a@b.example" })["contact"]).toEqual({ email: "a@b.example" });
});

test("another address than the account's is refused at its field, while checking and on submission", async () => {
  const { client, path } = await personWithDraft(app);
  const check = async (email: string) => {
    await client.client.forms.create({ params: path, body: { formData: { contact: { email } } } });
    return (await client.client.forms.check({ params: path })).faults;
  };
  const { account_email } = await client.client.forms.get({ params: path });
  expect(await check("else@test.example")).toEqual([{ path: "contact.email", code: "notAccountEmail" }]);
  expect(await codeOf(client.client.forms.snapshot({ params: path, body: {} }))).toBe("formIncomplete");
  expect(await check((account_email ?? "").toUpperCase())).toEqual([]);
});

test("a company's form has no account's address, and staff who fill a person's in are held to the person's", async () => {
  const company = await companyWithDraft(app);
  expect((await company.creator.client.forms.get({ params: company.path })).account_email).toBeNull();
  const { client, path } = await personWithDraft(app);
  const office = await app.as("office");
  const own = await client.client.forms.get({ params: path });
  expect((await office.client.forms.get({ params: path })).account_email).toBe(own.account_email);
});
