/** The firm's public pages: read without JavaScript, found by search engines, written and published by staff. */
import { expect, test } from "@playwright/test";
import { languages } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { portalUrl } from "./portal.ts";
import { signInByCalls } from "./sessions.ts";

const t = textIn("en");
const published = ["fees", "treasury", "terms", "privacy"] as const;

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("a visitor reads the fees in three languages, and goes on from there", async ({ page }) => {
    const faults = watchFaults(page);
    const answer = await page.goto("/en/learn-more/fees");
    expect(answer?.headers()["set-cookie"]).toBeUndefined();
    for (const language of languages) {
      const of = textIn(language);
      await page.locator(`header a[hreflang="${language}"]`).click();
      await expect(page.locator("html")).toHaveAttribute("lang", language);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      const table = page.getByRole("table", { name: of("content.fees") });
      await expect(table.getByRole("row")).toHaveCount(7);
      await expect(table).toContainText(of("content.feeUnit.year"));
    }
    await page.goto("/en/learn-more/fees");
    await page.getByRole("link", { name: t("shell.learnMore.treasury") }).click();
    await expect(page.getByRole("table", { name: new RegExp(t("content.interest")) })).toContainText("EUR");
    await page.getByRole("link", { name: t("shell.learnMore.terms") }).click();
    await expect(page).toHaveURL(/\/en\/learn-more\/terms$/);
    expect(faults).toEqual([]);
  });
});

test("search engines find each page with its languages, its picture and what it is", async ({ page, request }) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  for (const name of published)
    for (const language of languages) {
      const path = `/${language}/learn-more/${name}`;
      await page.goto(path);
      const href = (selector: string) => page.locator(`head ${selector}`).getAttribute("href");
      expect(await href('link[rel="canonical"]')).toBe(portalUrl + path);
      for (const other of languages)
        expect(await href(`link[hreflang="${other}"]`)).toBe(`${portalUrl}/${other}/learn-more/${name}`);
      expect(await href('link[hreflang="x-default"]')).toBe(`${portalUrl}/en/learn-more/${name}`);
      expect(sitemap).toContain(`<loc>${portalUrl}${path}</loc>`);
      const title = await page.getByRole("heading", { level: 1 }).innerText();
      const meta = (property: string) => page.locator(`head meta[property="og:${property}"]`).getAttribute("content");
      expect(await meta("title")).toBe(title);
      const data = JSON.parse(await page.locator('script[type="application/ld+json"]').innerText()) as {
        "@graph": { "@type": string; url?: string; inLanguage?: string; itemListElement?: unknown[] }[];
      };
      expect(data["@graph"].map((one) => one["@type"])).toEqual(["Organization", "WebPage", "BreadcrumbList"]);
      expect(data["@graph"][1]).toMatchObject({ url: portalUrl + path, inLanguage: language, name: title });
      await expect(page.locator("head meta[name=description]")).toHaveCount(1);
    }
  await expect(async () => {
    await page.goto("/bg/learn-more/fees");
    const picture = await page.locator('head meta[property="og:image"]').getAttribute("content");
    const drawn = await request.get(String(picture));
    expect(drawn.headers()["content-type"]).toBe("image/png");
    expect((await drawn.body()).subarray(16, 24).readUInt32BE(0)).toBe(1200);
  }).toPass();
});

test("colours follow the reader's choice without the application", async ({ page }) => {
  await page.goto("/en/learn-more/privacy");
  await page.getByRole("button", { name: t("shell.theme.dark"), exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await expect(page.getByRole("button", { name: t("shell.theme.dark"), exact: true })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expectAccessible(page, "en");
});

test("an admin publishes when all languages are there; a draft is nowhere before, and an old version comes back as one", async ({
  page,
  request,
}) => {
  const secret = `Draft ${Date.now()}`;
  await signInByCalls(page, { email: "admin@portico.example" });
  await page.goto("/en/admin/content/privacy");
  await hydrated(page);
  const title = page.getByLabel(t("admin.content.pageTitle"));
  const tab = (language: "bg" | "en" | "pl") =>
    page.getByRole("button", { name: new RegExp(`^${t(`shell.language.${language}`)}`) }).last();
  const before = await title.inputValue();
  await title.fill(secret);
  await tab("pl").click();
  const polish = await title.inputValue();
  await title.fill("");
  await page
    .getByRole("button", { name: new RegExp(`^(${t("admin.draft.saveNew")}|${t("admin.draft.save")})$`) })
    .click();
  await expect(page.getByText(t("admin.content.saved"))).toBeVisible();
  await tab("en").click();
  await page.getByRole("button", { name: t("admin.content.publish.begin") }).click();
  // Refused at its place, in its language; what was typed stays.
  await expect(title).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText(t("admin.content.toCorrect"))).toBeVisible();
  await tab("en").click();
  await expect(title).toHaveValue(secret);
  for (const address of ["/en/learn-more/privacy", "/en/login", "/sitemap.xml", "/api/content", "/api/content/privacy"])
    expect(await (await request.get(address)).text()).not.toContain(secret);

  await tab("pl").click();
  await title.fill(polish);
  await page.getByRole("button", { name: t("admin.draft.save") }).click();
  await page.getByRole("button", { name: t("admin.content.publish.begin") }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(secret)).toBeVisible();
  await dialog.getByRole("button", { name: t("admin.content.publish.action") }).click();
  await expect(page.getByText(t("admin.content.publish.done"))).toBeVisible();
  expect(await (await request.get("/en/learn-more/privacy")).text()).toContain(secret);

  await page
    .getByRole("button", { name: t("admin.versions.restore") })
    .last()
    .click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("admin.versions.restore") })
    .click();
  await tab("en").click();
  await expect(title).toHaveValue(before);
  expect(await (await request.get("/en/learn-more/privacy")).text()).toContain(secret);
  await page.getByRole("button", { name: t("admin.content.publish.begin") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("admin.content.publish.action") })
    .click();
  await expect(async () => {
    expect(await (await request.get("/en/learn-more/privacy")).text()).not.toContain(secret);
  }).toPass();
});
