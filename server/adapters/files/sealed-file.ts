/** Encrypted contents in local files. */
import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Bytes } from "../../kernel/bytes.ts";
import type { Vault } from "../../secrets/vault.ts";
import type { Stored } from "./files.ts";
import type { SealedBytes } from "./sealed-bytes.ts";
import { sealContent } from "./sealed-content.ts";

const half = ".part";
const readBytes = 64 * 1024;

/** A file that is being written, or that a crash left so. */
export const isUnfinished = (path: string): boolean => path.endsWith(half);

/** Whether it is the name of a content: its SHA-256. */
export const isName = (name: string): boolean => /^[0-9a-f]{64}$/.test(name);

/** Where a content is stored, relative to the folder or the bucket: `ab/cd/abcd…`. */
export function placeOf(sha256: string): string {
  if (!isName(sha256)) throw new Error("A file is named by its SHA-256");
  return `${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`;
}

/** Encrypts the content into a file of the folder, on disk when `use` gets its path; removes what `use` leaves of it. */
export async function withSealedFile(
  folder: string,
  { vault, content }: { vault: Vault; content: Bytes },
  use: (path: string, stored: Stored) => Promise<void>,
): Promise<Stored> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}${half}`);
  try {
    const stored = await writeSealed(path, { vault, content });
    await use(path, stored);
    return stored;
  } finally {
    await rm(path, { force: true });
  }
}

async function writeSealed(path: string, { vault, content }: { vault: Vault; content: Bytes }): Promise<Stored> {
  const handle = await open(path, "wx", 0o600);
  try {
    const stored = await sealContent(vault, content, (sealed) => handle.writeFile(sealed));
    await handle.sync();
    return stored;
  } finally {
    await handle.close();
  }
}

async function* readFrom(
  handle: FileHandle,
  { start, end, reuse }: { start: number; end: number; reuse: boolean },
): AsyncGenerator<Buffer> {
  let buffer: Buffer | undefined;
  for (let at = start; at < end; ) {
    const most = Math.min(readBytes, end - at);
    if (!reuse || !buffer) buffer = Buffer.allocUnsafe(most);
    const { bytesRead } = await handle.read(buffer, 0, most, at);
    if (bytesRead === 0) throw new Error("The file was cut while it was read");
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

/** The encrypted bytes of a file. */
export async function accessTo(path: string): Promise<SealedBytes> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    return {
      size,
      read: (start, end, { reuse } = { reuse: false }) => readFrom(handle, { start, end, reuse }),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Paths under the folder that were not written for this long. */
async function* oldPaths(folder: string, milliseconds: number): AsyncGenerator<string> {
  const before = Date.now() - milliseconds;
  for (const found of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
    if (!found.isFile()) continue;
    const path = join(found.parentPath, found.name);
    const age = await stat(path).catch(() => null);
    if (age && age.mtimeMs <= before) yield path;
  }
}

/** Deletes what crashes left unfinished this long ago. */
export async function sweepUnfinished(folder: string, milliseconds: number): Promise<void> {
  for await (const path of oldPaths(folder, milliseconds)) if (isUnfinished(path)) await rm(path, { force: true });
}

/** Names of the contents under the folder that were not written for this long. */
export async function* listOldNames(folder: string, milliseconds: number): AsyncGenerator<string> {
  for await (const path of oldPaths(folder, milliseconds)) if (isName(basename(path))) yield basename(path);
}
