/** Installs the dependencies where they are missing or older than the lockfile; any Node from 20 runs this. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const stamp = join(root, "node_modules/.installed");

/** Runs `npm ci` unless what lies in node_modules came from this very lockfile; leaves the process where it fails. */
export function install() {
  const wanted = createHash("sha256").update(readFileSync(join(root, "package-lock.json"))).digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  console.log("Installing dependencies …");
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) {
    console.error("The dependencies could not be installed; the lines above say why.");
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}
