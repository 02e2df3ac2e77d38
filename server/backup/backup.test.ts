import { randomBytes } from "node:crypto";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { Client } from "pg";
import pino from "pino";
import { expect, test } from "vitest";
import { z } from "zod";
import { createFiles, readWhole } from "../adapters/files/files.ts";
import { createSharepoint } from "../adapters/sharepoint/sharepoint.ts";
import { audit } from "../audit/audit.ts";
import { verifyAudit } from "../audit/verify.ts";
import { type Database, embeddedAccess, embeddedDatabase, openDatabase } from "../database/open.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { defineJob } from "../jobs/jobs.ts";
import { handleJob, installJobs, startJobs } from "../jobs/start.ts";
import { readConfig } from "../kernel/config.ts";
import { inTransaction } from "../kernel/transaction.ts";
import { readFirmKey } from "../secrets/firm-key.ts";
import { prepareFirmKey } from "../secrets/prepare-key.ts";
import { createVault } from "../secrets/vault.ts";
import { temporaryFolder } from "../testing/folder.ts";
import { makeBackup } from "./dump.ts";
import { restoreBackup } from "./load.ts";

const job = defineJob({ name: "test.kept", data: z.strictObject({ n: z.int() }) });
const configOf = (dataDir: string) => readConfig({ DATA_DIR: dataDir });

/** Hashed rows of every table, and the value of every sequence. */
async function fingerprint({ db }: Database): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely%' or schemaname = 'jobs' and tablename in ('job_common', 'queue')
    order by 1`.execute(db);
  const prints: Record<string, string> = {};
  for (const { name } of rows) {
    const table = sql.raw(name);
    const { rows: found } = await sql<{ print: string }>`
      select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print from ${table} as t`.execute(
      db,
    );
    prints[name] = found[0]?.print ?? "";
  }
  const sequences = await sql<{ name: string; value: string | null }>`
    select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public' order by 1`.execute(
    db,
  );
  for (const { name, value } of sequences.rows) prints[`sequence ${name}`] = value ?? "unused";
  return prints;
}

async function fill(database: Database): Promise<void> {
  await installJobs(database.connection);
  await inTransaction(database.db, async (trx) => {
    await enqueue(trx, job, { n: 7 });
    await audit(
      trx,
      ...Array.from({ length: 300 }, (_, id) => ({
        actor: { system: "test" },
        action: "test.written",
        subject: { type: "user", id },
        after: { text: "tab\t newline\n backslash \\ Ж", amount: "0.1" },
      })),
    );
  });
}

