/**
 * Conversations over two processes of the real server while one is killed, the database crashes and the processes' bus is
 * cut: `node bench/chat-faults.ts [seconds] [pages] [cuts | redis]`. Every page must end in the state that the server answers, with each
 * message once and in its sender's order. Pages are the portal's own code (web/app/chats/chat-session.ts). A holder has two
 * pages, one on each process; forty pages belong to staff, who hear of every conversation. With `cuts` the bus is cut so
 * many times instead, and every page connects anew each time: what that costs in memory. With `redis` a redis-server carries what
 * the processes tell each other, and is killed and held.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { api } from "@portico/api";
import type { ChatMessage } from "@portico/api/chats.ts";
import { createClient, type Transport } from "@portico/api/client.ts";
import { ApiError, type Problem } from "@portico/api/errors.ts";
import type { ServerEvents } from "@portico/api/events.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { socketReconnection } from "@portico/api/socket-reconnection.ts";
import { sql } from "kysely";
import { io, type Socket } from "socket.io-client";
import nodeFlags from "../tools/node-flags.json" with { type: "json" };
import { type ChatSession, createChatSession, type WaitingMessage } from "../web/app/chats/chat-session.ts";
import { type BenchUser, openPortal } from "./database.ts";
import { startRedis } from "./ops/redis.ts";

const seconds = Number(process.argv[2] ?? 300);
const pageCount = Number(process.argv[3] ?? 2000);
const overRedis = process.argv[4] === "redis";
const cuts = overRedis ? 0 : Number(process.argv[4] ?? 0);
const pagesPerHolder = 2;
const staffPages = 40;
/** A session has twelve connections to a process at most. */
const pagesPerColleague = 10;
const perSecond = 50;
/** Deliveries this long after a fault do not count for the delay. */
const faultMs = 15_000;

const redisPort = 3594;
let redis = overRedis ? await startRedis(redisPort) : undefined;
const dataDir = await mkdtemp(join(tmpdir(), "portico-chat-"));
const portal = await openPortal(dataDir);
const { db, pool } = portal.services;

const running = new Map<number, ChildProcess>();
process.on("exit", () => running.forEach((child) => child.kill("SIGKILL")));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

async function startServer(port: number): Promise<void> {
  const child = spawn(process.execPath, [...nodeFlags, join(import.meta.dirname, "portal-without-pages.ts")], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DEMO: "off",
      RATE_LIMITS: "off",
      LOG_LEVEL: "fatal",
      ...(redis && { REDIS_URL: redis.url }),
      PORT: String(port),
      API_PORT: String(port + 1),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.set(port, child);
  await new Promise<void>((resolve) => {
    child.stdout?.setEncoding("utf8").on("data", (text: string) => text.includes("ready") && resolve());
  });
}
const ports = [3590, 3592] as const;
for (const port of ports) await startServer(port);
const addressOf = (port: number): string => `http://localhost:${port + 1}`;

const transportOf =
  (address: string, token: string): Transport =>
  async ({ method, path, body }) => {
    const answer = await fetch(address + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        accept: "application/json, application/problem+json",
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => undefined);
    const said = (await answer?.json().catch(() => undefined)) as Problem | undefined;
    if (!answer || said === undefined) throw new ApiError({ status: 0, code: "unavailable", title: "" } as Problem);
    if (!answer.ok) throw new ApiError(said);
    return said;
  };

interface Page {
  userId: number;
  holder: Holder;
  session: ChatSession;
  socket: Socket<ServerEvents>;
  /** Keys in the order of sending. */
  sent: string[];
}
/** Outside of faults. */
const delays: { sentAt: number; ms: number }[] = [];
let lastFault = -faultMs;
const sentAt = new Map<string, number>();

function openPage(user: BenchUser, holder: Holder, port: number): Page {
  const address = addressOf(port);
  let kept: readonly WaitingMessage[] = [];
  const outbox = { read: () => kept, write: (waiting: readonly WaitingMessage[]) => void (kept = waiting) };
  const client = createClient(api, transportOf(address, user.token));
  const session = createChatSession({ api: client, holder, userId: user.id, outbox });
  const socket: Socket<ServerEvents> = io(address, {
    ...socketReconnection,
    auth: { token: user.token },
    transports: ["websocket"],
    forceNew: true,
  });
  const isHere = (event: Holder): boolean =>
    event.holderType === holder.holderType && event.holderId === holder.holderId;
  socket.on("message", (event) => {
    if (!isHere(event)) return;
    const at = sentAt.get(event.message.key);
    const now = performance.now();
    if (at !== undefined && event.message.change === event.change && event.message.edited_at === null)
      if (event.message.deleted_at === null && at - lastFault > faultMs) delays.push({ sentAt: at, ms: now - at });
    session.hear(event);
  });
  socket.on("message:read", (event) => isHere(event) && session.hear(event));
  socket.on("connect", () => {
    void session.catchUp();
    void session.flush();
  });
  session.start();
  return { userId: user.id, holder, session, socket, sent: [] };
}

const colleagues: BenchUser[] = [];
for (let count = 0; count < staffPages / pagesPerColleague; count++)
  colleagues.push(await portal.staff(`office${count}`));
const [office] = colleagues as [BenchUser];
const pages: Page[] = [];
const conversations = (pageCount - staffPages) / pagesPerHolder;
for (let count = 0; count < conversations; count++) {
  const user = await portal.user(`client${count}`);
  const holder: Holder = { holderType: "user", holderId: user.id };
  for (const port of ports) pages.push(openPage(user, holder, port));
  const colleague = colleagues[Math.floor(count / pagesPerColleague)];
  if (colleague) pages.push(openPage(colleague, holder, ports[count % 2] ?? ports[0]));
  // Not all at once: connecting is not what is measured.
  if (count % 50 === 0) await pause(200);
}
while (pages.some(({ socket, session }) => !socket.connected || !session.get().chat)) await pause(200);
console.log(`${pages.length} pages of ${conversations} conversations are connected`);

const any = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)] as T;
function act(number: number): void {
  const page = any(pages);
  const { session, userId, sent } = page;
  const own = session.get().chat?.messages.filter((one) => one.operator === userId && one.deleted_at === null) ?? [];
  const chance = Math.random();
  const last = session.get().chat?.messages.at(-1)?.number;
  if (chance < 0.05 && own.length > 0) void session.edit(any(own).number, `edited ${number}`).catch(() => undefined);
  else if (chance < 0.1 && own.length > 0) void session.remove(any(own).number).catch(() => undefined);
  else if (chance < 0.2 && last) void session.markRead(last);
  else {
    session.send(`message ${number}`);
    const key = session.get().waiting.at(-1)?.key;
    if (key) {
      sent.push(key);
      sentAt.set(key, performance.now());
    }
  }
}

