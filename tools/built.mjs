/**
 * Whether the pages were built from the present sources. `npm run build` ends with noting it (note-built.mjs), so that `npm
 * start` does not build again. Plain JavaScript, as `npm start` runs it on any Node from 20.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./install.mjs";

/** Sources of the pages; a change in any of these files requires a new build. */
const sources = ["api", "kyc", "ledger", "messages", "pdf", "scenarios", "web", "package-lock.json"];
const skippedFolders = new Set(["node_modules", "build", "generated", ".react-router", ".vite", "coverage"]);
const stampIn = (folder) => join(folder, "web", "build", ".sources");

function* filesOf(path) {
  if (statSync(path).isFile()) {
    yield path;
    return;
  }
  for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.isDirectory() ? skippedFolders.has(entry.name) : /\.(test\.tsx?|generated\.\w+)$/.test(entry.name))
      continue;
    if (entry.isDirectory()) yield* filesOf(join(path, entry.name));
    else if (entry.isFile()) yield join(path, entry.name);
  }
}

function sourcesHash(folder) {
  const hash = createHash("sha256");
  for (const source of sources) {
    for (const file of filesOf(join(folder, source)))
      hash.update(file.slice(folder.length)).update("\0").update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** True if the pages in the checkout are those of its sources. */
export const isBuilt = (folder = root) =>
  existsSync(stampIn(folder)) && readFileSync(stampIn(folder), "utf8") === sourcesHash(folder);

/** Notes that they are. */
export const noteBuilt = (folder = root) => writeFileSync(stampIn(folder), sourcesHash(folder));
