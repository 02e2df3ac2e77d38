/**
 * Reports and exports from a standby: `node bench/ops/replica.ts [users]`. A PostgreSQL with a firm of that many users and a
 * standby by streaming replication. Two portals, one with DATABASE_REPLICA_URL, have to give the same answers to every call that
 * is declared `fromReplica`; what the servers spend on them is compared by pg_stat_statements. Then the replica stops, hangs, does
 * not replay and is back under traffic: no call may fail, and a list always has the row written just before. Runs as root
 * with Debian's package postgresql, and needs built pages.
 */
import { execFileSync } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { appendFileSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { fillPeople } from "../people/fill.ts";
import { type Portal, startPortal } from "./portals.ts";

const users = Number(process.argv[2] ?? 10_000);
const programs = process.env["POSTGRES_PROGRAMS"] ?? "/usr/lib/postgresql/15/bin";
const [primaryPort, standbyPort] = [21_740, 21_741];
const folder = mkdtempSync(join(tmpdir(), "portico-replica-"));
const idOf = (flag: "-u" | "-g"): number => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
const [uid, gid] = [idOf("-u"), idOf("-g")];
execFileSync("chmod", ["755", folder]);
chownSync(folder, uid, gid);
const run = (program: string, ...words: string[]): void =>
  void execFileSync(join(programs, program), words, { uid, gid, cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
const primary = join(folder, "primary");
const standby = join(folder, "standby");
const start = (data: string): void => run("pg_ctl", "-D", data, "-l", `${data}.log`, "-w", "start");
const stop = (data: string, how: string): void => run("pg_ctl", "-D", data, "-m", how, "-w", "stop");

run("initdb", "-D", primary, "-A", "trust", "-U", "postgres");
appendFileSync(
  join(primary, "postgresql.conf"),
  `port=${primaryPort}\nlisten_addresses='127.0.0.1'\nunix_socket_directories='${folder}'\nfsync=off\nmax_wal_size='2GB'\n` +
    "shared_preload_libraries='pg_stat_statements'\npg_stat_statements.track_planning=on\n",
);
start(primary);

async function rowsOf<Row extends object>(port: number, text: string, database = "portico"): Promise<Row[]> {
  const client = new Client(`postgres://postgres@127.0.0.1:${port}/${database}`);
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
await rowsOf(primaryPort, "create role firm login createrole", "postgres");
await rowsOf(primaryPort, "create database portico owner firm", "postgres");
await rowsOf(primaryPort, "create extension pg_trgm");
await rowsOf(primaryPort, "create extension pg_stat_statements");

const urlOf = (port: number): string => `postgres://firm@127.0.0.1:${port}/portico`;
const settings = {
  DATABASE_URL: urlOf(primaryPort),
  FIRM_KEY: randomBytes(32).toString("base64"),
  RATE_LIMITS: "off",
  LOG_LEVEL: "fatal",
};
const startOne = (name: string, port: number, environment: Record<string, string> = {}): Promise<Portal> =>
  startPortal({ name, port, folder: join(folder, "portal"), environment: { ...settings, ...environment } });
const plain = await startOne("the portal without a replica", 21_780);
const seconds = await fillPeople(
  { host: "127.0.0.1", port: primaryPort, user: "postgres", database: "portico" },
  { users, companies: users / 5 },
);
console.log(`${users} users, filled in ${seconds.toFixed(0)} s`);
run("pg_basebackup", "-h", "127.0.0.1", "-p", `${primaryPort}`, "-U", "postgres", "-D", standby, "-R", "-c", "fast");
appendFileSync(join(standby, "postgresql.conf"), `port=${standbyPort}\n`);
start(standby);
const portal = await startOne("the portal with a replica", 21_790, {
  DATABASE_REPLICA_URL: urlOf(standbyPort),
  PROCESS_KIND: "serve",
  LOG_LEVEL: "warn",
});

const token = randomBytes(32).toString("base64url");
const [admin] = await rowsOf<{ id: number }>(
  primaryPort,
  `with admin as (insert into app_user (email, name, role, password_hash, state, email_confirmed_at)
     values ('admin@bench.example', 'Admin', 'admin', 'none', 'postKYC', now()) returning id)
   insert into session (user_id, token_hash, expires_at)
   select id, '\\x${createHash("sha256").update(token).digest("hex")}', now() + interval '1 day' from admin returning user_id as id`,
);
const [someone] = await rowsOf<{ id: number }>(
  primaryPort,
  "select holder_id as id from ticket join holder_account using (holder_type, holder_id) where holder_type = 'user' order by ticket.id limit 1",
);
const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };

interface Call {
  what: string;
  path: string;
  method?: "PATCH" | "POST";
  body?: object;
}
const today = new Date().toISOString().slice(0, 10);
const yearAgo = new Date(Date.now() - 360 * 86_400_000).toISOString().slice(0, 10);
/** Every call that is declared `fromReplica` but the evidence of a sealed contract. */
const reports: Call[] = [
  { what: "users", path: "/api/user?limit=200" },
  { what: "users by name", path: "/api/user?search=ov&limit=200" },
  { what: "companies", path: "/api/company?limit=200" },
  { what: "tickets", path: "/api/ticket?limit=200" },
  { what: "contracts", path: "/api/contract?limit=200" },
  { what: "report of tickets", path: `/api/staff/ticket-report?from=${yearAgo}&to=${today}` },
  { what: "late tickets", path: `/api/staff/ticket-report/late?from=${yearAgo}&to=${today}&kind=resolution` },
  { what: "timeline", path: `/api/staff/timeline/user/${someone?.id}?limit=100` },
  { what: "accesses", path: `/api/user/${someone?.id}/accesses?limit=100` },
  { what: "figures by day", path: "/api/staff/analytics/figures?by=day" },
  { what: "figures by city", path: "/api/staff/analytics/figures?by=city" },
  { what: "sign-ins", path: "/api/analytics/fetch", method: "PATCH", body: {} },
  { what: "export of sign-ins", path: "/api/staff/analytics/export", method: "POST", body: {} },
  { what: "transcript", path: `/api/chat/user/${someone?.id}/transcript?from=${yearAgo}&to=${today}` },
];
/** A client's calls, which read from the primary. */
const others: Call[] = ["state", "client-data"]
  .map((path) => ({ what: path, path: `/api/user/${someone?.id}/${path}` }))
  .concat(
    ["money", "ticket", "bank-account", "chat"].map((domain) => ({
      what: domain,
      path: `/api/${domain}/user/${someone?.id}`,
    })),
  );

const failed: string[] = [];
async function ask(of: Portal, { what, path, method, body }: Call): Promise<string> {
  const began = performance.now();
  try {
    const answer = await fetch(of.address + path, {
      method: method ?? "GET",
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const content = Buffer.from(await answer.arrayBuffer());
    if (!answer.ok) failed.push(`${what}: ${answer.status} ${content.toString().slice(0, 200)}`);
    const isFile = answer.headers.get("content-type") === "application/pdf";
    return isFile ? "a file" : content.toString();
  } catch (error) {
    failed.push(`${what}: ${String(error)} after ${Math.round(performance.now() - began)} ms`);
    return "";
  }
}

interface Spent {
  calls: number;
  ms: number;
}
const statistics = `select sum(calls)::float8 as calls, sum(total_exec_time + total_plan_time) as ms from pg_stat_statements
  where userid in ('firm'::regrole, 'portico_app'::regrole)`;
async function spend(work: () => Promise<unknown>): Promise<[Spent, Spent]> {
  for (const port of [primaryPort, standbyPort]) await rowsOf(port, "select pg_stat_statements_reset()");
  await work();
  const found = await Promise.all([primaryPort, standbyPort].map((port) => rowsOf<Spent>(port, statistics)));
  return found.map(([spent]) => ({ calls: spent?.calls ?? 0, ms: spent?.ms ?? 0 })) as [Spent, Spent];
}
async function times(count: number, of: Portal, calls: readonly Call[]): Promise<void> {
  for (let number = 0; number < count; number += 1) for (const call of calls) await ask(of, call);
}
const reasonOf = async (): Promise<string> =>
  /portico_replica_ready\{reason="(\w*)"\}/.exec(await (await fetch(`http://127.0.0.1:21791/metrics`)).text())?.[1] ??
  "?";
async function until(reason: string): Promise<number> {
  const began = performance.now();
  while ((await reasonOf()) !== reason) await pause(100);
  return Math.round((performance.now() - began) / 100) / 10;
}
const problems: string[] = [];

await until("");
for (const call of reports) {
  // The calls themselves are in the log of accesses.
  if (["timeline", "accesses"].includes(call.what)) continue;
  const [first, second] = [await ask(plain, call), await ask(portal, call)];
  if (first !== second) problems.push(`${call.what}: the replica's answer is another one`);
}
await times(2, portal, [...reports, ...others]);
for (const one of [plain, portal]) {
  for (const [what, calls] of [
    ["reports and exports", reports],
    ["a client's calls", others],
  ] as const) {
    const [there, replica] = await spend(() => times(10, one, calls));
    const positions = await rowsOf<Spent>(primaryPort, `${statistics} and query like '%wal_flush_lsn%'`);
    const share = (100 * replica.ms) / (there.ms + replica.ms);
    console.log(
      `${one.name}, ${what}: ${there.calls} statements and ${there.ms.toFixed(0)} ms on the primary, ${replica.calls} and ` +
        `${replica.ms.toFixed(0)} ms on the replica (${share.toFixed(0)} %); ${positions[0]?.calls ?? 0} of them asked for the ` +
        `position of the log, ${(positions[0]?.ms ?? 0).toFixed(1)} ms`,
    );
    if (one === portal && calls === reports && share < 50) problems.push("reports are not read from the replica");
    if ((one === plain || calls === others) && replica.calls > 20)
      problems.push(`${what} of ${one.name} read from the replica`);
  }
}

/** Reports without a pause, four at a time, and each time a list that has to have a ticket opened just before. */
const isOver = new AbortController();
let made = 0;
let missing = 0;
const light = reports.filter(({ what }) => what !== "export of sign-ins");
async function reportOn(worker: number): Promise<void> {
  for (let number = worker; !isOver.signal.aborted; number += 1, made += 1) {
    await ask(portal, light[number % light.length] as Call);
    await ask(portal, others[number % others.length] as Call);
  }
}
async function writeOn(): Promise<void> {
  for (; !isOver.signal.aborted; made += 2) {
    const title = randomUUID();
    const body = { key: randomUUID(), title, content: title };
    await ask(portal, { what: "open a ticket", path: `/api/ticket/user/${someone?.id}`, method: "POST", body });
    const list = await ask(portal, { what: "tickets", path: "/api/ticket?limit=20" });
    if (!list.includes(title)) missing += 1;
    await pause(50);
  }
}
const traffic = [0, 1, 2, 3].map(reportOn).concat(writeOn());
const pidsOf = (data: string): number[] =>
  execFileSync("ps", ["-eo", "pid,ppid,args"], { encoding: "utf8" })
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([pid, ppid], _, all) => {
      const main = all.find((words) => words.includes("-D") && words.includes(data))?.[0];
      return pid === main || ppid === main;
    })
    .map(([pid]) => Number(pid));
const signal = (data: string, name: "SIGSTOP" | "SIGCONT" | "SIGKILL"): void => {
  for (const pid of pidsOf(data)) process.kill(pid, name);
};
async function phase(what: string, reason: string, work: () => unknown, back: () => unknown): Promise<void> {
  const before = made;
  await work();
  const noticed = await until(reason);
  await pause(10_000);
  await back();
  const returned = await until("");
  console.log(
    `${what}: ${reason} after ${noticed} s, read again ${returned} s after it was back; ${made - before} calls, ${failed.length} failed, ${missing} without the row written before`,
  );
}
await pause(3000);
await phase(
  "stopped",
  "away",
  () => stop(standby, "immediate"),
  () => start(standby),
);
await phase(
  "killed",
  "away",
  () => signal(standby, "SIGKILL"),
  async () => {
    await pause(500);
    start(standby);
  },
);
await phase(
  "hanging",
  "away",
  () => signal(standby, "SIGSTOP"),
  () => signal(standby, "SIGCONT"),
);
await phase(
  "not replaying",
  "behind",
  () => rowsOf(standbyPort, "select pg_wal_replay_pause()"),
  () => rowsOf(standbyPort, "select pg_wal_replay_resume()"),
);
isOver.abort();
await Promise.all(traffic);

await plain.stop();
await portal.stop();
for (const data of [standby, primary]) stop(data, "immediate");
rmSync(folder, { recursive: true, force: true });
if (missing > 0) problems.push(`${missing} lists without the row written before`);
for (const failure of failed.slice(0, 20)) console.log(failure);
for (const problem of problems) console.log(problem);
console.log(admin && failed.length + problems.length === 0 ? "as it should be" : "something is wrong");
process.exit(failed.length + problems.length === 0 ? 0 : 1);