interface Fault {
  name: string;
  run: () => Promise<unknown>;
}
const cutBus: Fault = {
  name: "the bus between the processes is cut",
  run: () =>
    pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'LISTEN%' and pid <> pg_backend_pid()",
    ),
};
/** What goes wrong, by the share of the time that has passed. */
const usualFaults: [number, Fault][] = [
  [
    0.25,
    {
      name: "one process is killed, and started again",
      async run() {
        running.get(ports[1])?.kill("SIGKILL");
        await pause(2000);
        await startServer(ports[1]);
      },
    },
  ],
  [
    0.5,
    {
      name: "the database crashes and recovers",
      async run() {
        const { rows } = await pool
          .query<{ pid: number }>("select pg_backend_pid() as pid")
          .catch(() => ({ rows: [] }));
        if (rows[0]) process.kill(rows[0].pid, "SIGKILL");
      },
    },
  ],
  [0.75, cutBus],
];
const awayMs = 5000;
const redisFaults: [number, Fault][] = [
  [
    0.4,
    {
      name: "Redis is held",
      async run() {
        redis?.hold();
        await pause(awayMs);
        redis?.resume();
      },
    },
  ],
  [
    0.75,
    {
      name: "Redis is killed, and started again",
      async run() {
        await redis?.kill();
        await pause(awayMs);
        redis = await startRedis(redisPort);
      },
    },
  ],
];
const [killed, crashed] = usualFaults;
const faults = overRedis
  ? [killed, crashed, ...redisFaults].filter((one) => one !== undefined).toSorted((one, other) => one[0] - other[0])
  : cuts === 0
    ? usualFaults
    : Array.from({ length: cuts }, (_, cut): [number, Fault] => [(cut + 1) / (cuts + 1), cutBus]);
// A connection that breaks while nobody uses it is an event of the pool.
pool.on("error", () => undefined);

