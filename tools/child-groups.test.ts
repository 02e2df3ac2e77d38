/** What a script started ends with it, also the programs of commands that are scripts themselves. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "portico-groups-"));
  const groups = join(import.meta.dirname, "child-groups.mjs");
  // As commands in node_modules/.bin: a script that does nothing but wait for its program.
  writeFileSync(
    join(folder, "command.mjs"),
    `import { execFileSync } from "node:child_process";
     execFileSync(process.execPath, ["-e", "console.log('works ' + process.pid); setInterval(() => {}, 1000)"], { stdio: "inherit" });`,
  );
  writeFileSync(
    join(folder, "script.mjs"),
    `import { spawn } from "node:child_process"; import { endWithStarter, ownGroup } from ${JSON.stringify(groups)};
     const command = spawn(process.execPath, [${JSON.stringify(join(folder, "command.mjs"))}], { stdio: "inherit", ...ownGroup });
     endWithStarter(new Set([command]));
     setInterval(() => {}, 1000);`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const isThere = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** The starter, and the id of the program that its command waits for. */
async function begin(command: string, words: readonly string[]) {
  const starter = spawn(command, words, { stdio: ["pipe", "pipe", "inherit"] });
  let said = "";
  starter.stdout.on("data", (part) => {
    said += String(part);
  });
  await expect.poll(() => said, { timeout: 20_000 }).toMatch(/works \d+\n/);
  const program = Number(/works (\d+)/.exec(said)?.[1]);
  onTestFinished(() => void (isThere(program) && process.kill(program, "SIGKILL")));
  return { starter, program, ended: once(starter, "exit") };
}

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("by %s", async (signal) => {
  const { starter, program, ended } = await begin(process.execPath, [join(folder, "script.mjs")]);
  expect(isThere(program)).toBe(true);
  starter.kill(signal);
  await ended;
  await expect.poll(() => isThere(program)).toBe(false);
});

test("when the shell that started it is gone", async () => {
  const line = `"${process.execPath}" "${join(folder, "script.mjs")}"; true`;
  const { starter, program, ended } = await begin("sh", ["-c", line]);
  starter.kill("SIGKILL");
  await ended;
  await expect.poll(() => isThere(program)).toBe(false);
});
