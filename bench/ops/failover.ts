/**
 * The primary is lost while clients write: `node bench/ops/failover.ts [rounds] [writes a second]`. Two portal processes behind
 * no balancer write to two PostgreSQL that take over from each other (patroni.ts). Fifty times a second somebody writes a
 * comment of a ticket, a message of a chat, a withdrawal or an import, and repeats it with the same key until it is acknowledged.
 * Each must be stored exactly once, the ledgers and the audit log must be whole, and both processes must serve again by
 * themselves. In every third round a portal process is killed instead.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import nodeFlags from "../../tools/node-flags.json" with { type: "json" };
import { type BenchUser, openPortal } from "../database.ts";
import { prepareWrites } from "./failover-writes.ts";
import { proxyPort, startCluster } from "./patroni.ts";
import { createDatabase } from "./postgres.ts";
import { verify } from "./verify.ts";

const rounds = Number(process.argv[2] ?? 10);
const perSecond = Number(process.argv[3] ?? 50);
const ports = [3690, 3692] as const;
const dataDir = await mkdtemp(join(tmpdir(), "portico-failover-"));
const cluster = await startCluster(`${dataDir}-cluster`);
console.log(`the primary is ${await cluster.primary()}`);

process.env["DATABASE_URL"] = await createDatabase(proxyPort);
process.env["FIRM_KEY"] = randomBytes(32).toString("base64");

const portal = await openPortal(dataDir);
portal.services.pool.on("error", () => undefined);
const running = new Map<number, ChildProcess>();
const children = () => running.forEach((child) => child.kill("SIGKILL"));
process.on("exit", children);
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
function startServer(port: number): void {
  const child = spawn(process.execPath, [...nodeFlags, join(import.meta.dirname, "..", "portal-without-pages.ts")], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DEMO: "off",
      RATE_LIMITS: "off",
      LOG_LEVEL: "fatal",
      PORT: String(port),
      API_PORT: String(port + 1),
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  running.set(port, child);
}
const isReady = async (port: number): Promise<boolean> =>
  (await fetch(`http://localhost:${port + 1}/ready`, { signal: AbortSignal.timeout(3000) }).catch(() => undefined))
    ?.ok === true;
async function untilReady(): Promise<void> {
  for (;;) {
    if ((await Promise.all(ports.map(isReady))).every(Boolean)) return;
    await pause(250);
  }
}
for (const port of ports) startServer(port);
await untilReady();

/** One call; undefined if it was not answered, or with a failure that passes. */
async function call(port: number, user: BenchUser, method: string, path: string, body: object): Promise<unknown> {
  const answer = await fetch(`http://localhost:${port + 1}${path}`, {
    method,
    headers: { authorization: `Bearer ${user.token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  if (!answer) return undefined;
  if (answer.ok) return answer.json().catch(() => ({}));
  const text = await answer.text().catch(() => "");
  // A conflict: the file of an import is to be read again. 429: too many large bodies of one sender wait.
  if (answer.status < 500 && ![409, 425, 429].includes(answer.status))
    throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  if (answer.status >= 500 && answer.status !== 503) unexpected.set(`${answer.status} ${text}`, path);
  return undefined;
}
const unexpected = new Map<string, string>();

const writes = await prepareWrites(portal, call, ports[0]);
const acknowledged = new Set<string>();
const times: number[] = [];
let attempts = 0;
/** Writes until it is acknowledged, at the other process after each failure. */
async function write(number: number): Promise<void> {
  const { keys, write: attempt, after } = writes.next(number);
  const before = after?.turn;
  const { promise, resolve } = Promise.withResolvers<void>();
  if (after) after.turn = promise;
  await before;
  for (let tries = number; ; tries++, await pause(500)) {
    attempts += 1;
    if (!(await attempt(ports[tries % 2] ?? ports[0]))) continue;
    for (const key of keys) acknowledged.add(key);
    times.push(performance.now());
    return resolve();
  }
}

const writing = new Set<Promise<void>>();
const stop = new AbortController();
const writer = (async () => {
  const begun = performance.now();
  for (let number = 0; !stop.signal.aborted; number++) {
    const one = write(number).finally(() => writing.delete(one));
    writing.add(one);
    const ahead = (number + 1) / perSecond - (performance.now() - begun) / 1000;
    if (ahead > 0) await pause(ahead * 1000);
  }
})();
await pause(5000);

const outages: { what: string; seconds: number }[] = [];
for (let round = 1; round <= rounds; round++) {
  const from = performance.now();
  if (round % 3 === 0) {
    running.get(ports[1])?.kill("SIGKILL");
    await pause(3000);
    startServer(ports[1]);
    await untilReady();
  } else {
    const killed = await cluster.killPrimary();
    await pause(1000);
    await untilReady();
    await pause(3000);
    cluster.restart(killed);
    await cluster.primary();
  }
  await pause(3000);
  const inside = [from, ...times.filter((time) => time > from).toSorted((a, b) => a - b)];
  const longest = Math.max(...inside.slice(1).map((time, place) => time - (inside[place] ?? time)));
  const what = round % 3 === 0 ? "a portal process" : "the primary";
  outages.push({ what, seconds: Math.round(longest / 100) / 10 });
  console.log(`round ${round}, ${what} killed: nothing acknowledged for ${(longest / 1000).toFixed(1)} s`);
}
stop.abort();
await writer;
await Promise.all(writing);
await pause(1000);

const stored = await writes.stored();
const lost = [...acknowledged].filter((key) => !stored.has(key)).length;
const doubled = [...stored.values()].filter((count) => count > 1).length;
console.log(`${acknowledged.size} rows acknowledged in ${attempts} attempts; ${lost} lost, ${doubled} doubled`);
console.log(`longest outages: ${outages.map(({ what, seconds }) => `${what} ${seconds} s`).join(", ")}`);
for (const [answer, path] of unexpected) console.log(`unexpected: ${answer} of ${path}`);
const jobs = await sql<{ active: number; failed: number }>`
  select count(*) filter (where state in ('created', 'active', 'retry'))::int as active,
         count(*) filter (where state = 'failed')::int as failed from jobs.job`.execute(portal.services.db);
console.log(`jobs waiting ${jobs.rows[0]?.active}, failed ${jobs.rows[0]?.failed}`);
children();
await portal.close();
const broken = verify(dataDir, ["verify-ledger", "verify-audit"]);
await cluster.stop();
await rm(dataDir, { recursive: true, force: true });
process.exit(lost > 0 || doubled > 0 || unexpected.size > 0 || broken.length > 0 ? 1 : 0);
