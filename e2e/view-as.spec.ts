/** Staff look through a client's eyes: with a reason, without being able to change anything, and in the client's own history. */
import { expect, test } from "@playwright/test";
import { languages } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, newPerson, officeOf, signInByPage, watchFaults } from "./people.ts";

for (const language of languages)
  test(`staff look through a client's eyes and the client reads why (${language})`, async ({ page, browser }) => {
    test.setTimeout(120_000);
    const t = textIn(language);
    const client = await newPerson("Mila Ivanova");
    const desk = await (await browser.newContext()).newPage();
    const faults = watchFaults(desk);
    await signInByPage(desk, { email: officeOf(test.info().parallelIndex) }, language);
    await desk.goto(`/${language}/admin/user/${client.id}/profile`);
    await hydrated(desk);
    await desk.getByRole("button", { name: t("admin.viewAs.open") }).click();
    const dialog = desk.getByRole("dialog");
    await expectAccessible(desk);
    // Without a reason there is no looking.
    await expect(dialog.getByRole("button", { name: t("admin.viewAs.begin") })).toBeDisabled();
    const reason = "Asked by phone why a page is empty";
    await dialog.getByRole("textbox").fill(reason);
    await dialog.getByRole("button", { name: t("admin.viewAs.begin") }).click();

    await desk.waitForURL(/dashboard/);
    const banner = desk.getByText(t("shell.viewAs.title", { name: "Mila Ivanova" }));
    await expect(banner).toBeVisible();
    await expectAccessible(desk);
    await desk.goto(`/${language}/form/KYC`);
    await hydrated(desk);
    await expect(banner).toBeVisible();
    await expect(desk.locator("form button[type=submit]")).toHaveCount(0);
    await desk.getByRole("button", { name: t("shell.viewAs.end") }).click();
    await desk.waitForURL(/admin\/user/);
    await expect(banner).toHaveCount(0);

    await signInByPage(page, client, language);
    await page.goto(`/${language}/profile`);
    await hydrated(page);
    await expect(page.getByText(reason)).toBeVisible();
    expect(faults).toEqual([]);
  });
