/** A staff list: search, saved views including the search, selecting rows and assigning them to a colleague. */
import { randomInt } from "node:crypto";
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { hydrated, watchFaults } from "./page-checks.ts";
import { newPerson, officeOf } from "./people.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");

test("staff search, save the view, come back to it, choose the row and assign it @phone", async ({ page }) => {
  const faults = watchFaults(page);
  const name = `Lista ${randomInt(1_000_000_000)}`;
  const { id } = await newPerson(name);
  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
  await page.goto("/en/admin");
  await hydrated(page);

  // Typed more slowly than the search delay: neither text nor focus is lost.
  const search = page.getByRole("searchbox", { name: t("admin.clients.search") });
  await search.pressSequentially(name.slice(0, 3), { delay: 20 });
  await expect(page).toHaveURL(/search=Lis/);
  await page.keyboard.type(name.slice(3));
  await expect(search).toHaveValue(name);
  const row = page.getByRole("link", { name });
  await expect(row).toBeVisible();
  await expect(page).toHaveURL(/search=Lista/);
  // The address changes before the page does; a view is what the page shows.
  await expect(page.locator("tbody tr")).toHaveCount(1);

  await page.getByRole("button", { name: t("admin.lists.views") }).click();
  await page.getByLabel(t("admin.lists.saveAs")).fill(name);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: t("admin.lists.deleteView", { name }) })).toBeVisible();
  await page.keyboard.press("Escape");
  await search.fill("");
  await expect(page).not.toHaveURL(/search=/);
  await page.getByRole("button", { name: t("admin.lists.views") }).click();
  await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  await expect(search).toHaveValue(name);
  await expect(page.getByRole("row", { name: new RegExp(name) })).toHaveCount(1);
  await expect(page).toHaveURL(/search=Lista/);

  await page.getByRole("checkbox", { name: t("admin.lists.chooseRow", { name }) }).click();
  await expect(page).toHaveURL(/admin\?/);
  await page.getByRole("button", { name: t("admin.assign.open") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("radio").first().click();
  await dialog.getByRole("button", { name: t("admin.queue.giveConfirm", { count: 1 }) }).click();
  await expect(page.getByRole("button", { name: t("admin.queue.undo") })).toBeVisible();
  await row.click();
  await expect(page).toHaveURL(new RegExp(`admin/user/${id}/profile`));
  expect(faults).toEqual([]);
});

test("keys of any script move through a list; what is unsaved is asked about; a colleague's view is not replaced unasked", async ({
  page,
}) => {
  // A colleague's view has this name: the page asks.
  const faults = watchFaults(page, [/POST .*\/staff\/views\/\w+ 409/]);
  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
  await page.goto("/en/admin/reviews");
  await hydrated(page);
  const rows = page.locator("tbody tr");
  await expect(rows.nth(1)).toBeVisible();
  await page.keyboard.press("j");
  // The same key on a Bulgarian keyboard.
  await page.evaluate(() => dispatchEvent(new KeyboardEvent("keydown", { key: "й", code: "KeyJ" })));
  await expect(rows.nth(1).getByRole("link")).toBeFocused();
  // Back from what was opened, the keys go on from there.
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/review\?/);
  await page.goBack();
  await expect(rows.nth(1)).toBeVisible();
  await page.keyboard.press("k");
  await expect(rows.first().getByRole("link")).toBeFocused();

  const name = `View ${randomInt(1_000_000_000)}`;
  await page.goto("/en/admin/companies");
  await hydrated(page);
  await page.getByRole("button", { name: t("admin.lists.views") }).click();
  const saveAs = page.getByLabel(t("admin.lists.saveAs"));
  await saveAs.fill(name);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: t("admin.lists.deleteView", { name }) })).toBeVisible();
  await saveAs.fill(name.toUpperCase());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: t("admin.lists.replaceTitle", { name }) })).toBeVisible();
  await page.getByRole("button", { name: t("ui.action.cancel") }).click();

  const { id } = await newPerson(`Unsaved ${randomInt(1_000_000_000)}`);
  await page.goto(`/en/admin/user/${id}/profile`);
  await hydrated(page);
  await page.locator('input[name="clientName"]').fill("Somebody Else");
  await page.getByRole("link", { name: t("admin.nav.clients"), exact: true }).click();
  await expect(page.getByText(t("admin.leave.text"))).toBeVisible();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("ui.action.cancel") })
    .click();
  await expect(page.locator('input[name="clientName"]')).toHaveValue("Somebody Else");
  await page.getByRole("link", { name: t("admin.nav.clients"), exact: true }).click();
  await page.getByRole("button", { name: t("admin.leave.confirm") }).click();
  await expect(page).toHaveURL(/\/en\/admin$/);
  expect(faults.filter((fault) => !fault.includes("409"))).toEqual([]);
});
