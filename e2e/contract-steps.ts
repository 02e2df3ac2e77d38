/** Contracts for tests: templates and contracts made by calls, and the steps of signing on the page. */
import { randomUUID } from "node:crypto";
import { type Page, test } from "@playwright/test";
import type { TemplateContent } from "@portico/api/contracts/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { type Person, signInAsOffice } from "./people.ts";
import { waitForCode } from "./portal.ts";

const t = textIn("en");
export const holderOf = ({ id }: Person) => ({ holderType: "user", holderId: id }) as const;
export const canvas = (page: Page) => page.locator("#file-viewer canvas");
export const office = async () => (await signInAsOffice(test.info().parallelIndex)).client.contracts;

export const english = (word: string) => ({ bg: word, en: word, pl: word });
export const fee = { id: "fee", name: english("Fee"), kind: "number", filledBy: "staff" } as const;
export const city = { id: "city", name: english("City"), kind: "text", filledBy: "client" } as const;

export const contentOf = (more: Partial<TemplateContent> = {}): TemplateContent => ({
  name: english("Advice agreement"),
  text: english("# {{contract.name}}\n\nBetween **{{firm.name}}** and {{holder.name}}.\n\n1. Advice.\n2. Its price."),
  fields: [],
  for: "user",
  counterSign: false,
  signers: "any",
  expiryDays: 14,
  reminderDays: [3],
  clientsPropose: false,
  ...more,
});

export const newType = () => `type${randomUUID().replaceAll("-", "").slice(0, 20)}`;

/** A template in use; its type. */
export async function newTemplate(more: Partial<TemplateContent> = {}): Promise<string> {
  const type = newType();
  const contracts = await office();
  const { version, edit } = await contracts.saveTemplate({
    params: { type },
    body: { content: contentOf(more), edit: null },
  });
  await contracts.useTemplate({ params: { type }, body: { version, edit } });
  return type;
}

export async function sendTo(person: Person, more: Partial<TemplateContent> = {}, data: Record<string, string> = {}) {
  const type = await newTemplate(more);
  return (await office()).save({
    params: { ...holderOf(person), type },
    body: { contract_data: data, language: "en" },
  });
}

/** The first step of the dialog: agreement and name. */
export async function agree(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t("contracts.sign.agree")).check();
  await dialog.getByLabel(t("contracts.sign.name")).fill("Test Person");
  await dialog.getByRole("button", { name: t("contracts.sign.sendCode") }).click();
}

/** The first step, and the code that is mailed for it. */
export async function requestCode(page: Page, person: Person): Promise<string> {
  const since = new Date();
  await agree(page);
  const dialog = page.getByRole("dialog");
  const code = dialog.getByLabel(t("contracts.sign.code"));
  // Who has another name is asked about it first.
  const otherName = dialog.getByRole("button", { name: t("contracts.sign.otherNameYes", { name: "Test Person" }) });
  await code.or(otherName).waitFor();
  if (await otherName.isVisible()) await otherName.click();
  await code.waitFor();
  return waitForCode(person.email, since);
}
export const signButton = (page: Page) =>
  page.getByRole("dialog").getByRole("button", { name: t("contracts.sign.action"), exact: true });
export const confirm = (page: Page, name: string) =>
  page.getByRole("dialog").getByRole("button", { name, exact: true }).click();
