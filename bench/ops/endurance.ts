/**
 * A portal under mixed load for a long time: `node bench/ops/endurance.ts <owner's address of an empty database> [minutes] [calls a
 * second]`. Prints the memory of the process and of its JavaScript heap each minute and the slope of the heap's lowest values,
 * which is near 0 if nothing is kept. Needs built pages.
 */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createClients } from "./clients.ts";
import { startPortal } from "./portals.ts";
import { openSockets, openTickets, startTraffic } from "./traffic.ts";

const [url = "", minutes = "30", rate = "60"] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), "portico-endurance-"));
const port = 3790;
const portal = await startPortal({
  name: "the portal",
  port,
  folder,
  environment: {
    DATABASE_URL: url,
    FIRM_KEY: randomBytes(32).toString("base64"),
    RATE_LIMITS: "off",
    LOG_LEVEL: "error",
  },
});
const clients = await createClients(url, 50);
const tickets = await openTickets(portal.address, clients);
const sockets = await openSockets(portal.address, clients.slice(0, 20));
const traffic = startTraffic(portal.address, { clients, tickets, perSecond: Number(rate) });

/** Megabytes by the process's own metrics. */
async function megabytes(metric: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port + 1}/metrics`)).text();
  return Number(new RegExp(`^${metric}(?:\\{[^}]*\\})? ([\\d.e+]+)`, "m").exec(text)?.[1]) / 1024 ** 2;
}
/** Lowest heap of each minute, after collections of garbage. */
const lowest: number[] = [];
const until = performance.now() + Number(minutes) * 60_000;
while (performance.now() < until) {
  let least = Number.POSITIVE_INFINITY;
  for (let sample = 0; sample < 30; sample++) {
    await pause(2000);
    least = Math.min(least, await megabytes("nodejs_heap_size_used_bytes"));
  }
  lowest.push(least);
  console.log(
    `minute ${lowest.length}: heap at least ${least.toFixed(1)} MB, process ${(await megabytes("process_resident_memory_bytes")).toFixed(0)} MB`,
  );
}
await traffic.end();
/** The second half: the first fills caches. */
const settled = lowest.slice(Math.floor(lowest.length / 2));
const middle = (settled.length - 1) / 2;
const mean = settled.reduce((sum, value) => sum + value, 0) / settled.length;
const slope =
  settled.reduce((sum, value, minute) => sum + (minute - middle) * (value - mean), 0) /
  settled.reduce((sum, _, minute) => sum + (minute - middle) ** 2, 0);
console.log(`${traffic.answered.count} calls answered, ${traffic.failures.length} failed`);
for (const { call, outcome, at } of traffic.failures.slice(0, 5))
  console.log(`${at.toISOString()} ${call}: ${outcome}`);
console.log(`heap of the second half: ${mean.toFixed(1)} MB, ${(slope * 60).toFixed(2)} MB an hour`);
sockets.close();
await portal.stop();
await rm(folder, { recursive: true, force: true });
process.exit();
