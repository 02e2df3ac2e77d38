/**
 * Both forms in Bulgarian and Polish: every step, the final check, the pages after submission, a return and the
 * approval have texts and are accessible. Filling in by hand, and everything independent of the language, is tested in
 * English (kyc-person, kyc-company).
 */
import { expect, type Page } from "@playwright/test";
import { formSteps } from "@portico/api/forms/forms.ts";
import type { Language } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { fillCompanyForm, fillPersonForm } from "./filled-forms.ts";
import { send } from "./form-filling.ts";
import { expectAccessible, expectTranslated, hydrated, watchFaults } from "./page-checks.ts";
import { newPerson, signInAsOffice } from "./people.ts";
import { sendRequired, signRequired } from "./required-contract.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

/** From the first step to the final check, through the list of steps. */
async function readThrough(page: Page, language: Language, type: "KYC" | "companyKYC"): Promise<void> {
  const steps = page.locator("main nav ol button");
  await expect(steps).toHaveCount(formSteps[type].length + 1);
  for (const step of await steps.all()) {
    await step.click();
    await expect(step).toHaveAttribute("aria-current", "step");
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
    await expectTranslated(page);
  }
  await expectAccessible(page, language);
}

for (const language of ["bg", "pl"] as const)
  for (const type of ["KYC", "companyKYC"] as const)
    test(`every step of ${type} is worded, and what follows (${language})`, async ({ page }) => {
      test.setTimeout(180_000);
      const t = textIn(language);
      const faults = watchFaults(page);
      const person = await newPerson("Ivan Petrov");
      const form = type === "KYC" ? await fillPersonForm(person) : await fillCompanyForm(person);
      await signInByCalls(page, person);
      await page.goto(`/${language}/form/KYC${type === "KYC" ? "" : `?company=${form.holderId}`}`);
      await hydrated(page);
      await readThrough(page, language, type);
      await send(page, t);
      await expect(page.getByText(t("forms.sent.waiting"))).toBeVisible();
      await expectTranslated(page);
      await expectAccessible(page, language);

      const { client } = await signInAsOffice(test.info().parallelIndex);
      const path = type === "KYC" ? "document.documentNumber" : "entity.eik";
      const remark = "AA-123";
      await client.forms.addRemark({
        params: { ...form, revision: 1 },
        body: { path, audience: "client", text: remark },
      });
      const decide = (body: { newState: "returnedKYC" | "postKYC"; revision: number; clientNumber?: string }) =>
        form.holderType === "user"
          ? client.users.modifyState({ params: { id: form.holderId }, body })
          : client.companies.modifyState({ params: { id: form.holderId }, body });
      await decide({ newState: "returnedKYC", revision: 1 });
      // The client's page opens at the remark without a reload.
      await expect(page.getByText(t("forms.page.returned", { count: 1 }))).toBeVisible({ timeout: 15_000 });
      await expectTranslated(page);
      await person.client.forms.snapshot({ params: form, body: {} });
      if (form.holderType === "company") {
        const contract = await sendRequired(client, form);
        await signRequired(client, person, form, contract);
      }
      const clientNumber = `W-${form.holderType}-${form.holderId}`;
      await decide({ newState: "postKYC", revision: 2, clientNumber });
      await expect(page.getByText(t("forms.sent.approved"))).toBeVisible({ timeout: 15_000 });
      await expectTranslated(page);
      await expectAccessible(page, language);
      expect(faults).toEqual([]);
    });
