/**
 * The disk of the database becomes full: `node bench/ops/full-disk.ts`. A PostgreSQL has its data on a small disk in memory and its
 * log elsewhere, as operators are told to. Clients write comments while another file fills the disk: writes must be answered
 * with 503 and `Retry-After`, reads go on, and once there is room each comment that was acknowledged is stored exactly once.
 * Runs as root with Debian's package postgresql, and needs built pages.
 */
import { execFileSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { countStored, createClients } from "./clients.ts";
import { startPortal } from "./portals.ts";
import { openTickets } from "./traffic.ts";

const programs = process.env["POSTGRES_PROGRAMS"] ?? "/usr/lib/postgresql/15/bin";
const port = 5730;
const folder = mkdtempSync(join(tmpdir(), "portico-full-"));
const idOf = (flag: "-u" | "-g"): number => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
const [uid, gid] = [idOf("-u"), idOf("-g")];
const disk = join(folder, "disk");
const log = join(folder, "log");
for (const path of [disk, log]) mkdirSync(path);
execFileSync("chmod", ["755", folder]);
execFileSync("mount", ["-t", "tmpfs", "-o", "size=160m", "tmpfs", disk]);
for (const path of [disk, log, folder]) chownSync(path, uid, gid);
const run = (program: string, ...words: string[]): void =>
  void execFileSync(join(programs, program), words, { uid, gid, cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
const data = join(disk, "data");
run("initdb", "-D", data, "-X", join(log, "wal"), "-A", "trust", "-U", "postgres");
appendFileSync(
  join(data, "postgresql.conf"),
  `port=${port}\nlisten_addresses='127.0.0.1'\nunix_socket_directories='${folder}'\nfsync=off\nmax_wal_size='64MB'\n`,
);
run("pg_ctl", "-D", data, "-l", join(folder, "server.log"), "-w", "start");
const admin = new Client(`postgres://postgres@127.0.0.1:${port}/postgres`);
await admin.connect();
await admin.query("create role firm login createrole");
await admin.query("create database portico owner firm");
await admin.end();
const url = `postgres://firm@127.0.0.1:${port}/portico`;
const portal = await startPortal({
  name: "the portal",
  port: 3890,
  folder: join(folder, "portal"),
  environment: {
    DATABASE_URL: url,
    FIRM_KEY: randomBytes(32).toString("base64"),
    RATE_LIMITS: "off",
    LOG_LEVEL: "fatal",
  },
});
const [client] = await createClients(url, 1);
if (!client) throw new Error("no client");
const [comments = ""] = await openTickets(portal.address, [client]);
const headers = { authorization: `Bearer ${client.token}`, "content-type": "application/json" };

const acknowledged: string[] = [];
const unexpected = new Map<string, number>();
/** Writes a long comment; whether it was acknowledged. */
async function write(): Promise<boolean> {
  const name = randomUUID();
  const body = JSON.stringify({ content: name, key: randomUUID() });
  const answer = await fetch(portal.address + comments, { method: "POST", headers, body });
  const text = await answer.text();
  if (answer.ok) {
    acknowledged.push(name);
    return true;
  }
  const isRight = answer.status === 503 && Number(answer.headers.get("retry-after")) > 0;
  if (!isRight) unexpected.set(`${answer.status} ${text}`, (unexpected.get(`${answer.status} ${text}`) ?? 0) + 1);
  return false;
}
async function read(): Promise<number> {
  const answer = await fetch(portal.address + comments, { headers });
  await answer.arrayBuffer();
  return answer.status;
}

for (let count = 0; count < 50; count++) await write();
const ballast = join(disk, "ballast");
try {
  execFileSync("dd", ["if=/dev/zero", `of=${ballast}`, "bs=64k"], { stdio: "ignore" });
} catch {
  // It ends when the disk is full.
}
let refused = 0;
let failedReads = 0;
for (let count = 0; count < 3000 && refused < 100; count++) {
  if (!(await write())) refused += 1;
  if (refused > 0 && (await read()) !== 200) failedReads += 1;
}
const before = acknowledged.length;
console.log(`the disk is full: ${refused} writes refused after ${before}, ${failedReads} of ${refused} reads failed`);
rmSync(ballast);
let tries = 0;
while (!(await write())) tries += 1;
for (let count = 0; count < 50; count++) await write();
console.log(`there is room again: ${tries} further refusals, then ${acknowledged.length - before} writes`);
const { lost, twice } = await countStored(url, acknowledged);
console.log(`${acknowledged.length} acknowledged, ${lost} lost, ${twice} stored twice`);
for (const [answer, count] of unexpected) console.log(`unexpected: ${answer} (${count})`);
await portal.stop();
run("pg_ctl", "-D", data, "-m", "immediate", "stop");
execFileSync("umount", [disk]);
rmSync(folder, { recursive: true, force: true });
process.exit(lost > 0 || twice > 0 || failedReads > 0 || refused === 0 || unexpected.size > 0 ? 1 : 0);
