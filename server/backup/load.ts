/**
 * Restores a backup into an empty data folder: first into a temporary folder, which replaces it only if every byte is
 * correct.
 */
import { createReadStream } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { createZstdDecompress } from "node:zlib";
import { Client, escapeIdentifier } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { ConnectionSettings } from "../database/connect.ts";
import { type EmbeddedServer, startEmbedded } from "../database/embedded/supervisor.ts";
import { readMigrations } from "../database/migrate.ts";
import { embeddedAccess, embeddedDatabase, migrateAs } from "../database/open.ts";
import { prepareEmbeddedDatabase, prepareEmbeddedRoles } from "../database/roles.ts";
import { installJobs } from "../jobs/start.ts";
import { ArchiveError, decrypt } from "./archive.ts";
import { type Entry, filesFolders, type Manifest, type Receiver, readRecords } from "./records.ts";
import { settleRestored } from "./settle.ts";

/** Files without content that are named. */
const maxShown = 20;

/** The key may already be there: nothing can be restored without it. */
const mayExist = new Set(["firm.key"]);

const quoted = (schema: string, name: string): string => `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

async function openClient(connection: ConnectionSettings): Promise<Client> {
  const client = new Client(connection);
  await client.connect();
  return client;
}

/** Creates the empty tables as they were when the backup was made. */
async function prepareTables(server: EmbeddedServer, manifest: Manifest): Promise<Client> {
  const known = await readMigrations();
  const unknown = manifest.migrations.filter((name) => !(name in known));
  if (unknown.length > 0) {
    throw new ArchiveError(`The backup is of another version of the portal (${unknown.join(", ")}).`);
  }
  const access = embeddedAccess(server, embeddedDatabase);
  const admin = await openClient({ ...access.superuser, database: "postgres" });
  await prepareEmbeddedRoles(admin, server.password);
  await prepareEmbeddedDatabase(admin, embeddedDatabase);
  await admin.end();
  await migrateAs(access.owner, { only: manifest.migrations });
  await installJobs(access.app);
  const client = await openClient(access.superuser);
  // The rows are complete, so constraints and triggers must not run again.
  await client.query("set session_replication_role = replica");
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select schemaname as schema, tablename as name from pg_tables
     where schemaname = 'public' and tablename not like 'kysely\\_%'`,
  );
  if (rows.length > 0)
    await client.query(`truncate ${rows.map(({ schema, name }) => quoted(schema, name)).join(", ")}`);
  return client;
}

/** pg-boss upgrades its own tables; rows of another version are not loaded, which is reported. */
async function sameJobs(client: Client, manifest: Manifest): Promise<boolean> {
  const { rows } = await client.query<{ version: number }>("select version from jobs.version");
  return rows[0]?.version === manifest.jobs;
}

type Target = Awaited<ReturnType<Receiver["entry"]>>;
const ignored: Target = { data: async () => undefined, end: async () => undefined };

async function loadTable(client: Client, entry: Extract<Entry, { kind: "table" }>): Promise<Target> {
  const table = quoted(entry.schema, entry.name);
  if (entry.schema === "jobs") await client.query(`delete from ${table}`);
  const columns = entry.columns.map((column) => escapeIdentifier(column)).join(", ");
  const stream = client.query(copyFrom(`copy ${table} (${columns}) from stdin`));
  const finished = new Promise<void>((done, failed) => stream.on("finish", done).on("error", failed));
  finished.catch(() => undefined);
  return {
    async data(chunk) {
      if (!stream.write(chunk)) {
        await Promise.race([new Promise<void>((drained) => stream.once("drain", drained)), finished]);
      }
    },
    async end() {
      stream.end();
      await finished;
    },
  };
}

async function loadFile(folder: string, path: string, unfinished: Set<FileHandle>): Promise<Target> {
  const target = resolve(folder, path);
  if (!target.startsWith(folder + sep)) throw new ArchiveError(`The backup names a file outside its folder: ${path}`);
  await mkdir(dirname(target), { recursive: true });
  const handle = await open(target, "wx", 0o600);
  unfinished.add(handle);
  return {
    data: async (chunk) => void (await handle.write(chunk)),
    async end() {
      await handle.sync();
      await handle.close();
      unfinished.delete(handle);
    },
  };
}

