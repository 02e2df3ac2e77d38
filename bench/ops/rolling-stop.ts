/**
 * Two portals on one database behind HAProxy (deploy/haproxy.cfg) under 200 calls a second and open sockets:
 * `node bench/ops/rolling-stop.ts <database> [owner's database] [--per-second=200] [--kill] [--cost]`. Stops each with
 * SIGTERM and starts it again, two rounds, and counts failed calls: none may. With `--kill` one is ended by SIGKILL instead;
 * with `--cost` the processor time per call of two portals behind HAProxy is compared with that of one called directly.
 * Needs HAProxy, built pages, and an empty or earlier database of PostgreSQL (docs/operating.md).
 */
import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createClients } from "./clients.ts";
import { dataFolder, noticedMs, type Portal, type PortalPlan, startBalancer, startPortal } from "./portals.ts";
import { report, showFailures } from "./report.ts";
import { openSockets, openTickets, startTraffic } from "./traffic.ts";

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
  { name: "one", port: ports[0], environment },
  { name: "two", port: ports[1], environment },
];

interface Shared {
  clients: Awaited<ReturnType<typeof createClients>>;
  tickets: string[];
}
interface Measured {
  address: string;
  /** Calls per second. */
  rate: number;
  processes: { processorMs(): number }[];
}

const measuredMs = 20_000;
const usedBy = (processes: Measured["processes"]): number => processes.reduce((sum, one) => sum + one.processorMs(), 0);

/** Processor milliseconds per call. */
async function costOf({ address, rate, processes }: Measured, shared: Shared): Promise<number> {
  const traffic = startTraffic(address, { ...shared, perSecond: rate });
  // The first calls compile.
  await pause(5000);
  const [from, answered] = [usedBy(processes), traffic.answered.count];
  await pause(measuredMs);
  const [spent, calls] = [usedBy(processes) - from, traffic.answered.count - answered];
  await traffic.end();
  return spent / calls;
}

async function compareCost(
  portals: [Portal, Portal],
  balancer: { address: string; processorMs(): number },
  shared: Shared,
) {
  const from = usedBy(portals);
  await pause(measuredMs);
  console.info(`without calls: ${((usedBy(portals) - from) / measuredMs) * 1000} ms per second for both portals`);
  const one = { address: portals[0].address, rate: perSecond, processes: [portals[0]] };
  const behind = { ...one, address: balancer.address, processes: portals };
  for (const round of [1, 2]) {
    const alone = await costOf(one, shared);
    const halved = await costOf(behind, shared);
    const twice = await costOf({ ...behind, rate: 2 * perSecond }, shared);
    const proxy = await costOf({ ...behind, processes: [balancer] }, shared);
    const text = (ms: number) => `${ms.toFixed(2)} ms (${(ms / alone).toFixed(2)} x)`;
    console.info(
      `round ${round}, per call: one portal at ${perSecond}/s ${alone.toFixed(2)} ms; two behind HAProxy at ${perSecond}/s ` +
        `${text(halved)}, at ${2 * perSecond}/s ${text(twice)}; HAProxy itself ${proxy.toFixed(2)} ms`,
    );
  }
  // What the way through HAProxy costs a portal.
  await portals[1].stop();
  await pause(noticedMs);
  console.info(
    `one portal behind HAProxy at ${perSecond}/s: ${(await costOf({ ...behind, processes: [portals[0]] }, shared)).toFixed(2)} ms`,
  );
}

const portals: [Portal, Portal] = [await startPortal(plans[0]), await startPortal(plans[1])];
const balancer = await startBalancer({ port: 4700, portals: [`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`] });
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
    showFailures(traffic.failures, since);
  }
  await report(traffic, ownerUrl, values.kill ? "SIGKILL" : "SIGTERM");
  console.info(`sockets lost their connection: ${JSON.stringify(sockets.lost)}`);
  sockets.close();
}
if (!values.cost) await portals[1].stop();
await portals[0].stop();
await balancer.stop();
await rm(dataFolder, { recursive: true, force: true });
