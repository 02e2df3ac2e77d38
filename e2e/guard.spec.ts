/** Redirects: the route guard, languages, unknown pages, old pages after a new version, no connection. */
import { expect, type Page } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated } from "./page-checks.ts";
import { newPerson, newStaff } from "./people.ts";
import { signInByCalls, signInByPage } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");
const open = async (page: Page, path: string) => {
  const answer = await page.goto(path);
  await hydrated(page);
  return answer;
};
/** Code that is lost on its way is remembered as lost by the browser, and the page is reloaded once. */
const nothingOnItsWay = (page: Page) => page.waitForLoadState("networkidle");

test("a visitor is led to sign in, and afterwards to where they wanted to go", async ({ page }) => {
  await open(page, "/en/portfolio");
  await page.waitForURL("**/en/login");
  for (const path of ["/en/register", "/en/verify", "/en/reset"]) {
    await open(page, path);
    expect(new URL(page.url()).pathname).toBe(path);
  }
});

test("someone signed in finds the dashboard behind login, register, verify and the root, and staff's pages closed", async ({
  page,
}) => {
  await signInByCalls(page, await newPerson());
  for (const path of ["/en/login", "/en/register", "/en/verify", "/en", "/"]) {
    await page.goto(path);
    await page.waitForURL("**/en/dashboard");
  }
  await page.goto("/en/admin");
  await page.waitForURL("**/en/profile");
  // The server redirects itself, without a page in between.
  for (const path of ["/en", "/en/", "/"]) {
    const answer = await page.request.get(path, { maxRedirects: 0, headers: { "accept-language": "en" } });
    expect([answer.status(), answer.headers()["location"]]).toEqual([302, "/en/dashboard"]);
  }
});

test("staff who lack the second factor are led to their own page about it, once", async ({ page }) => {
  await signInByCalls(page, await newStaff("Olga Factor"));
  // What the server answers to staff where the setting requires it: it would concern every test.
  await page.route(/\/api\/(ticket|chat|staff|form|proposal|notif)/, (route) =>
    route.fulfill({ status: 403, json: { type: "about:blank", title: "", status: 403, code: "secondFactorNeeded" } }),
  );
  await page.goto("/en/admin/tickets");
  // It closes by itself.
  const told = page.getByRole("alert").getByText(t("error.secondFactorNeeded"));
  await expect(told).toBeVisible();
  await page.waitForURL("**/en/admin/profile#security");
  await expect(page.getByRole("heading", { name: t("users.factors.title") })).toBeInViewport();
  // The bell asks here too, and is refused.
  const refused = page.waitForResponse((answer) => answer.status() === 403);
  await open(page, "/en/admin/profile");
  await refused;
  await expect(page.getByRole("heading", { name: t("users.factors.title") })).toBeVisible();
  await expect(told).toHaveCount(0);
  expect(new URL(page.url()).hash).toBe("");
});

test("an expired token signs out at the next step", async ({ page }) => {
  await signInByCalls(page, await newPerson());
  await page.evaluate(() => localStorage.setItem("tokenExpiry", "1000000000"));
  await page.goto("/en/portfolio");
  await page.waitForURL("**/en/login");
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
});

test("a token without its browser's cookie is worth nothing", async ({ page, browser }) => {
  await signInByPage(page, await newPerson());
  const stored = await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
  const thief = await (await browser.newContext()).newPage();
  await thief.goto("/en/login");
  await thief.evaluate(
    (entries) => Object.entries(entries).forEach(([key, value]) => localStorage.setItem(key, value)),
    stored,
  );
  await thief.goto("/en/profile");
  await thief.waitForURL("**/en/login");
  await expect(thief.getByText(t("shell.session.expired"))).toBeVisible();
  await page.reload();
  await hydrated(page);
  expect(new URL(page.url()).pathname).toBe("/en/dashboard");
  await thief.context().close();
});

test("a page that is not there says so with its path, in the reader's language", async ({ page }) => {
  await signInByCalls(page, await newPerson());
  for (const language of ["en", "bg", "pl"] as const) {
    const path = `/${language}/no-such-page`;
    const answer = await open(page, path);
    expect(answer?.status()).toBe(404);
    const title = textIn(language)("shell.error.404.title");
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByText(path)).toBeVisible();
    await expect(page).toHaveTitle(new RegExp(title));
    await expectAccessible(page, language);
  }
});

