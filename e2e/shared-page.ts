/**
 * `test` for tests about pages of signed-in people: all tests of a worker have one page, in which nothing is left of the test
 * before. Its renderer and its cache are warm, so that a test's first page costs half the processor time. For tests with
 * scripts of their own in the page, replaced sockets, or a browser that was never here, use Playwright's `test`.
 */
import { type BrowserContext, type Page, test as playwright } from "@playwright/test";
import { portalUrl } from "./portal.ts";

const events = ["console", "dialog", "download", "load", "pageerror", "request", "response"];

/** A document of the portal's origin that runs nothing. */
export const emptyDocumentOf = (url: string): string => `${url}/favicon.svg`;

/** What a test may have changed of its page and browser is as in a new one; the cache stays. */
async function reset(page: Page, size: { width: number; height: number }): Promise<void> {
  const context = page.context();
  for (const event of events) page.removeAllListeners(event);
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.setOffline(false);
  await page.unrouteAll({ behavior: "ignoreErrors" });
  // What the page stores while it is left must go too.
  await page.goto(emptyDocumentOf(portalUrl));
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
  await page.emulateMedia({ media: null, colorScheme: "light", reducedMotion: null });
  await page.setViewportSize(size);
  await page.mouse.move(0, 0);
}

export const test = playwright.extend<object, { workerContext: BrowserContext }>({
  workerContext: [
    async ({ browser }, use, { project }) => {
      const { baseURL, timezoneId, viewport, hasTouch, isMobile } = project.use;
      const context = await browser.newContext({ baseURL, timezoneId, viewport, hasTouch, isMobile });
      await use(context);
      await context.close();
    },
    { scope: "worker" },
  ],
  context: async ({ workerContext }, use) => use(workerContext),
  page: async ({ workerContext, viewport }, use) => {
    if (!viewport) throw new Error("The project's window has no fixed size");
    // A page that crashed or was closed is replaced.
    const page = workerContext.pages()[0] ?? (await workerContext.newPage());
    await use(page);
    if (!page.isClosed()) await reset(page, viewport);
  },
});
