/** Files in a folder: each encrypted, named by the SHA-256 of its content, and complete or absent. */
import { mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Vault } from "../../secrets/vault.ts";
import type { Files } from "./files.ts";
import { orMissing } from "./sealed-bytes.ts";
import { openContent } from "./sealed-content.ts";
import { accessTo, listOldNames, placeOf, sweepUnfinished, withSealedFile } from "./sealed-file.ts";

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  // Some systems cannot sync a folder (Windows): the rename alone must suffice there.
  await handle.sync().catch(() => undefined);
  await handle.close();
}

const isGone = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

export function createFolderFiles(folder: string, vault: Vault): Files {
  const pathOf = (sha256: string): string => join(folder, placeOf(sha256));

  return {
    put: (content) =>
      withSealedFile(folder, { vault, content }, async (unfinished, { sha256 }) => {
        const path = pathOf(sha256);
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        // An earlier copy of the same content is replaced, whatever its format or state.
        await rename(unfinished, path);
        await syncFolder(dirname(path));
      }),
    async open(sha256) {
      const path = pathOf(sha256);
      return openContent(vault, () => accessTo(path).catch(orMissing(isGone)), sha256);
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
      await sweepUnfinished(folder, milliseconds);
      yield* listOldNames(folder, milliseconds);
    },
  };
}
