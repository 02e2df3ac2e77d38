/** Any files on one page: each is named; one that belongs to another page is read there. */
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { zipSync } from "fflate";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { officeOf, signInAsOffice } from "./people.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");
const csv = (name: string, text: string) => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
const rates = csv("rates.csv", "currency,date,rate,source\nNOK,2026-10-05,11.71,Any file\n");

test("files and a ZIP are named one by one; costs go on to their own page @phone", async ({ page }) => {
  const faults = watchFaults(page);
  await signInAsOffice(test.info().parallelIndex);
  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
  await page.goto("/en/admin/imports");
  await hydrated(page);
  const field = page.locator('input[type="file"]');
  const zip = zipSync({ "bank/letter.txt": Buffer.from("Dear client"), "bank/rates.csv": rates.buffer });
  await field.setInputFiles([rates, { name: "bank.zip", mimeType: "application/zip", buffer: Buffer.from(zip) }]);
  await expect(page.getByText(t("admin.imports.many.progress", { done: 2, total: 2 }))).toBeVisible();
  const read = page.getByRole("region", { name: t("admin.imports.many") });
  await expect(read.getByText(`${t("admin.imports.kind.rates")} · CSV`)).toHaveCount(2);
  await expect(read.getByText(t("admin.imports.many.nothing"))).toBeVisible();
  await expectAccessible(page);
  await read.getByRole("link", { name: "rates.csv" }).first().click();
  await expect(page.getByRole("heading", { name: "rates.csv" })).toBeVisible();

  await page.goto("/en/admin/imports");
  await hydrated(page);
  await field.setInputFiles(csv("costs.csv", "isin,from,ongoing\nUS0378331005,2026-01-01,0.2\n"));
  await page.getByRole("link", { name: t("admin.imports.elsewhere.read") }).click();
  await expect(page).toHaveURL(/\/admin\/instruments/);
  await expect(page.getByText(t("admin.funds.chooseFile"))).toBeHidden();
  expect(faults).toEqual([]);
});
