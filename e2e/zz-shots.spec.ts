import { test } from "@playwright/test";
import { hydrated } from "./page-checks.ts";
import { signInByCalls } from "./sessions.ts";
test("shots", async ({ page }) => {
  await signInByCalls(page, { email: "ivan@portico.example" });
  const shots: [string, number, string][] = [["en", 1440, "light"], ["bg", 1440, "dark"], ["bg", 390, "light"], ["pl", 390, "dark"], ["pl", 1440, "light"]];
  for (const [language, width, scheme] of shots) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme as "dark" });
    await page.goto(`/${language}/portfolio?part=income&range=1Y&estimates=on`);
    await hydrated(page);
    await page.waitForTimeout(2500);
    await page.screenshot({ path: `/dev/shm/j/shot-${language}-${width}.png`, fullPage: true });
  }
});
