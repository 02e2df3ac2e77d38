/** A process that is killed while it makes an export: no half file is offered or stays, and the next run makes it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { createFiles } from "../../adapters/files/files.ts";
import { isName, isUnfinished } from "../../adapters/files/sealed-file.ts";
import { installJobs } from "../../jobs/start.ts";
import { readAllBytes } from "../../kernel/bytes.ts";
import { readConfig } from "../../kernel/config.ts";
import type { Db } from "../../kernel/transaction.ts";
import { createVault } from "../../secrets/vault.ts";
import { temporaryFolder } from "../../testing/folder.ts";
import { openAt } from "../../testing/portal-process.ts";
import { findExport, findFile } from "./data-exports.queries.ts";
import { fileTable, queryTexts } from "./testing/read-back.ts";

const entries = 30_000;

function start(dataDir: string, id: number): ChildProcess {
  const file = join(import.meta.dirname, "testing/exporting-process.ts");
  const child = spawn(process.execPath, [file, String(id)], {
    env: { ...process.env, DATA_DIR: dataDir, DEMO: "off" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** A holder with so many entries, and an export of them that is asked for; its number. */
async function arrange(db: Db): Promise<number> {
  await sql`
    insert into app_user (email, name, password_hash, state, role) values ('ana@mail.example', 'Ana', '-', 'postKYC', 'client')`.execute(
    db,
  );
  await sql`insert into holder_account (holder_type, holder_id, client_number) values ('user', 1, 'A1')`.execute(db);
  await sql`
    insert into ledger_entry (holder_type, holder_id, day, booked_at, kind, currency, amount, external_id, fingerprint, description)
    select 'user', 1, '2026-01-01', '2026-01-01', 'deposit', 'EUR', 0.01, 'row-' || n, 'row-' || n, md5(n::text) || md5((n + 1)::text)
    from generate_series(1, ${entries}::int) as n`.execute(db);
  await sql`
    insert into ledger_head (holder_type, holder_id, entries, first_day, last_day)
    values ('user', 1, ${entries}, '2026-01-01', '2026-01-01')
    on conflict (holder_type, holder_id) do update set entries = excluded.entries, first_day = excluded.first_day, last_day = excluded.last_day`.execute(
    db,
  );
  const { rows } = await sql<{ id: number }>`
    insert into data_export (contents, format, language, period_from, period_to, positions_per, scope, asked_by)
    values ('{entries}', 'parquet', 'en', '2026-01-01', '2026-01-01', 'day', 'all', 1) returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

test("what a killed process had written is neither offered nor kept, and another run makes it whole", async () => {
  const dataDir = await temporaryFolder();
  const database = await openAt(dataDir);
  onTestFinished(() => database.close());
  const { db } = database;
  await installJobs(database.connection);
  const config = readConfig({ DATA_DIR: dataDir, DEMO: "off" });
  const vault = createVault({ db, config });
  await vault.prepare();
  const id = await arrange(db);
  const folder = join(dataDir, "files");
  const found = async (which: (name: string) => boolean) =>
    (await readdir(folder, { recursive: true }).catch(() => [])).filter((name) => which(name.split("/").at(-1) ?? ""));
  const half = async () => {
    const [path] = await found(isUnfinished);
    return path === undefined ? 0 : (await stat(join(folder, path)).catch(() => ({ size: 0 }))).size;
  };

  const first = start(dataDir, id);
  await expect.poll(half, { timeout: 60_000, interval: 1 }).toBeGreaterThan(0);
  first.kill("SIGKILL");
  await once(first, "exit");
  expect(await findExport(db, id)).toMatchObject({ state: "running", tries: 1, files: [] });
  expect(await findFile(db, id, "entries")).toBeUndefined();
  expect(await found(isName)).toEqual([]);
  const left = await found(isUnfinished);
  expect(left).toHaveLength(1);

  const second = start(dataDir, id);
  expect(await once(second, "exit")).toEqual([0, null]);
  expect(await findExport(db, id)).toMatchObject({ state: "ready", tries: 2, files: [{ rows: entries }] });
  const sha256 = await findFile(db, id, "entries");
  const files = createFiles({ config, vault });
  const bytes = await readAllBytes((await files.open(sha256?.toString("hex") ?? "")).stream());
  const [sum] = await queryTexts(
    `select count(*) as n, count(distinct entry_id) as ids, cast(sum(amount) as varchar) as amount from ${await fileTable(bytes, "parquet")}`,
  );
  expect(sum).toEqual({ n: String(entries), ids: String(entries), amount: `${entries / 100}.000000000000` });

  // The nightly clean-up removes what the first had begun, once it is a day old, and nothing else.
  const dayAgo = new Date(Date.now() - 25 * 3600 * 1000);
  for (const path of left) await utimes(join(folder, path), dayAgo, dayAgo);
  for await (const old of files.listOlderThan(24 * 3600 * 1000)) expect(old).toBeUndefined();
  expect(await found(isUnfinished)).toEqual([]);
  expect(await found(isName)).toHaveLength(1);
}, 180_000);
