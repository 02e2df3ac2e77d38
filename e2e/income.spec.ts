/** A client's income: sums that are those of the payments, filter by holding, and estimates only when asked for. */
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");

test("income by month and holding, announced payments, and estimates behind a switch", async ({ page }) => {
  const faults = watchFaults(page);
  await signInByCalls(page, { email: "ivan@portico.example" });
  await page.goto("/en/portfolio?part=income&range=3Y");
  await hydrated(page);
  const tableOf = (name: string) => page.getByRole("table", { name, exact: true });
  await expect(tableOf(t("portfolios.income.by.month")).locator("tbody tr").first()).toBeVisible();

  // The payments of one holding, and their file.
  const payments = tableOf(t("portfolios.income.payments"));
  const all = await payments.locator("tbody tr").count();
  await page.getByLabel(t("portfolios.income.holding"), { exact: true }).selectOption({ label: "Apple Inc." });
  await expect.poll(() => payments.locator("tbody tr").count()).toBeLessThan(all);
  await expect(payments.locator("tbody tr", { hasNotText: "Apple Inc." })).toHaveCount(0);

  // What is announced stands apart; nothing is estimated until it is asked for, and then it has a sum of its own.
  const expected = tableOf(t("portfolios.income.expectedPayments"));
  const estimate = expected.getByText(t("portfolios.income.state.estimated"));
  const estimatedSum = page.locator("dt", { hasText: t("portfolios.income.estimatedGross") });
  await expect(expected.getByText(t("portfolios.income.state.announced")).first()).toBeVisible();
  await expect(estimate).toHaveCount(0);
  await expect(estimatedSum).toHaveCount(0);
  const announcedSum = page
    .locator("dl div", { hasText: t("portfolios.income.announcedGross") })
    .locator("dd")
    .first();
  const before = await announcedSum.textContent();
  await page.getByRole("switch", { name: t("portfolios.income.showEstimates") }).click();
  await expect(estimate.first()).toBeVisible();
  await expect(estimatedSum).toBeVisible();
  await expect(announcedSum).toHaveText(before ?? "");
  await expect(page).toHaveURL(/estimates=on/);
  await page.reload();
  await hydrated(page);
  await expect(estimate.first()).toBeVisible();
  await expectAccessible(page);

  // Neither the filter nor the switch is printed, labels included.
  await page.emulateMedia({ media: "print" });
  await expect(expected).toBeVisible();
  await expect(page.locator("label").filter({ visible: true })).toHaveCount(0);
  expect(faults).toEqual([]);
});

test("the file of payments has the rate of each day and the entry", async ({ page }) => {
  await signInByCalls(page, { email: "ivan@portico.example" });
  await page.goto("/en/portfolio?part=income&range=all");
  await hydrated(page);
  const part = page.getByRole("table", { name: t("portfolios.income.payments"), exact: true });
  await expect(part).toBeVisible();
  const download = page.waitForEvent("download");
  await page
    .getByRole("button", { name: t("ui.action.exportCsv") })
    .nth(2)
    .click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^income-payments-.*\.csv$/);
  const [header = "", ...lines] = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(header).toContain(t("portfolios.income.rateDay"));
  expect(header).toContain(t("portfolios.file.entryId"));
  expect(lines.length).toBeGreaterThan(50);
});
