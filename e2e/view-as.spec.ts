/** View-as: with a reason, read-only, and listed in the client's own history. */
import { expect, test } from "@playwright/test";
import { languages } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { newPerson, officeOf, signInAsOffice } from "./people.ts";
import { signInByCalls } from "./sessions.ts";

for (const language of languages)
  test(`staff look through a client's eyes and the client reads why (${language})`, async ({ page, browser }) => {
    test.setTimeout(120_000);
    const t = textIn(language);
    const client = await newPerson("Mila Ivanova");
    const remark = "Please bring the original next week";
    const { client: office } = await signInAsOffice(test.info().parallelIndex);
    await office.notifications.send({ params: { holderType: "user", holderId: client.id }, body: { text: remark } });
    const staffPage = await (await browser.newContext()).newPage();
    const faults = watchFaults(staffPage);
    await signInByCalls(staffPage, { email: officeOf(test.info().parallelIndex) });
    await staffPage.goto(`/${language}/admin/user/${client.id}/profile`);
    await hydrated(staffPage);
    await staffPage.getByRole("button", { name: t("admin.viewAs.open") }).click();
    const dialog = staffPage.getByRole("dialog");
    await expectAccessible(staffPage, language);
    // A reason is required.
    await expect(dialog.getByRole("button", { name: t("admin.viewAs.begin") })).toBeDisabled();
    const reason = "Asked by phone why a page is empty";
    await dialog.getByRole("textbox").fill(reason);
    await dialog.getByRole("button", { name: t("admin.viewAs.begin") }).click();

    await staffPage.waitForURL(/dashboard/);
    const banner = staffPage.getByText(t("shell.viewAs.title", { name: "Mila Ivanova" }));
    await expect(banner).toBeVisible();
    await expectAccessible(staffPage, language);
    // The client's own data is shown as theirs, read-only.
    await staffPage.goto(`/${language}/profile`);
    await hydrated(staffPage);
    await expect(staffPage.getByRole("main").getByText(client.email)).toBeVisible();
    await expect(staffPage.getByText(t("users.viewed.leftOut"))).toBeVisible();
    await expect(staffPage.getByRole("main").locator("input, textarea, select")).toHaveCount(0);
    await expectAccessible(staffPage, language);
    await staffPage.goto(`/${language}/notifications`);
    await hydrated(staffPage);
    await expect(staffPage.getByRole("main").getByText(remark)).toBeVisible();
    await expect(staffPage.getByRole("button", { name: t("notifications.remove") })).toHaveCount(0);
    await staffPage.goto(`/${language}/form/KYC`);
    await hydrated(staffPage);
    await expect(banner).toBeVisible();
    await expect(staffPage.locator("form button[type=submit]")).toHaveCount(0);
    await staffPage.getByRole("button", { name: t("shell.viewAs.end") }).click();
    await staffPage.waitForURL(/admin\/user/);
    await expect(banner).toHaveCount(0);

    await signInByCalls(page, client);
    await page.goto(`/${language}/profile`);
    await hydrated(page);
    // A view-as is one line, however much was viewed.
    await expect(page.getByText(reason)).toHaveCount(1);
    expect(faults).toEqual([]);
  });

test("coming to the back office ends the look through a client's eyes", async ({ page }) => {
  const t = textIn("en");
  const client = await newPerson("Mila Ivanova");
  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
  await page.goto(`/en/admin/user/${client.id}/profile`);
  await hydrated(page);
  await page.getByRole("button", { name: t("admin.viewAs.open") }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("Asked by phone");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("admin.viewAs.begin") })
    .click();
  const banner = page.getByText(t("shell.viewAs.title", { name: "Mila Ivanova" }));
  await expect(banner).toBeVisible();
  await page.goto("/en/admin");
  await expect(page.getByText(t("shell.viewAs.left", { name: "Mila Ivanova" }))).toBeVisible();
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole("table")).toBeVisible();
});
