/** Files in a folder: each encrypted, named by the SHA-256 of its content, and complete or absent. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Vault } from "../../secrets/vault.ts";
import type { Files } from "./files.ts";

const half = ".part";
const hashOf = (content: Buffer): string => createHash("sha256").update(content).digest("hex");

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  // Some systems cannot sync a folder (Windows): the rename alone must suffice there.
  await handle.sync().catch(() => undefined);
  await handle.close();
}

async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const unfinished = `${path}.${randomUUID()}${half}`;
  try {
    const handle = await open(unfinished, "wx", 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
  await syncFolder(dirname(path));
}

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

export function createFolderFiles(folder: string, vault: Vault): Files {
  const pathOf = (sha256: string): string => {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error("A file is named by its SHA-256");
    return join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  };
  /** Sets the content's time to now; false if it does not exist. */
  const touch = (path: string): Promise<boolean> => {
    const now = new Date();
    return utimes(path, now, now).then(
      () => true,
      (error: unknown) => {
        if (isGone(error)) return false;
        throw error;
      },
    );
  };

  return {
    async put(content) {
      const sha256 = hashOf(content);
      const path = pathOf(sha256);
      if (!(await touch(path))) await writeWhole(path, await vault.seal("file", content, sha256));
      return sha256;
    },
    async get(sha256) {
      const content = await vault.open("file", await readFile(pathOf(sha256)), sha256);
      if (hashOf(content) !== sha256) throw new Error(`The content of file ${sha256} is another`);
      return content;
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
        if (found.name.endsWith(half)) await rm(path, { force: true });
        else if (/^[0-9a-f]{64}$/.test(found.name)) yield found.name;
      }
    },
  };
}
