/** Staff announce income by a file; the client sees it beside what the custodian announces; withdrawn, it is cancelled. */
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");
/** A day so many from now. */
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("a file is previewed with its faults, stored, seen by the client, and withdrawn", async ({ page }) => {
  const faults = watchFaults(page);
  await signInByCalls(page, { email: "office@portico.example" });
  await page.goto("/en/admin/announcements");
  await hydrated(page);
  const header = "isin;kind;ex_day;pay_day;currency;amount";
  const choose = (name: string, row: string) =>
    page
      .locator("input[type=file]")
      .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(`${header}\n${row}\n`) });
  await choose("wrong.csv", `IE00B3RBWM25;dividend;${inDays(3)};${inDays(20)};USD;0.5`);
  await expect(page.getByText(t("admin.announcements.refusal.unknownInstrument"), { exact: false })).toBeVisible();
  await page.getByRole("button", { name: t("admin.rowFiles.drop") }).click();
  await choose("dividends.csv", `US0231351067;dividend;${inDays(3)};${inDays(20)};USD;0.5`);
  await expect(page.getByRole("table", { name: t("admin.announcements.fresh") }).getByText("Amazon")).toBeVisible();
  await page.getByRole("button", { name: t("admin.announcements.store", { count: 1 }) }).click();
  const stored = page.getByRole("table", { name: t("admin.announcements.stored"), exact: true });
  const row = stored.locator("tbody tr", { hasText: "dividends.csv" });
  await expect(row).toContainText(t("admin.announcements.state.stands"));
  await expectAccessible(page);

  await signInByCalls(page, { email: "ivan@portico.example" });
  await page.goto("/en/portfolio?part=income");
  await hydrated(page);
  const expected = page.getByRole("table", { name: t("portfolios.income.expectedPayments"), exact: true });
  const amazon = expected.locator("tbody tr", { hasText: "Amazon" });
  await expect(amazon).toContainText(t("portfolios.income.state.announced"));
  // The custodian and the firm announce Apple's dividend: it counts once.
  const apple = expected.locator("tbody tr", { hasText: "Apple" });
  await expect(apple.filter({ hasText: t("portfolios.income.state.duplicate") })).toHaveCount(1);

  await signInByCalls(page, { email: "office@portico.example" });
  await page.goto("/en/admin/announcements");
  await hydrated(page);
  await row.getByRole("button", { name: /^Withdraw/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t("admin.announcements.reason")).fill("Cancelled by the company");
  await dialog.getByRole("button", { name: t("admin.announcements.withdraw") }).click();
  await expect(row).toContainText(t("admin.announcements.state.withdrawn"));
  await expect(row).toContainText("Cancelled by the company");
  expect(faults).toEqual([]);
});
