/**
 * `npm run dev`: database, server and pages from the sources. Pages reload in place; a change in the server, `api/` or
 * a text restarts the server. Everything else is as in `npm start`, including the Content-Security-Policy.
 */
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { install, root } from "./install.mjs";

install({ withTests: true });
const node = join(root, "node_modules/.bin", process.platform === "win32" ? "node.exe" : "node");
const texts = join(root, "messages/generate.ts");
if (spawnSync(node, [texts], { cwd: root, stdio: "inherit" }).status !== 0) process.exit(1);

/** Sources of the server's process. Not derived from its imports, because Vite loads compiled copies of its configuration. */
const serverSources = ["server", "api", "kyc", "ledger", "pdf", "messages/generated"];
const watched = (words) => spawn(node, ["--watch-preserve-output", ...words], { cwd: root, stdio: "inherit" });
const children = [
  watched([`--watch-path=${join(root, "messages/texts")}`, texts]),
  watched([...serverSources.map((path) => `--watch-path=${join(root, path)}`), join(root, "tools/dev-server.ts")]),
];
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"])
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
// If one process ends, the other is stopped.
for (const child of children)
  child.on("exit", (code) => {
    for (const other of children) other.kill();
    process.exitCode ??= code ?? 1;
  });
