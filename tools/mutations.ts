/**
 * `npm run mutations`: checks that the tests notice errors. Plants one wrong change at a time (tools/mutations/), runs
 * the tests that must notice it, and fails if they pass. `-- <words>` selects those whose names contain the words, `--
 * --list` lists them, `-- --check` only proves that each can still be planted, `-- --browser-alone` and `--
 * --without-browser` select a part.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { requireChromium } from "./chromium.mjs";

import { browserMutations } from "./mutations/browser.ts";
import { deskMutations } from "./mutations/desk.ts";
import type { BrowserTest, Mutation } from "./mutations/mutation.ts";
import { paperMutations } from "./mutations/papers.ts";
import { processMutations } from "./mutations/processes.ts";
import { pureMutations } from "./mutations/pure.ts";
import { reportMutations } from "./mutations/reports.ts";
import { serverMutations } from "./mutations/server.ts";
import { openScratch } from "./scratch.mjs";

const root = join(import.meta.dirname, "..");
const all: readonly Mutation[] = [
  ...pureMutations,
  ...reportMutations,
  ...processMutations,
  ...serverMutations,
  ...paperMutations,
  ...deskMutations,
  ...browserMutations,
];
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const flags = new Set(process.argv.slice(2).filter((word) => word.startsWith("--")));
const chosen = all.filter(
  ({ name, browser }) =>
    words.every((word) => name.includes(word)) &&
    (browser ? !flags.has("--without-browser") : !flags.has("--browser-alone")),
);
const scratch = openScratch();

const pathOf = ({ file }: Mutation): string => join(root, file);

/** Why the mutation cannot be planted, or null. */
function obstacle(mutation: Mutation): string | null {
  let text: string;
  try {
    text = readFileSync(pathOf(mutation), "utf8");
  } catch {
    return `${mutation.file} is not there`;
  }
  const found = text.split(mutation.search).length - 1;
  return found === 1 ? null : `${mutation.file} has the text ${found} times instead of once`;
}

/** Original contents of the files currently changed. */
const originals = new Map<string, string>();

function plant(mutation: Mutation): void {
  const path = pathOf(mutation);
  const text = readFileSync(path, "utf8");
  originals.set(path, originals.get(path) ?? text);
  writeFileSync(
    path,
    text.replace(mutation.search, () => mutation.replace),
  );
}

function restore(): void {
  for (const [path, text] of originals) writeFileSync(path, text);
  originals.clear();
}

const run = (command: string, parameters: string[], { environment = {} } = {}): string => {
  const { status, stdout, stderr } = spawnSync(command, parameters, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 2 ** 28,
    env: { ...process.env, TMPDIR: scratch, ...environment },
  });
  return status === 0 ? "" : `${stdout}\n${stderr}`;
};

/** Test results: numbers passed and failed, and the failure messages. */
interface Outcome {
  passed: number;
  failed: number;
  messages: string;
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  } finally {
    rmSync(file, { force: true });
  }
}

function runUnits(files: readonly string[]): Outcome {
  const file = join(scratch, "units.json");
  const output = run("npx", ["vitest", "run", "--reporter=json", `--outputFile=${file}`, ...files]);
  const report = read(file) as { numPassedTests: number; numFailedTests: number } | null;
  return { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0, messages: output };
}

interface Suite {
  suites?: Suite[];
  specs?: {
    title: string;
    file: string;
    tests: { projectName: string; results: { status: string; errors: { message: string }[] }[] }[];
  }[];
}

const escaped = (text: string): string => text.replaceAll(/[^\w\s]/g, String.raw`\$&`);
const specsOf = (suite: Suite): NonNullable<Suite["specs"]> => [
  ...(suite.specs ?? []),
  ...(suite.suites ?? []).flatMap(specsOf),
];

/** Runs the tests together; returns the outcome of each. */
function runBrowser(tests: readonly BrowserTest[]): (test: BrowserTest) => Outcome {
  const file = join(scratch, "browser.json");
  const titles = [...new Set(tests.map(({ title }) => escaped(title)))].join("|");
  const output = run(
    "npx",
    [
      "playwright",
      "test",
      "--config",
      "e2e/playwright.config.ts",
      "--retries",
      "0",
      "--reporter",
      "json",
      "--grep",
      titles,
      ...new Set(tests.map(({ project = "desktop" }) => `--project=${project}`)),
      ...new Set(tests.map(({ spec }) => spec)),
    ],
    { environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: file, CHROMIUM_PATH: requireChromium() ?? "" } },
  );
  const specs = specsOf((read(file) as Suite | null) ?? {});
  return ({ spec, title, project = "desktop" }) => {
    const outcomes = specs
      .filter((one) => spec.endsWith(one.file) && one.title.startsWith(title))
      .flatMap(({ tests: runs }) => runs.filter(({ projectName }) => projectName === project))
      .flatMap(({ results: tries }) => tries);
    const failed = outcomes.filter(({ status }) => status === "failed" || status === "timedOut");
    return {
      passed: outcomes.filter(({ status }) => status === "passed").length,
      failed: failed.length,
      messages:
        outcomes.length === 0 ? output : failed.flatMap(({ errors }) => errors.map((one) => one.message)).join("\n"),
    };
  };
}

