/** Target funds: staff write one, publish it and archive it; visitors see it in between. */
import { expect, type Page } from "@playwright/test";
import { languages } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated } from "./page-checks.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");
const name = `Lighthouse ${Date.now()}`;

/** Whether visitors find it in the list. */
async function expectOffered(page: Page, count: 0 | 1): Promise<void> {
  await page.goto("/en/learn-more/target");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name }).first()).toHaveCount(count);
}

test("a target fund is written, published and archived; what is missing is told at its place", async ({
  page,
  browser,
  baseURL,
}) => {
  const visitor = await browser.newPage({ baseURL });
  await signInByCalls(page, { email: "admin@portico.example" });
  await page.goto("/en/admin/target/new");
  await hydrated(page);
  const field = (label: string) => page.getByRole("textbox", { name: label });
  const save = page.getByRole("button", { name: t("admin.draft.saveNew") });
  for (const language of languages) {
    await page.getByRole("button", { name: t(`shell.language.${language}`) }).click();
    await field(t("admin.funds.name")).fill(name);
    await field(t("admin.funds.summary")).fill(`Summary in ${language}`);
    // Polish lacks its goal.
    if (language !== "pl") await field(t("admin.funds.goal")).fill(`Goal in ${language}`);
    await field(t("admin.funds.docs")).fill(`Text in **${language}**`);
  }
  await page.getByRole("button", { name: t("admin.funds.addRow") }).click();
  await page.getByLabel(t("admin.funds.fund", { number: 1 })).selectOption({ index: 1 });
  await page.getByLabel(t("admin.funds.percent")).fill("100");
  await save.click();
  await expect(page).toHaveURL(/admin\/target\/\d+$/);
  await expectOffered(visitor, 0);

  const publish = page.getByRole("main").getByRole("button", { name: t("admin.funds.publish"), exact: true });
  const dialog = page.getByRole("dialog");
  const confirm = (label: string) => dialog.getByRole("button", { name: label, exact: true }).click();
  await page
    .getByRole("button", { name: t("shell.language.en"), exact: true })
    .first()
    .click();
  await publish.click();
  await confirm(t("admin.funds.publish"));
  // The language that lacks a text is opened, and its field is focused; what was written is still there.
  const goal = field(t("admin.funds.goal"));
  await expect(goal).toBeFocused();
  await expect(goal).toHaveAttribute("aria-invalid", "true");
  await expect(goal).toHaveAttribute("lang", "pl");
  await expect(field(t("admin.funds.summary"))).toHaveValue("Summary in pl");
  await expectAccessible(page);
  await goal.fill("Goal in pl");
  await expect(publish).toBeDisabled();
  await page.getByRole("button", { name: t("admin.draft.save") }).click();
  await publish.click();
  await confirm(t("admin.funds.publish"));
  await expect(page.getByRole("button", { name: t("admin.funds.archive") })).toBeVisible();
  await expectOffered(visitor, 1);

  await page.getByRole("button", { name: t("admin.funds.archive") }).click();
  await confirm(t("admin.funds.archive"));
  await expect(page.getByText(t("admin.funds.state.archived")).first()).toBeVisible();
  await expectOffered(visitor, 0);
  await visitor.close();
});
