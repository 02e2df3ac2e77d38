/** Every page there is, for a client and for staff: no finding of axe, no fault in the console, no text left untranslated. */
import { expect, type Page, test } from "@playwright/test";
import { languages } from "@portico/api/shapes.ts";
import { expectAccessible, hydrated, newPerson, signInByPage, watchFaults } from "./people.ts";

const publicPages = ["/login", "/register", "/verify", "/reset", "/reset/nobody%40mail.example"];
const clientPages = ["/dashboard", "/portfolio", "/portfolio?part=orders", "/portfolio?part=transactions", "/profile"];
const staffPages = ["/admin", "/admin/imports", "/admin/requests", "/admin/settings", "/admin/user/4/profile"];

async function look(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
  // Skeletons are gone before anything is judged.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0, { timeout: 15_000 });
  await expectAccessible(page);
  const text = await page.locator("body").innerText();
  // A key that has no wording shows itself.
  expect(
    text.match(/\b(shell|users|sessions|portfolios|admin|imports|ui|error|field|dashboard)\.[a-z]\w*\.\w+/),
  ).toBeNull();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
}

for (const colorScheme of ["light", "dark"] as const)
  test(`pages open to all are sound in ${colorScheme} @phone`, async ({ page }) => {
    const faults = watchFaults(page);
    await page.emulateMedia({ colorScheme });
    for (const path of publicPages) await look(page, `/en${path}`);
    expect(faults).toEqual([]);
  });

for (const language of languages)
  test(`a new client's pages are sound (${language}) @phone`, async ({ page }) => {
    test.setTimeout(120_000);
    const faults = watchFaults(page);
    await signInByPage(page, await newPerson(), language);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const path of clientPages) await look(page, `/${language}${path}`);
    }
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    expect(faults).toEqual([]);
  });

test("staff's pages are sound in every language, light and dark", async ({ page }) => {
  test.setTimeout(180_000);
  const faults = watchFaults(page);
  await signInByPage(page, { email: "internal@portico.example" });
  for (const language of languages)
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      for (const path of staffPages) await look(page, `/${language}${path}`);
    }
  expect(faults).toEqual([]);
});
