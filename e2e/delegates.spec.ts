/** A client lets their accountant read reports; the accountant accepts by the mail, reads, and is out when it ends. */
import { expect } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { newPerson } from "./people.ts";
import { waitForMail } from "./portal.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");

test("a client invites an accountant, who accepts by the mail and reads until the client ends it @phone", async ({
  page,
  browser,
}) => {
  const faults = watchFaults(page);
  const client = await newPerson("Clara Client");
  const accountant = await newPerson("Ada Accountant");
  const since = new Date();
  await signInByCalls(page, client);
  await page.goto("/en/access");
  await hydrated(page);
  await expect(page.getByText(t("reports.access.none"))).toBeVisible();
  await page.getByLabel(t("reports.access.email")).fill(accountant.email);
  await page.getByLabel(t("reports.access.part.reports")).check();
  await page.getByRole("button", { name: t("reports.access.send") }).click();
  await expect(page.getByText(t("reports.access.state.invited"), { exact: true })).toBeVisible();
  await expectAccessible(page);

  const { text = "" } = await waitForMail(accountant.email, since, /\/invitation#/);
  const link = /http\S+\/en\/invitation#\S+/.exec(text)?.[0] ?? "";
  const other = await browser.newContext();
  const theirs = await other.newPage();
  await signInByCalls(theirs, accountant);
  await theirs.goto(link);
  await hydrated(theirs);
  await theirs.getByRole("button", { name: t("reports.invitation.accept") }).click();
  await expect(theirs).toHaveURL(/\/shared\/user\/\d+/);
  await expect(theirs.getByText(t("reports.list.none"))).toBeVisible();
  // Nothing of a client's: no menu, no form to begin; the first page is what was shared.
  await expect(theirs.getByRole("link", { name: t("shell.account.shared") })).toBeVisible();
  await expect(theirs.getByRole("link", { name: t("shell.nav.reports"), exact: true })).toBeHidden();
  await expect(theirs.getByText(t("onboarding.alert.begin"))).toBeHidden();
  await expectAccessible(theirs);
  await theirs.goto("/en/dashboard");
  await expect(theirs).toHaveURL(/\/shared\/user\/\d+/);
  await hydrated(theirs);
  await expect(theirs.getByText(t("onboarding.alert.begin"))).toBeHidden();

  await page.reload();
  await hydrated(page);
  await page.getByRole("button", { name: `${t("reports.access.end")} Ada Accountant` }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("reports.access.end") })
    .click();
  await expect(page.getByText(t("reports.access.state.ended"), { exact: true })).toBeVisible();
  // Signed in meanwhile, and told without a reload.
  await expect(theirs.getByText(t("reports.shared.gone"))).toBeVisible();
  await expect(theirs.getByText(t("shell.account.sharedEnded"))).toBeVisible();
  await other.close();
  expect(faults).toEqual([]);
});
