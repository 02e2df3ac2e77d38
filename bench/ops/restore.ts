/**
 * Restores an external database to a point in time: `node bench/ops/restore.ts`. A PostgreSQL archives its log while the portal
 * books entries, opens tickets and stores files; a base backup is made meanwhile. The server is lost, and another is restored to
 * a moment in the middle. Everything acknowledged before that moment must be there and nothing of later, and the audit log, the
 * ledgers and the files must be whole. Runs as root with Debian's package postgresql.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { Client } from "pg";
import { bookEntries } from "../../server/domains/portfolios/ledger/writer.service.ts";
import { openPortal } from "../database.ts";

const programs = process.env["POSTGRES_PROGRAMS"] ?? "/usr/lib/postgresql/15/bin";
const port = 5720;
const folder = mkdtempSync(join(tmpdir(), "portico-restore-"));
const idOf = (flag: "-u" | "-g"): number => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
const [uid, gid] = [idOf("-u"), idOf("-g")];
const first = join(folder, "first");
const base = join(folder, "base");
const archive = join(folder, "archive");
chmodSync(folder, 0o755);
chownSync(folder, uid, gid);
for (const path of [archive, base]) {
  mkdirSync(path, { mode: 0o700 });
  chownSync(path, uid, gid);
}
const run = (program: string, ...words: string[]): void =>
  void execFileSync(join(programs, program), words, { uid, gid, cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
const start = (data: string): void => run("pg_ctl", "-D", data, "-l", join(folder, "log"), "-w", "start");

run("initdb", "-D", first, "-A", "trust", "-U", "postgres");
appendFileSync(
  join(first, "postgresql.conf"),
  `port=${port}\nlisten_addresses='127.0.0.1'\nunix_socket_directories='${folder}'\narchive_mode=on\narchive_timeout=2\n` +
    `archive_command='cp %p ${archive}/%f'\n`,
);
start(first);
const admin = new Client(`postgres://postgres@127.0.0.1:${port}/postgres`);
await admin.connect();
await admin.query("create role firm login createrole");
await admin.query("create database portico owner firm");
await admin.end();

const dataDir = join(folder, "data");
Object.assign(process.env, {
  DATABASE_URL: `postgres://firm@127.0.0.1:${port}/portico`,
  FIRM_KEY: randomBytes(32).toString("base64"),
});
let portal = await openPortal(dataDir);
portal.services.pool.on("error", () => undefined);
const client = await portal.user("client");
const holder = { holderType: "user", holderId: client.id } as const;

/** What was acknowledged, with the time of the database before and after. */
const written: { name: string; from: Date; until: Date }[] = [];
async function clock(): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(portal.services.db);
  return rows[0]?.now ?? new Date(0);
}
/** An entry of the ledger, a file and a ticket. */
async function write(): Promise<void> {
  const name = `write ${written.length}`;
  const from = await clock();
  const { db, files } = portal.services;
  const entry = { kind: "deposit", day: "2026-01-02", currency: "EUR", amount: "1", source: "bench" } as const;
  await bookEntries(db, holder, [{ ...entry, externalId: name, fingerprint: name }]);
  const { sha256 } = await files.put(Buffer.from(name));
  await sql`
    insert into stored_file (holder_type, holder_id, sha256, size, media_type, name, state, uploaded_by, checked_at, kept_at)
    values ('user', ${client.id}, ${Buffer.from(sha256, "hex")}, ${name.length}, 'text/plain', ${name}, 'clean',
      ${client.id}, now(), now())`.execute(db);
  const answer = await portal.app.inject({
    method: "POST",
    url: `/ticket/user/${client.id}`,
    headers: { authorization: `Bearer ${client.token}` },
    payload: { key: randomUUID(), title: name, content: name },
  });
  if (answer.statusCode >= 300) throw new Error(`a ticket was answered with ${answer.statusCode} ${answer.body}`);
  written.push({ name, from, until: await clock() });
}
async function writeTimes(count: number): Promise<void> {
  for (let number = 0; number < count; number++) await write();
}

await writeTimes(40);
run("pg_basebackup", "-h", "127.0.0.1", "-p", String(port), "-U", "postgres", "-D", base, "-X", "none", "-c", "fast");
await writeTimes(60);
const moment = await clock();
await pause(50);
await writeTimes(40);
// The last segment is archived before the server is lost.
await pause(4000);
await portal.close();
run("pg_ctl", "-D", first, "-m", "immediate", "stop");

appendFileSync(
  join(base, "postgresql.conf"),
  `restore_command='cp ${archive}/%f %p'\nrecovery_target_time='${moment.toISOString().replace("T", " ").replace("Z", "+00")}'\nrecovery_target_action='promote'\n`,
);
writeFileSync(join(base, "recovery.signal"), "");
const began = performance.now();
start(base);
const restored = new Client(`postgres://postgres@127.0.0.1:${port}/portico`);
await restored.connect();
while ((await restored.query<{ standby: boolean }>("select pg_is_in_recovery() as standby")).rows[0]?.standby)
  await pause(200);
await restored.end();
console.log(`restored to ${moment.toISOString()} in ${Math.round(performance.now() - began)} ms`);

portal = await openPortal(dataDir);
const found: string[] = [];
const { rows } = await sql<{ name: string; counts: string }>`
  select name, concat_ws(' ', (select count(*) from ledger_entry where external_id = name),
    (select count(*) from stored_file where stored_file.name = wanted.name),
    (select count(*) from ticket where title = wanted.name)) as counts
  from unnest(${written.map(({ name }) => name)}::text[]) as wanted (name)`.execute(portal.services.db);
const countsOf = new Map(rows.map(({ name, counts }) => [name, counts]));
for (const { name, from, until } of written) {
  const counts = countsOf.get(name);
  if (until <= moment && counts !== "1 1 1") found.push(`${name}, acknowledged before the moment: ${counts}`);
  if (from > moment && counts !== "0 0 0") found.push(`${name}, begun after the moment: ${counts}`);
}
await portal.close();
for (const command of ["verify-audit", "verify-ledger", "check-files"]) {
  const file = join(import.meta.dirname, "../../server/commands", `${command}.ts`);
  const env = { ...process.env, DATA_DIR: dataDir };
  const { status, stdout, stderr } = spawnSync(process.execPath, [file], { env, encoding: "utf8" });
  console.log(`${command}: ${`${stdout}${stderr}`.trim()}`);
  if (status !== 0) found.push(`${command} ends with ${status}`);
}
console.log(
  `${written.filter(({ until }) => until <= moment).length} of ${written.length} writes were before the moment`,
);
console.log(found.length === 0 ? "nothing is missing, nothing is of later" : found.slice(0, 10).join("\n"));
run("pg_ctl", "-D", base, "-m", "immediate", "stop");
rmSync(folder, { recursive: true, force: true });
process.exit(found.length === 0 ? 0 : 1);
