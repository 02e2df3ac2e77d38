/** The specification's browser rules: active company, five minutes of the portfolio, addresses, languages, no JavaScript. */
import { expect, type Page } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { hydrated, watchFaults } from "./page-checks.ts";
import { newPerson, signInAsOffice } from "./people.ts";
import { signIn, signInByCalls, signInByPage } from "./sessions.ts";
import { test } from "./shared-page.ts";

const t = textIn("en");
const stored = (page: Page, key: string) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? "null") as unknown, key);

test("who signs in on a freshly loaded page goes on for the company that they acted for last", async ({ page }) => {
  const person = await newPerson();
  const { id } = await person.client.companies.create({ params: { userId: person.id }, body: {} });
  await person.client.users.setLastCompany({ params: { id: person.id }, body: { lastCompany: id } });
  await signInByPage(page, person);
  await expect.poll(() => stored(page, "activeCompany")).toMatchObject({ id });
  expect(await stored(page, "activeCompID")).toBe(id);
  expect(await stored(page, "profile")).toMatchObject({ lastCompany: id });

  // A link to something of their own makes them act for themselves again.
  const { ticketId } = await person.client.users.mailAdmins({
    params: { id: person.id },
    body: { title: "My own question", content: "Not the company's." },
  });
  await page.goto(`/en/tickets/${ticketId}?company=0`);
  await expect(page.getByRole("heading", { level: 1, name: "My own question" })).toBeVisible();
  expect(await stored(page, "activeCompID")).toBeNull();

  // A link to something of the company's, on any page, makes them act for it.
  await page.goto(`/en/portfolio?part=orders&company=${id}`);
  await expect.poll(() => stored(page, "activeCompID")).toBe(id);
  await expect(page).toHaveURL(new RegExp(`/en/portfolio\\?part=orders&company=${id}$`));
});

test("a switch of the account in one tab leaves what is typed in another, and its addresses name it", async ({
  page,
}) => {
  const person = await newPerson();
  const { id } = await person.client.companies.create({ params: { userId: person.id }, body: {} });
  await signInByCalls(page, person);
  await page.goto("/en/tickets/new?company=0");
  await expect(page).toHaveURL(/\/tickets\/new\?company=0$/);
  const title = page.getByLabel(t("tickets.list.title"));
  await title.fill("About my own papers");

  const other = await page.context().newPage();
  const toCompany = async () => {
    await other.getByRole("button", { name: t("shell.account.choose") }).click();
    await other.getByRole("button", { name: t("shell.account.newCompany") }).click();
  };
  await other.goto("/en/dashboard");
  await toCompany();
  await expect(other).toHaveURL(new RegExp(`/en/dashboard\\?company=${id}$`));

  await expect(title).toHaveValue("About my own papers");
  await expect(page).toHaveURL(/\/tickets\/new\?company=0$/);
  // A link opened in a new tab leads to the account of the tab that it was in, and so does "back" after a switch.
  await expect(other.getByRole("link", { name: t("shell.nav.money") }).first()).toHaveAttribute(
    "href",
    `/en/money?company=${id}`,
  );
  await expect(page.getByRole("link", { name: t("shell.nav.money") }).first()).toHaveAttribute(
    "href",
    "/en/money?company=0",
  );
  // Whether the page that was left named its account, or not, as here at first.
  for (const again of [true, false]) {
    await other.goBack();
    await expect(other).toHaveURL(/\/en\/dashboard\?company=0$/);
    await expect.poll(() => other.evaluate(() => sessionStorage.getItem("portico.account"))).toBe("0");
    if (again) await toCompany();
    if (again) await expect(other).toHaveURL(new RegExp(`company=${id}$`));
  }
  await other.close();
});

test("within five minutes a reload shows the kept portfolio without a call, unless the server says that it changed", async ({
  page,
}, { workerIndex }) => {
  test.setTimeout(120_000);
  const faults = watchFaults(page);
  const calls: string[] = [];
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname;
    if (/\/(customer-portfolio|version)$/.test(path)) calls.push(path.split("/").at(-1) ?? "");
  });
  const fetched = () => calls.filter((name) => name === "customer-portfolio").length;
  await signInByPage(page, { email: "james@portico.example" });
  await expect.poll(() => stored(page, "lastFetch")).not.toBeNull();
  await page.goto("/en/portfolio");
  await hydrated(page);
  await expect(page.getByText(t("portfolios.holdings.title")).first()).toBeVisible();
  expect(fetched()).toBe(1);
  for (let round = 0; round < 2; round += 1) {
    const connected = page.waitForResponse((answer) => answer.url().endsWith("/version"));
    await page.reload();
    await hydrated(page);
    await expect(page.getByText(t("portfolios.holdings.title")).first()).toBeVisible();
    await connected;
  }
  expect(fetched()).toBe(1);
  // An entry is booked while the page is closed: the version differs, and the figures are fetched at once.
  await page.goto("about:blank");
  const { client: office } = await signInAsOffice(workerIndex);
  const content = `account,date,kind,currency,amount,id\nP100003,2026-10-01,deposit,EUR,1234,five-minutes-${Date.now()}\n`;
  const { id } = await office.imports.preview({ body: { kind: "statement", fileName: "five.csv", content } });
  await office.imports.confirm({ params: { id }, body: {} });
  await page.goto("/en/portfolio");
  await expect.poll(fetched).toBe(2);
  expect(faults).toEqual([]);
});

