/** `npm run bench`: the figures of docs/performance.md, each a ratio against a baseline measured in the same run. */
import autocannon from "autocannon";
import { startChild } from "./child.ts";
import { measurePages } from "./pages.ts";
import type { Commands } from "./portal.ts";
import { measureUploads } from "./uploads.ts";

interface Row {
  what: string;
  ours: number;
  base: number;
  wanted: string;
  reached: (ratio: number) => boolean;
}
const seconds = 4;
const rounds = 5;
const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Ten connections for a few seconds: calls per second, and the 99th percentile of their milliseconds. */
async function load(url: string, headers: Record<string, string> = {}): Promise<{ perSecond: number; p99: number }> {
  const taken: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon({ url, headers, connections: 10, duration: seconds }, (error, answer) =>
      error ? reject(error as Error) : resolve(answer),
    );
    // The generator's own percentiles are whole milliseconds.
    run.on("response", (_client, _status, _bytes, milliseconds) => taken.push(milliseconds));
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  const sorted = taken.toSorted((a, b) => a - b);
  return { perSecond: result.requests.average, p99: sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN };
}

/** Time of one call after another, in milliseconds, as the median of many. */
async function alone(url: string, headers: Record<string, string> = {}): Promise<number> {
  const taken: number[] = [];
  for (let index = 0; index < 220; index++) {
    const before = performance.now();
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    if (index >= 20) taken.push(performance.now() - before);
  }
  return median(taken);
}

/** Two measurements in turn, so that a machine that slows down slows both sides; the medians of several rounds. */
async function pair(ours: () => Promise<number>, base: () => Promise<number>): Promise<{ ours: number; base: number }> {
  const measured: { ours: number; base: number }[] = [];
  for (let round = 0; round < rounds; round++) measured.push({ base: await base(), ours: await ours() });
  return { ours: median(measured.map((one) => one.ours)), base: median(measured.map((one) => one.base)) };
}

// A start before it, as every portal but a new one has had: Node's compiler of TypeScript is no part of the second.
const earlier = await startChild<Commands>("./portal.ts");
await earlier.call("close");
await earlier.stop();
const portal = await startChild<Commands>("./portal.ts");
const { api, bare } = await portal.call("addresses");
const small = await portal.call("user", "small");
const middle = await portal.call("user", "middle");
const large = await portal.call("user", "large");
await portal.call("fill", "small", 100);
await portal.call("fill", "middle", 10_000);
const booking = await portal.call("fill", "large", 100_000);
const copy = await portal.call("copySame", "large");
const as = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });
const portfolioOf = ({ id }: { id: number }) => `${api}/portfolio/user/${id}/customer-portfolio`;
const monthOf = ({ id }: { id: number }, kind: string) =>
  `${api}/portfolio/user/${id}/customer-${kind}/2020-03-01/2020-03-31?limit=50`;

const rows: Row[] = [];
const atMost = (most: number) => ({ wanted: `≤ ${most}`, reached: (ratio: number) => ratio <= most });

rows.push({
  what: "a session-checked read / a bare route with the same select, requests per second",
  ...(await pair(
    async () => (await load(`${api}/user/${small.id}/state`, as(small))).perSecond,
    async () => (await load(`${bare}/state`, as(small))).perSecond,
  )),
  wanted: "≥ 0.6",
  reached: (ratio) => ratio >= 0.6,
});
rows.push({
  what: "`customer-portfolio`, 100,000 entries / 100 entries, ms",
  ...(await pair(
    () => alone(portfolioOf(large), as(large)),
    () => alone(portfolioOf(small), as(small)),
  )),
  ...atMost(1.5),
});
rows.push({
  what: "the same, p99 at 10 connections / a bare one-row route, ms",
  ...(await pair(
    async () => (await load(portfolioOf(large), as(large))).p99,
    async () => (await load(`${bare}/row/${small.id}`)).p99,
  )),
  ...atMost(5),
});
for (const [kind, route] of [
  ["transactions", "month"],
  ["orders", "orders"],
] as const)
  rows.push({
    what: `a month of ${kind} out of 100,000 / a bare route with the same query, ms`,
    ...(await pair(
      () => alone(monthOf(large, kind), as(large)),
      () => alone(`${bare}/${route}/${large.id}`),
    )),
    ...atMost(2),
  });
rows.push({
  what: "a month of transactions out of 100,000 / out of 10,000, ms",
  ...(await pair(
    () => alone(monthOf(large, "transactions"), as(large)),
    () => alone(monthOf(middle, "transactions"), as(middle)),
  )),
  ...atMost(1.5),
});
rows.push({
  what: "booking 100,000 entries, positions kept / `COPY` of the same rows, s",
  ours: booking,
  base: copy,
  ...atMost(3),
});
rows.push({
  what: "memory of the portal's process after all this, MB",
  ours: await portal.call("megabytes"),
  base: 300,
  ...atMost(1),
});

await portal.call("close");
await portal.stop();
for (const { what, ours, base, most } of await measureUploads(load)) rows.push({ what, ours, base, ...atMost(most) });
for (const { what, ours, base, atLeast } of await measurePages())
  rows.push(
    atLeast ? { what, ours, base, wanted: "≥ 1", reached: (ratio) => ratio >= 1 } : { what, ours, base, ...atMost(1) },
  );

console.log("\n| what | measured | baseline | ratio | wanted | |\n| --- | ---: | ---: | ---: | ---: | --- |");
for (const { what, ours, base, wanted, reached } of rows) {
  const shown = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(2));
  const verdict = reached(ours / base) ? "reached" : "not reached";
  console.log(`| ${what} | ${shown(ours)} | ${shown(base)} | ${(ours / base).toFixed(2)} | ${wanted} | ${verdict} |`);
}
