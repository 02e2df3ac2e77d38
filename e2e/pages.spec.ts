/**
 * Every page in each language: its texts and the console; in English also axe, in Bulgarian the layout from 320 to
 * 1920 px, because its words are the longest.
 */
import { expect, type Page } from "@playwright/test";
import { type Language, languages } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { examplesOf, pagesOf, pathOf } from "../web/app/declared-pages.ts";
import { layoutFaults, widthsOf } from "./layout.ts";
import { expectAccessible, expectContrast, expectTranslated, ready, watchFaults } from "./page-checks.ts";
import { newPerson, officeOf, signInAsOffice } from "./people.ts";
import { signInByCalls } from "./sessions.ts";
import { test } from "./shared-page.ts";

const publicPages = [...examplesOf("landing"), ...examplesOf("public"), "/no-such-page"];
const clientPages = examplesOf("client");
const newcomerPages = pagesOf("client").flatMap((page) => (page.forNewcomers ? [pathOf(page)] : []));
const staffPages = [...examplesOf("staff"), ...examplesOf("holder")];

/** Goes to another page of the portal as its links do, without loading the portal again. */
async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector("h1")?.setAttribute("data-left", "");
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: null }));
  }, path);
  await page.locator("h1:not([data-left])").first().waitFor({ state: "attached" });
}

/** Whether the paths are of different parts of the portal: pages of one part may share their heading. */
const differ = (one: string | undefined, other: string): boolean => {
  const partOf = (path: string) => path.split("?")[0]?.split("/").slice(0, 4).join("/");
  return one !== undefined && partOf(one) !== partOf(other);
};

async function open(page: Page, path: string, from?: string): Promise<void> {
  if (differ(from, path)) await follow(page, path);
  else await page.goto(path);
  await ready(page);
  // Waits until the skeletons are gone.
  await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null, undefined, { timeout: 20_000 });
}

const colours = async (page: Page, colorScheme: "light" | "dark"): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
};

const isDesktop = (page: Page): boolean => page.viewportSize()?.width === 1440;

/** Texts and what axe finds; in English on a desktop with dark colours too. */
async function expectSound(page: Page, language: Language): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  await expectTranslated(page);
  await expectAccessible(page, language);
  if (language !== "en" || !isDesktop(page)) return;
  await colours(page, "dark");
  await expectContrast(page);
  await colours(page, "light");
}

const misfitsOf = (page: Page, language: Language): Promise<string[]> =>
  layoutFaults(page, isDesktop(page) ? widthsOf(language) : [390]);

/**
 * Checks each page. On a desktop each page of clients is loaded by itself in English. Others are reached as by links: in the
 * other languages texts alone differ, on a phone the layout alone, and of staff's pages the server renders nothing but the
 * frame. Pages open to all are rendered whole by the server, and always loaded.
 */
async function expectPages(page: Page, language: Language, paths: string[]): Promise<void> {
  const misfits: string[] = [];
  const isOfStaff = paths.some((path) => path.startsWith("/admin"));
  const areLoaded = paths === publicPages || (language === "en" && isDesktop(page) && !isOfStaff);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  for (const [index, path] of paths.entries()) {
    const before = areLoaded ? undefined : paths[index - 1];
    await open(page, `/${language}${path}`, before && `/${language}${before}`);
    await expectSound(page, language);
    for (const fault of await misfitsOf(page, language)) misfits.push(`${path} at ${fault}`);
  }
  expect(misfits).toEqual([]);
}

test.describe.configure({ timeout: 600_000 });

for (const language of languages) {
  // The other languages are laid out at a phone's widths on the desktop.
  const onPhone = language === "en" ? " @phone" : "";
  test(`pages open to all (${language})${onPhone}`, async ({ page }) => {
    // An unknown page answers 404.
    const faults = watchFaults(page, [/^GET .*\/no-such-page 404$/]);
    await expectPages(page, language, publicPages);
    expect(faults).toEqual([]);
  });

  test(`a new client's pages (${language})${onPhone}`, async ({ page }) => {
    const faults = watchFaults(page);
    await signInByCalls(page, await newPerson());
    await expectPages(page, language, newcomerPages);
    expect(faults).toEqual([]);
  });

  test(`a client's pages and the request dialog (${language})`, async ({ page }) => {
    const t = textIn(language);
    const faults = watchFaults(page);
    await signInByCalls(page, { email: "anna@portico.example" });
    await expectPages(page, language, clientPages);
    await open(page, `/${language}/portfolio`);
    await page.getByRole("button", { name: t("portfolios.page.request") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(t("portfolios.request.buy"), { exact: true }).click();
    await dialog.getByRole("button", { name: t("portfolios.request.review") }).click();
    await expectTranslated(page);
    expect(await misfitsOf(page, language)).toEqual([]);
    expect(faults).toEqual([]);
  });

  test(`staff's pages (${language})`, async ({ page }) => {
    const faults = watchFaults(page);
    const { client } = await signInAsOffice(test.info().parallelIndex);
    const { forms } = await client.forms.list({ params: { type: "KYC" }, query: { show: "waiting" } });
    const { companies } = await client.companies.list({ query: { search: "Тракия" } });
    const [reviewed] = forms;
    const [company] = companies;
    expect([reviewed, company]).not.toContain(undefined);
    const paths = [
      ...staffPages,
      `/admin/user/${reviewed?.holder_id}/review`,
      `/admin/company/${company?.id}/profile`,
      `/admin/company/${company?.id}/review`,
    ];
    await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
    await expectPages(page, language, paths);
    expect(faults).toEqual([]);
  });
}

test("staff who only read are offered nothing that changes a client", async ({ page }) => {
  const faults = watchFaults(page);
  await signInByCalls(page, { email: "internal@portico.example" });
  const t = textIn("en");
  await page.goto("/en/admin/user/4");
  await expect(page, "a holder's address leads to the first section").toHaveURL(/\/en\/admin\/user\/4\/profile$/);
  await ready(page);
  await expect(page.getByText(t("admin.client.details"))).toBeVisible();
  for (const name of [t("admin.representation.add"), t("admin.assign.open"), t("admin.notify.send")])
    await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
  expect(faults).toEqual([]);
});

test("a page of staff leads to its subject of the help, which a search finds too", async ({ page }) => {
  const faults = watchFaults(page);
  await signInByCalls(page, { email: "internal@portico.example" });
  const t = textIn("en");
  await page.goto("/en/admin/contracts/templates");
  await ready(page);
  await page.getByRole("link", { name: t("admin.nav.help"), exact: true }).click();
  // The page that is left has the same heading.
  await expect(page).toHaveURL(/\/en\/admin\/help\/templates$/);
  await expect(page.getByRole("heading", { name: "Contract templates", level: 1 })).toBeVisible();
  await page.getByRole("link", { name: t("admin.nav.help"), exact: true }).click();
  await expect(page).toHaveURL(/\/en\/admin\/help$/);
  await page.getByRole("searchbox", { name: t("help.search") }).fill("offline");
  await expect(page.getByText(t("help.found", { count: 1 }))).toBeVisible();
  await page.getByRole("link", { name: "Evidence and verification" }).click();
  await expect(page.getByRole("heading", { name: "Evidence and verification", level: 1 })).toBeVisible();
  expect(faults).toEqual([]);
});