test("a backup taken of a running portal restores to the very same rows, files and waiting jobs", async () => {
  const folder = await temporaryFolder();
  const [from, to, file] = [join(folder, "from"), join(folder, "to"), join(folder, "kept", "portico.backup")];
  const database = await openDatabase(configOf(from));
  await fill(database);
  await mkdir(join(from, "files", "a"), { recursive: true });
  const scan = randomBytes(3_000_000);
  await writeFile(join(from, "files", "a", "scan.pdf"), scan);
  const shared = createSharepoint({ config: configOf(from) });
  const letter = { name: "Letter.pdf", mediaType: "application/pdf", content: Buffer.from("a letter") };
  await shared.upload(await shared.makeFolder("A-1"), letter);
  const firmKey = await prepareFirmKey(database.db, configOf(from));
  const vault = createVault({ db: database.db, config: configOf(from) });
  const { sha256: passport } = await createFiles({ config: configOf(from), vault }).put(Buffer.from("a passport"));
  // A client's file, and one whose content was lost before.
  await sql`insert into app_user (email, name, password_hash) values ('ivan@mail.example', 'Ivan', 'none')`.execute(
    database.db,
  );
  for (const sha256 of [Buffer.from(passport, "hex"), randomBytes(32)])
    await sql`
      insert into stored_file (holder_type, holder_id, sha256, size, media_type, name, state, uploaded_by, checked_at)
      values ('user', 1, ${sha256}, 10, 'image/png', 'passport.png', 'clean', 1, now())`.execute(database.db);
  await writeFile(join(from, "files", "0000.part"), "a file that is being written");
  const bytes = await makeBackup({ dataDir: from, file, firmKey });
  expect(bytes).toBeGreaterThan(scan.length);
  expect(await readdir(join(folder, "kept"))).toEqual(["portico.backup"]);
  const before = await fingerprint(database);
  await database.close();

  const reports: string[] = [];
  await restoreBackup({ dataDir: to, file, firmKey, report: (message) => reports.push(message) });
  expect(reports).toEqual(["1 files of clients have no content in this backup: file 2 of user 1."]);
  const restored = await openDatabase(configOf(to));
  try {
    expect(restored.migrated).toEqual([]);
    expect(await fingerprint(restored)).toEqual(before);
    expect(await readFile(join(to, "files", "a", "scan.pdf"))).toEqual(scan);
    expect(await readdir(join(to, "files"))).not.toContain("0000.part");
    expect(String(await readFile(join(to, "sharepoint", "A-1", "Letter.pdf")))).toBe("a letter");
    // The data keys were restored: encrypted content can be decrypted.
    const restoredVault = createVault({
      db: restored.db,
      config: { ...configOf(to), firmKey: firmKey.toString("hex") },
    });
    const restoredFiles = createFiles({ config: configOf(to), vault: restoredVault });
    expect(String(await readWhole(restoredFiles, passport))).toBe("a passport");
    expect(await verifyAudit(restored.db)).toMatchObject({ entries: 300, breaks: [] });
    // The restored database works: the audit log continues and the waiting job runs.
    await inTransaction(restored.db, (trx) =>
      audit(trx, { actor: { system: "test" }, action: "a.b", subject: { type: "user", id: 1 } }),
    );
    const done: number[] = [];
    const jobs = await startJobs(
      restored.connection,
      [handleJob(job, async ({ n }) => void done.push(n))],
      pino({ level: "silent" }),
    );
    await expect.poll(() => done, { timeout: 5000 }).toEqual([7]);
    await jobs.stop();
    expect((await verifyAudit(restored.db)).breaks).toEqual([]);
  } finally {
    await restored.close();
  }
  await expect(restoreBackup({ dataDir: to, file, firmKey })).rejects.toThrow(/not empty/);
});

test("a damaged, cut, foreign or wrongly keyed backup is refused and leaves the folder empty", async () => {
  const folder = await temporaryFolder();
  const [from, to, file] = [join(folder, "from"), join(folder, "to"), join(folder, "whole")];
  const database = await openDatabase(configOf(from));
  await mkdir(join(from, "files"));
  const firmKey = await prepareFirmKey(database.db, configOf(from));
  const record = async (statement: string) => {
    if (!database.embedded) throw new Error("this test needs the embedded database");
    const client = new Client(embeddedAccess(database.embedded, embeddedDatabase).superuser);
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await record("insert into kysely_migration values ('9999-other', now()::text)");
  await makeBackup({ dataDir: from, file: join(folder, "other"), firmKey });
  await record("delete from kysely_migration where name = '9999-other'");
  await database.close();
  await writeFile(join(from, "files", "scan"), randomBytes(2_500_000));
  await makeBackup({ dataDir: from, file, firmKey });
  const whole = await readFile(file);
  const flipped = Buffer.from(whole);
  flipped.writeUInt8(flipped.readUInt8(1_500_000) ^ 1, 1_500_000);
  const headerEnd = whole.indexOf(10) + 1;
  const frame = (1 << 20) + 16;
  const swapped = Buffer.concat([
    whole.subarray(0, headerEnd),
    whole.subarray(headerEnd + frame, headerEnd + 2 * frame),
    whole.subarray(headerEnd, headerEnd + frame),
    whole.subarray(headerEnd + 2 * frame),
  ]);
  for (const [content, key, message] of [
    [flipped, firmKey, /damaged/],
    [whole.subarray(0, headerEnd + frame), firmKey, /cut off|damaged/],
    [whole.subarray(0, whole.length - 1), firmKey, /cut off|damaged/],
    [swapped, firmKey, /damaged/],
    [Buffer.from("hello"), firmKey, /not a backup/],
    [whole, randomBytes(32), /another firm's key/],
    [await readFile(join(folder, "other")), firmKey, /another version of the portal \(9999-other\)/],
  ] as const) {
    const bad = join(folder, "bad");
    await writeFile(bad, content);
    await expect(restoreBackup({ dataDir: to, file: bad, firmKey: key })).rejects.toThrow(message);
    expect(await readdir(to)).toEqual([]);
  }
  await cp(join(from, "firm.key"), join(to, "firm.key"));
  await restoreBackup({ dataDir: to, file, firmKey: await readFirmKey(configOf(to)) });
});
