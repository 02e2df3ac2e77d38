/** The receipt after submitting a form, and the status of a form not started. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { renderMail } from "../../../adapters/mail/render.ts";
import { firm } from "../../../adapters/mail/testing/firm.ts";
import { createTestApp, type TestApp } from "../../../testing/app.ts";
import { recordMails } from "../../../testing/effects.ts";
import { settingDefaults } from "../../settings/defaults.ts";
import { companyWithDraft, personWithDraft } from "../testing/filled.ts";
import { receiptMail } from "./receipt.mails.ts";

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

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
    const { subject, text } = renderMail(language, { template: receiptMail, params: mail.params }, firm);
    expect(text).toContain(`P-${client.id}-1`);
    expect(text).toContain(mail.params.link);
    expect(text).toContain("(Europe/Sofia)");
    // The document number, date of birth and street must not be in the mail.
    expect(`${subject} ${text}`).not.toMatch(/AA\d{7}|1985|Petrov(?!,)/);
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
  expect(renderMail("en", { template: receiptMail, params: mail.params }, firm).text).toContain("on your behalf");
  const { form, incomplete } = await creator.client.forms.getStanding({ params: path });
  expect([form?.revision, form?.draft, incomplete]).toEqual([1, null, null]);
});

test("a page that asks for a form that is not begun is told so, and is not refused", async () => {
  const client = await app.as("client", { state: "preKYC" });
  const params = { holderType: "user" as const, holderId: client.id, type: "KYC" as const };
  expect(await client.client.forms.getStanding({ params })).toEqual({
    state: "preKYC",
    form: null,
    incomplete: null,
    contract: null,
    can: { fill: true, renew: false },
  });
  await client.client.forms.create({ params, body: {} });
  const begun = await client.client.forms.getStanding({ params });
  expect(begun.form?.draft?.version).toBe(1);
  expect(begun.incomplete).toEqual(expect.arrayContaining(["identity", "contact", "declarations"]));
});

test("a client reads every version that they submitted, also while a newer one is being filled in", async () => {
  const { client, path } = await personWithDraft(app);
  const office = await app.as("office");
  const { forms } = client.client;
  expect(await forms.listSubmitted({ params: path })).toEqual([]);
  await forms.snapshot({ params: path, body: {} });
  const first = await forms.getSubmitted({ params: { ...path, revision: 1 } });
  await office.client.users.modifyState({
    params: { id: client.id },
    body: { newState: "returnedKYC", revision: 1, reason: "The street is missing." },
  });
  const { draft, form_data } = await forms.create({ params: path, body: {} });
  const changes = [{ step: "identity", field: "firstName", value: "Other" }];
  await forms.save({ params: path, body: { version: draft?.version ?? 0, changes } });
  expect(await forms.getSubmitted({ params: { ...path, revision: 1 } })).toEqual(first);
  expect(first.form_data["identity"]).toEqual(form_data["identity"]);
  expect(await forms.listSubmitted({ params: path })).toMatchObject([
    { revision: 1, submitted_at: first.submitted_at },
  ]);
  await expect(forms.getSubmitted({ params: { ...path, revision: 2 } })).rejects.toMatchObject({ code: "notFound" });
});

test("the receipt and the page name the versions of the texts and bands that were accepted, also after newer ones", async () => {
  const admin = await app.as("admin");
  const { client, path } = await personWithDraft(app);
  const mails = recordMails(app);
  await client.client.forms.snapshot({ params: path, body: {} });
  const { declarationTexts, amountBands } = settingDefaults;
  const privacy = { ...declarationTexts.privacy, en: "I have read how my personal data are processed from now on." };
  const save = (name: string, data: unknown) => admin.client.settings.save({ params: { name }, body: { data } });
  await save("declarationTexts", { ...declarationTexts, privacy });
  await save("amountBands", { ...amountBands, fundsProofFrom: 90_000 });
  const [mail] = mails.filter(({ template }) => template === "formReceipt");
  if (mail?.template !== "formReceipt") throw new Error("no receipt");
  const { agreed, settled } = await client.client.forms.get({ params: path });
  expect(agreed).toContainEqual({ name: "privacy", version: 1 });
  expect(agreed).toContainEqual({ name: "taxCertification", version: 1 });
  expect(settled.bands.version).toBe(1);
  expect(mail.params).toMatchObject({ agreed, bandsVersion: 1 });
  const texts = {
    bg: ["Обработване на лични данни (версия 1)", "Диапазони на сумите: версия 1"],
    en: ["Privacy notice (version 1)", "Bands of amounts: version 1"],
    pl: ["Przetwarzanie danych osobowych (wersja 1)", "Przedziały kwot: wersja 1"],
  };
  for (const language of ["bg", "en", "pl"] as const)
    for (const said of texts[language])
      expect(renderMail(language, { template: receiptMail, params: mail.params }, firm).text).toContain(said);
  // The next submission names the newer versions.
  const next = await personWithDraft(app);
  await next.client.client.forms.save({
    params: next.path,
    body: { version: 2, changes: [{ step: "declarations", field: "privacy", value: 2 }] },
  });
  await next.client.client.forms.snapshot({ params: next.path, body: {} });
  const later = mails.findLast(({ template }) => template === "formReceipt");
  expect(later?.params).toMatchObject({
    bandsVersion: 2,
    agreed: expect.arrayContaining([{ name: "privacy", version: 2 }]),
  });
});
