/** Pages do not move while what they show, and the choices of their filters, come one after another. */
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { hydrated, watchShift } from "./page-checks.ts";
import { signInByCalls } from "./sessions.ts";

for (const [email, paths] of [
  [
    "admin@portico.example",
    ["/bg/admin/tickets", "/bg/admin/tickets?queue=all", "/bg/admin/contracts?state=all", "/bg/admin/settings/jobs"],
  ],
  ["ivan@portico.example", ["/bg/documents", "/bg/documents/folder", "/pl/contracts", "/pl/contracts/1"]],
] as const)
  test(`nothing moves while lists of ${email} come to life @phone`, async ({ page }) => {
    await signInByCalls(page, { email });
    const shift = await watchShift(page);
    let calls = 0;
    await page.route("**", async (route) => {
      if (["fetch", "xhr"].includes(route.request().resourceType())) await pause(100 + (calls++ % 5) * 80);
      await route.fallback();
    });
    for (const path of paths) {
      await page.goto(path);
      await hydrated(page);
      await page.waitForLoadState("networkidle");
      await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
      expect(await shift(), path).toBeLessThanOrEqual(0.02);
    }
  });
