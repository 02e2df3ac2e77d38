/** `npm test`: installs what is missing, checks, builds, and runs every test; the last line gives the totals. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus } from "node:os";
import { delimiter, join } from "node:path";
import { requireChromium } from "./chromium.mjs";
import { install, root } from "./install.mjs";
import { describeMachine } from "./machine-speed.mjs";
import { openScratch } from "./scratch.mjs";

/** Seconds that the machine's cores have worked since it started. */
const worked = () =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + (user + nice + sys + irq) / 1000, 0);

const started = Date.now();
install({ withTests: true });
const scratch = openScratch();
const environment = {
  ...process.env,
  PATH: `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH}`,
  CHROMIUM_PATH: requireChromium() ?? "",
  TMPDIR: scratch,
  VITEST_JSON: join(scratch, "vitest.json"),
  PLAYWRIGHT_JSON_OUTPUT_NAME: join(scratch, "playwright.json"),
};

/** Starts a command; its output is shown at once (`inherit`) or when its step comes (`pipe`). */
function start(stdio, command, ...parameters) {
  const before = Date.now();
  const output = [];
  const child = spawn(command, parameters, { cwd: root, stdio: ["ignore", stdio, stdio], env: environment });
  child.stdout?.on("data", (part) => output.push(part));
  child.stderr?.on("data", (part) => output.push(part));
  return new Promise((resolve) => {
    const end = (status) => resolve({ passed: status === 0, output: Buffer.concat(output), took: Date.now() - before });
    child.once("error", () => end(1));
    child.once("close", end);
  });
}

async function step(title, running) {
  console.log(`\n▸ ${title}`);
  const before = worked();
  const { passed, output, took } = await running;
  process.stdout.write(output);
  const used = `${(worked() - before).toFixed(0)} s of processor time`;
  console.log(`  ${passed ? "passed" : "FAILED"} in ${(took / 1000).toFixed(1)} s, ${used}`);
  return passed;
}

const read = (file) => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
};

console.log(describeMachine());
const outcomes = [await step("format, lint, types, imports", start("inherit", "npm", "run", "--silent", "check"))];
// The server's tests wait now and then, for a lock or for a process that starts: the build uses that time.
const build = start("pipe", "npm", "run", "--silent", "bundles");
outcomes.push(
  await step("unit, component and service tests", start("inherit", "npx", "vitest", "run")),
  await step("build, beside them", build),
  await step("size of the pages", start("inherit", "npm", "run", "--silent", "sizes", "-w", "web")),
  await step(
    "end to end in Chromium",
    start("inherit", "npx", "playwright", "test", "--config", "e2e/playwright.config.ts"),
  ),
);
const units = read(environment.VITEST_JSON);
const browser = read(environment.PLAYWRIGHT_JSON_OUTPUT_NAME)?.stats;

const passed = (units?.numPassedTests ?? 0) + (browser?.expected ?? 0) + (browser?.flaky ?? 0);
const skipped = (units?.numPendingTests ?? 0) + (browser?.skipped ?? 0);
const failed = (units?.numFailedTests ?? 0) + (browser?.unexpected ?? 0) + outcomes.filter((passed) => !passed).length;
console.log(`\nin ${((Date.now() - started) / 60_000).toFixed(1)} min`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed > 0 || !units || !browser ? 1 : 0);
