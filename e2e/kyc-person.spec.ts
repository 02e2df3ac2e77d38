/** Becoming a client by hand: registration, form, return with a remark, answer, approval. Other languages: kyc-texts. */
import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { answer, fillSteps, send } from "./form-filling.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { officeOf } from "./people.ts";
import { person } from "./people-answers.ts";
import { waitForCode } from "./portal.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");
const password = "a calm harbour in winter";

async function register(page: Page): Promise<string> {
  const email = `kyc-${randomUUID()}@mail.example`;
  await page.goto(`/en/register`);
  await hydrated(page);
  await page.getByLabel(t("sessions.field.name")).fill("Ana Petrova");
  await page.getByLabel(t("sessions.field.email")).fill(email);
  await page.locator('input[type="tel"]').fill("+359 88 812 3456");
  await page.locator('input[name="password"]').fill(password);
  const since = new Date();
  await page.getByRole("button", { name: t("sessions.register.submit") }).click();
  const boxes = page.locator('input[autocomplete="one-time-code"]');
  await boxes.waitFor();
  await boxes.fill(await waitForCode(email, since));
  await page.waitForURL(`**/en/dashboard`);
  return email;
}

test("a person registers, fills the form in, answers a remark and is approved", async ({ page, browser }) => {
  test.setTimeout(360_000);
  const faults = watchFaults(page);
  const email = await register(page);
  await page
    .getByRole("link", { name: t("onboarding.alert.beginAction") })
    .first()
    .click();
  await page.waitForURL(/form\/KYC/);

  // Half now, the rest after returning: the form continues where it stopped.
  const half = person.findIndex(({ step }) => step === "contact");
  const check = { add: t("forms.list.add"), seen: () => expectAccessible(page) };
  await fillSteps(page, person.slice(0, half), check);
  await expect(page.getByText(t("forms.save.saved"), { exact: true })).toBeVisible();
  await page.reload();
  await hydrated(page);
  await fillSteps(page, person.slice(half), check);
  await expectAccessible(page);
  await send(page, t);
  await expect(page.getByText(t("forms.sent.waiting"))).toBeVisible();
  await expectAccessible(page);

  const staffPage = await (await browser.newContext()).newPage();
  const staffFaults = watchFaults(staffPage);
  await signInByCalls(staffPage, { email: officeOf(test.info().parallelIndex) });
  await staffPage.goto(`/en/admin?search=${email}`);
  await hydrated(staffPage);
  await staffPage.getByRole("link", { name: "Ana Petrova" }).click();
  await staffPage.getByRole("link", { name: t("admin.holder.openForm") }).click();
  await staffPage.waitForURL(/review/);
  await expect(staffPage.getByText("AA1234567", { exact: true })).toBeVisible();
  await expectAccessible(staffPage);
  const remark = "The number does not match the scan.";
  const field = t("forms.field.documentNumber");
  await staffPage.getByRole("button", { name: t("admin.review.remarkOn", { field }) }).click();
  await staffPage.getByRole("dialog").getByRole("textbox").fill(remark);
  await staffPage
    .getByRole("dialog")
    .getByRole("button", { name: t("admin.review.pin"), exact: true })
    .click();
  await expect(staffPage.getByText(remark)).toBeVisible();
  await staffPage.getByRole("button", { name: t("admin.review.action.return"), exact: true }).click();
  await staffPage
    .getByRole("dialog")
    .getByRole("button", { name: t("admin.review.action.return"), exact: true })
    .click();
  await expect(staffPage.getByRole("dialog")).toHaveCount(0);

  // The client's page opens at the remark without a reload.
  await expect(page.getByText(remark)).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText(t("forms.page.returned", { count: 1 }))).toBeVisible();
  // Submitting without a change first shows the unanswered remarks.
  await page.getByRole("button", { name: t("forms.page.lastLook") }).click();
  await page.getByRole("button", { name: t("forms.page.send"), exact: true }).click();
  await expect(page.getByRole("dialog").getByText(remark)).toBeVisible();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("ui.action.cancel") })
    .click();
  await page.goBack();
  await answer(page, "document.documentNumber", "AB7654321");
  await expect(page.getByText(t("forms.page.allAnswered"))).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: t("forms.page.lastLook") }).click();
  await page.getByRole("button", { name: t("forms.page.send"), exact: true }).click();
  await expect(page.getByRole("dialog").getByText(remark)).toHaveCount(0);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("ui.action.cancel") })
    .click();
  await send(page, t);

  await staffPage.reload();
  await hydrated(staffPage);
  await expect(staffPage.getByText(t("admin.review.before", { text: "AA1234567" }))).toBeVisible();
  await expect(staffPage.getByText(t("admin.review.askedBefore", { text: remark }))).toBeVisible();
  // The form's answers; those of the knowledge test are within a line of the findings.
  const lines = staffPage.locator("main dl > div:has(dt):not(dd div)");
  const all = await lines.count();
  await staffPage.getByRole("checkbox", { name: t("admin.review.onlyChanged") }).check();
  await expect(lines).toHaveCount(1);
  await staffPage.getByRole("checkbox", { name: t("admin.review.onlyChanged") }).uncheck();
  await expect(lines).toHaveCount(all);
  await staffPage.getByRole("button", { name: t("admin.review.action.approve"), exact: true }).click();
  const number = `K${Date.now() % 1e9}`;
  await staffPage.getByRole("dialog").getByRole("textbox").first().fill(number);
  await expectAccessible(staffPage);
  await staffPage
    .getByRole("dialog")
    .getByRole("button", { name: t("admin.review.action.approve"), exact: true })
    .click();
  await expect(staffPage.getByRole("dialog")).toHaveCount(0);

  await expect(page.getByText(t("forms.sent.approved"))).toBeVisible({ timeout: 15_000 });
  await expectAccessible(page);
  await page.goto(`/en/dashboard`);
  await hydrated(page);
  await expect(page.getByText(number).filter({ visible: true })).toBeVisible();
  expect([...faults, ...staffFaults]).toEqual([]);
});
