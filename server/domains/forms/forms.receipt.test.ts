/** What a client holds in hand after submitting a form, and what a page learns of one that is not begun. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { renderMail } from "../../adapters/mail/render.ts";
import { createTestApp, type TestApp } from "../../testing/app.ts";
import { recordMails } from "../../testing/told.ts";
import { companyWithDraft, personWithDraft } from "./testing/filled.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const firm = { name: "Portico", supportEmail: "help@portico.example", timeZone: "Europe/Sofia", logo: null };

test("a submitted form is acknowledged by mail: what, when and by which reference, without an answer of it", async () => {
  const { client, path } = await personWithDraft(app);
  const mails = recordMails(app);
  await client.client.forms.snapshot({ params: path, body: { language: "bg" } });
  const [mail, ...more] = mails.filter(({ template }) => template === "formReceipt");
  if (mail?.template !== "formReceipt") throw new Error("no receipt");
  expect(more).toEqual([]);
  expect(mail.params).toMatchObject({ company: "", reference: `P-${client.id}-1`, byStaff: false });
  expect(mail.params.link).toMatch(/\/en\/form\/KYC$/);
  for (const language of ["bg", "en", "pl"] as const) {
    const { subject, text } = renderMail(language, mail, firm);
    expect(text).toContain(`P-${client.id}-1`);
    expect(text).toContain(mail.params.link);
    expect(text).toContain("(Europe/Sofia)");
    // The scan's number, the day of birth, the street: nothing of it travels.
    expect(`${subject} ${text}`).not.toMatch(/AA1234567|1985|Petrov(?!,)/);
  }
});

test("a company's receipt names it and says who submitted the form", async () => {
  const { creator, path } = await companyWithDraft(app);
  const office = await app.as("office");
  const mails = recordMails(app);
  await office.client.forms.snapshot({ params: path, body: {} });
  const [mail] = mails.filter(({ template }) => template === "formReceipt");
  if (mail?.template !== "formReceipt") throw new Error("no receipt");
  expect(mail.params).toMatchObject({ company: "Vitosha Consult OOD", byStaff: true });
  expect(mail.params.link).toMatch(new RegExp(`/form/KYC\\?company=${path.holderId}$`));
  expect(renderMail("en", mail, firm).text).toContain("on your behalf");
  const { form, incomplete } = await creator.client.forms.getStanding({ params: path });
  expect([form?.revision, form?.draft, incomplete]).toEqual([1, null, null]);
});

test("a page that asks for a form that is not begun is told so, and is not refused", async () => {
  const client = await app.as("client", { state: "preKYC" });
  const params = { holderType: "user" as const, holderId: client.id, type: "KYC" as const };
  expect(await client.client.forms.getStanding({ params })).toEqual({ state: "preKYC", form: null, incomplete: null });
  await client.client.forms.create({ params, body: {} });
  const begun = await client.client.forms.getStanding({ params });
  expect(begun.form?.draft?.version).toBe(1);
  expect(begun.incomplete).toEqual(expect.arrayContaining(["identity", "contact", "declarations"]));
});
