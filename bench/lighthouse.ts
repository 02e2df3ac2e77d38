/**
 * Lighthouse scores of pages, as on a slow phone with an empty cache: before the sign-in, and as a client of the demo.
 * Alone, on a built portal with the demo: `node bench/lighthouse.ts http://localhost:8080 ./data`. Lighthouse's factor for
 * the processor is meant for a fast machine; LIGHTHOUSE_CPU sets another (docs/performance.md).
 */
import { chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { signIn } from "./sign-in.ts";

const debuggingPort = 4979;
const visitorPages = [
  "/en/login",
  "/en/register",
  "/en/learn-more/fees",
  "/en/learn-more/target",
  "/en/learn-more/target/1",
];
const clientPages = ["/en/dashboard", "/en/portfolio"];
const client = "anna@portico.example";

interface Score {
  page: string;
  name: string;
  /** Percent: the best of the runs, because other load only lowers it. */
  score: number;
}

async function scoresOf(address: string): Promise<Record<string, number>> {
  const cpu = Number(process.env["LIGHTHOUSE_CPU"] ?? 4);
  const result = await lighthouse(address, {
    port: debuggingPort,
    output: "json",
    logLevel: "error",
    onlyCategories: ["performance", "accessibility", "best-practices", "seo"],
    // The session is in local storage and a cookie; the cache is emptied all the same.
    clearStorageTypes: ["cache_storage"],
    throttling: {
      rttMs: 150,
      throughputKbps: 1638.4,
      requestLatencyMs: 562.5,
      downloadThroughputKbps: 1474.56,
      uploadThroughputKbps: 675,
      cpuSlowdownMultiplier: cpu,
    },
  });
  const categories = Object.entries(result?.lhr.categories ?? {});
  const largest = Math.round(result?.lhr.audits["largest-contentful-paint"]?.numericValue ?? Number.NaN);
  const blocked = Math.round(result?.lhr.audits["total-blocking-time"]?.numericValue ?? Number.NaN);
  const machine = Math.round(result?.lhr.environment.benchmarkIndex ?? Number.NaN);
  console.error(`${address}: largest paint ${largest} ms, blocked ${blocked} ms, machine ${machine}`);
  return Object.fromEntries(categories.map(([name, { score }]) => [name, Math.round((score ?? 0) * 100)]));
}

/** Opens each page `runs` times. */
export async function measureLighthouse(
  base: string,
  dataDir: string,
  executablePath: string,
  runs = 3,
): Promise<Score[]> {
  const context = await chromium.launchPersistentContext("", {
    executablePath,
    args: [`--remote-debugging-port=${debuggingPort}`, "--no-sandbox", "--disable-gpu", "--disable-quic"],
  });
  const best = new Map<string, Score>();
  const measure = async (pages: readonly string[]) => {
    for (const page of pages)
      for (let run = 0; run < runs; run++)
        for (const [name, score] of Object.entries(await scoresOf(base + page))) {
          const known = best.get(`${page} ${name}`);
          if (!known || known.score < score) best.set(`${page} ${name}`, { page, name, score });
        }
  };
  try {
    await measure(visitorPages);
    await signIn(context, { base, dataDir, email: client });
    await measure(clientPages);
  } finally {
    await context.close();
  }
  return [...best.values()];
}

if (import.meta.main) {
  const [base = "http://localhost:8080", dataDir = "data"] = process.argv.slice(2);
  const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  console.table(await measureLighthouse(base, dataDir, executablePath, Number(process.env["LIGHTHOUSE_RUNS"] ?? 3)));
}
