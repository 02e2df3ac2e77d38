/**
 * How long a visitor waits for the server at a public page, beside a bare route of the same server. Alone, on a built portal
 * with the demo: `node bench/public-pages.ts http://localhost:8080`.
 */
import { Agent, get } from "node:http";
import autocannon from "autocannon";

const tries = 300;

/** The median time to the whole answer over one kept connection, in milliseconds. */
async function medianOf(address: string, headers: Record<string, string>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const one = () =>
    new Promise<void>((resolve, reject) => {
      get(address, { agent, headers }, (answer) => {
        answer.resume();
        answer.on("end", resolve);
      }).on("error", reject);
    });
  for (let count = 0; count < 50; count++) await one();
  const times: number[] = [];
  for (let count = 0; count < tries; count++) {
    const begun = performance.now();
    await one();
    times.push(performance.now() - begun);
  }
  agent.destroy();
  return times.toSorted((a, b) => a - b)[tries / 2] ?? Number.NaN;
}

/** Answers per second over ten connections for some seconds. */
async function perSecond(address: string, headers: Record<string, string>): Promise<number> {
  const { requests, non2xx } = await autocannon({ url: address, connections: 10, duration: 4, headers });
  if (non2xx > 0) throw new Error(`${address}: ${non2xx} answers were not the page`);
  return requests.average;
}

/** Public pages: without the application, with it, with figures, compared; the times of each beside a bare route. */
export const publicPages = {
  fees: "/en/learn-more/fees",
  login: "/en/login",
  "one target fund": "/en/learn-more/target/1",
  "a comparison": "/en/learn-more/target?compare=1,2,3",
} as const;

export async function measurePublicPages(base: string) {
  const headers = { "accept-encoding": "gzip, deflate, br" };
  const bare = { ms: await medianOf(`${base}/robots.txt`, {}), perSecond: await perSecond(`${base}/robots.txt`, {}) };
  const rows = [];
  for (const [page, path] of Object.entries(publicPages)) {
    const address = base + path;
    rows.push({ page, ms: await medianOf(address, headers), perSecond: await perSecond(address, headers) });
  }
  // What a reader typed is not kept.
  const rendered = await medianOf(`${base}/en/learn-more/target/1?years=3`, headers);
  return { bare, rows, rendered };
}

if (import.meta.main) {
  const { bare, rows, rendered } = await measurePublicPages(process.argv[2] ?? "http://localhost:8080");
  console.table([{ page: "bare route", ...bare }, ...rows, { page: "one target fund, rendered", ms: rendered }]);
}
