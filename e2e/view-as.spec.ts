/** View-as: with a reason, read-only, and listed in the client's own history. In the other languages, its texts. */
import { expect, type Locator, type Page } from "@playwright/test";
import type { Language } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { layoutFaults } from "./layout.ts";
import { expectAccessible, expectTranslated, hydrated, watchFaults } from "./page-checks.ts";
import { newPerson, officeOf, type Person, signInAsOffice } from "./people.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const reason = "Asked by phone why a page is empty";

/** Opens the client's dashboard in their view, from their profile; the page checks its dialog before it is answered. */
async function beginViewAs(
  page: Page,
  client: Person,
  language: Language,
  checkDialog = async () => {},
): Promise<Locator> {
  const t = textIn(language);
  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
  await page.goto(`/${language}/admin/user/${client.id}/profile`);
  await hydrated(page);
  await page.getByRole("button", { name: t("admin.viewAs.open") }).click();
  await checkDialog();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill(reason);
  await dialog.getByRole("button", { name: t("admin.viewAs.begin") }).click();
  await page.waitForURL(/dashboard/);
  const banner = page.getByText(t("shell.viewAs.title", { name: "Mila Ivanova" }));
  await expect(banner).toBeVisible();
  return banner;
}

test("staff look through a client's eyes and the client reads why", async ({ page, browser }) => {
  const t = textIn("en");
  const client = await newPerson("Mila Ivanova");
  const remark = "Please bring the original next week";
  const { client: office } = await signInAsOffice(test.info().parallelIndex);
  await office.notifications.send({ params: { holderType: "user", holderId: client.id }, body: { text: remark } });
  const staffPage = await (await browser.newContext()).newPage();
  const faults = watchFaults(staffPage);
  const banner = await beginViewAs(staffPage, client, "en", async () => {
    await expectAccessible(staffPage);
    // A reason is required.
    const dialog = staffPage.getByRole("dialog");
    await expect(dialog.getByRole("button", { name: t("admin.viewAs.begin") })).toBeDisabled();
  });
  await expectAccessible(staffPage);
  // The client's own data is shown as theirs, read-only.
  await staffPage.goto("/en/profile");
  await hydrated(staffPage);
  await expect(staffPage.getByRole("main").getByText(client.email)).toBeVisible();
  await expect(staffPage.getByText(t("users.viewed.leftOut"))).toBeVisible();
  await expect(staffPage.getByRole("main").locator("input, textarea, select")).toHaveCount(0);
  await expectAccessible(staffPage);
  await staffPage.goto("/en/notifications");
  await hydrated(staffPage);
  await expect(staffPage.getByRole("main").getByText(remark)).toBeVisible();
  await expect(staffPage.getByRole("button", { name: t("notifications.remove") })).toHaveCount(0);
  await staffPage.goto("/en/form/KYC");
  await hydrated(staffPage);
  await expect(banner).toBeVisible();
  await expect(staffPage.locator("form button[type=submit]")).toHaveCount(0);
  await staffPage.getByRole("button", { name: t("shell.viewAs.end") }).click();
  await staffPage.waitForURL(/admin\/user/);
  await expect(banner).toHaveCount(0);

  await signInByCalls(page, client);
  await page.goto("/en/profile");
  await hydrated(page);
  // A view-as is one line, however much was viewed.
  await expect(page.getByText(reason)).toHaveCount(1);
  expect(faults).toEqual([]);
});

for (const language of ["bg", "pl"] as const)
  test(`the dialog, the banner and the profile of a view-as are worded (${language})`, async ({ page }) => {
    const faults = watchFaults(page);
    const expectWorded = async () => {
      await expectTranslated(page);
      await expectAccessible(page, language);
      if (language === "bg") expect(await layoutFaults(page, [320, 1440])).toEqual([]);
    };
    await beginViewAs(page, await newPerson("Mila Ivanova"), language, expectWorded);
    await expectWorded();
    await page
      .getByRole("link", { name: textIn(language)("shell.nav.profile") })
      .first()
      .click();
    await expect(page.getByText(textIn(language)("users.viewed.leftOut"))).toBeVisible();
    await expectWorded();
    expect(faults).toEqual([]);
  });

test("coming to the back office ends the look through a client's eyes", async ({ page }) => {
  const t = textIn("en");
  const banner = await beginViewAs(page, await newPerson("Mila Ivanova"), "en");
  await page.goto("/en/admin");
  await expect(page.getByText(t("shell.viewAs.left", { name: "Mila Ivanova" }))).toBeVisible();
  await expect(banner).toHaveCount(0);
  await expect(page.getByRole("table")).toBeVisible();
});
