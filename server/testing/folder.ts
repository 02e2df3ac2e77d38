/** Temporary folders: of a test, deleted with it, and copies of one that a file's tests share. */
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";

const create = (): Promise<string> => mkdtemp(join(tmpdir(), "portico-folder-"));
const remove = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });

/** An empty folder, deleted at the end of the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await create();
  onTestFinished(() => remove(folder));
  return folder;
}

/**
 * Copies of what `fill` writes once before the tests of the file, each a new folder that a test may change. For the files
 * of a database server that has stopped: laying them takes seconds. Owners are kept, as the server asks.
 */
export function copiesOf(fill: (folder: string) => Promise<void>): () => Promise<string> {
  let original = "";
  beforeAll(async () => {
    original = await create();
    await fill(original);
  });
  afterAll(() => remove(original));
  return async () => {
    const folder = await temporaryFolder();
    execFileSync("cp", ["-Rp", `${original}/.`, folder]);
    return folder;
  };
}
