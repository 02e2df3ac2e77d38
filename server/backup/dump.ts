/** Backs up the embedded database and the files while the portal may be running. */
import { createWriteStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { pipeline } from "node:stream/promises";
import { createZstdCompress } from "node:zlib";
import { Client, escapeIdentifier } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { isUnfinished } from "../adapters/files/sealed-file.ts";
import { startEmbedded } from "../database/embedded/supervisor.ts";
import { embeddedAccess, embeddedDatabase } from "../database/open.ts";
import { encrypt } from "./archive.ts";
import { type Content, type Entry, filesFolders, type Manifest, writeRecords } from "./records.ts";

/** Tables created by the migrator itself; the manifest lists the migrations. */
const migratorTables = ["kysely_migration", "kysely_migration_lock"];
const schemas = ["public", "jobs"];

type TableEntry = Extract<Entry, { kind: "table" }>;

/** Every table whose rows are backed up, with its writable columns (not the generated ones). */
async function listTables(client: Client): Promise<TableEntry[]> {
  const { rows } = await client.query<{ schema: string; name: string; columns: string[] }>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any($1) and not c.relname = any($2)
     group by 1, 2 order by 1, 2`,
    [schemas, migratorTables],
  );
  return rows.map((row) => ({ kind: "table", ...row }));
}

async function readManifest(client: Client): Promise<Manifest> {
  const migrations = await client.query<{ name: string }>("select name from kysely_migration order by name");
  const laid = await client.query<{ there: boolean }>("select to_regclass('jobs.version') is not null as there");
  const jobs = laid.rows[0]?.there
    ? await client.query<{ version: number }>("select version from jobs.version")
    : { rows: [] };
  const names = await client.query<{ schema: string; name: string }>(
    "select schemaname as schema, sequencename as name from pg_sequences where schemaname = any($1) order by 1, 2",
    [schemas],
  );
  const sequences: Manifest["sequences"] = [];
  for (const { schema, name } of names.rows) {
    const { rows } = await client.query<{ value: string; called: boolean }>(
      `select last_value as value, is_called as called from ${escapeIdentifier(schema)}.${escapeIdentifier(name)}`,
    );
    sequences.push({ schema, name, value: Number(rows[0]?.value ?? 1), called: rows[0]?.called ?? false });
  }
  return { migrations: migrations.rows.map((row) => row.name), jobs: jobs.rows[0]?.version ?? null, sequences };
}

async function* readTable(client: Client, { schema, name, columns }: TableEntry): AsyncGenerator<Buffer> {
  const list = columns.map((column) => escapeIdentifier(column)).join(", ");
  const from = `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
  yield* client.query(copyTo(`copy (select ${list} from ${from}) to stdout`)) as AsyncIterable<Buffer>;
}

async function* listFiles(folder: string): AsyncGenerator<string> {
  for (const found of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    if (found.isDirectory()) yield* listFiles(join(folder, found.name));
    else if (found.isFile() && !isUnfinished(found.name)) yield join(folder, found.name);
  }
}

async function* readContents(client: Client, dataDir: string): AsyncGenerator<Content> {
  for (const entry of await listTables(client)) yield { entry, chunks: readTable(client, entry) };
  for (const folder of filesFolders) {
    const place = join(dataDir, folder);
    for await (const found of listFiles(place)) {
      const handle = await openUnlessGone(found);
      const path = relative(place, found);
      if (handle) yield { entry: { kind: "file", folder, path }, chunks: handle.createReadStream() };
    }
  }
}

/** Null if the running portal has removed the file since it was listed. */
const openUnlessGone = (path: string): Promise<FileHandle | null> =>
  open(path, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });

interface BackupTarget {
  dataDir: string;
  file: string;
  firmKey: Buffer;
}

/** Writes the backup; it gets its final name only when it is complete and on disk. Returns its size in bytes. */
export async function makeBackup({ dataDir, file, firmKey }: BackupTarget): Promise<number> {
  const server = await startEmbedded({ dataDir });
  const client = new Client(embeddedAccess(server, embeddedDatabase).superuser);
  const half = `${file}.part`;
  try {
    await client.connect();
    // Reading the files may take longer than an idle transaction is allowed.
    await client.query("set idle_in_transaction_session_timeout = 0");
    // Until the end, no content is deleted that a row of the snapshot needs (mayRemoveContents).
    await client.query("select pg_advisory_lock(hashtext('backup'), 0)");
    await client.query("begin isolation level repeatable read read only");
    await mkdir(dirname(file), { recursive: true });
    const records = writeRecords(await readManifest(client), readContents(client, dataDir));
    await pipeline(
      records,
      createZstdCompress(),
      (content: AsyncIterable<Buffer>) => encrypt(firmKey, content, new Date()),
      createWriteStream(half, { mode: 0o600 }),
    );
    const handle = await open(half, "r+");
    await handle.sync();
    await handle.close();
    await rename(half, file);
    return (await stat(file)).size;
  } finally {
    await rm(half, { force: true });
    await client.end();
    await server.stop();
  }
}
