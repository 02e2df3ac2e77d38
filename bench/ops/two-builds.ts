/**
 * Two builds on one database behind HAProxy under 100 calls a second: `node bench/ops/two-builds.ts <database> [owner's
 * database] [calls per second]`. The later build is this checkout with one more migration, which adds columns to tables
 * that every call reads. It migrates while both portals serve, replaces them one after another, and is replaced by the
 * older build again. No call may fail. Needs what bench/ops/rolling-stop.ts needs.
 */
import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { createClients } from "./clients.ts";
import { dataFolder, noticedMs, type PortalPlan, startBalancer, startPortal } from "./portals.ts";
import { report, showFailures } from "./report.ts";
import { openSockets, openTickets, startTraffic } from "./traffic.ts";

const [url, ownerUrl = url, perSecond = "100"] = process.argv.slice(2);
if (url === undefined || ownerUrl === undefined) throw new Error("Name the database: postgres://user@host/name");

const older = join(import.meta.dirname, "../..");
const folder = await mkdtemp(join(tmpdir(), "portico-ops-"));
const newer = join(folder, "newer");
const run = randomBytes(3).toString("hex");
const widened = [
  "app_user",
  "session",
  "holder_account",
  "ticket",
  "ticket_comment",
  "notification",
  "setting",
  "chat",
];
const additive = [
  ...widened.map((table) => `alter table ${table} add column later_${table}_${run} text not null default 'later';`),
  `create table later_${run} (id bigint primary key); grant select, insert on later_${run} to portico_app;`,
  `create index later_ticket_${run} on ticket (later_ticket_${run});`,
].join("\n");

/** A copy of this checkout, with the packages of this one. */
async function makeNewer(): Promise<void> {
  for (const part of [
    "api",
    "kyc",
    "ledger",
    "messages",
    "pdf",
    "reports",
    "scenarios",
    "server",
    "tools",
    "web/build",
    "package.json",
  ])
    await cp(join(older, part), join(newer, part), { recursive: true, verbatimSymlinks: true });
  await symlink(join(older, "node_modules"), join(newer, "node_modules"));
  await writeFile(join(newer, `server/migrations/9001-later-${run}.sql`), additive);
  // Its name is written in.
  await promisify(execFile)(process.execPath, ["tools/build-server.ts"], { cwd: newer });
}

const environment = {
  DATABASE_URL: url,
  DATABASE_OWNER_URL: ownerUrl,
  FIRM_KEY: createHash("sha256").update(ownerUrl).digest("base64"),
  DRAIN_SECONDS: "5",
  RATE_LIMITS: "off",
  LOG_LEVEL: "error",
  PUBLIC_URL: "http://127.0.0.1:4700",
};
const ports: [number, number] = [4710, 4720];
const planOf = (at: 0 | 1, build: string): PortalPlan => ({
  name: `${at === 0 ? "one" : "two"} (${build === newer ? "newer" : "older"})`,
  port: ports[at],
  build,
  environment,
});

await makeNewer();
const portals = [await startPortal(planOf(0, older)), await startPortal(planOf(1, older))];
const balancer = await startBalancer({ port: 4700, portals: [`127.0.0.1:${ports[0]}`, `127.0.0.1:${ports[1]}`] });
const clients = await createClients(ownerUrl, 20);
const tickets = await openTickets(balancer.address, clients);
const sockets = await openSockets(balancer.address, clients);
const traffic = startTraffic(balancer.address, { clients, tickets, perSecond: Number(perSecond) });

async function step(what: string, work: () => Promise<unknown>): Promise<void> {
  const since = new Date();
  await work();
  await pause(noticedMs);
  const failed = traffic.failures.filter(({ at }) => at >= since).length;
  console.info(`${what}: ${failed} calls failed; sockets not connected: ${await sockets.missing()}`);
  showFailures(traffic.failures, since);
}
const replace = (at: 0 | 1, build: string) => async () => {
  await portals[at]?.stop();
  portals[at] = await startPortal(planOf(at, build));
};

await pause(5000);
await step("the newer build migrates", async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(newer, "server/commands/migrate.ts")], {
    env: { ...process.env, ...environment, DATA_DIR: dataFolder },
  });
  console.info(stdout.trim());
});
await step("both are of the older build", () => pause(5000));
await step("one becomes newer", replace(0, newer));
await step("one newer, two older", () => pause(5000));
await step("two becomes newer", replace(1, newer));
await step("one becomes older again", replace(0, older));
await step("two becomes older again", replace(1, older));
await report(traffic, ownerUrl, "forward and back");
sockets.close();
for (const portal of portals) await portal.stop();
await balancer.stop();
for (const left of [folder, dataFolder]) await rm(left, { recursive: true, force: true });
