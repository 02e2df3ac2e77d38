/**
 * `npm run check`: texts, format, lint, types, imports, regular expressions, licences, and the mutations' places. Types and
 * lint each need one core most of the time, so they run at once; what a command says is shown when it has ended.
 */
import { spawn, spawnSync } from "node:child_process";
import { freemem } from "node:os";
import { delimiter, join } from "node:path";
import { endWithStarter, ownGroup } from "./child-groups.mjs";
import { root } from "./install.mjs";

const gigabyte = 1024 ** 3;
/** Lint ends after seconds. Without collecting garbage it takes a third less time, and up to 4 GB. */
const memory = freemem() >= 10 * gigabyte ? { GOGC: "off", GOMEMLIMIT: "5GiB" } : {};
const env = {
  ...memory,
  ...process.env,
  PATH: `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH}`,
};

const running = new Set();
const endAll = endWithStarter(running);
/** After a failure the rest is ended, and nothing else begun: what it would say takes minutes. `-- --all` waits for it. */
let isEnded = false;
const goesOn = process.argv.includes("--all");

/**
 * Types in parts, each with the declarations of those before it: all at once took 3 GB. What is known of unchanged files is kept
 * in node_modules/.cache/types.
 */
const typeParts = ["shared", "server", "server-tests", "pages"];
const memoryOfTypes = { GOGC: "100", GOMEMLIMIT: "1200MiB" };

/** Runs a command; resolves with whether it succeeded, after showing its output. */
const run = (command, ...parameters) =>
  new Promise((resolve) => {
    if (isEnded) return resolve(false);
    const output = [];
    const child = spawn(command, parameters, {
      cwd: root,
      env: { ...env, ...(command === "tsc" && memoryOfTypes) },
      stdio: ["ignore", "pipe", "pipe"],
      ...ownGroup,
    });
    running.add(child);
    child.stdout.on("data", (part) => output.push(part));
    child.stderr.on("data", (part) => output.push(part));
    const end = (status) => {
      running.delete(child);
      process.stdout.write(Buffer.concat(output));
      if (status !== 0) console.error(`${command} ${isEnded ? "was ended" : "failed"}`);
      if (status !== 0 && !goesOn && !isEnded) {
        isEnded = true;
        endAll();
      }
      resolve(status === 0);
    };
    child.once("error", () => end(1));
    child.once("close", end);
  });

async function checkTypes() {
  let passed = true;
  for (const part of typeParts)
    passed = (await run("tsc", "--checkers", "1", "-p", `tools/types/${part}.json`)) && passed;
  return passed;
}

const { status } = spawnSync(process.execPath, ["messages/generate.ts"], { cwd: root, stdio: "inherit" });
if (status !== 0) process.exit(1);
const node = process.execPath;
const outcomes = await Promise.all([
  run("oxlint"),
  checkTypes(),
  run("biome", "ci", ".")
    .then(async (passed) => (await run(node, "tools/check-imports.ts")) && passed)
    .then(async (passed) => (await run(node, "tools/check-expressions.ts")) && passed)
    .then(async (passed) => (await run(node, "tools/licences.ts", "--check")) && passed)
    .then(async (passed) => (await run(node, "tools/check-migrations.ts")) && passed)
    .then(async (passed) => (await run(node, "tools/mutations.ts", "--check")) && passed),
]);
process.exit(outcomes.every(Boolean) ? 0 : 1);
