/** Every page there is, for a client and for staff: no finding of axe, no fault in the console, no text left untranslated. */
import { expect, type Page, test } from "@playwright/test";
import { languages } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import {
  expectAccessible,
  expectWorded,
  hydrated,
  newPerson,
  officeOf,
  signInAsOffice,
  signInByCalls,
  watchFaults,
} from "./people.ts";

const publicPages = ["/login", "/register", "/verify", "/reset", "/reset/nobody%40mail.example"];
const clientPages = [
  "/dashboard",
  "/portfolio",
  "/portfolio?part=orders",
  "/portfolio?part=transactions",
  "/profile",
  "/notifications",
  "/form/KYC",
];
const staffPages = [
  "/admin",
  "/admin/dashboard",
  "/admin/companies",
  "/admin/reviews?type=companyKYC&show=all",
  "/admin/tasks",
  "/admin/tasks?part=proposals",
  "/admin/imports",
  "/admin/requests",
  "/admin/settings",
  "/admin/settings/branding",
  "/admin/settings/declarations",
  "/admin/settings/amounts",
  "/admin/settings/services",
  "/admin/user/4/profile",
];

/** What other words can break; all else is alike in every language. */
const rulesOfWords = [
  "label-content-name-mismatch",
  "button-name",
  "link-name",
  "label",
  "document-title",
  "html-has-lang",
  "html-lang-valid",
  "valid-lang",
];

/** Looks at a page: in English by every rule, in light and at its colours in dark; in other languages at what their words can break. */
async function look(page: Page, path: string): Promise<void> {
  const isEnglish = path.startsWith("/en");
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto(path);
  await hydrated(page);
  // Skeletons are gone before anything is judged.
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0, { timeout: 15_000 });
  await expectAccessible(page, isEnglish ? [] : rulesOfWords);
  await expectWorded(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide, `${path} scrolls sideways`).toBeLessThanOrEqual(0);
  if (!isEnglish) return;
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await expectAccessible(page, ["color-contrast"]);
}

test("pages open to all are sound, light and dark @phone", async ({ page }) => {
  const faults = watchFaults(page);
  for (const path of publicPages) await look(page, `/en${path}`);
  expect(faults).toEqual([]);
});

for (const language of languages)
  test(`a new client's pages are sound (${language}) @phone`, async ({ page }) => {
    test.setTimeout(120_000);
    const faults = watchFaults(page);
    await signInByCalls(page, await newPerson());
    for (const path of clientPages) await look(page, `/${language}${path}`);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    expect(faults).toEqual([]);
  });

for (const language of languages)
  test(`staff's pages are sound (${language})`, async ({ page }) => {
    test.setTimeout(480_000);
    const faults = watchFaults(page);
    const { client } = await signInAsOffice(test.info().parallelIndex);
    const { forms } = await client.forms.list({ params: { type: "KYC" }, query: {} });
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
    for (const path of paths) await look(page, `/${language}${path}`);
    expect(faults).toEqual([]);
  });

test("staff who only read are offered nothing that changes a client", async ({ page }) => {
  test.setTimeout(120_000);
  const faults = watchFaults(page);
  await signInByCalls(page, { email: "internal@portico.example" });
  const t = textIn("en");
  await page.goto("/en/admin/user/4/profile");
  await hydrated(page);
  await expect(page.getByText(t("admin.holder.timeline"))).toBeVisible();
  for (const name of [t("admin.representation.add"), t("admin.assign.open"), t("admin.notify.send")])
    await expect(page.getByRole("button", { name, exact: true })).toHaveCount(0);
  expect(faults).toEqual([]);
});
