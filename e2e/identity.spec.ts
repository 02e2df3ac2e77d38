/**
 * The firm's identity provider in a portal of its own: connected on the page, tested, switched on; a colleague signs in through it,
 * and the provider signs them out by back channel.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { startProvider, type TestProvider, testClient } from "../server/domains/identity/testing/provider.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { port, seededDir } from "./portal.ts";
import { copyData, type PortalProcess, startProcess } from "./process.ts";
import { demoPassword, signIn, signInAnew } from "./sessions.ts";

const t = textIn("en");
const own = port + 60;
const url = `http://localhost:${own}`;
const apiUrl = `http://localhost:${own + 1}`;
const admin = { email: "admin@portico.example" };
const name = "Firm account";

let dataDir: string;
let portal: PortalProcess;
let provider: TestProvider;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  dataDir = await mkdtemp(join(tmpdir(), "portico-e2e-identity-"));
  copyData(seededDir, dataDir);
  provider = await startProvider(`${url}/identity/return`);
  portal = await startProcess({ dataDir, port: own });
});
test.afterAll(async () => {
  await portal.stop();
  await provider.close();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** Saves the setting by its dialog, which shows the difference. */
async function save(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: t("admin.settings.save"), exact: true })
    .first()
    .click();
  const difference = page.getByRole("dialog", { name: t("admin.history.confirmTitle") });
  await difference.getByRole("button", { name: t("admin.settings.save"), exact: true }).click();
  await expect(page.getByText(t("admin.settings.unsaved"))).toHaveCount(0);
}

async function addProvider(page: Page): Promise<void> {
  await open(page, "/en/admin/settings/identity");
  await page.getByRole("button", { name: t("admin.identity.add") }).click();
  await page.getByLabel(t("admin.identity.name"), { exact: true }).fill(name);
  await page.getByLabel(t("admin.identity.issuer"), { exact: true }).fill(provider.issuer);
  await page.getByLabel(t("admin.identity.clientId"), { exact: true }).fill(testClient.clientId);
  await page.getByRole("button", { name: t("admin.identity.addGroup") }).click();
  await page.getByLabel(t("admin.identity.group"), { exact: true }).fill("portal-staff");
  await expectAccessible(page);
  await save(page);
}

test("an administrator connects and tests a provider; a colleague signs in through it and is signed out by it", async ({
  browser,
}) => {
  test.setTimeout(240_000);
  const setting = await (await browser.newContext({ baseURL: url })).newPage();
  const faults = watchFaults(setting);
  await signInAnew(setting, admin, url, apiUrl);
  await addProvider(setting);

  await open(setting, "/en/admin/identity");
  await setting.getByLabel(t("admin.identity.secret")).fill(testClient.secret);
  await setting.getByRole("button", { name: t("admin.identity.secretSave") }).click();
  await expect(setting.getByText(t("admin.identity.secretStored"))).toBeVisible();
  provider.signsIn({ sub: "tester", email: "tester@firm.example", email_verified: true, groups: ["canteen"] });
  await setting.getByRole("button", { name: t("admin.identity.test") }).click();
  await expect(setting.getByRole("heading", { name: t("admin.identity.tested", { name }) })).toBeVisible();
  const reason = t("admin.identity.refusal.noStaffGroup");
  await expect(setting.getByText(t("admin.identity.testedRefused", { reason }))).toBeVisible();
  await expect(setting.getByText('"email": "tester@firm.example"')).toBeVisible();
  await expectAccessible(setting);

  await open(setting, "/en/admin/settings/identity");
  await setting.getByLabel(t("admin.identity.isOn")).check();
  const { id, client } = await signIn(admin, apiUrl);
  const { name: adminName } = await client.users.get({ params: { id } });
  await setting.getByRole("checkbox", { name: adminName }).check();
  await save(setting);
  expect(faults).toEqual([]);

  const colleague = await (await browser.newContext({ baseURL: url })).newPage();
  provider.signsIn({
    sub: "colleague",
    email: "colleague@firm.example",
    email_verified: true,
    name: "Clara Colleague",
    groups: ["portal-staff"],
  });
  await open(colleague, "/en/login");
  await expectAccessible(colleague);
  await colleague.getByRole("button", { name: t("sessions.provider.signIn", { name }) }).click();
  await colleague.waitForURL(/\/(dashboard|admin)/);
  await open(colleague, "/en/admin/help");
  await expect(colleague).toHaveURL(/\/admin\/help/);

  const { providers } = await client.identity.get();
  const answer = await fetch(providers[0]?.logoutUri ?? "", {
    method: "POST",
    body: new URLSearchParams({ logout_token: await provider.logoutToken({ sub: "colleague" }) }),
  });
  expect(answer.status).toBe(200);
  await colleague.waitForURL(/\/login/);

  // Whoever signs out here is signed out there as well.
  await open(colleague, "/en/login");
  await colleague.getByRole("button", { name: t("sessions.provider.signIn", { name }) }).click();
  await colleague.waitForURL(/\/(dashboard|admin)/);
  await hydrated(colleague);
  await colleague.getByRole("button", { name: t("shell.account.menu", { name: "Clara Colleague" }) }).click();
  await colleague.getByRole("button", { name: t("shell.account.signOut"), exact: true }).click();
  await colleague.getByRole("button", { name: "Yes, sign me out" }).click();
  await expect(colleague.getByRole("heading", { name: t("sessions.provider.signedOut") })).toBeVisible();
  await expectAccessible(colleague);

  // With a password nobody of staff enters, but the emergency admin.
  await open(colleague, "/en/login");
  await colleague.getByLabel(t("sessions.field.email")).fill("office@portico.example");
  await colleague.getByLabel(t("ui.password.label"), { exact: true }).fill(demoPassword);
  await colleague.getByRole("button", { name: t("sessions.login.submit"), exact: true }).click();
  await expect(colleague.getByText(t("error.useProvider"))).toBeVisible();
  await signIn(admin, apiUrl);
});
