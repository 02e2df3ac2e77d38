/** Names the build that runs: the same sources have the same name, wherever they were installed. */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const packages = ["api", "kyc", "ledger", "messages", "pdf", "server"];
const isSource = (path: string): boolean =>
  /\.(ts|sql|json)$/.test(path) && !/(^|[\\/])(node_modules|testing|demo)[\\/]|\.(test|generate)\.ts$/.test(path);

/** The first digits of a hash over the sources that run in the server; an image without the demo has the same. */
export async function nameBuild(): Promise<string> {
  const hash = createHash("sha256");
  for (const name of packages) {
    const folder = join(root, name);
    for (const path of (await readdir(folder, { recursive: true })).filter(isSource).toSorted())
      hash.update(`${name}/${path}`).update(await readFile(join(folder, path)));
  }
  return hash.digest("hex").slice(0, 8);
}
