/** Finds a Chromium for the browser tests, or installs one: the system's package where we may, Playwright's own otherwise. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

const known = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const run = (command, parameters) =>
  spawnSync(command, parameters, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } })
    .status === 0;

/** Path of a browser, or undefined where Playwright brings its own. */
export function requireChromium() {
  const named = process.env.CHROMIUM_PATH;
  const found = named ?? known.find((path) => existsSync(path));
  if (found) return found;
  const isRoot = process.getuid?.() === 0;
  if (
    isRoot &&
    existsSync("/usr/bin/apt-get") &&
    run("apt-get", ["update", "-qq"]) &&
    run("apt-get", ["install", "-y", "-qq", "chromium"])
  )
    return known.find((path) => existsSync(path));
  if (!run("npx", ["playwright", "install", "chromium"]))
    throw new Error("No Chromium: install one, or name it in CHROMIUM_PATH.");
  return undefined;
}
