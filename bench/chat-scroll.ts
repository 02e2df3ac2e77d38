/**
 * Scrolling through a conversation of ten thousand messages in Chromium, as a ratio to an empty page of the same height in
 * the same run: `npm run build`, then `node bench/chat-scroll.ts [messages]`. Once as fast as a wheel scrolls, and once
 * through all of it in ten seconds, more than a screen in each frame. Fails if the frames of the first take more than 1.5
 * times as long, or if the list has more than 1,500 elements.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";
import { sql } from "kysely";
import { chromiumFlags, findChromium } from "../tools/chromium.mjs";
import nodeFlags from "../tools/node-flags.json" with { type: "json" };
import { openPortal } from "./database.ts";

const count = Number(process.argv[2] ?? 10_000);
const port = 3594;
const url = `http://localhost:${port}`;
const mostElements = 1500;
const mostRatio = 1.5;

const dataDir = await mkdtemp(join(tmpdir(), "portico-scroll-"));
const portal = await openPortal(dataDir);
const client = await portal.user("reader");
const { db } = portal.services;
await sql`
  with conversation as (
    insert into chat (holder_type, holder_id, change, messages) values ('user', ${client.id}, ${count}, ${count})
    returning id, holder_type, holder_id
  )
  insert into chat_message (holder_type, holder_id, chat_id, number, key, author_id, by_staff, text, change, created_at)
  select holder_type, holder_id, id, number, gen_random_uuid(), ${client.id}, number % 2 = 0, repeat('word ', number % 40 + 1), number,
    now() - make_interval(mins => ${count} - number)
  from conversation, generate_series(1, ${count}) number`.execute(db);

const server = spawn(process.execPath, [...nodeFlags, "tools/server.mjs"], {
  cwd: join(import.meta.dirname, ".."),
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    DEMO: "off",
    RATE_LIMITS: "off",
    LOG_LEVEL: "fatal",
    PORT: String(port),
    API_PORT: String(port + 1),
  },
  stdio: "ignore",
});
while (!(await fetch(`${url}/en/login`).catch(() => undefined))?.ok) await pause(50);
const profile = (await (
  await fetch(`http://localhost:${port + 1}/user/${client.id}`, {
    headers: { authorization: `Bearer ${client.token}` },
  })
).json()) as object;

const executablePath = findChromium();
const browser = await chromium.launch({ args: chromiumFlags, ...(executablePath && { executablePath }) });

/** Milliseconds between 600 frames while something is scrolled upwards from its end, by so many pixels in each. */
const scrolled = (page: Page, selector: string, pixels: number): Promise<number[]> =>
  page.evaluate(
    async ([found, by]) => {
      const element = document.querySelector(found) as HTMLElement;
      const frames: number[] = [];
      element.scrollTop = element.scrollHeight;
      let before = performance.now();
      for (let step = 0; step < 600; step++) {
        element.scrollTop -= by;
        const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
        frames.push(now - before);
        before = now;
      }
      return frames.slice(20);
    },
    [selector, pixels] as const,
  );
const at = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
await page.addInitScript(
  (entries) => Object.entries(entries).forEach(([key, value]) => localStorage.setItem(key, JSON.stringify(value))),
  { profile, token: client.token, tokenExpiry: Math.floor(Date.now() / 1000) + 36_000 },
);
// As many at once as the call gives.
await page.route(/\/messages\?before=/, (route) => route.continue({ url: `${route.request().url()}&limit=200` }));
await page.goto(`${url}/en/chat`);
const list = page.getByRole("log");
await list.locator(`[data-number="${count}"]`).waitFor();
const older = page.getByRole("button", { name: "Show earlier messages" });
while (await older.isVisible()) {
  await older.click({ force: true });
  await page.waitForFunction(() => !document.querySelector("button:disabled[class*=older]"));
}
const selector = ":has(> [role=log])";
const elements = await list.evaluate((element) => element.querySelectorAll("*").length);
const height = await page.locator(selector).evaluate((element) => element.scrollHeight);

const empty = await browser.newPage({ viewport: { width: 1280, height: 900 } });
await empty.setContent(
  `<!doctype html><div id="empty" style="height:600px;overflow:auto"><div style="height:${height}px"></div></div>`,
);
console.log(`${count} messages, ${height} pixels high, ${elements} elements in the list`);
if (elements > mostElements) process.exitCode = 1;
for (const [speed, pixels] of [
  ["as a wheel", 100],
  ["through all", height / 600],
] as const) {
  const ours = await scrolled(page, selector, pixels);
  const base = await scrolled(empty, "#empty", pixels);
  for (const share of [0.5, 0.95]) {
    const ratio = at(ours, share) / at(base, share);
    const shown = [at(ours, share), at(base, share)].map((milliseconds) => `${milliseconds.toFixed(1)} ms`);
    console.log(`frames ${speed}, ${share * 100} %: ${shown.join(" / empty page ")} = ${ratio.toFixed(2)}`);
    if (speed === "as a wheel" && ratio > mostRatio) process.exitCode = 1;
  }
}

await browser.close();
server.kill("SIGTERM");
await once(server, "exit");
await portal.close();
await rm(dataDir, { recursive: true, force: true });
process.exit();
