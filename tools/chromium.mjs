/** Finds a Chromium for the browser tests, or installs one: the system's package where allowed, otherwise Playwright's own. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Without windows, toolbars and software rendering, a page costs a third of the full browser's processor time. */
const shell = "/usr/bin/chromium-headless-shell";
const known = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
/** Start arguments of a test browser: no sandbox, which needs rights that a container lacks, and no background activity. */
export const chromiumFlags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const run = (command, parameters) =>
  spawnSync(command, parameters, { stdio: "inherit", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } })
    .status === 0;

const isRoot = process.getuid?.() === 0;
const installPackage = (name) =>
  isRoot &&
  existsSync("/usr/bin/apt-get") &&
  run("apt-get", ["update", "-qq"]) &&
  run("apt-get", ["install", "-y", "-qq", name]);

/** Path of an installed browser, or CHROMIUM_PATH; undefined if Playwright has to provide one. */
export const findChromium = () => process.env.CHROMIUM_PATH || [shell, ...known].find((path) => existsSync(path));

/** The same, after installing one if missing and allowed. */
export function requireChromium() {
  if (!process.env.CHROMIUM_PATH && !existsSync(shell)) installPackage("chromium-headless-shell");
  const found = findChromium() ?? (installPackage("chromium") ? findChromium() : undefined);
  if (found) return found;
  if (!run("npx", ["playwright", "install", "--only-shell", "chromium"]))
    throw new Error("No Chromium: install one, or name it in CHROMIUM_PATH.");
  return undefined;
}
