/** The firm's settings by section: each is reachable, typed input is not lost, and an error leads to its field. */
import { expect, type Page } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, expectTranslated, hydrated, watchFaults } from "./page-checks.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

// One after another: the firm has each setting once, and a save elsewhere is shown as a conflict.
test.describe.configure({ mode: "default" });

const t = textIn("en");
const saves = (page: Page) => page.getByRole("button", { name: t("admin.settings.save") });
const fold = (page: Page) =>
  page.locator("details").filter({ has: page.locator("summary", { hasText: t("admin.settings.declaration.risk") }) });
const textOf = (page: Page) =>
  page
    .getByRole("group", { name: t("admin.settings.declaration.risk") })
    .getByRole("textbox", { name: t("shell.language.bg") });

async function openFold(page: Page): Promise<void> {
  await fold(page).locator("summary").first().click();
}

test("a setting is found by its section, and another section loses nothing that was typed @phone", async ({ page }) => {
  test.setTimeout(90_000);
  const faults = watchFaults(page);
  await signInByCalls(page, { email: "admin@portico.example" });
  await page.goto("/en/admin/settings");
  await hydrated(page);
  const main = page.getByRole("main");
  await main.getByRole("link", { name: t("admin.settings.declarationTexts") }).click();
  await page.waitForURL("**/en/admin/settings/declarations");
  await openFold(page);
  const wide = (page.viewportSize()?.width ?? 0) >= 768;
  if (!wide)
    await fold(page)
      .getByRole("button", { name: t("shell.language.bg") })
      .click();
  const before = await textOf(page).inputValue();
  await textOf(page).fill("x");
  // Moving to another section asks nothing; the list marks unsaved sections.
  await page.goBack();
  await expect(main.getByRole("listitem").filter({ hasText: t("admin.settings.unsavedMark") })).toHaveCount(1);
  await main.getByRole("link", { name: t("admin.settings.rules") }).click();
  await expect(page.getByLabel(t("admin.settings.timeZone"))).toBeVisible();
  // Leaving the settings asks for confirmation, from any section.
  await page
    .getByRole("link", { name: t("admin.nav.clients") })
    .first()
    .click();
  await expect(page.getByRole("dialog", { name: t("admin.leave.title") })).toBeVisible();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("ui.action.cancel") })
    .click();
  await page.goto("/en/admin/settings/declarations");
  await hydrated(page);
  await expect(fold(page).locator("summary").first()).toContainText(t("admin.settings.unsavedMark"));
  // An error in a collapsed text opens it, in its language, and focuses it.
  await saves(page).click();
  await expect(textOf(page)).toBeFocused();
  await expect(textOf(page)).toHaveValue("x");
  await expect(fold(page).locator("summary").first()).toContainText(t("admin.settings.toCorrect"));
  await expectAccessible(page);
  await textOf(page).fill(before);
  await expect(saves(page)).toBeHidden();
  expect(faults).toEqual([]);
});

test("what is saved leaves nothing unsaved behind, also where its section was left before the answer", async ({
  page,
}) => {
  const faults = watchFaults(page);
  await signInByCalls(page, { email: "admin@portico.example" });
  await page.goto("/en/admin/settings/branding");
  await hydrated(page);
  const nav = page.getByRole("navigation", { name: t("admin.settings.sections") });
  const mark = nav.getByText(t("admin.settings.unsavedMark"));
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/api/settings/brand", async (route) => {
    if (route.request().method() === "POST") await answered;
    await route.continue();
  });
  // The server trims the value: the saved value differs from what was typed, and the firm keeps its name.
  const name = page.getByLabel(t("admin.settings.firmName"));
  await name.press("End");
  await name.press("Space");
  await expect(mark).toBeVisible();
  await saves(page).click();
  const difference = page.getByRole("dialog", { name: t("admin.history.confirmTitle") });
  await expectAccessible(page);
  await difference.getByRole("button", { name: t("admin.settings.save") }).click();
  // Its answer is on the way: the dialog would stay over the page.
  await page.keyboard.press("Escape");
  await nav.getByRole("link", { name: t("admin.settings.rules") }).click();
  await expect(page.getByLabel(t("admin.settings.timeZone"))).toBeVisible();
  await expect(mark).toBeVisible();
  answer();
  await expect(mark).toHaveCount(0);
  await nav.getByRole("link", { name: t("admin.settings.brand") }).click();
  await expect(name).not.toHaveValue(/ $/);
  await expect(page.getByText(t("admin.conflict.text"))).toHaveCount(0);
  // Leaving asks nothing.
  await page
    .getByRole("link", { name: t("admin.nav.clients") })
    .first()
    .click();
  await page.waitForURL("**/en/admin");
  expect(faults).toEqual([]);
});

test("another language shows the same page with what was typed, and asks only where it would be lost", async ({
  page,
}) => {
  const faults = watchFaults(page, [/^GET .*\/contract\/templates\/languageSwitch 404$/]);
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await signInByCalls(page, { email: "admin@portico.example" });
  await page.goto("/en/admin/settings/branding");
  await hydrated(page);
  await page.getByLabel(t("admin.settings.firmName")).fill("A name that is not saved");
  await page.getByRole("link", { name: t("shell.language.pl") }).click();
  await page.waitForURL("**/pl/admin/settings/branding");
  await hydrated(page);
  const words = textIn("pl");
  await expect(page.getByLabel(words("admin.settings.firmName"))).toHaveValue("A name that is not saved");
  await page.getByRole("button", { name: words("admin.settings.reset") }).click();

  await page.goto("/pl/admin/contracts/templates/languageSwitch");
  await hydrated(page);
  await page.getByLabel(words("admin.templates.textIn", { language: words("shell.language.pl") })).fill("Not saved");
  await page.getByRole("link", { name: words("shell.language.bg") }).click();
  const dialog = page.getByRole("dialog", { name: words("admin.leave.title") });
  await dialog.getByRole("button", { name: words("ui.action.cancel") }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole("link", { name: words("shell.language.bg") }).click();
  await dialog.getByRole("button", { name: words("admin.leave.confirm") }).click();
  await page.waitForURL("**/bg/admin/contracts/templates/languageSwitch");
  expect(asked, "the browser does not ask a second time").toEqual([]);
  expect(faults).toEqual([]);
});

test("a section that is not there is no page", async ({ request }) => {
  const status = async (section: string) => (await request.get(`/en/admin/settings${section}`)).status();
  expect(await Promise.all(["", "/declarations", "/no-such-section"].map(status))).toEqual([200, 200, 404]);
});

test("business hours name the public holidays of the chosen country, in the language of the page", async ({ page }) => {
  await signInByCalls(page, { email: "admin@portico.example" });
  const words = textIn("pl");
  await page.goto("/pl/admin/settings/tickets");
  await hydrated(page);
  const list = page.locator("details").filter({ hasText: words("admin.settings.holidays.hint") });
  await list.locator("summary").click();
  const country = page.getByLabel(words("admin.settings.hours.country"));
  await country.selectOption("PL");
  await expect(list.getByText(words("tickets.holiday.corpusChristi"))).toHaveCount(2);
  await expect(list.getByText(words("tickets.holiday.culture"))).toHaveCount(0);
  await country.selectOption("BG");
  await expect(list.getByText(words("tickets.holiday.goodFriday"))).toHaveCount(2);
  await expect(list.getByText(words("tickets.holiday.corpusChristi"))).toHaveCount(0);
  await expectTranslated(page);
  await expectAccessible(page, "pl");
});
