/**
 * Restores an external database to a point in time: `node bench/ops/restore.ts [pg_basebackup | pgbackrest | barman]`. A
 * PostgreSQL archives its log while the portal books entries, opens tickets and stores files; a backup is made meanwhile. The
 * server is lost, and another is restored to a moment in the middle. Everything acknowledged before that moment must be there and
 * nothing of later, and the audit log, the ledgers and the files must be whole. Runs as root with Debian's package postgresql, and
 * that of the tool.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { Client } from "pg";
import { bookEntries } from "../../server/domains/portfolios/ledger/writer.ts";
import { openPortal } from "../database.ts";
import { backupTools } from "./backup-tools.ts";
import { createDatabase, createServer, ownFolder } from "./postgres.ts";
import { verify } from "./verify.ts";

const method = (process.argv[2] ?? "pg_basebackup") as keyof typeof backupTools;
const port = 5720;
const folder = ownFolder(mkdtempSync(join(tmpdir(), "portico-restore-")), 0o755);
const base = ownFolder(join(folder, "base"), 0o700);
const tool = backupTools[method]({ folder, port, base });
const server = createServer({ folder, port, settings: ["archive_mode=on", "archive_timeout=2", ...tool.settings] });
server.start(server.first, tool.environment?.(server.first));
tool.prepare?.(server);

const dataDir = join(folder, "data");
Object.assign(process.env, {
  DATABASE_URL: await createDatabase(port),
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
tool.backup(server);
await writeTimes(60);
const moment = await clock();
await pause(50);
await writeTimes(40);
// The last segment is archived before the server is lost.
await pause(4000);
await portal.close();
server.stop();

tool.restore(server, moment.toISOString().replace("T", " ").replace("Z", "+00"));
const began = performance.now();
server.start(base, tool.environment?.(base));
const restored = new Client(`postgres://postgres@127.0.0.1:${port}/portico`);
await restored.connect();
while ((await restored.query<{ standby: boolean }>("select pg_is_in_recovery() as standby")).rows[0]?.standby)
  await pause(200);
await restored.end();
console.log(`${method}: restored to ${moment.toISOString()} in ${Math.round(performance.now() - began)} ms`);

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
for (const command of verify(dataDir, ["verify-audit", "verify-ledger", "check-files"]))
  found.push(`${command} found something`);
console.log(
  `${written.filter(({ until }) => until <= moment).length} of ${written.length} writes were before the moment`,
);
console.log(found.length === 0 ? "nothing is missing, nothing is of later" : found.slice(0, 10).join("\n"));
server.stop(base);
rmSync(folder, { recursive: true, force: true });
process.exit(found.length === 0 ? 0 : 1);
