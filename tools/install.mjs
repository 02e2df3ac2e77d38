/** Installs the dependencies if they are missing or older than the lockfile; runs on any Node from 20. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const stamp = join(root, "node_modules/.installed");
const lockfile = join(root, "package-lock.json");
/** npm's own record of its last installation. */
const record = join(root, "node_modules/.package-lock.json");

/** Exists only if the test tools were installed too. */
const testTool = join(root, "node_modules/vitest/package.json");

/** According to our stamp, or to a newer record of npm: a developer's `npm install` counts too. */
function isInstalled(wanted, withTests) {
  if (withTests && !existsSync(testTool)) return false;
  return (
    (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) ||
    (existsSync(record) && statSync(record).mtimeMs >= statSync(lockfile).mtimeMs)
  );
}

/**
 * Runs `npm ci` unless node_modules was installed from this lockfile; exits if it fails. Without tests, only what
 * builds and runs the portal is installed, a third of everything; test tools that were there stay.
 */
export function install({ withTests }) {
  const wanted = createHash("sha256").update(readFileSync(lockfile)).digest("hex");
  if (isInstalled(wanted, withTests)) return;
  console.log("Installing dependencies …");
  const words = [
    "ci",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    ...(withTests || existsSync(testTool) ? [] : ["--omit=dev"]),
  ];
  const { status } = spawnSync("npm", words, { cwd: root, stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) {
    console.error("The dependencies could not be installed; the lines above say why.");
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}
