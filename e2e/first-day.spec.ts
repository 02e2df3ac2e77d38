/** A firm's first day: from an empty portal, without the demo, to the first visitor who registers. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { contentPages } from "@portico/api/rules/content.ts";
import { ruleOf, setUpStepIds } from "@portico/api/rules/set-up-steps.ts";
import { languages } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { createAdmin, expectDone, openSetUp, publish } from "./first-day-steps.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { port as mainPort, waitForCode, waitForMail } from "./portal.ts";
import { type PortalProcess, startProcess } from "./process.ts";
import { signInByPage } from "./sessions.ts";

const t = textIn("en");
const port = mainPort + 40;
const url = `http://localhost:${port}`;
const admin = { email: "founder@new-firm.test", name: "Fiona Founder", password: "a lantern over the harbour" };

/** Steps that every firm has. */
const all = setUpStepIds.filter((id) => !ruleOf(id).optional).length;

let dataDir: string;
let portal: PortalProcess;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  dataDir = await mkdtemp(join(tmpdir(), "portico-e2e-first-"));
  portal = await startProcess({ dataDir, port, demo: "off" });
});
test.afterAll(async () => {
  await portal.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

test("public pages without a text say so, lead on, and are no matter for search engines", async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  const faults = watchFaults(page);
  const sitemap = await (await page.request.get("/sitemap.xml")).text();
  for (const language of languages)
    for (const name of contentPages) {
      const answer = await page.goto(`/${language}/learn-more/${name}`);
      expect(answer?.status()).toBe(200);
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      // The offer is a page of its own.
      if (name === "target") continue;
      const title = textIn(language)(`shell.learnMore.${name}`);
      await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
      await expect(page.getByText(textIn(language)(`content.unpublished.${name}`, { firm: "Portico" }))).toBeVisible();
      await expect(page).toHaveTitle(`${title} · Portico`);
      await expect(page.locator('head meta[name="robots"]')).toHaveAttribute("content", "noindex");
      expect(sitemap).not.toContain(`/learn-more/${name}<`);
      await expect(page.getByRole("link", { name: textIn(language)("content.unpublished.write") })).toBeHidden();
    }
  await expectAccessible(page, "pl");
  await page.evaluate(() => localStorage.setItem("profile", JSON.stringify({ id: 1, role: "admin" })));
  await page.goto("/en/learn-more/fees");
  await expect(page.getByRole("link", { name: t("content.unpublished.write") })).toBeVisible();
  await page
    .getByRole("main")
    .getByRole("link", { name: t("shell.learnMore.target") })
    .click();
  await expect(page).toHaveURL(/\/en\/learn-more\/target$/);
  expect(faults).toEqual([]);
  await page.context().close();
});

test("an administrator sets the portal up and opens it to the first visitor", async ({ browser }) => {
  test.setTimeout(180_000);
  const visitorPage = await (await browser.newContext({ baseURL: url })).newPage();
  await visitorPage.goto("/en/register");
  await expect(visitorPage.getByText(t("sessions.register.closed", { firm: "Portico" }))).toBeVisible();
  await expect(visitorPage.getByRole("button", { name: t("sessions.register.submit") })).toHaveCount(0);

  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  const faults = watchFaults(page);
  await page.goto(await createAdmin(admin, { dataDir, port }));
  await hydrated(page);
  await page.locator('input[name="password"]').fill(admin.password);
  await page.locator('input[name="password"]').press("Enter");
  await signInByPage(page, admin);
  await page.goto("/en/admin/set-up");
  await hydrated(page);
  await expect(page.getByText(t("admin.setUp.progress", { done: 0, all }))).toBeVisible();
  await expect(page.getByRole("switch", { name: t("admin.setUp.registration.switch") })).toBeDisabled();
  await expectAccessible(page);

  // The brand, in place.
  const brand = t("admin.setUp.step.brand");
  await page.getByRole("button", { name: `${t("admin.setUp.open")}: ${brand}` }).click();
  await page.getByLabel(t("admin.settings.firmName")).fill("New Firm");
  await page.getByLabel(t("admin.settings.supportEmail")).fill("help@new-firm.portico");
  await page.getByRole("button", { name: t("admin.settings.save") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("admin.settings.save") })
    .click();
  await expect(page.getByText(t("admin.setUp.progress", { done: 1, all }))).toBeVisible();

  // Mail that arrives.
  const since = new Date();
  await page.getByRole("button", { name: t("admin.setUp.mail.send") }).click();
  const mail = await waitForMail(admin.email, since, /set-up\?mail=/);
  await page.goto(/https?:\S+set-up\?mail=[\w-]+/.exec(mail.text ?? "")?.[0] ?? "");
  await expect(page.getByText(t("admin.setUp.mail.arrived"))).toBeVisible();

  // What is shipped is accepted.
  await page.getByRole("button", { name: `${t("admin.setUp.accept")}: ${t("admin.setUp.step.kycRules")}` }).click();
  await expect(page.getByText(t("admin.setUp.progress", { done: 3, all }))).toBeVisible();

  await publish(page, "terms");
  await openSetUp(page);
  await expectDone(page, "terms");
  await publish(page, "privacy");
  await openSetUp(page);

  await page.getByRole("switch", { name: t("admin.setUp.registration.switch") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("admin.setUp.registration.openConfirm") })
    .click();
  await expect(page.getByText(t("admin.setUp.registration.isOpen"))).toBeVisible();

  // The first visitor.
  const email = "first@client.test";
  await visitorPage.goto("/en/register");
  await hydrated(visitorPage);
  await visitorPage.getByLabel(t("sessions.field.name")).fill("First Client");
  await visitorPage.getByLabel(t("sessions.field.email")).fill(email);
  await visitorPage.locator('input[type="tel"]').fill("+359 88 812 3456");
  await visitorPage.locator('input[name="password"]').fill("a calm harbour in winter");
  const registered = new Date();
  await visitorPage.getByRole("button", { name: t("sessions.register.submit") }).click();
  const boxes = visitorPage.locator('input[autocomplete="one-time-code"]');
  await boxes.waitFor();
  await boxes.fill(await waitForCode(email, registered));
  await visitorPage.waitForURL("**/en/dashboard");
  expect(faults).toEqual([]);
  await context.close();
  await visitorPage.context().close();
});
