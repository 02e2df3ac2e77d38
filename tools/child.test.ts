/** The server that `npm start` starts ends in order when npm gets the signal, however npm and its shell pass it on. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "portico-child-"));
  const child = join(import.meta.dirname, "child.mjs");
  // A server that says its id, and says so when it stops in order.
  writeFileSync(
    join(folder, "server.mjs"),
    `process.on("SIGTERM", () => { console.log("in order"); process.exit(0); });
     setInterval(() => {}, 1000); console.log("serves " + process.pid);`,
  );
  writeFileSync(
    join(folder, "start.mjs"),
    `import { spawn } from "node:child_process"; import { keepTogether } from ${JSON.stringify(child)};
     keepTogether(spawn(process.execPath, [${JSON.stringify(join(folder, "server.mjs"))}], { stdio: "inherit" }), { watchParent: true });`,
  );
  const scripts = { start: "node start.mjs", late: "node start.mjs; true" };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "started", private: true, scripts }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What it has said, and when nobody holds its output any more: the server has ended too. */
async function serving(process: ChildProcess) {
  let said = "";
  process.stdout?.on("data", (part) => {
    said += String(part);
  });
  await expect.poll(() => said, { timeout: 20_000 }).toContain("serves");
  return { said: () => said, ended: once(process, "close") };
}

test.each(["start", "late"])("a signal to npm ends the server of the script %s in order", async (script) => {
  const npm = spawn("npm", ["run", "--silent", script], { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  const { said, ended } = await serving(npm);
  npm.kill("SIGTERM");
  await ended;
  expect(said()).toContain("in order");
});
