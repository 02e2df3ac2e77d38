/** What the document of a client's page shows before its scripts are there (web/app/shell/layouts/page-frame.tsx). */
import { expect, type Locator, type Page, test } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { hydrated, watchFaults, watchShift } from "./page-checks.ts";
import { signInByCalls } from "./sessions.ts";

const t = textIn("pl");
const email = "anna@portico.example";

/** Without scripts, which contain the firm's clock. */
const documentOf = async (page: Page, path: string): Promise<string> =>
  (await (await page.request.get(path)).text()).replaceAll(/<script[\s\S]*?<\/script>| nonce="[^"]*"/g, "");

async function placeOf(element: Locator): Promise<{ x: number; y: number }> {
  const { x = Number.NaN, y = Number.NaN } = (await element.boundingBox()) ?? {};
  return { x, y };
}

for (const [path, heading] of [
  ["/pl/portfolio", t("portfolios.page.title")],
  ["/pl/documents", t("documents.page.title")],
  ["/pl/chat", t("chats.title")],
] as const)
  test(`the heading of ${path} is there before the scripts, and stays in its place @phone`, async ({ page }) => {
    const faults = watchFaults(page);
    await signInByCalls(page, { email });
    const shift = await watchShift(page);
    let load: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      load = resolve;
    });
    await page.route(/\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(path, { waitUntil: "commit" });
    const title = page.getByRole("heading", { name: heading, level: 1 });
    await expect(title).toBeVisible();
    // Style sheets are listed once they are there.
    await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBeGreaterThanOrEqual(2);
    const before = await placeOf(title);
    const isPhone = (page.viewportSize()?.width ?? 0) < 768;
    await expect(page.getByText(t("ui.state.coming"))).toBeVisible({ visible: isPhone });
    load?.();
    await hydrated(page);
    await expect(page.getByText(t("ui.state.coming"))).toHaveCount(0);
    await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
    expect(await placeOf(title)).toEqual(before);
    expect(await shift()).toBeLessThanOrEqual(0.02);
    expect(faults).toEqual([]);
  });

test("the document of a page says nothing of its reader", async ({ page }) => {
  const paths = ["/pl/dashboard", "/pl/portfolio", "/pl/documents", "/pl/chat"];
  const ofVisitor = await Promise.all(paths.map((path) => documentOf(page, path)));
  await signInByCalls(page, { email });
  for (const [place, path] of paths.entries()) expect(await documentOf(page, path), path).toBe(ofVisitor[place]);
});
