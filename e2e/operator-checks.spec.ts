/** The operator's steps on the page of setting up: each with its state, judged anew when somebody asks. */
import { expect, test } from "@playwright/test";
import { checkIds } from "@portico/api/rules/set-up-checks.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { signInByCalls } from "./sessions.ts";

const t = textIn("en");

test("administrators see what the operator sets up, and ask again @phone", async ({ page }) => {
  const faults = watchFaults(page);
  await signInByCalls(page, { email: "admin@portico.example" });
  await page.goto("/en/admin/set-up");
  await hydrated(page);
  await expect(page.getByRole("heading", { name: t("checks.page.title") })).toBeVisible();
  for (const id of checkIds)
    await expect(page.getByRole("heading", { name: t(`checks.title.${id}`), exact: false }).last()).toBeVisible();
  // The portal of these tests is one that somebody tries.
  const backup = page.getByRole("listitem").filter({ hasText: t("checks.found.backupTrial") });
  await expect(backup).toContainText(t("checks.state.trial"));
  const asked = page.waitForResponse("**/api/ready/detail");
  await page.getByRole("button", { name: t("checks.page.again") }).click();
  expect((await asked).status()).toBe(200);
  await expectAccessible(page);
  expect(faults).toEqual([]);
});
