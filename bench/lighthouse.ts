/**
 * Lighthouse scores of pages, as on a slow phone with an empty cache: before the sign-in, and as a client of the demo.
 * Alone, on a built portal with the demo: `node bench/lighthouse.ts http://localhost:8080 ./data`. Lighthouse's factor for
 * the processor is meant for a fast machine; LIGHTHOUSE_CPU sets another (docs/performance.md).
 */
import { type BrowserContext, chromium } from "@playwright/test";
import lighthouse from "lighthouse";
import { signIn } from "./sign-in.ts";

const visitorPort = 4979;
const clientPort = 4978;
const visitorPages = [
  "/en/login",
  "/en/register",
  "/en/learn-more/fees",
  "/en/learn-more/target",
  "/en/learn-more/target/1",
];
const clientPages = ["/en/dashboard", "/en/portfolio", "/en/documents", "/en/chat"];
const client = "anna@portico.example";

export interface Score {
  page: string;
  name: string;
  /** Percent: the best of the runs, because other load only lowers it. */
  score: number;
  /** Percent: for comparing pages, which are measured in turn. */
  median: number;
}

async function scoresOf(address: string, port: number): Promise<Record<string, number>> {
  const cpu = Number(process.env["LIGHTHOUSE_CPU"] ?? 4);
  const result = await lighthouse(address, {
    port,
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

const openBrowser = (executablePath: string, port: number): Promise<BrowserContext> =>
  chromium.launchPersistentContext("", {
    executablePath,
    args: [`--remote-debugging-port=${port}`, "--no-sandbox", "--disable-gpu", "--disable-quic"],
  });

const medianOf = (sorted: readonly number[]): number => sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;

/** Opens each page `runs` times, all of them in turn. */
export async function measureLighthouse(
  base: string,
  dataDir: string,
  executablePath: string,
  runs = 3,
): Promise<Score[]> {
  const visitor = await openBrowser(executablePath, visitorPort);
  const signedIn = await openBrowser(executablePath, clientPort);
  const scores = new Map<string, { page: string; name: string; all: number[] }>();
  const measure = async (page: string, port: number) => {
    for (const [name, score] of Object.entries(await scoresOf(base + page, port))) {
      const known = scores.get(`${page} ${name}`) ?? { page, name, all: [] };
      scores.set(`${page} ${name}`, { ...known, all: [...known.all, score].sort((a, b) => a - b) });
    }
  };
  try {
    await signIn(signedIn, { base, dataDir, email: client });
    for (let run = 0; run < runs; run++) {
      for (const page of visitorPages) await measure(page, visitorPort);
      for (const page of clientPages) await measure(page, clientPort);
    }
  } finally {
    await visitor.close();
    await signedIn.close();
  }
  return [...scores.values()].map(({ page, name, all }) => ({
    page,
    name,
    score: all.at(-1) ?? Number.NaN,
    median: medianOf(all),
  }));
}

if (import.meta.main) {
  const [base = "http://localhost:8080", dataDir = "data"] = process.argv.slice(2);
  const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  console.table(await measureLighthouse(base, dataDir, executablePath, Number(process.env["LIGHTHOUSE_RUNS"] ?? 3)));
}
