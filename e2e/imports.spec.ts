/** Importing a file without its start: refused with line and reason, corrected by an opening balance, booked. */
import { randomInt } from "node:crypto";
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { newPerson, officeOf, signInAsOffice } from "./people.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");

test("staff give a refused statement its opening balance, and write what they were shown", async ({ page }) => {
  // A preview that a colleague overtook is refused and shown again.
  const faults = watchFaults(page, [/POST .*\/import\/\d+\/confirm 409/]);
  const ticker = `E2E${randomInt(1_000_000)}`;
  // A separate client: another test's booking would change the preview once more than expected.
  const office = await signInAsOffice(test.info().parallelIndex);
  const { id } = await newPerson();
  const account = `E2E-${id}`;
  await office.client.users.setClientNumber({ params: { id }, body: { clientNumber: account } });
  const lines = [
    "account,date,kind,ticker,name,quantity,price,currency,amount,fee,id",
    `${account},2026-10-05,sell,${ticker},Half a life plc,-5,20.00,EUR,99.00,1.00,${ticker}-1`,
  ];
  const file = { name: "half.csv", mimeType: "text/csv", buffer: Buffer.from(lines.join("\n")) };
  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });

  await page.goto("/en/admin/imports");
  await hydrated(page);
  await page.locator('input[type="file"]').setInputFiles(file);
  await expect(page.getByText(t("admin.imports.refusedTitle"))).toBeVisible();
  await expect(page.getByRole("cell").filter({ hasText: "Half a life plc (5)" })).toBeVisible();
  await expectAccessible(page);

  // Typed values survive a reload; the file must be selected again.
  await page.getByLabel(t("admin.imports.openingCost")).fill("60");
  await page.reload();
  await hydrated(page);
  await expect(page.getByLabel(t("admin.imports.openingCost"))).toHaveValue("60");
  // The rows to be decided ask for it too.
  await page.locator('input[type="file"]').last().setInputFiles(file);
  const confirm = page.getByRole("main").getByRole("button", { name: t("admin.imports.confirm") });
  await expect(confirm).toBeVisible();

  // A balance that the preview does not contain is never silently ignored.
  await page.getByLabel(t("admin.imports.openingCost")).fill("61");
  await expect(page.getByText(t("admin.imports.changed"))).toBeVisible();
  await expect(confirm).toBeHidden();
  await page.getByLabel(t("admin.imports.openingCost")).fill("60");

  // A colleague books meanwhile: nothing is booked, the preview is refreshed, and only then confirmed.
  const between = `account,date,kind,currency,amount,id\n${account},2026-10-04,deposit,EUR,3,${ticker}-0\n`;
  const other = await office.client.imports.preview({
    body: { kind: "statement", fileName: "between.csv", content: between },
  });
  await office.client.imports.confirm({ params: { id: other.id }, body: {} });
  const write = async () => {
    await confirm.click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: t("admin.imports.confirm") })
      .click();
  };
  await write();
  await expect(page.getByText(t("admin.imports.shownAnew"))).toBeVisible();
  await write();
  await expect(page.getByText(t("admin.imports.state.confirmed"), { exact: true })).toBeVisible();
  await expect(confirm).toBeHidden();
  await expectAccessible(page);
  expect(faults).toEqual([]);
});