for (const [locale, language] of [
  ["bg-BG", "bg"],
  ["pl-PL", "pl"],
  ["de-DE", "en"],
] as const)
  test(`a browser in ${locale} gets ${language}, and a chosen language is remembered`, async ({ browser }) => {
    const context = await browser.newContext({ locale });
    const page = await context.newPage();
    await page.goto("/login");
    await page.waitForURL(`**/${language}/login`);
    await hydrated(page);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    // A language is a document of its own: without a connection the page stays, and it comes when the line is back.
    await nothingOnItsWay(page);
    await context.setOffline(true);
    await page.getByRole("link", { name: t("shell.language.pl") }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe(`/${language}/login`);
    await context.setOffline(false);
    await page.waitForURL("**/pl/login");
    await page.goto("/login");
    await page.waitForURL("**/pl/login");
    const cookie = (await context.cookies()).find(({ name }) => name === "i18n_redirected");
    expect(cookie).toMatchObject({ value: "pl", path: "/", sameSite: "Lax" });
    expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(364 * 86_400);
    await context.close();
  });

test("a page chunk that does not load reloads the page once, not for ever", async ({ page }) => {
  await signInByCalls(page, await newPerson());
  await open(page, "/en/dashboard");
  let reloads = 0;
  page.on("load", () => {
    reloads += 1;
  });
  await page.route(/\/assets\/profile[^/]*\.js/, (route) => route.abort());
  const go = () =>
    page
      .getByRole("link", { name: t("shell.nav.profile") })
      .first()
      .click();
  await go();
  await expect.poll(() => reloads).toBe(1);
  await hydrated(page);
  // Within ten seconds there is no second reload: the page shows a message instead.
  await go();
  await expect(page.getByRole("heading", { name: t("shell.error.500.title") })).toBeVisible();
  expect(reloads).toBe(1);
});

test("a page of a part not opened before, while the server is away, says so, and opens when asked again", async ({
  page,
}) => {
  await signInByCalls(page, await newPerson());
  await open(page, "/pl/dashboard");
  const pl = textIn("pl");
  await nothingOnItsWay(page);
  // The browser is online; nobody answers.
  await page.route("**/*", (route) => route.abort("connectionrefused"));
  await page
    .getByRole("link", { name: pl("shell.nav.profile") })
    .first()
    .click();
  await expect(page.getByRole("alert")).toContainText(pl("shell.awaited.server"));
  await expectAccessible(page, "pl");
  // Nothing of the page before is lost, and a part that is loaded opens.
  await page.getByRole("button", { name: pl("shell.awaited.stay") }).click();
  await expect(page.getByText(pl("shell.awaited.title"))).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page
    .getByRole("link", { name: pl("shell.nav.profile") })
    .first()
    .click();
  await expect(page.getByText(pl("shell.awaited.title"))).toBeVisible();
  await page.getByRole("button", { name: pl("ui.action.retry") }).click();
  await expect(page.getByText(pl("shell.awaited.title"))).toBeVisible();
  await page.unrouteAll();
  await page.getByRole("button", { name: pl("ui.action.retry") }).click();
  await page.waitForURL("**/pl/profile");
  await expect(page.getByText(pl("users.preferences.title"))).toBeVisible();
  // Another language is a document of its own.
  await nothingOnItsWay(page);
  await page.route("**/*", (route) => route.abort("connectionrefused"));
  await page.getByRole("link", { name: "BG" }).first().click();
  await expect(page.getByText(pl("shell.awaited.title"))).toBeVisible();
  await page.unrouteAll();
  await page.waitForURL("**/bg/profile");
});

test("a page asked for without a connection comes when it is back", async ({ page, context }) => {
  await signInByCalls(page, await newPerson());
  await open(page, "/en/dashboard");
  let reloads = 0;
  page.on("load", () => {
    reloads += 1;
  });
  await nothingOnItsWay(page);
  await context.setOffline(true);
  await page
    .getByRole("link", { name: t("shell.nav.profile") })
    .first()
    .click();
  await expect(page.getByText(t("shell.offline.message"))).toBeVisible();
  await expect(page.getByText(t("shell.awaited.connection"))).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/en/dashboard");
  await context.setOffline(false);
  await page.waitForURL("**/en/profile");
  await expect(page.getByText(t("users.preferences.title"))).toBeVisible();
  expect(reloads).toBe(0);
});

test("without a connection the page says so and keeps what it shows", async ({ page, context }) => {
  await signInByCalls(page, await newPerson());
  // The line is lost while the page loads what it did not wait for.
  await page.route(/\/assets\/ask-about-page-link[^/]*\.js/, async (route) => {
    await context.setOffline(true);
    await route.abort();
  });
  await open(page, "/en/profile");
  await expect(page.getByText(t("shell.offline.message"))).toBeVisible();
  await expect(page.getByText(t("users.preferences.title"))).toBeVisible();
  await page.unrouteAll();
  await context.setOffline(false);
  await expect(page.getByText(t("shell.offline.message"))).toBeHidden();
  await expect(page.getByRole("link", { name: t("shell.footer.ask") })).toBeVisible();
});
