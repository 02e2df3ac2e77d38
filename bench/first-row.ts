/**
 * Time until the first holding is on the screen, for a client of the demo with ten years of entries, on loopback. Alone, on
 * a built portal with the demo: `node bench/first-row.ts http://localhost:8080 ./data`. The browser is driven through its
 * own protocol, because Playwright's record of every request would be measured too.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { signIn } from "./sign-in.ts";

const client = "ivan@portico.example";
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic"];

/** Runs in the page: marks the frame that shows a row with figures. */
function markFirstRow(): void {
  const look = () => {
    if (/\d/.test(document.querySelector("main table tbody tr")?.textContent ?? "")) performance.mark("first-row");
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Cookies and local storage of a signed-in client. */
async function signedIn(base: string, dataDir: string, executablePath: string) {
  const browser = await chromium.launch({ executablePath, args: flags });
  try {
    const context = await browser.newContext();
    await signIn(context, { base, dataDir, email: client });
    return await context.storageState();
  } finally {
    await browser.close();
  }
}

type Call = (method: string, params?: object, sessionId?: string) => Promise<Record<string, unknown>>;

/** Starts Chromium; `call` sends a command of the DevTools protocol and returns its result. */
async function startBrowser(executablePath: string): Promise<{ call: Call; stop: () => Promise<void> }> {
  const profile = await mkdtemp(join(tmpdir(), "portico-first-row-"));
  const args = [...flags, "--headless", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"];
  const browser = spawn(executablePath, args, { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  for await (const part of browser.stderr) {
    said += String(part);
    if (/ws:\S+\n/.test(said)) break;
  }
  const socket = new WebSocket(/ws:\S+/.exec(said)?.[0] ?? "");
  await once(socket, "open");
  let last = 0;
  const call: Call = (method, params = {}, sessionId) => {
    const id = ++last;
    socket.send(JSON.stringify({ id, method, params, sessionId }));
    return new Promise((resolve, reject) => {
      const hear = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        socket.removeEventListener("message", hear);
        if (answer.error) reject(new Error(`${method}: ${answer.error.message}`));
        else resolve(answer.result);
      };
      socket.addEventListener("message", hear);
    });
  };
  const stop = async () => {
    const ended = once(browser, "exit");
    // The browser may end before it answers.
    void call("Browser.close");
    await ended;
    await rm(profile, { recursive: true, force: true });
  };
  return { call, stop };
}

/** Milliseconds from the navigation to the frame that shows a row with figures; medians of `runs` loads. */
export async function measureFirstRow(
  base: string,
  dataDir: string,
  executablePath: string,
  runs = 9,
): Promise<{ emptyCache: number; filledCache: number }> {
  const { cookies, origins } = await signedIn(base, dataDir, executablePath);
  const { call, stop } = await startBrowser(executablePath);
  try {
    const { targetId } = await call("Target.createTarget", { url: "about:blank", width: 1440, height: 900 });
    const { sessionId } = await call("Target.attachToTarget", { targetId, flatten: true });
    const inPage: Call = (method, params) => call(method, params, String(sessionId));
    const evaluate = async (expression: string): Promise<unknown> => {
      const { result } = await inPage("Runtime.evaluate", { expression, returnByValue: true });
      return (result as { value?: unknown }).value;
    };
    const until = async (expression: string): Promise<unknown> => {
      for (let tries = 0; tries < 300; tries++) {
        const value = await evaluate(expression);
        if (value) return value;
        await pause(100);
      }
      throw new Error(`never so: ${expression}`);
    };
    const names = ["name", "value", "domain", "path", "expires", "httpOnly", "secure", "sameSite"] as const;
    const kept = cookies.map((cookie) => Object.fromEntries(names.map((name) => [name, cookie[name]])));
    await call("Storage.setCookies", { cookies: kept });
    await inPage("Page.enable");
    await inPage("Page.navigate", { url: `${base}/favicon.svg` });
    await until(`location.href.startsWith("${base}") && document.readyState === "complete"`);
    for (const { name, value } of origins[0]?.localStorage ?? [])
      await evaluate(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(value)})`);
    await inPage("Page.addScriptToEvaluateOnNewDocument", { source: `(${String(markFirstRow)})()` });
    const load = async () => {
      await inPage("Page.navigate", { url: `${base}/en/portfolio` });
      const time = Number(await until(`performance.getEntriesByName("first-row")[0]?.startTime`));
      // What the page loads when it is idle must not reach into the next load.
      await pause(1500);
      return time;
    };
    const median = async (prepare: () => Promise<unknown>) => {
      const times: number[] = [];
      for (let run = 0; run < runs; run++) {
        await prepare();
        times.push(await load());
      }
      console.error(`first row: ${times.map(Math.round).join(" ")} ms`);
      return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN;
    };
    const emptyCache = await median(() => inPage("Network.clearBrowserCache"));
    return { emptyCache, filledCache: await median(async () => {}) };
  } finally {
    await stop();
  }
}

if (import.meta.main) {
  const [base = "http://localhost:8080", dataDir = "data"] = process.argv.slice(2);
  console.table(await measureFirstRow(base, dataDir, process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium"));
}
