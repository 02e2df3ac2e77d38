/** `npm run bench`: the figures of docs/performance.md, each a ratio against a baseline measured in the same run. */
import { startChild } from "./child.ts";
import { measureHistory } from "./history.ts";
import { measureFormats } from "./import-formats.ts";
import { measureImport } from "./import-rows.ts";
import { measureLots } from "./lots.ts";
import { measureMachineKeys } from "./machine-keys.ts";
import { alone, atLeast, atMost, load, pair, type Row, slownessAt } from "./measures.ts";
import { measurePages } from "./pages.ts";
import type { Commands } from "./portal.ts";
import { measureReportRuns } from "./report-runs.ts";
import { measureReports } from "./reports.ts";
import { measureScenarios } from "./scenarios.ts";
import { measureTaxPack } from "./taxes.ts";
import { measureUploads } from "./uploads.ts";
import { measureWebhooks } from "./webhooks.ts";

// A first start, as any existing portal has had: the second does not include Node's TypeScript compiler.
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

const checkedRead = await pair(
  async () => (await load(`${api}/user/${small.id}/state`, as(small))).perSecond,
  async () => (await load(`${bare}/state`, as(small))).perSecond,
);
const slowness = slownessAt(checkedRead.base);
rows.push({
  what: "a session-checked read / a bare route with the same select, requests per second",
  ...checkedRead,
  ...atLeast(0.6),
});
rows.push({
  what: "`customer-portfolio`, 100,000 entries / 100 entries, ms",
  ...(await pair(
    () => alone(portfolioOf(large), as(large)),
    () => alone(portfolioOf(small), as(small)),
  )),
  ...atMost(1.5),
});
for (const [what, path] of [
  ["`/money`", ""],
  ["its first page of movements", "/movements?limit=50"],
] as const) {
  const moneyOf = ({ id }: { id: number }) => `${api}/money/user/${id}${path}`;
  rows.push({
    what: `${what}, 100,000 movements / 100, ms`,
    ...(await pair(
      () => alone(moneyOf(large), as(large)),
      () => alone(moneyOf(small), as(small)),
    )),
    ...atMost(1.5),
  });
}
rows.push({
  what: "a portfolio, p99 at 10 connections / a bare one-row route, ms",
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
const office = await portal.call("staff");
await portal.call("correspond", "small", office);
for (const [what, path, reader] of [
  ["a client's tickets", `ticket/user/${small.id}`, small],
  ["staff's tickets", "ticket", office],
  ["a client's documents", `doc/user/${small.id}/by-type/all`, small],
  ["opening a chat", `chat/user/${small.id}`, small],
] as const)
  rows.push({
    what: `${what}, a page of 50 / a bare one-row route, requests per second`,
    ...(await pair(
      async () => (await load(`${api}/${path}`, as(reader))).perSecond,
      async () => (await load(`${bare}/row/${small.id}`)).perSecond,
    )),
    ...atLeast(0.15),
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
rows.push(...(await measureHistory(portal, { middle, large }, slowness)));
rows.push(...(await measureReports(portal, middle, slowness)));
rows.push(measureLots(), measureTaxPack(), measureScenarios());
rows.push({
  what: "memory of the portal's process after all this, MB",
  ours: await portal.call("megabytes"),
  base: 300,
  ...atMost(1),
});

await portal.call("close");
await portal.stop();
for (const { what, ours, base, most } of await measureUploads()) rows.push({ what, ours, base, ...atMost(most) });
rows.push(await measureMachineKeys());
rows.push(...(await measureImport()));
rows.push(...(await measureFormats()));
rows.push(...(await measureReportRuns()));
rows.push(...(await measureWebhooks()));
for (const { isScore, ...row } of await measurePages(slowness))
  rows.push({ ...row, ...(isScore ? atLeast(1) : atMost(1)) });

console.log("\n| what | measured | baseline | ratio | wanted | |\n| --- | ---: | ---: | ---: | ---: | --- |");
for (const { what, ours, base, wanted, reached } of rows) {
  const shown = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(2));
  const verdict = reached(ours / base) ? "reached" : "not reached";
  console.log(`| ${what} | ${shown(ours)} | ${shown(base)} | ${(ours / base).toFixed(2)} | ${wanted} | ${verdict} |`);
}
