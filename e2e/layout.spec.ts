/** Every page for visitors and clients from 320 to 1920 px, in three languages: nothing reaches beyond the window, nothing is cut off. */
import { expect, type Page, test } from "@playwright/test";
import { type Language, languages } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { fewWidths, layoutFaults, widths } from "./layout.ts";
import { hydrated, officeOf, signInAsOffice, signInByCalls } from "./people.ts";

const publicPages = ["/login", "/register", "/verify", "/reset", "/reset/nobody%40mail.example", "/no-such-page"];
const clientPages = [
  "/dashboard",
  "/portfolio",
  "/portfolio?part=orders&range=all",
  "/portfolio?part=transactions&from=2024-01-01&to=2024-06-30",
  "/profile",
  "/notifications",
  "/form/KYC",
];
const staffPages = [
  "/admin",
  "/admin/dashboard",
  "/admin/companies",
  "/admin/reviews?show=all",
  "/admin/tasks",
  "/admin/tasks?part=proposals",
  "/admin/imports",
  "/admin/requests",
  "/admin/settings",
  "/admin/settings/branding",
  "/admin/settings/declarations",
  "/admin/settings/amounts",
  "/admin/settings/services",
  "/admin/user/5/profile",
];

async function open(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(path);
  await hydrated(page);
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0, { timeout: 20_000 });
}

/** One load of each page in each language; the window is resized. */
async function expectFitting(
  page: Page,
  paths: readonly string[],
  widthsIn: (language: Language) => readonly number[] = () => widths,
): Promise<void> {
  const faults: string[] = [];
  for (const language of languages)
    for (const path of paths) {
      await open(page, `/${language}${path}`);
      for (const fault of await layoutFaults(page, widthsIn(language))) faults.push(`/${language}${path} at ${fault}`);
    }
  expect(faults).toEqual([]);
}

test.describe.configure({ timeout: 300_000 });
test.use({ reducedMotion: "reduce" } as object);

test("pages open to all fit every window", async ({ page }) => {
  await expectFitting(page, publicPages);
});

test("a client's pages and the request dialog fit every window", async ({ page }) => {
  await signInByCalls(page, { email: "anna@portico.example" });
  await expectFitting(page, clientPages);
  for (const language of languages) {
    const t = textIn(language);
    await open(page, `/${language}/portfolio`);
    await page.getByRole("button", { name: t("portfolios.page.request") }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(t("portfolios.request.buy"), { exact: true }).click();
    await dialog.getByRole("button", { name: t("portfolios.request.review") }).click();
    expect(await layoutFaults(page), `the request dialog (${language})`).toEqual([]);
  }
});

test("the pages of somebody on the way to being a client fit every window", async ({ page }) => {
  await signInByCalls(page, { email: "kalin@portico.example" });
  await expectFitting(page, ["/dashboard", "/profile", "/form/KYC"]);
});

test("staff's pages fit every window", async ({ page }) => {
  await signInByCalls(page, { email: officeOf(test.info().parallelIndex) });
  const { client } = await signInAsOffice(test.info().parallelIndex);
  const { forms } = await client.forms.list({ params: { type: "KYC" }, query: {} });
  const { companies } = await client.companies.list({ query: { search: "Тракия" } });
  await expectFitting(
    page,
    [...staffPages, `/admin/user/${forms[0]?.holder_id}/review`, `/admin/company/${companies[0]?.id}/profile`],
    (language) => (language === "bg" ? widths : fewWidths),
  );
});
