/** What the pages cost: time to the first answer, bytes of code, memory under load, and Lighthouse scores. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import autocannon from "autocannon";
import nodeFlags from "../tools/node-flags.json" with { type: "json" };
import { measureFirstRow } from "./first-row.ts";
import { measureForm } from "./form-steps.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measurePublicPages } from "./public-pages.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
const port = 4970;
const login = `http://localhost:${port}/en/login`;

/** Starts the portal like `npm start`, once installed and built; returns when it first answers. */
export async function startPortal(dataDir: string): Promise<{ portal: ChildProcess; seconds: number; api: string }> {
  const before = performance.now();
  const portal = spawn(process.execPath, [...nodeFlags, "tools/server.mjs"], {
    cwd: root,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      API_PORT: String(port + 1),
      RATE_LIMITS: "off",
      LOG_LEVEL: "warn",
    },
    stdio: "ignore",
  });
  for (;;) {
    const answer = await fetch(login).catch(() => undefined);
    if (answer?.ok)
      return { portal, seconds: (performance.now() - before) / 1000, api: `http://localhost:${port + 1}` };
    if (portal.exitCode !== null) throw new Error(`the portal ended with ${portal.exitCode}`);
    await pause(10);
  }
}

export async function stop(portal: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => portal.once("exit", resolve));
  portal.kill("SIGTERM");
  await ended;
}

/** The last of five starts, with the median of their times. */
async function startAgain(dataDir: string): ReturnType<typeof startPortal> {
  const times: number[] = [];
  for (;;) {
    const { portal, seconds, api } = await startPortal(dataDir);
    times.push(seconds);
    if (times.length === 5) return { portal, seconds: times.toSorted((a, b) => a - b)[2] ?? seconds, api };
    await stop(portal);
  }
}

interface PageRow {
  what: string;
  ours: number;
  base: number;
  /** Higher is better. */
  isScore?: true;
}

/** The rows; Lighthouse only if there is a Chromium. The limit of the start grows with the machine's slowness. */
export async function measurePages(slowness: number): Promise<PageRow[]> {
  const rows: PageRow[] = [];
  const { stdout } = await run(process.execPath, [join(root, "web/bundle-size.ts")], { cwd: join(root, "web") });
  for (const [page, most] of [
    ["login", 160],
    ["dashboard", 190],
    ["portfolio", 200],
  ] as const) {
    const kilobytes = Number(new RegExp(`${page}: JS ([\\d.]+) KB`).exec(stdout)?.[1] ?? Number.NaN);
    rows.push({ what: `JS of the ${page} page before interaction, brotli, KB`, ours: kilobytes, base: most });
  }
  const form = await measureForm();
  if (form.carried.length > 0)
    throw new Error(`the form's page carries steps that it does not show: ${form.carried.join(", ")}`);
  const largest = Math.max(...form.steps.map((step) => step.kilobytes));
  rows.push({
    what: "JS that a step of a form brings when it is shown, the largest, brotli, KB",
    ours: largest,
    base: 10,
  });
  const dataDir = await mkdtemp(join(tmpdir(), "portico-bench-pages-"));
  // The first start creates the database and loads the demo, the next finishes the demo's jobs.
  await stop((await startPortal(dataDir)).portal);
  const { portal, seconds } = await startAgain(dataDir);
  rows.push({ what: "start to first answer, initialised data folder, s", ours: seconds, base: 1.5 * slowness });
  try {
    const { bare, rows: pages, rendered } = await measurePublicPages(`http://localhost:${port}`);
    for (const { page, ms, perSecond } of pages)
      rows.push(
        { what: `public page, ${page}, against a bare route, times`, ours: ms / bare.ms, base: 5 },
        { what: `the same, answers per second`, ours: perSecond, base: 1000 / slowness, isScore: true },
      );
    rows.push({
      what: "a public page that is rendered for what its reader typed, ms",
      ours: rendered,
      base: 100 * slowness,
    });
    await autocannon({ url: login, connections: 10, duration: 15 });
    await pause(1000);
    const status = readFileSync(`/proc/${portal.pid}/status`, "utf8");
    const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
    rows.push({
      what: "memory of the portal after 15 s of rendered pages at 10 connections, MB",
      ours: megabytes,
      base: 300,
    });
    const chromium = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
    if (existsSync(chromium)) {
      const row = await measureFirstRow(`http://localhost:${port}`, dataDir, chromium);
      rows.push(
        { what: "first holding on the screen, empty cache, ms", ours: row.emptyCache, base: 500 * slowness },
        { what: "first holding on the screen, filled cache, ms", ours: row.filledCache, base: 500 * slowness },
      );
      for (const { page, name, score } of await measureLighthouse(`http://localhost:${port}`, dataDir, chromium))
        rows.push({
          what: `Lighthouse, mobile, empty cache, ${page}: ${name}`,
          ours: score,
          base: name === "performance" && !page.includes("/learn-more/") ? 95 : 100,
          isScore: true,
        });
    }
  } finally {
    await stop(portal);
  }
  await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  return rows;
}
