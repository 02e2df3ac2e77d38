/** `npm test`: installs what is missing, checks, builds, and runs every test; the last line gives the totals. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { requireChromium } from "./chromium.mjs";
import { install, root } from "./install.mjs";

const started = Date.now();
install({ withTests: true });
const results = mkdtempSync(join(tmpdir(), "portico-test-"));
const environment = {
  ...process.env,
  PATH: `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH}`,
  CHROMIUM_PATH: requireChromium() ?? "",
  VITEST_JSON: join(results, "vitest.json"),
  PLAYWRIGHT_JSON_OUTPUT_NAME: join(results, "playwright.json"),
};

function step(title, command, ...parameters) {
  const before = Date.now();
  console.log(`\n▸ ${title}`);
  const { status } = spawnSync(command, parameters, { cwd: root, stdio: "inherit", env: environment });
  console.log(`  ${status === 0 ? "passed" : "FAILED"} in ${((Date.now() - before) / 1000).toFixed(1)} s`);
  return status === 0;
}

const read = (file) => {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
};

const outcomes = [
  step("format, lint, types, imports", "npm", "run", "--silent", "check"),
  step("unit and service tests", "npx", "vitest", "run"),
  step("build", "npm", "run", "--silent", "build"),
  step("size of the pages", "npm", "run", "--silent", "sizes", "-w", "web"),
  step("end to end in Chromium", "npx", "playwright", "test", "--config", "e2e/playwright.config.ts"),
];
const units = read(environment.VITEST_JSON);
const browser = read(environment.PLAYWRIGHT_JSON_OUTPUT_NAME)?.stats;
rmSync(results, { recursive: true, force: true });

const passed = (units?.numPassedTests ?? 0) + (browser?.expected ?? 0) + (browser?.flaky ?? 0);
const skipped = (units?.numPendingTests ?? 0) + (browser?.skipped ?? 0);
const failed = (units?.numFailedTests ?? 0) + (browser?.unexpected ?? 0) + outcomes.filter((passed) => !passed).length;
console.log(`\nin ${((Date.now() - started) / 60_000).toFixed(1)} min`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exit(failed > 0 || !units || !browser ? 1 : 0);
