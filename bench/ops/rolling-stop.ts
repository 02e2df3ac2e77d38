/**
 * Two portals on one database behind HAProxy (deploy/haproxy.cfg) under 200 calls a second and open sockets:
 * `node bench/ops/rolling-stop.ts <database> [owner's database] [--per-second=200] [--kill] [--cost]`. Stops each with
 * SIGTERM and starts it again, two rounds, and counts failed calls: none may. With `--kill` one is ended by SIGKILL instead;
 * with `--cost` the processor time per call of two portals behind HAProxy is compared with that of one called directly.
 * Needs HAProxy, built pages, and an empty or earlier database of PostgreSQL (docs/operating.md).
 */
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { countStored, createClients } from "./clients.ts";
import { noticedMs, type Portal, type PortalPlan, startBalancer, startPortal } from "./portals.ts";
import { openSockets, openTickets, startTraffic, type Traffic } from "./traffic.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    "per-second": { type: "string", default: "200" },
    kill: { type: "boolean" },
    cost: { type: "boolean" },
  },
});
const [url, ownerUrl = url] = positionals;
if (url === undefined || ownerUrl === undefined) throw new Error("Name the database: postgres://user@host/name");
const perSecond = Number(values["per-second"]);

const folder = await mkdtemp(join(tmpdir(), "portico-ops-"));
const environment = {
  DATABASE_URL: url,
  DATABASE_OWNER_URL: ownerUrl,
  // The same in each run on a database.
  FIRM_KEY: createHash("sha256").update(ownerUrl).digest("base64"),
  DRAIN_SECONDS: "5",
  RATE_LIMITS: "off",
  LOG_LEVEL: "error",
  PUBLIC_URL: "http://127.0.0.1:4700",
};
const ports: [number, number] = [4710, 4720];
const plans: [PortalPlan, PortalPlan] = [
  { name: "one", port: ports[0], environment, folder },
  { name: "two", port: ports[1], environment, folder },
];

async function report(traffic: Traffic, what: string): Promise<void> {
  await traffic.end();
  const { lost, twice } = await countStored(ownerUrl ?? "", traffic.answered.written);
  const unsure = await countStored(ownerUrl ?? "", traffic.unsure);
  const kinds: Record<string, number> = {};
  for (const { call, outcome } of traffic.failures) {
    const kind = `${call.split(" ")[0]} ${outcome}`;
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
  console.info(
    `${what}: ${traffic.answered.count} calls answered, ${traffic.failures.length} failed ${JSON.stringify(kinds)}; ` +
      `${traffic.answered.written.length} comments written, ${lost} lost, ${twice} stored twice; ` +
      `of ${traffic.unsure.length} whose call failed, ${traffic.unsure.length - unsure.lost} were stored`,
  );
}

/** Processor milliseconds per call while `seconds` of calls are sent. */
async function costOf(address: string, seconds: number, processes: { processorMs(): number }[], shared: Shared) {
  const traffic = startTraffic(address, { ...shared, perSecond });
  // The first calls compile.
  await pause(5000);
  const used = () => processes.reduce((sum, one) => sum + one.processorMs(), 0);
  const [from, answered] = [used(), traffic.answered.count];
  await pause(seconds * 1000);
  const [spent, calls] = [used() - from, traffic.answered.count - answered];
  await traffic.end();
  return spent / calls;
}

interface Shared {
  clients: Awaited<ReturnType<typeof createClients>>;
  tickets: string[];
}

async function compareCost(
  portals: [Portal, Portal],
  balancer: { address: string; processorMs(): number },
  shared: Shared,
) {
  for (const round of [1, 2, 3]) {
    const one = await costOf(portals[0].address, 30, [portals[0]], shared);
    const two = await costOf(balancer.address, 30, portals, shared);
    const before = balancer.processorMs();
    const behind = await costOf(balancer.address, 10, [balancer], shared);
    console.info(
      `round ${round}: one portal ${one.toFixed(2)} ms per call, two behind HAProxy ${two.toFixed(2)} ms, ratio ${(two / one).toFixed(2)}; ` +
        `HAProxy itself ${behind.toFixed(2)} ms (${balancer.processorMs() - before} ms)`,
    );
  }
}

const portals: [Portal, Portal] = [await startPortal(plans[0]), await startPortal(plans[1])];
const balancer = await startBalancer({ port: 4700, portals: ports });
const clients = await createClients(ownerUrl, 20);
const shared = { clients, tickets: await openTickets(balancer.address, clients) };

if (values.cost) await compareCost(portals, balancer, shared);
else {
  const sockets = await openSockets(balancer.address, clients);
  const traffic = startTraffic(balancer.address, { ...shared, perSecond });
  await pause(5000);
  const order = values.kill ? [0, 1] : [0, 1, 0, 1];
  for (const at of order as (0 | 1)[]) {
    const since = new Date();
    if (values.kill) await portals[at].kill();
    else console.info(`${plans[at].name} stopped with code ${await portals[at].stop()}`);
    await pause(2000);
    portals[at] = await startPortal(plans[at]);
    await pause(noticedMs);
    console.info(`${plans[at].name} is back; sockets not connected: ${await sockets.missing()}`);
    for (const { at: when, call, outcome } of traffic.failures.filter(({ at: when }) => when >= since).slice(0, 20))
      console.info(`  ${when.getTime() - since.getTime()} ms after: ${call}: ${outcome}`);
  }
  await report(traffic, values.kill ? "SIGKILL" : "SIGTERM");
  console.info(`sockets lost their connection: ${JSON.stringify(sockets.lost)}`);
  sockets.close();
}
for (const portal of portals) await portal.stop();
await balancer.stop();
await rm(folder, { recursive: true, force: true });
