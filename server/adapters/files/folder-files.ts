/** Files in a folder: each encrypted, named by the SHA-256 of its content, and complete or absent. */
import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Bytes } from "../../kernel/bytes.ts";
import type { Vault } from "../../secrets/vault.ts";
import type { Files, Stored } from "./files.ts";
import { contentOf, type SealedBytes, sealContent } from "./sealed-content.ts";

const half = ".part";
const readBytes = 64 * 1024;

/** A file that is being written, or that a crash left so. */
export const isUnfinished = (path: string): boolean => path.endsWith(half);

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  // Some systems cannot sync a folder (Windows): the rename alone must suffice there.
  await handle.sync().catch(() => undefined);
  await handle.close();
}

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

async function* readFrom(handle: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const buffer = Buffer.allocUnsafe(Math.min(readBytes, end - at));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
    if (bytesRead === 0) throw new Error("it ends too early");
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}

async function accessTo(path: string): Promise<SealedBytes> {
  const handle = await open(path, "r");
  try {
    const { size } = await handle.stat();
    return { size, read: (start, end) => readFrom(handle, start, end), close: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

export function createFolderFiles(folder: string, vault: Vault): Files {
  const pathOf = (sha256: string): string => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error("A file is named by its SHA-256");
    return join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  };

  async function writeSealed(path: string, content: Bytes): Promise<Stored> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const handle = await open(path, "wx", 0o600);
    try {
      const stored = await sealContent(vault, content, (sealed) => handle.writeFile(sealed));
      await handle.sync();
      return stored;
    } finally {
      await handle.close();
    }
  }

  return {
    async put(content) {
      const unfinished = join(folder, `${randomUUID()}${half}`);
      try {
        const stored = await writeSealed(unfinished, content);
        const path = pathOf(stored.sha256);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        // An earlier copy of the same content is replaced, whatever its format or state.
        await rename(unfinished, path);
        await syncFolder(dirname(path));
        return stored;
      } finally {
        await rm(unfinished, { force: true });
      }
    },
    async open(sha256) {
      const path = pathOf(sha256);
      return contentOf(vault, () => accessTo(path), sha256);
    },
    has: (sha256) =>
      stat(pathOf(sha256)).then(
        () => true,
        (error: unknown) => {
          if (isGone(error)) return false;
          throw error;
        },
      ),
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    async *listOlderThan(milliseconds) {
      const before = Date.now() - milliseconds;
      for (const found of await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])) {
        if (!found.isFile()) continue;
        const path = join(found.parentPath, found.name);
        const age = await stat(path).catch(() => null);
        if (!age || age.mtimeMs > before) continue;
        if (isUnfinished(path)) await rm(path, { force: true });
        else if (/^[0-9a-f]{64}$/.test(found.name)) yield found.name;
      }
    },
  };
}
