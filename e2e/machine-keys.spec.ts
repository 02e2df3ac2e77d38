/** A key for a system of the firm, with four eyes: made, approved by a second administrator, used, revoked. A portal of its own. */
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { port, seededDir } from "./portal.ts";
import { copyData, type PortalProcess, startProcess } from "./process.ts";
import { newBrowser, signIn, signInAnew } from "./sessions.ts";

const t = textIn("en");
const own = port + 50;
const url = `http://localhost:${own}`;
const apiUrl = `http://localhost:${own + 1}`;
const admin = { email: "admin@portico.example" };

let dataDir: string;
let portal: PortalProcess;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  dataDir = await mkdtemp(join(tmpdir(), "portico-e2e-keys-"));
  copyData(seededDir, dataDir);
  portal = await startProcess({ dataDir, port: own });
});
test.afterAll(async () => {
  await portal.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** A second administrator, made by command; and four eyes are on. */
async function arrangeSecond(): Promise<{ email: string; password: string }> {
  const second = { email: "second-admin@mail.example", password: "a calm harbour in winter" };
  const told = execFileSync(process.execPath, ["server/commands/create-admin.ts", second.email, "Second Admin"], {
    cwd: join(import.meta.dirname, ".."),
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" },
    encoding: "utf8",
  });
  const validationString = /code=([\w-]+)/.exec(told)?.[1] ?? "";
  await newBrowser(apiUrl).client.sessions.resetPassword({
    params: { email: second.email },
    body: { newPass: second.password, validationString },
  });
  // Who never signed in does not count as the second pair of eyes.
  await signIn(second, apiUrl);
  const { client } = await signIn(admin, apiUrl);
  await client.settings.save({ params: { name: "fourEyes" }, body: { data: { on: true } } });
  return second;
}

async function openKeys(page: Page): Promise<void> {
  await page.goto("/en/admin/machines");
  await hydrated(page);
}

test("an administrator makes a key, a second one approves it, a request works with it, and not once it is revoked", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const second = await arrangeSecond();
  const [making, approving] = await Promise.all(
    [0, 1].map(async () => (await browser.newContext({ baseURL: url })).newPage()),
  );
  if (!making || !approving) throw new Error("no page");
  const faults = watchFaults(making);
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  await signInAnew(making, admin, url, apiUrl);
  await openKeys(making);
  await expect(making.getByText(t("admin.machines.none"))).toBeVisible();
  await making.getByRole("button", { name: t("admin.machines.make") }).click();
  const form = making.getByRole("dialog", { name: t("admin.machines.make") });
  await form.getByLabel(t("admin.machines.name")).fill("Accounting");
  await form.getByLabel("users:read").check();
  await form.getByLabel(t("admin.machines.expiresOn")).fill(inDays(30));
  await expectAccessible(making);
  await form.getByRole("button", { name: t("admin.machines.makeKey") }).click();
  const shown = making.getByRole("dialog", { name: t("admin.machines.secretTitle", { name: "Accounting" }) });
  const token = await shown.locator("code").innerText();
  await expect(shown.getByText(t("admin.machines.secretWaits"))).toBeVisible();
  await shown.getByRole("button", { name: t("admin.machines.secretDone") }).click();
  await expect(making.getByText(token)).toHaveCount(0);

  const ask = () => fetch(`${apiUrl}/user?limit=1`, { headers: { authorization: `Bearer ${token}` } });
  expect((await ask()).status, "before the approval").toBe(401);

  await signInAnew(approving, second, url, apiUrl);
  await openKeys(approving);
  await approving.getByRole("button", { name: t("admin.machines.approveOf", { name: "Accounting" }) }).click();
  await approving
    .getByRole("dialog")
    .getByRole("button", { name: t("admin.machines.approve"), exact: true })
    .click();
  await expect(approving.getByText(t("admin.machines.state.active"), { exact: true })).toBeVisible();
  expect((await ask()).status).toBe(200);

  // The maker's open page follows.
  const revoke = making.getByRole("button", { name: t("admin.machines.revokeOf", { name: "Accounting" }) });
  await revoke.click();
  await making
    .getByRole("dialog")
    .getByRole("button", { name: t("admin.machines.revoke"), exact: true })
    .click();
  await expect(revoke).toHaveCount(0);
  expect((await ask()).status, "at once").toBe(401);
  await expect(making.getByText(`${t("admin.machines.ended")} (1)`)).toBeVisible();
  expect(faults).toEqual([]);
});
