/** A client opens today's statement without a form, and subscribes; staff find the opening as the quarter's evidence. */
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");

test("a client opens today's statement and subscribes to it; staff see the opening @phone", async ({
  page,
  browser,
}) => {
  const faults = watchFaults(page);
  await signInByCalls(page, { email: "ivan@portico.example" });
  await page.goto("/en/reports");
  await hydrated(page);
  await expectAccessible(page);
  await page.getByRole("link", { name: t("reports.statement.open") }).click();
  await expect(page).toHaveURL(/\/en\/reports\/\d+/);
  await expect(page.getByRole("heading", { name: t("reports.assets.instruments") })).toBeVisible();
  await expectAccessible(page);

  await page.goto("/en/reports");
  await hydrated(page);
  const form = page.getByRole("form", { name: t("reports.regular.subscribe") });
  await form.getByLabel(t("reports.regular.frequency")).selectOption("quarter");
  await form.getByRole("button", { name: t("reports.regular.subscribe"), exact: true }).click();
  const name = `${t("reports.kind.assets")}, ${t("reports.frequency.quarter")}`;
  // The latest comes first: the project that ran before leaves one that has ended.
  const line = page.getByRole("listitem").filter({ hasText: name }).first();
  await expect(line).toBeVisible();
  await line.getByRole("button", { name: t("reports.regular.end") }).click();
  await expect(line.getByText(t("reports.regular.isEnded"), { exact: true })).toBeVisible();

  const staff = await browser.newContext();
  const theirs = await staff.newPage();
  await signInByCalls(theirs, { email: "internal@portico.example" });
  await theirs.goto("/en/admin/statement-openings?search=P100001");
  await hydrated(theirs);
  await expect(theirs.getByText("P100001")).toBeVisible();
  await expect(theirs.getByText(t("reports.openings.not"))).toBeHidden();
  await expectAccessible(theirs);
  await staff.close();
  expect(faults).toEqual([]);
});
