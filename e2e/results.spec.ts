/** What a client earned: results of a range, a closed position and its sales by both methods. */
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");
/** Bought, sold in two sales and paid out in the demo. */
const closedName = "Nestlé S.A.";

test("results of the range name the closed position; its sales have lots and days held by one method, not by the other", async ({
  page,
}) => {
  const faults = watchFaults(page);
  await signInByCalls(page, { email: "ivan@portico.example" });
  await page.goto("/en/portfolio?part=results&range=1Y");
  await hydrated(page);
  const results = page.getByRole("table", { name: t("portfolios.page.results"), exact: true });
  await expect(results.locator("tbody tr").first()).toBeVisible();
  await expect(results.getByText(closedName)).toHaveCount(0);

  // The same range is that of all parts: the position was sold before this year's.
  await page.getByRole("button", { name: t("portfolios.range.all"), exact: true }).click();
  const closed = results.locator("tbody tr", { hasText: closedName });
  await expect(closed).toContainText(t("portfolios.results.isClosed"));
  const download = page.waitForEvent("download");
  await page
    .getByRole("button", { name: t("ui.action.exportCsv") })
    .first()
    .click();
  const text = await readFile(await (await download).path(), "utf8");
  const lines = text.trimEnd().split("\r\n");
  expect(lines.filter((line) => line.includes(closedName))).toHaveLength(1);
  expect(lines.at(-1)).toContain(t("portfolios.holdings.total"));

  await page.goto("/en/portfolio?part=sales&range=all");
  await hydrated(page);
  await expect(page.getByRole("heading", { name: t("portfolios.closed.title") })).toBeVisible();
  const position = page.getByRole("table", { name: t("portfolios.closed.title"), exact: true });
  await expect(position.locator("tbody tr", { hasText: closedName })).toHaveCount(1);
  const sales = page.getByRole("table", { name: t("portfolios.page.sales"), exact: true });
  const sold = sales.locator("tbody tr", { hasText: closedName });
  await expect(sold).toHaveCount(2);
  const held = sales.getByRole("columnheader", { name: t("portfolios.sales.held") });
  await expect(held).toBeVisible();
  const byLots = await sold.allTextContents();
  await page.getByText(t("portfolios.sales.average"), { exact: true }).click();
  await expect(page).toHaveURL(/method=average/);
  await expect(held).toHaveCount(0);
  await expect(sold).toHaveCount(2);
  expect(await sold.allTextContents()).not.toEqual(byLots);
  await expectAccessible(page);
  expect(faults).toEqual([]);
});
