/**
 * Time until the first holding is on the screen, for a client of the demo with ten years of entries, on loopback. Alone, on
 * a built portal with the demo: `node bench/first-row.ts http://localhost:8080 ./data`.
 */
import { chromium } from "@playwright/test";
import { signIn } from "./sign-in.ts";

const client = "ivan@portico.example";

/** Milliseconds from the navigation to the frame that shows a row with figures; medians of `runs` loads. */
export async function measureFirstRow(
  base: string,
  dataDir: string,
  executablePath: string,
  runs = 7,
): Promise<{ emptyCache: number; filledCache: number }> {
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-quic"] });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, timezoneId: "Europe/Sofia" });
  try {
    await signIn(context, { base, dataDir, email: client });
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await page.addInitScript(() => {
      const look = () => {
        if (/\d/.test(document.querySelector("main table tbody tr")?.textContent ?? "")) performance.mark("first-row");
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    const load = async () => {
      await page.goto(`${base}/en/portfolio`);
      await page.waitForFunction(() => performance.getEntriesByName("first-row").length > 0);
      const time = await page.evaluate(() => performance.getEntriesByName("first-row")[0]?.startTime ?? Number.NaN);
      await page.waitForLoadState("networkidle");
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
    const emptyCache = await median(() => network.send("Network.clearBrowserCache"));
    return { emptyCache, filledCache: await median(async () => {}) };
  } finally {
    await browser.close();
  }
}

if (import.meta.main) {
  const [base = "http://localhost:8080", dataDir = "data"] = process.argv.slice(2);
  console.table(await measureFirstRow(base, dataDir, process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium"));
}
