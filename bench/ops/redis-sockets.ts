/**
 * What pages hear of other processes over Redis or Valkey, and when that is killed:
 * `node bench/ops/redis-sockets.ts <database> [owner's database] [--clients=200] [--per-second=20] [--database]`.
 * Starts redis-server and two portals. Each client has a page at each portal; comments are written at the first, and each must
 * be heard at the second. Then Redis is killed for five seconds: no call may fail, every page must be told to fetch anew, and
 * comments are heard again. With `--database` the database carries the messages, for comparison. Needs built pages.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { socketReconnection } from "@portico/api/socket-reconnection.ts";
import { io, type Socket } from "socket.io-client";
import { createClients } from "./clients.ts";
import { startPortal } from "./portals.ts";
import { startRedis } from "./redis.ts";
import { openTickets } from "./traffic.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    clients: { type: "string", default: "200" },
    "per-second": { type: "string", default: "20" },
    database: { type: "boolean" },
    program: { type: "string", default: "redis-server" },
  },
});
const [url, ownerUrl = url] = positionals;
if (url === undefined || ownerUrl === undefined) throw new Error("Name the database: postgres://user@host/name");
const redisPort = 4790;
const start = () => startRedis(redisPort, values.program);

const folder = await mkdtemp(join(tmpdir(), "portico-ops-"));
let redis = values.database ? undefined : await start();
const environment = {
  DATABASE_URL: url,
  DATABASE_OWNER_URL: ownerUrl,
  FIRM_KEY: createHash("sha256").update(ownerUrl).digest("base64"),
  DRAIN_SECONDS: "0",
  RATE_LIMITS: "off",
  LOG_LEVEL: "error",
  ...(redis && { REDIS_URL: redis.url }),
};
const portals = [
  await startPortal({ name: "one", port: 4740, environment, folder }),
  await startPortal({ name: "two", port: 4750, environment, folder }),
] as const;

const clients = await createClients(ownerUrl, Number(values.clients));
const tickets = await openTickets(portals[0].address, clients);

/** What each page at the second portal heard: the number of events, and how often it was connected. */
const pages = clients.map(({ token }) => {
  const page = { heard: 0, at: 0, connected: 0, told: 0, socket: undefined as Socket | undefined };
  const socket = io(portals[1].address, {
    ...socketReconnection,
    transports: ["websocket"],
    forceNew: true,
    auth: { token },
  });
  socket.on("connect", () => (page.connected += 1));
  socket.onAny((name: string) => {
    if (name === "connection:missed") page.told += 1;
    else if (name.startsWith("ticket")) [page.heard, page.at] = [page.heard + 1, performance.now()];
  });
  page.socket = socket;
  return page;
});
const first = clients.map(({ token }) =>
  io(portals[0].address, { ...socketReconnection, transports: ["websocket"], forceNew: true, auth: { token } }),
);
const connected = () => pages.filter(({ socket }) => socket?.connected).length;
for (let tries = 0; tries < 300 && connected() < pages.length; tries += 1) await pause(100);
await pause(1500);

interface Round {
  answered: number;
  failed: number;
  heard: number;
  delays: number[];
}

/** Writes a comment for one client after another, and looks what its page at the other portal hears within two seconds. */
async function writeFor(seconds: number): Promise<Round> {
  const round: Round = { answered: 0, failed: 0, heard: 0, delays: [] };
  const rate = Number(values["per-second"]);
  const underWay: Promise<void>[] = [];
  for (let sent = 0; sent < seconds * rate; sent += 1) {
    const at = sent % clients.length;
    underWay.push(
      (async () => {
        const page = pages[at];
        const heard = (): number => page?.heard ?? 0;
        const before = heard();
        const sentAt = performance.now();
        const answer = await fetch(portals[0].address + tickets[at], {
          method: "POST",
          headers: { authorization: `Bearer ${clients[at]?.token}`, "content-type": "application/json" },
          body: JSON.stringify({ content: randomUUID() }),
        });
        if (answer.status !== 200) return void (round.failed += 1);
        round.answered += 1;
        for (let tries = 0; tries < 200 && heard() === before; tries += 1) await pause(10);
        if (heard() === before) return;
        round.heard += 1;
        round.delays.push((page?.at ?? 0) - sentAt);
      })(),
    );
    await pause(1000 / rate);
  }
  await Promise.all(underWay);
  return round;
}

function say(what: string, { answered, failed, heard, delays }: Round): void {
  const sorted = delays.toSorted((one, other) => one - other);
  const part = (share: number) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
  console.info(
    `${what}: ${answered} comments answered, ${failed} failed, ${heard} heard at the other portal, ${part(0.5)} ms after the call (95 %: ${part(0.95)} ms); ${connected()} of ${pages.length} pages connected`,
  );
}

const before = portals.map((portal) => portal.processorMs());
const quiet = await writeFor(15);
say(redis ? "over Redis" : "over the database", quiet);
const used = portals.map((portal, at) => portal.processorMs() - (before[at] ?? 0));
console.info(`processor time: ${used.map((ms) => (ms / quiet.answered).toFixed(2)).join(" and ")} ms per comment`);

let wrong = quiet.heard < quiet.answered || quiet.failed > 0;
if (redis) {
  const connections = pages.map((page) => page.connected);
  await redis.kill();
  const without = await writeFor(5);
  say("without Redis", without);
  redis = await start();
  const since = performance.now();
  const anew = () => pages.filter((page, at) => page.connected > (connections[at] ?? 0)).length;
  for (let tries = 0; tries < 300 && anew() < pages.length; tries += 1) await pause(100);
  const again = anew();
  console.info(
    `${Math.round((performance.now() - since) / 1000)} s after Redis came back ${again} of ${pages.length} pages had connected anew, which lets them fetch`,
  );
  const back = await writeFor(10);
  say("over Redis again", back);
  wrong ||= without.failed > 0 || again < pages.length || back.heard < back.answered || back.failed > 0;
}

for (const socket of [...first, ...pages.map((page) => page.socket)]) socket?.disconnect();
for (const portal of portals) if ((await portal.stop()) !== 0) wrong = true;
await redis?.kill();
await rm(folder, { recursive: true, force: true });
console.info(wrong ? "Something was lost." : "Nothing was lost.");
process.exit(wrong ? 1 : 0);
