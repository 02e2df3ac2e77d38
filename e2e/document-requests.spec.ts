/** Many clients are asked for a document in one step; who has answered is listed, and what is open is cancelled. */
import { randomInt } from "node:crypto";
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { newPerson, officeOf, signInAsOffice } from "./people.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");

test("a group of nine is asked in one step, and the round says who has not answered", async ({ page }) => {
  test.slow();
  const faults = watchFaults(page);
  const mark = String(randomInt(1_000_000)).padStart(6, "0");
  const office = await signInAsOffice(test.info().parallelIndex);
  const group = `Renewal ${mark}`;
  for (let at = 1; at <= 9; at += 1) {
    const { id } = await newPerson(`Asked ${mark} ${at}`);
    await office.client.distributionGroups.setOfUser({ params: { id }, body: { newGroups: [group] } });
  }
  const type = (await office.client.documents.listTypes()).find(({ clientsAdd }) => clientsAdd)?.id ?? "";
  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
  await page.goto("/en/admin/document-requests");
  await hydrated(page);
  await page.getByRole("button", { name: t("admin.rounds.ask") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t("admin.rounds.whom")).selectOption("group");
  await dialog.getByLabel(t("admin.rounds.group")).selectOption(group);
  await dialog.getByLabel(t("admin.rounds.type")).selectOption(type);
  await expect(dialog.getByText(`Asked ${mark} 9`)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: t("admin.rounds.askConfirm", { count: 9 }) }).click();
  await expect(page.getByText(t("admin.rounds.asked", { count: 9 }))).toBeVisible();
  await page.getByRole("link", { name: new RegExp(group) }).click();
  await expect(page.getByRole("link", { name: `Asked ${mark} 1` })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: t("admin.rounds.cancel") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("admin.rounds.cancel") })
    .click();
  await expect(page.getByText(t("admin.rounds.cancelledCount", { count: 9 }))).toBeVisible();
  await expect(page.getByRole("button", { name: t("admin.rounds.remind") })).toHaveCount(0);
  expect(faults).toEqual([]);
});
