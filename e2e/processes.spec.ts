/** Two portal processes with one database, and open pages when the database is killed. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { textIn } from "@portico/messages/server-text.ts";
import { hydrated, watchFaults } from "./page-checks.ts";
import { port, seededDir } from "./portal.ts";
import { copyData, type PortalProcess, startProcess } from "./process.ts";
import { signIn, signInAnew } from "./sessions.ts";

const t = textIn("en");
const [first, second] = [port + 20, port + 30];
const urlOf = (place: number) => `http://localhost:${place}`;
const client = { email: "vera@portico.example" };
const statement = "account,date,kind,currency,amount,id\nP100004,2026-10-01,deposit,EUR,77777,two-processes-1\n";

let dataDir: string;
const portals: PortalProcess[] = [];
test.beforeAll(async () => {
  test.setTimeout(120_000);
  dataDir = await mkdtemp(join(tmpdir(), "portico-e2e-two-"));
  copyData(seededDir, dataDir);
  // Sequentially, so that the first is stopped if the second fails.
  portals.push(await startProcess({ dataDir, port: first }));
  portals.push(await startProcess({ dataDir, port: second }));
});
test.afterAll(async () => {
  for (const portal of portals.toReversed()) await portal.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

test("what staff book at one process shows at once on a page of the other; the database's death is told and mended", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const context = await browser.newContext({ baseURL: urlOf(first) });
  const page = await context.newPage();
  const faults = watchFaults(page);
  await signInAnew(page, client, urlOf(first), urlOf(first + 1));
  await page.goto("/en/portfolio");
  await hydrated(page);

  await expect(page.getByText(t("portfolios.state.empty"))).toBeVisible();

  const { client: office } = await signIn({ email: "office@portico.example" }, urlOf(second + 1));
  const preview = await office.imports.preview({
    body: { kind: "statement", fileName: "october.csv", content: statement },
  });
  await office.imports.confirm({ params: { id: preview.id }, body: {} });
  await expect(page.getByText("77,777.00").first()).toBeVisible({ timeout: 15_000 });

  // The database server is killed; the portal restarts it.
  const lock = await readFile(join(dataDir, "database", "data", "postmaster.pid"), "utf8");
  process.kill(Number(lock.split("\n")[0]), "SIGKILL");
  const states = () =>
    Promise.all([first, second].map(async (place) => (await fetch(`${urlOf(place + 1)}/ready`)).status));
  await expect.poll(states, { timeout: 30_000 }).toEqual([200, 200]);
  expect((await fetch(`${urlOf(first + 1)}/health`)).status).toBe(200);
  await page.reload();
  await hydrated(page);
  await expect(page.getByText("77,777.00").first()).toBeVisible({ timeout: 20_000 });

  // A second booking still arrives: both processes listen again. A connection that has not noticed yet answers 503
  // once, with Retry-After.
  const body = {
    kind: "statement",
    fileName: "more.csv",
    content: statement.replace("77777,two-processes-1", "11111,two-2"),
  } as const;
  const next = await office.imports.preview({ body }).catch(async (error: unknown) => {
    if (!/503/.test(String(error))) throw error;
    await pause(2000);
    return office.imports.preview({ body });
  });
  await office.imports.confirm({ params: { id: next.id }, body: {} });
  await expect(page.getByText("88,888.00").first()).toBeVisible({ timeout: 30_000 });
  expect(faults.filter((fault) => !/WebSocket|ERR_CONNECTION|500/.test(fault))).toEqual([]);
  await context.close();
});
