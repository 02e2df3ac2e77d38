/** "Look at it with demo data": an administrator of an empty portal loads the demo, shows it, and removes it. */
import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, type Page, test } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { expectAccessible, hydrated, watchFaults } from "./page-checks.ts";
import { port as mainPort } from "./portal.ts";
import { type PortalProcess, startProcess } from "./process.ts";
import { signInByPage } from "./sessions.ts";

const t = textIn("en");
const port = mainPort + 50;
const url = `http://localhost:${port}`;
const admin = { email: "founder@new-firm.test", password: "a lantern over the harbour" };

let dataDir: string;
let portal: PortalProcess;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  dataDir = await mkdtemp(join(tmpdir(), "portico-e2e-try-"));
  portal = await startProcess({ dataDir, port, demo: "off" });
});
test.afterAll(async () => {
  await portal.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

/** The link that the command prints for the first administrator. */
async function createAdmin(): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["server/commands/create-admin.ts", admin.email, "Fiona Founder"],
    {
      cwd: join(import.meta.dirname, ".."),
      env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), API_PORT: String(port + 1), DATABASE_URL: "" },
    },
  );
  return /https?:\S+/.exec(stdout)?.[0] ?? "";
}

/** As a machine that fails: nothing is ended in order. Then it is started again. */
async function killPortal(open: readonly Page[]): Promise<void> {
  // Open pages would report that they lost their connections.
  for (const page of open) await page.goto("about:blank");
  process.kill(portal.pid, "SIGKILL");
  await expect
    .poll(() =>
      fetch(`${url}/`).then(
        () => "answers",
        () => "gone",
      ),
    )
    .toBe("gone");
  portal = await startProcess({ dataDir, port, demo: "off" });
}

const banner = (page: Page) => page.getByRole("complementary", { name: t("shell.demo.title") });

async function confirm(page: Page, label: string): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: label }).click();
}

test("an administrator loads the demo, a board looks at it, and it is removed", async ({ browser }) => {
  test.setTimeout(480_000);
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  const faults = watchFaults(page);
  await page.goto(await createAdmin());
  await hydrated(page);
  await page.locator('input[name="password"]').fill(admin.password);
  await page.locator('input[name="password"]').press("Enter");
  await signInByPage(page, admin);
  await page.goto("/en/admin/set-up");
  await hydrated(page);
  await expect(banner(page)).toHaveCount(0);

  await page.getByRole("button", { name: t("admin.demo.load") }).click();
  await confirm(page, t("admin.demo.load"));
  await expect(page.getByText(t("admin.demo.loading"))).toBeVisible();
  // Killed while it loads: the next start begins anew.
  await page.waitForTimeout(3000);
  await killPortal([page]);
  await page.goto("/en/admin/set-up");
  await hydrated(page);
  await expect(page.getByText(t("admin.demo.isOn"))).toBeVisible({ timeout: 300_000 });
  await expectAccessible(page);
  const link = (await page.locator("#demo code").textContent()) ?? "";
  expect(link).toContain(`${url}/demo/enter/`);

  // Without the address nobody sees it; with it, in any browser.
  const board = await browser.newContext({ baseURL: url });
  const seen = await board.newPage();
  const boardFaults = watchFaults(seen);
  await seen.goto("/en/demo");
  await expect(seen.getByText(t("sessions.demo.none"))).toBeVisible();
  await seen.goto(link);
  await hydrated(seen);
  await expect(banner(seen)).toBeVisible();
  await expectAccessible(seen);
  await seen.getByRole("button", { name: `${t("sessions.demo.enter")}: James Wright` }).click();
  await seen.waitForURL("**/dashboard");
  await expect(banner(seen)).toBeVisible();
  await seen.goto("/en/portfolio");
  await hydrated(seen);
  await expect(banner(seen)).toBeVisible();
  await seen.goto("/en/demo");
  await hydrated(seen);
  await seen.getByRole("button", { name: `${t("sessions.demo.enter")}: Elena Markova` }).click();
  await seen.waitForURL("**/dashboard");
  await seen.goto("/en/admin");
  await hydrated(seen);
  await expect(banner(seen)).toBeVisible();
  await expectAccessible(seen);
  // Visitors of the demo cannot register.
  await seen.goto("/en/learn-more/fees");
  await expect(banner(seen)).toBeVisible();
  expect(boardFaults).toEqual([]);

  // Meanwhile the firm sets up its portal.
  await page.reload();
  await hydrated(page);
  const accepted = page
    .getByRole("listitem")
    .filter({ hasText: t("admin.setUp.step.kycRules") })
    .getByText(t("admin.setUp.done"), { exact: true });
  await page.getByRole("button", { name: `${t("admin.setUp.accept")}: ${t("admin.setUp.step.kycRules")}` }).click();
  await expect(accepted).toBeVisible();

  // Killed while it is shown: it comes again as it was.
  await killPortal([page, seen]);
  await expect(async () => {
    await seen.goto("/en/admin");
    await expect(banner(seen)).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 90_000 });

  await page.goto("/en/admin/set-up");
  await hydrated(page);
  await page.getByRole("button", { name: t("admin.demo.remove") }).click();
  await confirm(page, t("admin.demo.remove"));
  // The process that was killed counts as serving until it has not been heard of for a while.
  await expect(async () => {
    await page.goto("/en/admin/set-up");
    await expect(page.getByRole("button", { name: t("admin.demo.load") })).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 150_000 });
  await expect(accepted).toBeVisible();
  await seen.goto("/en/demo");
  await expect(seen.getByText(t("sessions.demo.none"))).toBeVisible();
  await expect(banner(seen)).toHaveCount(0);
  await expect.poll(() => readdir(join(dataDir, "demo")).catch(() => []), { timeout: 30_000 }).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
  await board.close();
});
