/** Names the build that runs: the same sources have the same name, wherever they were installed. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The name, written in by tools/build-server.ts. */
declare const PORTICO_BUILD: string | undefined;

const root = join(import.meta.dirname, "../..");
const packages = ["api", "kyc", "ledger", "messages", "pdf", "server"];
const isSource = (path: string): boolean =>
  /\.(ts|sql|json)$/.test(path) && !/(^|[\\/])(node_modules|testing|demo)[\\/]|\.(test|generate)\.ts$/.test(path);

/**
 * The first digits of a hash over the sources that run in the server; an image without the demo has the same. Read at once: on a
 * busy machine, the start would wait for its turn after each of a thousand files.
 */
export function nameBuild(): string {
  if (typeof PORTICO_BUILD === "string") return PORTICO_BUILD;
  const hash = createHash("sha256");
  for (const name of packages) {
    const folder = join(root, name);
    for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(isSource).toSorted())
      hash.update(`${name}/${path}`).update(readFileSync(join(folder, path)));
  }
  return hash.digest("hex").slice(0, 8);
}
