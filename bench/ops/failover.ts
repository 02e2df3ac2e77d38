/**
 * The primary is lost while clients write: `node bench/ops/failover.ts [rounds]`. Two portal processes behind no balancer write
 * to two PostgreSQL that take over from each other (patroni.ts). Fifty times a second somebody writes a comment of a ticket or
 * a message of a chat, and repeats it with the same key until it is acknowledged. Each must be stored exactly once, and both
 * processes must serve again by themselves. In every third round a portal process is killed instead.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { Client } from "pg";
import nodeFlags from "../../tools/node-flags.json" with { type: "json" };
import { type BenchUser, openPortal } from "../database.ts";
import { proxyPort, startCluster } from "./patroni.ts";

const rounds = Number(process.argv[2] ?? 10);
const perSecond = 50;
const ports = [3690, 3692] as const;
const dataDir = await mkdtemp(join(tmpdir(), "portico-failover-"));
const cluster = await startCluster(`${dataDir}-cluster`);
console.log(`the primary is ${await cluster.primary()}`);

const admin = new Client(`postgres://postgres@127.0.0.1:${proxyPort}/postgres`);
await admin.connect();
await admin.query("create role firm login createrole");
await admin.query("create database portico owner firm");
await admin.end();
process.env["DATABASE_URL"] = `postgres://firm@127.0.0.1:${proxyPort}/portico`;
process.env["FIRM_KEY"] = randomBytes(32).toString("base64");

const portal = await openPortal(dataDir);
portal.services.pool.on("error", () => undefined);
const running = new Map<number, ChildProcess>();
const children = () => running.forEach((child) => child.kill("SIGKILL"));
process.on("exit", children);
function startServer(port: number): void {
  const child = spawn(process.execPath, [...nodeFlags, join(import.meta.dirname, "..", "sealing-portal.ts")], {
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
  if (answer.status < 500 && answer.status !== 425) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  if (answer.status >= 500 && answer.status !== 503) unexpected.set(`${answer.status} ${text}`, path);
  return undefined;
}
const unexpected = new Map<string, string>();

const clients: { user: BenchUser; ticket: number }[] = [];
for (let count = 0; count < 40; count++) {
  const user = await portal.user(`client${count}`);
  const made = await call(ports[0], user, "POST", `/ticket/user/${user.id}`, {
    key: randomUUID(),
    title: "Failover",
    content: "Is anything lost?",
    topic: "question",
  });
  clients.push({ user, ticket: (made as { id: number }).id });
}

const acknowledged = new Set<string>();
const times: number[] = [];
let attempts = 0;
/** Writes until it is acknowledged, at the other process after each failure. */
async function write(number: number): Promise<void> {
  const { user, ticket } = clients[number % clients.length] as (typeof clients)[number];
  const key = randomUUID();
  for (let tries = number; ; tries++) {
    attempts += 1;
    const port = ports[tries % 2] ?? ports[0];
    const done =
      number % 2 === 0
        ? await call(port, user, "POST", `/ticket/user/${user.id}/${ticket}/comments`, {
            key,
            content: `comment ${number}`,
          })
        : await call(port, user, "POST", `/chat/user/${user.id}/messages`, { key, text: `message ${number}` });
    if (done !== undefined) {
      acknowledged.add(key);
      times.push(performance.now());
      return;
    }
    await pause(500);
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

const { rows } = await sql<{ key: string; times: number }>`
  select key::text, count(*)::int as times from (
    select client_key as key from ticket_comment where client_key is not null union all select key from chat_message
  ) written group by key`.execute(portal.services.db);
const stored = new Map(rows.map(({ key, times: count }) => [key, count]));
const lost = [...acknowledged].filter((key) => !stored.has(key)).length;
const doubled = [...stored.values()].filter((count) => count > 1).length;
console.log(`${acknowledged.size} writes acknowledged in ${attempts} attempts; ${lost} lost, ${doubled} doubled`);
console.log(`longest outages: ${outages.map(({ what, seconds }) => `${what} ${seconds} s`).join(", ")}`);
for (const [answer, path] of unexpected) console.log(`unexpected: ${answer} of ${path}`);
const jobs = await sql<{ active: number; failed: number }>`
  select count(*) filter (where state in ('created', 'active', 'retry'))::int as active,
         count(*) filter (where state = 'failed')::int as failed from jobs.job`.execute(portal.services.db);
console.log(`jobs waiting ${jobs.rows[0]?.active}, failed ${jobs.rows[0]?.failed}`);
children();
await portal.close();
await cluster.stop();
await rm(dataDir, { recursive: true, force: true });
process.exit(lost > 0 || doubled > 0 || unexpected.size > 0 ? 1 : 0);
