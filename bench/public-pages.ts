/**
 * How long a visitor waits for the server at a public page, beside a bare route of the same server. Alone, on a built portal
 * with the demo: `node bench/public-pages.ts http://localhost:8080`.
 */
import { Agent, get } from "node:http";

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

/** A page that is kept, one that is rendered, and a route that only answers. */
export async function measurePublicPages(base: string) {
  const headers = { "accept-encoding": "br" };
  return {
    kept: await medianOf(`${base}/en/learn-more/fees`, headers),
    // Addresses with a query are not kept.
    rendered: await medianOf(`${base}/en/learn-more/fees?rendered`, headers),
    bare: await medianOf(`${base}/robots.txt`, {}),
  };
}

if (import.meta.main) console.table(await measurePublicPages(process.argv[2] ?? "http://localhost:8080"));
