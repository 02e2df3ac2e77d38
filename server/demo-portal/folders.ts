/** The demo's folders in DATA_DIR: one for each attempt to load it, since a killed attempt leaves a part. */
import { randomBytes } from "node:crypto";
import { readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Everything of demos, and nothing of the firm's. */
export const demosFolder = (dataDir: string): string => join(dataDir, "demo");

/** Written when everything is loaded. */
const mark = "loaded";

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

/** The folder in which this demo is loaded whole, or a new one. */
export async function folderFor(dataDir: string, id: number): Promise<{ folder: string; isLoaded: boolean }> {
  const all = demosFolder(dataDir);
  for (const name of await namesIn(all)) {
    const one = join(all, name);
    if (name.startsWith(`${id}-`) && (await stat(join(one, mark)).catch(() => null)))
      return { folder: one, isLoaded: true };
  }
  return { folder: join(all, `${id}-${randomBytes(4).toString("hex")}`), isLoaded: false };
}

export const markLoaded = (folder: string): Promise<void> => writeFile(join(folder, mark), "", { mode: 0o600 });

/**
 * Deletes what is left of other demos and attempts. A database that is still ending may write meanwhile: what cannot be deleted
 * now is deleted later.
 */
export async function clearFolders(dataDir: string, keep?: string): Promise<void> {
  const folder = demosFolder(dataDir);
  const options = { recursive: true, force: true, maxRetries: 5, retryDelay: 200 } as const;
  if (keep === undefined) return rm(folder, options);
  for (const name of await namesIn(folder)) if (join(folder, name) !== keep) await rm(join(folder, name), options);
}