/** Says which contents of clients' files the backup lacks: what was lost before it was made comes back by nothing. */
async function reportMissing(client: Client, loaded: ReadonlySet<string>, report: (message: string) => void) {
  const { rows } = await client.query<{ name: string; id: string; holder: string }>(
    `select encode(sha256, 'hex') as name, id::text, holder_type || ' ' || holder_id as holder from stored_file
     where state <> 'refused' order by id`,
  );
  const missing = rows.filter(({ name }) => !loaded.has(name));
  if (missing.length === 0) return;
  const shown = missing.slice(0, maxShown).map(({ id, holder }) => `file ${id} of ${holder}`);
  const rest = missing.length > shown.length ? ", …" : "";
  report(`${missing.length} files of clients have no content in this backup: ${shown.join(", ")}${rest}.`);
}

interface RestoreSource {
  dataDir: string;
  file: string;
  firmKey: Buffer;
  /** In a bucket: the backup has no contents of files. */
  contentsElsewhere?: boolean;
  report?: (message: string) => void;
}

/** Decrypts the whole archive: a wrong key or a damaged byte is reported before a database is created. */
async function checkArchive(file: string, firmKey: Buffer): Promise<void> {
  for await (const _ of decrypt(firmKey, createReadStream(file))) continue;
}

/** Restores the backup; returns the number of tables and files. */
export async function restoreBackup({
  dataDir,
  file,
  firmKey,
  contentsElsewhere = false,
  report = () => undefined,
}: RestoreSource): Promise<number> {
  await mkdir(dataDir, { recursive: true });
  const there = (await readdir(dataDir)).filter((name) => !mayExist.has(name) && !name.startsWith("programs-"));
  if (there.length > 0) throw new ArchiveError(`${dataDir} is not empty (${there.slice(0, 3).join(", ")} …).`);
  await checkArchive(file, firmKey);
  const staging = join(resolve(dataDir), "restoring");
  await mkdir(staging);
  const server = await startEmbedded({ dataDir: staging });
  let client: Client | null = null;
  let manifest: Manifest | null = null;
  let withJobs = true;
  const unfinished = new Set<FileHandle>();
  const loaded = new Set<string>();
  try {
    const receiver: Receiver = {
      async manifest(read) {
        manifest = read;
        client = await prepareTables(server, read);
        withJobs = await sameJobs(client, read);
        if (!withJobs && read.jobs !== null)
          report("Waiting jobs were left out: they are of another version of the queue.");
      },
      async entry(entry) {
        if (entry.kind === "file") {
          const { folder = "files", path } = entry;
          if (!filesFolders.includes(folder)) throw new ArchiveError(`The backup names an unknown folder: ${folder}`);
          if (folder === "files") loaded.add(basename(path));
          return await loadFile(join(staging, folder), path, unfinished);
        }
        if (!client) throw new ArchiveError("The backup has no manifest.");
        return entry.schema === "jobs" && !withJobs ? ignored : await loadTable(client, entry);
      },
    };
    let entries = 0;
    await pipeline(
      createReadStream(file),
      (archive: AsyncIterable<Buffer>) => decrypt(firmKey, archive),
      createZstdDecompress(),
      async (bytes: AsyncIterable<Buffer>) => {
        entries = await readRecords(bytes, receiver);
      },
    );
    if (client && manifest) {
      await finish(client, manifest);
      const restored: Client = client;
      for (const line of await settleRestored(async (statement) => (await restored.query(statement)).rowCount ?? 0))
        report(line);
      if (!contentsElsewhere) await reportMissing(client, loaded, report);
    }
    await (client as Client | null)?.end();
    await server.stop();
    for (const part of [...filesFolders, "database"]) await moveInto(staging, dataDir, part);
    await rm(staging, { recursive: true });
    return entries;
  } catch (error) {
    for (const handle of unfinished) await handle.close();
    await (client as Client | null)?.end().catch(() => undefined);
    await server.stop();
    await rm(staging, { recursive: true, force: true });
    throw error;
  }
}

async function moveInto(staging: string, dataDir: string, name: string): Promise<void> {
  await rename(join(staging, name), join(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT" || name === "database") throw error;
  });
}

/** Sets the sequences and updates the planner's statistics. */
async function finish(client: Client, { sequences }: Manifest): Promise<void> {
  for (const { schema, name, value, called } of sequences) {
    const sequence = quoted(schema, name);
    const { rows } = await client.query<{ there: boolean }>("select to_regclass($1) is not null as there", [sequence]);
    if (rows[0]?.there) await client.query("select setval($1::regclass, $2, $3)", [sequence, value, called]);
  }
  await client.query("analyze");
  await client.query("checkpoint");
}
