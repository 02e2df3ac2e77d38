/**
 * `npm start`: from a clone to a running portal with nothing else installed. Installs and builds only what is missing
 * or outdated, then becomes the server. Plain JavaScript for any Node from 20, because it runs before anything is
 * installed.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { isBuilt } from "./built.mjs";
import { keepTogether } from "./child.mjs";
import { install, root } from "./install.mjs";

const at = (...parts) => join(root, ...parts);
const modules = at("node_modules");
const oldestNode = 24;
/**
 * Node's memory settings: garbage is collected before the heap has grown by a tenth, instead of growing with the
 * machine's memory. Under load the process stays near 300 MB; an outside measurement found 39 % fewer rendered pages
 * per second. No cap, so that a very large file can still be read.
 */
const nodeFlags = JSON.parse(readFileSync(at("tools", "node-flags.json"), "utf8"));

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Runs an npm step and shows its output; exits if it fails. */
function npm(...words) {
  const cli = process.env.npm_execpath;
  const [command, ...before] = cli?.endsWith(".js") ? [process.execPath, cli] : ["npm"];
  const { status, error } = spawnSync(command, [...before, ...words], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  if (error) fail(`npm could not be run: ${error.message}`);
  if (status !== 0) fail(`npm ${words.join(" ")} failed; the lines above say why.`);
}

function build() {
  if (isBuilt()) return;
  console.info("Building pages and server (once) …");
  npm("run", "--silent", "build");
}

/** The Node version pinned by the lockfile, or the running one if new enough. */
function chooseNode() {
  const pinned = join(modules, ".bin", process.platform === "win32" ? "node.exe" : "node");
  if (existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split(".")[0]) >= oldestNode) return process.execPath;
  return fail(`The portal needs Node ${oldestNode} or later; this is ${process.version}.`);
}

/** Runs the server as a child. */
function run() {
  const words = [...nodeFlags, at("tools", "server.mjs"), ...process.argv.slice(2)];
  const child = spawn(chooseNode(), words, {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: {
      ...process.env,
      PATH: `${join(modules, ".bin")}${delimiter}${process.env.PATH}`,
      NODE_ENV: process.env.NODE_ENV ?? "production",
    },
  });
  child.on("error", (error) => fail(`The server could not be started: ${error.message}`));
  // With nohup, or when npm is not between, the parent is whoever started it and may go.
  keepTogether(child, { watchParent: process.env.npm_lifecycle_event !== undefined });
}

install({ withTests: false });
build();
run();