test("a custodian that does not answer leaves the last known figures with their time, and a way to ask again", async ({
  page,
}) => {
  await signInByCalls(page, { email: "james@portico.example" });
  await page.goto("/en/portfolio");
  await expect(page.getByText(t("portfolios.holdings.title")).first()).toBeVisible();
  await page.route("**/customer-portfolio", (route) =>
    route.fulfill({
      status: 504,
      contentType: "application/problem+json",
      body: JSON.stringify({ code: "timedout", status: 504, title: "timedout", type: "about:blank" }),
    }),
  );
  const last = (await stored(page, "lastFetch")) as object;
  await page.evaluate((kept) => localStorage.setItem("lastFetch", JSON.stringify({ ...kept, at: 1000 })), last);
  await page.reload();
  await hydrated(page);
  await expect(page.getByText(/last known figures, as of/)).toBeVisible();
  await expect(page.getByText(t("portfolios.holdings.title")).first()).toBeVisible();
  const retry = page.getByRole("button", { name: t("ui.action.retry") });
  const asked = page.waitForRequest("**/customer-portfolio");
  await retry.click({ timeout: 30_000 });
  await asked;
  await page.unroute("**/customer-portfolio");
  // The page also asks again by itself, for instance once the socket is connected; then the button is gone.
  await expect(async () => {
    if (await retry.isVisible()) await retry.click({ timeout: 1000 });
    await expect(page.getByText(/last known figures, as of/)).toBeHidden({ timeout: 2000 });
  }).toPass({ timeout: 30_000 });
});

test("a hash in the first address brings its part into view", async ({ page }) => {
  const person = await newPerson();
  await signInByCalls(page, person);
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto("about:blank");
  await page.goto("/en/profile#security");
  await hydrated(page);
  await expect(page.locator("#security")).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
});

test("a path that no page has is not remembered as the wanted one, and a page is", async ({ page }) => {
  await page.goto("/en/no-such-page");
  await page.waitForURL("**/en/login");
  const remembered = () => page.evaluate(() => sessionStorage.getItem("portico.wanted"));
  expect(await remembered()).toBeNull();
  await page.goto("/en/portfolio");
  await page.waitForURL("**/en/login");
  expect(await remembered()).toBe("/portfolio");
});

test("the language of the page that one works in is remembered", async ({ page, context }) => {
  await page.goto("/en/login");
  await hydrated(page);
  await page.goto("/bg/login");
  await hydrated(page);
  const cookie = (await context.cookies()).find(({ name }) => name === "i18n_redirected");
  expect(cookie?.value).toBe("bg");
  await page.goto("/register");
  expect(new URL(page.url()).pathname).toBe("/bg/register");
});

test("without JavaScript every page says what it needs", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const [path, language] of [
    ["/en", "en"],
    ["/bg/login", "bg"],
    ["/pl/portfolio", "pl"],
  ] as const) {
    await page.goto(path);
    const words = textIn(language)("shell.noScript.title", { name: "Portico" });
    // Playwright's text search skips this element; its rendered text counts.
    expect(await page.evaluate(() => document.querySelector("noscript")?.innerText)).toContain(words);
  }
  await context.close();
});

test("the API's documentation shows to staff who are signed in, without its slash too", async ({ page }) => {
  expect((await page.goto("/api/docs"))?.status()).toBe(401);
  await signInByCalls(page, { email: "admin@portico.example" });
  const refused: string[] = [];
  page.on("console", (message) => message.type() === "error" && refused.push(message.text()));
  await page.goto("/api/docs");
  await expect(page.getByText("Portico").first()).toBeVisible({ timeout: 30_000 });
  await expect(page.locator(".opblock-tag").first()).toBeVisible();
  expect(refused).toEqual([]);
});

test("a setting that a colleague saves shows on the open page, and what the server refuses is marked at its field", async ({
  page,
}) => {
  const { client } = await signIn({ email: "admin@portico.example" });
  await signInByCalls(page, { email: "admin@portico.example" });
  await page.goto("/en/admin/settings/kyc");
  await hydrated(page);
  const months = page.getByLabel(t("admin.settings.reviewMonths"));
  await expect(months).toHaveValue(/\d+/);
  const before = await client.settings.get({ params: { name: "kycRules" } });
  const rules = before.data as { reviewMonths: number };
  await client.settings.save({ params: { name: "kycRules" }, body: { data: { ...rules, reviewMonths: 17 } } });
  await expect(months).toHaveValue("17");
  await client.settings.save({ params: { name: "kycRules" }, body: { data: rules } });
});
