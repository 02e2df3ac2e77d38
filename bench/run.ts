/** `npm run bench`: the figures of docs/performance.md, each a ratio against a baseline measured in the same run. */
import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import Fastify from "fastify";
import { openPortal } from "./database.ts";
import { copySame, fill, openMarket } from "./ledgers.ts";

interface Row {
  what: string;
  measured: string;
  baseline: string;
  ratio: number;
  wanted: string;
}
const rows: Row[] = [];
const seconds = 5;
const rounds = 3;

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function load(url: string, headers: Record<string, string> = {}, connections = 10) {
  const result = await autocannon({ url, headers, connections, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return { perSecond: result.requests.average, p99: result.latency.p99, average: result.latency.average };
}

/** Time of one call after another, in milliseconds, as the median of many. */
async function alone(url: string, headers: Record<string, string>, times = 200): Promise<number> {
  const taken: number[] = [];
  for (let index = 0; index < times + 20; index++) {
    const before = performance.now();
    const answer = await fetch(url, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    if (index >= 20) taken.push(performance.now() - before);
  }
  return median(taken);
}

const portal = await openPortal();
const { database, app } = portal;
const bare = Fastify();
bare.get("/row/:id", async (request) => {
  const { id } = request.params as { id: string };
  const { rows: found } = await database.pool.query({
    name: "bare",
    text: "select id, name, state from app_user where id = $1",
    values: [Number(id)],
  });
  return found[0];
});
const apiUrl = await app.listen({ port: 0, host: "127.0.0.1" });
const bareUrl = await bare.listen({ port: 0, host: "127.0.0.1" });
const small = await portal.user("small");
const large = await portal.user("large");
const market = await openMarket(portal);
await fill(portal, small, market, 100);
const booking = await fill(portal, large, market, 100_000);
const copy = await copySame(portal, large);
const month = { from: "2020-03-01", to: "2020-03-31" };
const authorised = (token: string) => ({ authorization: `Bearer ${token}` });

// Pairs in turn, so that a machine that slows down slows both sides.
const checked: { ours: number; base: number }[] = [];
for (let round = 0; round < rounds; round++) {
  const base = (await load(`${bareUrl}/row/${small.id}`)).perSecond;
  const ours = (await load(`${apiUrl}/user/${small.id}/state`, authorised(small.token))).perSecond;
  checked.push({ ours, base });
}
const perSecond = { ours: median(checked.map(({ ours }) => ours)), base: median(checked.map(({ base }) => base)) };
rows.push({
  what: "session-checked read / bare one-row route, requests per second",
  measured: perSecond.ours.toFixed(0),
  baseline: perSecond.base.toFixed(0),
  ratio: perSecond.ours / perSecond.base,
  wanted: "≥ 0.60",
});

const portfolioOf = ({ id }: { id: number }) => `${apiUrl}/portfolio/user/${id}/customer-portfolio`;
const times = {
  small: await alone(portfolioOf(small), authorised(small.token)),
  large: await alone(portfolioOf(large), authorised(large.token)),
};
rows.push({
  what: "customer-portfolio, 100,000 entries / 100 entries, ms",
  measured: times.large.toFixed(2),
  baseline: times.small.toFixed(2),
  ratio: times.large / times.small,
  wanted: "≤ 1.5",
});

const p99 = {
  ours: (await load(portfolioOf(large), authorised(large.token))).p99,
  base: (await load(`${bareUrl}/row/${small.id}`)).p99,
};
rows.push({
  what: "customer-portfolio p99 at 10 connections / bare one-row route, ms",
  measured: p99.ours.toFixed(1),
  baseline: p99.base.toFixed(1),
  ratio: p99.ours / Math.max(1, p99.base),
  wanted: "≤ 5",
});

const monthUrl = `${apiUrl}/portfolio/user/${large.id}/customer-transactions/${month.from}/${month.to}?limit=50`;
const query = async (): Promise<number> => {
  const taken: number[] = [];
  for (let index = 0; index < 220; index++) {
    const before = performance.now();
    await database.pool.query({
      name: "month",
      text: "select * from ledger_entry where holder_type = 'user' and holder_id = $1 and day between $2 and $3 order by day desc, booked_at desc, id desc limit 51",
      values: [large.id, month.from, month.to],
    });
    if (index >= 20) taken.push(performance.now() - before);
  }
  return median(taken);
};
const monthTimes = { ours: await alone(monthUrl, authorised(large.token)), base: await query() };
rows.push({
  what: "a month of transactions out of 100,000 / its bare query, ms",
  measured: monthTimes.ours.toFixed(2),
  baseline: monthTimes.base.toFixed(2),
  ratio: monthTimes.ours / monthTimes.base,
  wanted: "≤ 2",
});
rows.push({
  what: "booking 100,000 entries, positions kept / COPY of the same rows, s",
  measured: booking.toFixed(2),
  baseline: copy.toFixed(2),
  ratio: booking / copy,
  wanted: "≤ 3",
});

global.gc?.();
await pause(500);
const megabytes = process.memoryUsage.rss() / 1024 / 1024;
rows.push({
  what: "memory of the process after the runs, load generator included, MB",
  measured: megabytes.toFixed(0),
  baseline: "300",
  ratio: megabytes / 300,
  wanted: "≤ 1",
});

console.log("\n| what | measured | baseline | ratio | wanted |\n| --- | ---: | ---: | ---: | ---: |");
for (const { what, measured, baseline, ratio, wanted } of rows)
  console.log(`| ${what} | ${measured} | ${baseline} | ${ratio.toFixed(2)} | ${wanted} |`);
await app.close();
await bare.close();
await portal.close();
process.exit(0);
