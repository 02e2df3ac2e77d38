/** Content of a backup: a manifest, then tables and files one after another, each followed by its checksum. */
import { createHash } from "node:crypto";
import { ArchiveError } from "./archive.ts";

export interface Manifest {
  /** Migrations that had run: a restore runs them before it loads, and the others afterwards. */
  migrations: string[];
  /** Version of pg-boss's tables; null if no process ever created them. */
  jobs: number | null;
  sequences: { schema: string; name: string; value: number; called: boolean }[];
}
/** Folders of DATA_DIR whose files a backup contains. */
export const filesFolders = ["files", "sharepoint"] as const;
export type Entry =
  | { kind: "table"; schema: string; name: string; columns: string[] }
  /** `path` is relative to the folder: `files` in backups that name none. */
  | { kind: "file"; folder?: (typeof filesFolders)[number]; path: string };
interface Ending {
  sha256: string;
  bytes: number;
}
interface Totals {
  entries: number;
}

type BackupRecord =
  | { type: "manifest"; value: Manifest }
  | { type: "entry"; value: Entry }
  | { type: "data"; value: Buffer }
  | { type: "end"; value: Ending }
  | { type: "totals"; value: Totals };

const letters = { manifest: "M", entry: "H", data: "D", end: "E", totals: "T" } as const;
const typeOf = new Map(Object.entries(letters).map(([type, letter]) => [letter.charCodeAt(0), type]));
const headBytes = 5;
const largest = 64 << 20;

function encode({ type, value }: BackupRecord): Buffer {
  const body = type === "data" ? value : Buffer.from(JSON.stringify(value));
  const head = Buffer.alloc(headBytes);
  head.write(letters[type], 0, "latin1");
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

/** Content of one entry, read for the backup. */
export interface Content {
  entry: Entry;
  chunks: AsyncIterable<Buffer>;
}

/** The whole backup as bytes. */
export async function* writeRecords(manifest: Manifest, contents: AsyncIterable<Content>): AsyncGenerator<Buffer> {
  yield encode({ type: "manifest", value: manifest });
  let entries = 0;
  for await (const { entry, chunks } of contents) {
    const hash = createHash("sha256");
    let bytes = 0;
    yield encode({ type: "entry", value: entry });
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield encode({ type: "data", value: chunk });
    }
    yield encode({ type: "end", value: { sha256: hash.digest("hex"), bytes } });
    entries += 1;
  }
  yield encode({ type: "totals", value: { entries } });
}

async function* decode(bytes: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  let waiting: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
    while (waiting.length >= headBytes) {
      const type = typeOf.get(waiting.readUInt8(0));
      const length = waiting.readUInt32BE(1);
      if (type === undefined || length > largest) throw new ArchiveError("The backup holds something unknown.");
      if (waiting.length < headBytes + length) break;
      const body = waiting.subarray(headBytes, headBytes + length);
      waiting = waiting.subarray(headBytes + length);
      yield { type, value: type === "data" ? body : JSON.parse(body.toString("utf8")) } as BackupRecord;
    }
  }
  if (waiting.length > 0) throw new ArchiveError("The backup ends in the middle of a record.");
}

/** Receives the parts of a backup while it is read. */
export interface Receiver {
  manifest: (manifest: Manifest) => Promise<void>;
  /** Receives the entry's content; `end` is called once its checksum was verified. */
  entry: (entry: Entry) => Promise<{ data: (chunk: Buffer) => Promise<void>; end: () => Promise<void> }>;
}

/** Reads a backup to its end; verifies order, checksums and the number of entries, which it returns. */
export async function readRecords(bytes: AsyncIterable<Buffer>, receiver: Receiver): Promise<number> {
  let open: {
    target: Awaited<ReturnType<Receiver["entry"]>>;
    hash: ReturnType<typeof createHash>;
    bytes: number;
  } | null = null;
  let entries = 0;
  let totals: Totals | null = null;
  let named = "the manifest";
  const broken = (): ArchiveError => new ArchiveError(`The backup is damaged at ${named}.`);
  for await (const record of decode(bytes)) {
    if (totals) throw broken();
    if (record.type === "manifest") await receiver.manifest(record.value);
    else if (record.type === "entry") {
      if (open) throw broken();
      named = record.value.kind === "table" ? `table ${record.value.name}` : `file ${record.value.path}`;
      open = { target: await receiver.entry(record.value), hash: createHash("sha256"), bytes: 0 };
    } else if (record.type === "data") {
      if (!open) throw broken();
      open.hash.update(record.value);
      open.bytes += record.value.length;
      await open.target.data(record.value);
    } else if (record.type === "end") {
      if (!open || open.bytes !== record.value.bytes || open.hash.digest("hex") !== record.value.sha256) throw broken();
      await open.target.end();
      open = null;
      entries += 1;
    } else totals = record.value;
  }
  if (totals?.entries !== entries) throw new ArchiveError("The backup is not complete.");
  return entries;
}
