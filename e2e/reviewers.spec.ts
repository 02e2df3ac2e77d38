/** Two reviewers of one form: each sees the other's actions, one decision counts, and the other loses no typed text. */
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { fillPersonForm } from "./filled-forms.ts";
import { hydrated, watchFaults } from "./page-checks.ts";
import { newPerson, officeOf, signInAsOffice } from "./people.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");

/** A person whose form awaits its decision. */
async function submitted() {
  const person = await newPerson("Ivan Petrov");
  const form = await fillPersonForm(person);
  await person.client.forms.snapshot({ params: form, body: {} });
  return { ...form, revision: 1 };
}

test("a colleague's remarks are seen as they are made, and their decision is told in the open dialog @phone", async ({
  page,
}) => {
  const faults = watchFaults(page);
  const form = await submitted();
  const { client: colleague } = await signInAsOffice(test.info().parallelIndex);
  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
  await page.goto(
    `/en/admin/user/${form.holderId}/review?revision=1&from=${encodeURIComponent("/admin/reviews?assigned=0")}`,
  );
  await hydrated(page);
  const dialog = page.getByRole("dialog");
  const focused = page.locator(":focus");

  // Accepting, or leaving a dialog with a key, keeps the focus.
  const accept = page.getByRole("button", { name: t("admin.review.accept"), exact: true }).first();
  await accept.focus();
  await page.keyboard.press("Enter");
  await expect(focused).toHaveText(t("admin.review.accepted"));
  const remark = page.getByRole("button", { name: t("admin.review.remarkOnStep") }).first();
  await remark.focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("radio", { name: t("admin.review.for.client") })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(remark).toBeFocused();
  if (test.info().project.name === "phone")
    for (const button of [remark, focused]) expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);

  await page.getByRole("button", { name: t("admin.review.action.return"), exact: true }).click();
  await expect(dialog.getByText(t("admin.review.explain.return", { count: 0 }))).toBeVisible();
  const words = dialog.getByLabel(t("admin.review.reason"));
  await expect(words).toBeFocused();
  await words.fill("Please send the other side of the card.");
  await colleague.forms.addRemark({
    params: form,
    body: { path: "document.documentNumber", audience: "client", text: "Not legible." },
  });
  await expect(dialog.getByText(t("admin.review.explain.return", { count: 1 }))).toBeVisible();

  await colleague.users.modifyState({
    params: { id: form.holderId },
    body: { newState: "rejected", reason: "Not a client for us", revision: 1 },
  });
  await expect(dialog.getByText(t("admin.review.decision.rejected"))).toBeVisible();
  await expect(words).toHaveValue("Please send the other side of the card.");
  await expect(dialog.getByRole("button", { name: t("admin.review.action.return"), exact: true })).toBeDisabled();
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: t("ui.typed.discard") }).click();
  await expect(dialog).toHaveCount(0);
  await expect(focused, "it is not lost").toHaveCount(1);

  // To the next waiting form, and back to the unchanged list.
  await expect(page.getByRole("link", { name: t("admin.review.next") })).toHaveAttribute("href", /review\?revision=/);
  await page
    .getByRole("link", { name: t("admin.reviews.title") })
    .first()
    .click();
  await expect(page).toHaveURL(/admin\/reviews\?assigned=0/);
  expect(faults).toEqual([]);
});
