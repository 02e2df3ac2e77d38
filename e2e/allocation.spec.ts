/** The allocation: a part opens its holdings in the treemap, and the table stands beside a target fund and in a file. */
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");

test("the allocation by sector as a treemap, and by class as a table beside the target fund", async ({ page }) => {
  const faults = watchFaults(page);
  await signInByCalls(page, { email: "ivan@portico.example" });
  await page.goto("/en/portfolio?by=sector&as=treemap");
  await hydrated(page);
  const map = page.getByRole("group", { name: t("allocation.treemap") });
  const tile = map.getByRole("button", { name: new RegExp(`^${t("allocation.sector.technology")}`) });
  await tile.focus();
  await page.keyboard.press("Enter");
  const members = page.getByRole("list", {
    name: t("portfolios.allocation.membersOf", { name: t("allocation.sector.technology") }),
  });
  await expect(members.getByRole("button").first()).toBeVisible();
  await expect(map.getByRole("button", { name: new RegExp(`^${t("allocation.unknown")}`) })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole("button", { name: t("allocation.view.table"), exact: true }).click();
  await page.getByRole("button", { name: t("portfolios.allocation.class"), exact: true }).click();
  await expect(page).toHaveURL(/by=class&as=table/);
  const table = page.getByRole("table", { name: t("portfolios.allocation.title"), exact: true });
  await expect(table.getByRole("columnheader", { name: t("allocation.target") })).toBeVisible();
  const download = page.waitForEvent("download");
  await page
    .getByRole("button", { name: t("ui.action.exportCsv") })
    .first()
    .click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^allocation-class-.*\.csv$/);
  const [header = "", ...lines] = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(header).toContain(`${t("allocation.weight")}, %`);
  expect(lines.length).toBeGreaterThan(1);
  await expectAccessible(page);
  expect(faults).toEqual([]);
});
