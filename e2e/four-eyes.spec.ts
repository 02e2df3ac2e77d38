/**
 * Proposals and unsaved text: no decision by a single click, no card moves under the pointer, Escape asks before
 * discarding text.
 */
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { hydrated, watchFaults } from "./page-checks.ts";
import { officeOf } from "./people.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");

test("a proposal is decided in a dialog that says what changes, and its card stays where it was", async ({ page }) => {
  const faults = watchFaults(page);
  // Their own proposal: the demo's other one is decided by another test.
  await signInByCalls(page, { email: "admin@portico.example" });
  await page.goto("/en/admin/proposals");
  await hydrated(page);
  const cards = page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { level: 2 }) });
  const own = cards.filter({ has: page.getByRole("button", { name: t("admin.proposals.withdraw") }) });
  await expect(own).toHaveCount(1);
  const count = await cards.count();
  const place = (await own.boundingBox())?.y;
  const heading = await own.getByRole("heading").innerText();
  const decide = own.getByRole("button", { name: t("admin.proposals.withdraw") });
  await decide.click();
  const dialog = page.getByRole("dialog", { name: t("admin.proposals.ask.withdraw") });
  for (const key of ["before", "after", "proposer", "reasonLabel"] as const)
    await expect(dialog.getByText(t(`admin.proposals.${key}`), { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(decide, "one click decided nothing").toBeVisible();
  await decide.click();
  await dialog.getByRole("button", { name: t("admin.proposals.withdraw") }).click();
  await expect(dialog).toHaveCount(0);
  const decided = cards.filter({ hasText: heading });
  await expect(decided.getByText(t("admin.proposals.state.withdrawn", { name: "" }).trim())).toBeVisible();
  await expect(cards).toHaveCount(count);
  expect((await decided.boundingBox())?.y).toBe(place);
  expect(faults).toEqual([]);
});

test("Escape asks before it loses what was typed in a dialog", async ({ page }) => {
  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
  await page.goto("/en/admin/reviews");
  await hydrated(page);
  await page.locator("tbody tr").first().getByRole("link").click();
  await page.getByRole("button", { name: t("admin.review.action.return"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  const reason = dialog.getByLabel(t("admin.review.reason"));
  await reason.fill("The scan of the passport is cut off.");
  await page.keyboard.press("Escape");
  await expect(dialog.getByText(t("ui.typed.title"))).toBeVisible();
  await dialog.getByRole("button", { name: t("ui.typed.keep") }).click();
  await expect(reason).toHaveValue("The scan of the passport is cut off.");
  await reason.focus();
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: t("ui.typed.discard") }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole("button", { name: t("admin.review.action.return"), exact: true }).click();
  await expect(reason).toHaveValue("");
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});