const memory: number[] = [];
const residentOf = async (port: number): Promise<number> => {
  const status = await readFile(`/proc/${running.get(port)?.pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
};
/** Seconds of processor time of the whole machine, and of a process. */
const hertz = 100;
async function machineSeconds(): Promise<number> {
  const [line = ""] = (await readFile("/proc/stat", "utf8")).split("\n");
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = line.trim().split(/\s+/).slice(1).map(Number);
  return (user + nice + system + irq + softirq) / hertz;
}
async function secondsOf(pid: number | undefined): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")).split(" ");
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / hertz;
}
const used = async () => ({
  machine: await machineSeconds(),
  generator: await secondsOf(process.pid),
  server: await secondsOf(running.get(ports[0])?.pid),
});
const before = await used();
const begun = performance.now();
const due = [...faults];
for (let number = 0; ; number++) {
  const passed = (performance.now() - begun) / 1000;
  if (passed > seconds) break;
  const [next] = due;
  if (next && passed / seconds >= next[0]) {
    due.shift();
    console.log(`${Math.round(passed)} s: ${next[1].name}`);
    lastFault = performance.now();
    void next[1].run().then(() => (lastFault = performance.now()));
  }
  act(number);
  if (number % (perSecond * 10) === 0) memory.push(await residentOf(ports[0]));
  const ahead = (number + 1) / perSecond - (performance.now() - begun) / 1000;
  if (ahead > 0) await pause(ahead * 1000);
}
const after = await used();
for (let tries = 0; tries < 300 && pages.some(({ session }) => session.get().waiting.length > 0); tries++)
  await pause(100);
await pause(6000);

const found: string[] = [];
const sent = pages.reduce((sum, page) => sum + page.sent.length, 0);
const client = createClient(api, transportOf(addressOf(ports[0]), office.token));
for (const page of pages) if (page.session.get().waiting.length > 0) found.push("messages still wait");
const holders = new Map(pages.map(({ holder }) => [holder.holderId, holder]));
for (const holder of holders.values()) {
  const fresh = await client.chats.open({ params: holder });
  let messages: readonly ChatMessage[] = fresh.messages;
  for (let { hasOlder } = fresh; hasOlder; ) {
    const older = await client.chats.listOlder({
      params: holder,
      query: { before: messages[0]?.number ?? 1, limit: 200 },
    });
    messages = [...older.messages, ...messages];
    ({ hasOlder } = older);
  }
  if (messages.some(({ number }, place) => number !== place + 1)) found.push(`${holder.holderId}: numbers have a gap`);
  for (const { session, holder: own, sent: keys, userId } of pages) {
    if (own.holderId !== holder.holderId) continue;
    const { chat } = session.get();
    if (chat?.change !== fresh.change || JSON.stringify(chat.messages) !== JSON.stringify(messages))
      found.push(`${holder.holderId}: a page is at ${chat?.change} of ${fresh.change}, or shows other messages`);
    if (JSON.stringify(chat?.readings) !== JSON.stringify(fresh.readings))
      found.push(`${holder.holderId}: other read marks`);
    const stored = messages
      .filter(({ key, operator }) => operator === userId && keys.includes(key))
      .map(({ key }) => key);
    if (stored.join() !== keys.join()) found.push(`${holder.holderId}: lost, doubled or out of order`);
  }
}
const { rows } = await sql<{ messages: number; changes: number }>`
  select (select count(*)::int from chat_message) as messages, (select sum(change)::int from chat) as changes`.execute(
  db,
);
if (rows[0]?.messages !== sent) found.push(`${sent} messages were sent, ${rows[0]?.messages} are stored`);
function percentile(all: readonly { ms: number }[], share: number): number {
  const ordered = all.map(({ ms }) => ms).toSorted((a, b) => a - b);
  return Math.round(ordered[Math.floor(ordered.length * share)] ?? Number.NaN);
}
const periods = 20;
const periodOf = (time: number): number => Math.floor(((time - begun) / 1000 / seconds) * periods);
const byPeriod = Array.from({ length: periods }, (_, period) =>
  delays.filter(({ sentAt: time }) => periodOf(time) === period),
);
console.log(`${sent} messages, ${rows[0]?.changes} changes, ${delays.length} deliveries outside of faults`);
console.log(`delivered: median ${percentile(delays, 0.5)} ms, 99 % ${percentile(delays, 0.99)} ms`);
console.log(`99 % by twentieths of the time, ms: ${byPeriod.map((part) => percentile(part, 0.99)).join(" ")}`);
const share = (part: keyof typeof after): string => ((after[part] - before[part]) / seconds).toFixed(2);
console.log(`cores: all ${share("machine")}, load generator ${share("generator")}, first process ${share("server")}`);
console.log(`memory of the first process, MB: ${memory.map((megabytes) => Math.round(megabytes)).join(" ")}`);
console.log(found.length === 0 ? "no faults" : [...new Set(found)].slice(0, 20).join("\n"));
if (found.length > 0) process.exitCode = 1;
for (const { socket } of pages) socket.disconnect();
for (const child of running.values()) {
  child.kill("SIGTERM");
  await once(child, "exit");
}
await redis?.kill();
await portal.close();
await rm(dataDir, { recursive: true, force: true });
process.exit();
