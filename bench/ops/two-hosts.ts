/**
 * Two portals on hosts of their own, each with its own disk, behind HAProxy on a third, with the database, Redis and an object store
 * elsewhere: `node bench/ops/two-hosts.ts [calls a second]`. Clients read, write comments, keep sockets open, upload files and
 * fetch them from the other host, while a portal is killed and a host is cut off for half a minute. Nothing acknowledged may be
 * lost or doubled, each file must come whole from both, and everything must be back by itself. Runs as root with Debian's
 * packages postgresql, redis-server, haproxy and iproute2. Needs built pages.
 */
import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startS3 } from "../../server/adapters/files/testing/s3-server.ts";
import { pngWithText } from "../../server/domains/files/testing/samples.ts";
import { type BenchClient, createClients } from "./clients.ts";
import { createNetwork, type Host, ownAddress } from "./hosts.ts";
import { type Portal, startBalancer, startPortal } from "./portals.ts";
import { createDatabase, createServer, ownFolder } from "./postgres.ts";
import { startRedis } from "./redis.ts";
import { report, showFailures } from "./report.ts";
import { openSockets, openTickets, startTraffic } from "./traffic.ts";

const perSecond = Number(process.argv[2] ?? 60);
const cutMs = 30_000;
const folder = ownFolder(mkdtempSync(join(tmpdir(), "portico-hosts-")), 0o755);
const { createHost } = createNetwork();
const [databaseHost, redisHost, one, two, balancerHost] = ["db", "redis", "one", "two", "proxy"].map(createHost) as [
  Host,
  Host,
  Host,
  Host,
  Host,
];

const server = createServer({ folder: join(folder, "server"), port: 5740, settings: [], host: databaseHost });
server.start();
const url = await createDatabase(5740, databaseHost.address);
const redis = await startRedis(4790, { host: redisHost });
const store = await startS3(ownAddress);
const { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey } = store.settings;
const environment = {
  DATABASE_URL: url,
  REDIS_URL: redis.url,
  FILES_S3_ENDPOINT: endpoint,
  FILES_S3_REGION: region,
  FILES_S3_BUCKET: bucket,
  FILES_S3_PREFIX: prefix,
  FILES_S3_ACCESS_KEY_ID: accessKeyId,
  FILES_S3_SECRET_ACCESS_KEY: secretAccessKey,
  FIRM_KEY: createHash("sha256").update(folder).digest("base64"),
  TRUST_PROXY: balancerHost.address,
  PUBLIC_URL: `http://${balancerHost.address}:4700`,
  DRAIN_SECONDS: "5",
  RATE_LIMITS: "off",
  LOG_LEVEL: "error",
};
const start = (name: "one" | "two", host: Host): Promise<Portal> =>
  startPortal({ name, port: 4710, environment, folder: join(folder, name), host });
const portals: [Portal, Portal] = [await start("one", one), await start("two", two)];
const balancer = await startBalancer({
  port: 4700,
  portals: [`${one.address}:4710`, `${two.address}:4710`],
  host: balancerHost,
});
const clients = await createClients(url, 20);
const shared = { clients, tickets: await openTickets(balancer.address, clients) };

interface Uploaded {
  client: BenchClient;
  id: number;
  content: Buffer;
}
const uploaded: Uploaded[] = [];
const answers: Record<string, number> = {};
const authorization = ({ token }: BenchClient) => ({ authorization: `Bearer ${token}` });
async function upload(client: BenchClient): Promise<void> {
  const content = pngWithText(randomUUID());
  const answer = await fetch(`${balancer.address}/api/file/user/${client.id}`, {
    method: "POST",
    headers: { ...authorization(client), "content-type": "application/json" },
    body: JSON.stringify({ name: "passport.png", base64data: content.toString("base64") }),
    signal: AbortSignal.timeout(60_000),
  }).catch(() => undefined);
  const outcome = String(answer?.status ?? "no answer");
  answers[outcome] = (answers[outcome] ?? 0) + 1;
  if (answer?.ok) uploaded.push({ client, id: ((await answer.json()) as { id: number }).id, content });
}
/** Whether a portal hands the file out as it was sent. */
async function isWhole(portal: Portal, { client, id, content }: Uploaded): Promise<boolean> {
  const answer = await fetch(`${portal.address}/api/file/user/${client.id}/${id}`, { headers: authorization(client) });
  return answer.ok && content.equals(Buffer.from(await answer.arrayBuffer()));
}

const sockets = await openSockets(balancer.address, clients);
const traffic = startTraffic(balancer.address, { ...shared, perSecond });
const stop = new AbortController();
const uploading = (async () => {
  for (let number = 0; !stop.signal.aborted; number += 1) {
    await upload(clients[number % clients.length] as BenchClient);
    await pause(500);
  }
})();
let wrong = false;
async function tell(what: string, since: Date): Promise<void> {
  const missing = await sockets.missing();
  const seconds = (Date.now() - since.getTime()) / 1000;
  console.info(`${what}: everything is back ${seconds.toFixed(0)} s after; sockets not connected: ${missing}`);
  wrong ||= missing > 0;
  showFailures(traffic.failures, since);
}
const readyAgain = async (portal: Portal): Promise<void> => {
  while (!(await portal.isReady())) await pause(250);
};

await pause(15_000);
let since = new Date();
await portals[1].kill();
await pause(3000);
portals[1] = await start("two", two);
await tell("a portal was killed and started again", since);

await pause(5000);
since = new Date();
two.cut();
await pause(cutMs);
two.mend();
const mended = new Date();
for (const portal of portals) await readyAgain(portal);
console.info(`ready ${Date.now() - mended.getTime()} ms after the network was back`);
await tell("a host was cut off for half a minute", since);

await pause(5000);
since = new Date();
databaseHost.cut();
await pause(10_000);
databaseHost.mend();
for (const portal of portals) await readyAgain(portal);
await tell("the database's host was cut off for ten seconds", since);
await pause(5000);

stop.abort();
await uploading;
await report(traffic, url, "two hosts");
console.info(`sockets lost their connection: ${JSON.stringify(sockets.lost)}`);
let broken = 0;
for (const file of uploaded) for (const portal of portals) if (!(await isWhole(portal, file))) broken += 1;
console.info(
  `uploads ${JSON.stringify(answers)}; of ${uploaded.length} files ${broken} did not come whole from a host`,
);
wrong ||= broken > 0;
sockets.close();
for (const portal of portals) if ((await portal.stop()) !== 0) wrong = true;
await balancer.stop();
await redis.kill();
await store.close();
server.stop();
rmSync(folder, { recursive: true, force: true });
process.exit(wrong ? 1 : 0);
