/** A visitor's choices before signing in: the theme after a page load, the fields in another language. */
import { expect, test } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { hydrated } from "./page-checks.ts";

const t = textIn("en");

test("exactly the chosen theme is pressed, also after a page load", async ({ page }) => {
  await page.goto("/en/login");
  await hydrated(page);
  const theme = (name: "light" | "dark" | "auto") =>
    page.getByRole("button", { name: t(`shell.theme.${name}`), exact: true }).filter({ visible: true });
  const pressed = page.getByLabel(t("shell.theme.label")).locator('[aria-pressed="true"]').filter({ visible: true });
  await theme("dark").click();
  await page.reload();
  await hydrated(page);
  await expect(pressed).toHaveCount(1);
  await expect(theme("dark")).toHaveAttribute("aria-pressed", "true");
  await theme("light").click();
  await expect(pressed).toHaveCount(1);
  await expect(theme("light")).toHaveAttribute("aria-pressed", "true");
});

test("another language keeps what was typed of a person, and never the password", async ({ page }) => {
  await page.goto("/en/register");
  await hydrated(page);
  await page.locator('input[name="name"]').fill("Ana Nova");
  await page.locator('input[name="email"]').fill("ana.nova@mail.example");
  await page.locator('input[name="phone"]').fill("+48512345678");
  await page.locator('input[name="password"]').fill("a-long-enough-secret");
  await page.locator('a[hreflang="pl"]').filter({ visible: true }).first().click();
  await page.waitForURL("**/pl/register");
  await expect(page.locator('input[name="name"]')).toHaveValue("Ana Nova");
  await expect(page.locator('input[name="email"]')).toHaveValue("ana.nova@mail.example");
  await expect(page.locator('input[name="phone"]')).toHaveValue(/512\s?345\s?678/);
  await expect(page.locator('input[name="password"]')).toHaveValue("");
});
