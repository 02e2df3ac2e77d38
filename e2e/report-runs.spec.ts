/** An officer defines a run of reports, sees whom it reaches, starts and publishes it, tries a failed one again, and takes the proof. */
import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");
// A job of the queue works on each step.
test.setTimeout(180_000);

const action = (name: "publish" | "retry") => t(`admin.runs.action.${name}`);

test("a run is defined, previewed, started, looked at, published and proved; a failed one is tried again", async ({
  page,
}) => {
  const faults = watchFaults(page);
  await signInByCalls(page, { email: "office@portico.example" });
  await page.goto("/en/admin/reports");
  await hydrated(page);
  await expectAccessible(page);

  // The run of the demo has one that failed, and no other is made again.
  await page
    .getByRole("row", { name: new RegExp(t("reports.kind.management")) })
    .first()
    .click();
  await expect(page.getByRole("button", { name: action("retry") })).toBeVisible();
  await page.getByLabel(t("admin.runs.stateHead")).selectOption({ label: t("admin.runs.addressee.failed") });
  const addressees = page.getByRole("table", { name: t("admin.runs.addressees") });
  await expect(addressees.locator("tbody tr")).toHaveCount(1);
  await page.getByRole("button", { name: action("retry") }).click();
  await expect(page.getByRole("button", { name: action("retry") })).toHaveCount(0, { timeout: 40_000 });
  await expect(page.getByText(t("admin.runs.state.done"), { exact: true })).toBeVisible({ timeout: 40_000 });
  await expectAccessible(page);

  await page.goto("/en/admin/reports/new");
  await hydrated(page);
  await page.getByLabel(t("admin.runs.form.kind")).selectOption("assets");
  await page.getByLabel(t("admin.runs.form.period")).selectOption("month");
  await page.getByLabel(t("admin.runs.form.scope")).selectOption("chosen");
  for (const name of ["James Wright", "Anna Kowalska"]) {
    await page.getByRole("combobox", { name: t("admin.runs.form.add") }).fill(name);
    await page
      .getByRole("option", { name: new RegExp(name) })
      .first()
      .click();
  }
  await page.getByRole("button", { name: t("admin.runs.form.preview") }).click();
  await expect(page.getByText(t("admin.runs.preview.addressees", { count: 2 }))).toBeVisible();
  await page.getByRole("button", { name: "Anna Kowalska", exact: true }).click();
  await expect(page.getByText(t("reports.assets.instruments")).first()).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await page.getByRole("button", { name: t("admin.runs.form.start") }).click();

  await expect(page.getByText(t("admin.runs.state.awaitingLook"), { exact: true })).toBeVisible({ timeout: 40_000 });
  await page.getByRole("button", { name: action("publish") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: action("publish") })
    .click();
  await expect(page.getByText(t("admin.runs.state.done"), { exact: true })).toBeVisible({ timeout: 40_000 });
  await expect(addressees.locator("tbody").getByText(t("admin.runs.addressee.told"), { exact: true })).toHaveCount(2);

  // What was sent to one of them, and that it is unchanged.
  await addressees.locator("tbody tr").first().click();
  await expect(page.getByText(t("admin.runs.holder.stored.equal"))).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(t("admin.runs.holder.again.equal"))).toBeVisible();
  await expectAccessible(page);

  await page.goto("/en/admin/reports");
  await hydrated(page);
  const proof = page.getByRole("region", { name: t("admin.runs.proof.title") });
  await proof.getByLabel(t("admin.runs.form.period")).selectOption("month");
  const download = page.waitForEvent("download");
  await proof.getByRole("button", { name: t("admin.runs.proof.csv") }).click();
  const text = await readFile(await (await download).path(), "utf8");
  expect(text).toContain(t("admin.runs.proof.notDelivered"));
  expect(text.split("\r\n").filter((line) => line.includes(t("reports.kind.assets"))).length).toBeGreaterThanOrEqual(2);
  expect(faults).toEqual([]);
});