let isBuilt = false;
/** Builds pages and server, without the compressed copies, which tests do not need. */
function build(): void {
  isBuilt = true;
  const fault =
    run("npm", ["run", "--silent", "messages"]) ||
    run("npm", ["run", "--silent", "pages", "-w", "web"]) ||
    run(process.execPath, ["tools/build-server.ts"]);
  if (fault) throw new Error(`pages and server cannot be built: ${fault.slice(-2000)}`);
}

const missed: string[] = [];
function note(name: string, problem: string | null): void {
  console.log(`${problem === null ? "caught" : "MISSED"}  ${name}${problem === null ? "" : `: ${problem}`}`);
  if (problem !== null) missed.push(name);
}

const problemOf = ({ passed, failed, messages }: Outcome, says?: RegExp): string | null => {
  if (failed === 0) return passed > 0 ? "its tests pass" : `its tests did not run: ${messages.slice(-1500)}`;
  return !says || says.test(messages) ? null : `its test fails for another reason: ${messages.slice(0, 600)}`;
};

/** The tests must pass without a mutation, otherwise their failures would prove nothing. */
function proveSound(): void {
  const units = [...new Set(chosen.flatMap((one) => one.units ?? []))];
  const tests = chosen.flatMap(({ browser }) => browser ?? []);
  const outcomes: Outcome[] = [];
  if (units.length > 0) outcomes.push(runUnits(units));
  if (tests.length > 0) {
    build();
    outcomes.push(...tests.map(runBrowser(tests)));
  }
  const unsound = outcomes.filter(({ passed, failed }) => failed > 0 || passed === 0);
  if (unsound.length > 0)
    throw new Error(`without a mutation: ${unsound.map(({ messages }) => messages.slice(-3000)).join("\n")}`);
}

/** Groups mutations that do not affect each other's tests, so that one build proves a group. */
function groupsOf(mutations: readonly Mutation[]): Mutation[][] {
  const groups: Mutation[][] = [];
  for (const mutation of mutations) {
    const group = groups.find(
      (others) =>
        !mutation.alone &&
        others.every(
          ({ browser, file, alone }) =>
            !alone &&
            file !== mutation.file &&
            (browser?.spec !== mutation.browser?.spec || browser?.title !== mutation.browser?.title),
        ),
    );
    if (group) group.push(mutation);
    else groups.push([mutation]);
  }
  return groups;
}

/**
 * Plants all of a group. Mutations that were not noticed are tried again alone, because another may have disturbed
 * their tests.
 */
function tryInBrowser(group: readonly Mutation[]): void {
  for (const mutation of group) plant(mutation);
  build();
  const outcomeOf = runBrowser(group.flatMap(({ browser }) => browser ?? []));
  restore();
  const unseen = group.flatMap((mutation) => {
    const problem = mutation.browser && problemOf(outcomeOf(mutation.browser), mutation.browser.says);
    if (problem) return [{ mutation, problem }];
    note(mutation.name, null);
    return [];
  });
  if (group.length === 1) for (const { mutation, problem } of unseen) note(mutation.name, problem);
  else if (unseen.length < group.length) {
    if (unseen.length > 0) tryInBrowser(unseen.map(({ mutation }) => mutation));
  } else for (const { mutation } of unseen) tryInBrowser([mutation]);
}

process.on("exit", restore);

if (flags.has("--list")) for (const { name, file } of chosen) console.log(`${name} (${file})`);
else {
  const obstacles = chosen.flatMap((one) => obstacle(one) ?? []);
  for (const problem of obstacles) console.error(problem);
  if (obstacles.length > 0) process.exit(1);
  if (!flags.has("--check")) {
    const files = [...new Set(chosen.map(({ file }) => file))];
    if (
      run("git", ["diff", "--quiet", "HEAD", "--", ...files]) !== "" ||
      spawnSync("git", ["diff", "--quiet", "HEAD", "--", ...files], { cwd: root }).status !== 0
    )
      throw new Error("commit what you changed in these files first");
    if (!flags.has("--unproved")) proveSound();
    for (const mutation of chosen.filter(({ units }) => units)) {
      plant(mutation);
      note(mutation.name, problemOf(runUnits(mutation.units ?? [])));
      restore();
      // An interrupt is handled between two mutations.
      await turn();
    }
    for (const group of groupsOf(chosen.filter(({ browser }) => browser))) {
      tryInBrowser(group);
      await turn();
    }
    if (isBuilt) run("npm", ["run", "--silent", "build"]);
  }
  console.log(`${chosen.length} mutations, ${missed.length} missed`);
  process.exitCode = missed.length > 0 ? 1 : 0;
}
