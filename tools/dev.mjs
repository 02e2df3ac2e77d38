/**
 * `npm run dev`: database, server and pages from the sources. Pages reload in place; a change of the server, of `api/` or of a text
 * starts the server again. Everything else is as `npm start` runs it, the Content-Security-Policy included.
 */
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { install, root } from "./install.mjs";

install({ withTests: true });
const node = join(root, "node_modules/.bin", process.platform === "win32" ? "node.exe" : "node");
const texts = join(root, "messages/generate.ts");
if (spawnSync(node, [texts], { cwd: root, stdio: "inherit" }).status !== 0) process.exit(1);

/** What the server's process loads. Not simply its imports: Vite writes compiled copies of its configuration and loads them. */
const serverSources = ["server", "api", "kyc", "ledger", "messages/generated"];
const watched = (words) => spawn(node, ["--watch-preserve-output", ...words], { cwd: root, stdio: "inherit" });
const children = [
  watched([`--watch-path=${join(root, "messages/texts")}`, texts]),
  watched([...serverSources.map((path) => `--watch-path=${join(root, path)}`), join(root, "tools/dev-server.ts")]),
];
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"])
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
// Whichever ends takes the other along.
for (const child of children)
  child.on("exit", (code) => {
    for (const other of children) other.kill();
    process.exitCode ??= code ?? 1;
  });
