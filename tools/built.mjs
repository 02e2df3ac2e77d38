/**
 * Whether pages and server were built from the present sources. `npm run build` ends with noting it (note-built.mjs), so that
 * `npm start` does not build again. Plain JavaScript, as `npm start` runs it on any Node from 20.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./install.mjs";

/** Sources of pages and server; a change in any of these files requires a new build. */
const sources = [
  "api",
  "kyc",
  "ledger",
  "messages",
  "pdf",
  "reports",
  "scenarios",
  "server",
  "web",
  "tools/build-server.ts",
  "package-lock.json",
];
const skippedFolders = new Set(["node_modules", "build", "generated", "testing", ".react-router", ".vite", "coverage"]);
/** One in each build, which may be deleted by itself. */
const stampsIn = (folder) => ["server", "web"].map((name) => join(folder, name, "build", ".sources"));

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

/** True if pages and server in the checkout were built from its sources. */
export function isBuilt(folder = root) {
  const stamps = stampsIn(folder);
  if (!stamps.every((stamp) => existsSync(stamp))) return false;
  const hash = sourcesHash(folder);
  return stamps.every((stamp) => readFileSync(stamp, "utf8") === hash);
}

/** Notes that they were. */
export function noteBuilt(folder = root) {
  const hash = sourcesHash(folder);
  for (const stamp of stampsIn(folder)) writeFileSync(stamp, hash);
}
