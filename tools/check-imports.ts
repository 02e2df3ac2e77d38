/**
 * Checks which folder imports which (docs/architecture.md), that there are no import cycles, that no page caches
 * answers by hand, that packages are declared, what names of files and functions say, and that every file was read.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseSync } from "oxc-parser";
import { undeclaredPackage } from "./declared-packages.ts";
import { findAsyncOfNames } from "./function-names.ts";
import { brokenRules, tests } from "./import-rules.ts";
import { brokenSuffix, filesThatDoIo, type Imported } from "./suffixes.ts";

const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.ts", "*.tsx"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file && !file.endsWith(".d.ts") && existsSync(file));
const known = new Set(files);

/** The project file that an import resolves to, or undefined for a library or generated module. */
function resolve(from: string, specifier: string): string | undefined {
  const path = specifier.startsWith(".")
    ? normalize(join(dirname(from), specifier))
    : specifier.replace(/^@portico\/(\w+)$/, "$1/index.ts").replace(/^@portico\//, "");
  return known.has(path) ? path : undefined;
}

const problems: string[] = [];

/** What a service does through `tx` (server/unit-of-work/), and the files that implement it. */
const effects: { name: string; call: RegExp; within: RegExp }[] = [
  {
    name: "the unit of work alone emits events",
    call: /\bevents(?: as EventEmitter\))?\.emit\(/,
    // Events of a worker thread arrive there.
    within: /^server\/(unit-of-work|realtime)\/|^server\/workers\/workers\.ts$/,
  },
  { name: "the unit of work alone mails", call: /\bmail\.send\(/, within: /^server\/unit-of-work\// },
  {
    name: "the unit of work alone notifies",
    call: /\bnotifier\b.*\.notify(?:Staff)?\(/,
    within: /^server\/unit-of-work\//,
  },
];
function checkEffects(file: string, source: string): void {
  if (!file.startsWith("server/") || tests.test(file)) return;
  for (const { name, call, within } of effects)
    if (call.test(source) && !within.test(file)) problems.push(`${name}: ${file}`);
}

/** Files that load zod at run time. */
const loadsZod = new Set<string>();
/** The modules of Node that a file imports. */
const nodeModules = new Map<string, Imported[]>();
/** Files that declare types and nothing else. */
const onlyTypes = new Set<string>();
const isType = (statement: { type: string }): boolean =>
  ["TSInterfaceDeclaration", "TSTypeAliasDeclaration"].includes(statement.type);

function readImports(file: string): Imported[] {
  const source = readFileSync(file, "utf8");
  checkEffects(file, source);
  const { module, program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  if (!tests.test(file))
    for (const name of findAsyncOfNames(program))
      problems.push(`a function that waits for something begins with a verb: ${name} in ${file}`);
  const found: { specifier: string; typeOnly: boolean }[] = [
    ...module.staticImports.map((one) => ({
      specifier: one.moduleRequest.value,
      typeOnly: one.entries.length > 0 && one.entries.every((entry) => entry.isType),
    })),
    ...module.staticExports.flatMap((one) =>
      one.entries.flatMap((entry) =>
        entry.moduleRequest ? [{ specifier: entry.moduleRequest.value, typeOnly: entry.isType }] : [],
      ),
    ),
  ];
  const declares = program.body.filter(({ type }) => type !== "ImportDeclaration");
  if (declares.every((one) => isType(one.type === "ExportNamedDeclaration" && one.declaration ? one.declaration : one)))
    onlyTypes.add(file);
  nodeModules.set(
    file,
    found.flatMap(({ specifier, typeOnly }) => (specifier.startsWith("node:") ? [{ to: specifier, typeOnly }] : [])),
  );
  if (found.some(({ specifier, typeOnly }) => specifier === "zod" && !typeOnly)) loadsZod.add(file);
  for (const { specifier } of found) {
    const name = undeclaredPackage(file, specifier);
    if (name) problems.push(`a workspace declares the packages that it imports: ${file} → ${name}`);
  }
  return found.flatMap(({ specifier, typeOnly }) => {
    const to = resolve(file, specifier);
    return to ? [{ to, typeOnly }] : [];
  });
}

const graph = new Map(files.map((file) => [file, readImports(file)]));

for (const [file, imports] of graph)
  for (const { to, typeOnly } of imports)
    if (!typeOnly) for (const name of brokenRules(file, to)) problems.push(`${name}: ${file} → ${to}`);

/** Depth first; a file found again while still open closes a cycle. */
const state = new Map<string, "open" | "closed">();
function visit(file: string, path: string[]): void {
  if (state.get(file) === "closed") return;
  if (state.get(file) === "open") {
    problems.push(`circle: ${[...path.slice(path.indexOf(file)), file].join(" → ")}`);
    return;
  }
  state.set(file, "open");
  for (const { to, typeOnly } of graph.get(file) ?? []) if (!typeOnly) visit(to, [...path, file]);
  state.set(file, "closed");
}
for (const file of files) visit(file, []);

/**
 * The server folder of a file. Routes and declarations compose domains, so they count as wiring, like the files at the
 * top of the server. Type-only imports do not count: they do not exist at run time.
 */
function serverFolder(file: string): string | undefined {
  if (!file.startsWith("server/") || tests.test(file)) return undefined;
  if (/\.(routes|domain)\.ts$/.test(file)) return "server";
  return /^server\/(?:domains\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? "server";
}

/** Which folder imports which, each with one example import. */
const folders = new Map<string, Map<string, string>>();
for (const [file, imports] of graph) {
  const from = serverFolder(file);
  if (from === undefined) continue;
  const targets = folders.get(from) ?? new Map<string, string>();
  folders.set(from, targets);
  for (const { to, typeOnly } of imports) {
    const target = serverFolder(to);
    if (!typeOnly && target !== undefined && target !== from) targets.set(target, `${file} → ${to}`);
  }
}
const folderState = new Map<string, "open" | "closed">();
function visitFolder(folder: string, path: string[]): void {
  if (folderState.get(folder) === "closed") return;
  if (folderState.get(folder) === "open") {
    const circle = [...path.slice(path.indexOf(folder)), folder];
    const examples = circle.slice(1).map((to, index) => folders.get(circle[index] ?? "")?.get(to));
    problems.push(`circle of folders: ${circle.join(" → ")}\n  ${examples.join("\n  ")}`);
    return;
  }
  folderState.set(folder, "open");
  for (const target of folders.get(folder)?.keys() ?? []) visitFolder(target, [...path, folder]);
  folderState.set(folder, "closed");
}
for (const folder of folders.keys()) visitFolder(folder, []);

/** The import path from `file` to a file that loads zod, or undefined. */
function wayToZod(file: string, seen: Set<string>): string[] | undefined {
  if (loadsZod.has(file)) return [file];
  if (seen.has(file)) return undefined;
  seen.add(file);
  for (const { to, typeOnly } of graph.get(file) ?? []) {
    const way = typeOnly ? undefined : wayToZod(to, seen);
    if (way) return [file, ...way];
  }
  return undefined;
}
// The calls' schemas stay on the server (web/vite.config.ts): zod would cost every page 23 KB.
for (const file of files.filter((file) => file.startsWith("web/app/") && !tests.test(file))) {
  const way = graph.get(file)?.some(({ to, typeOnly }) => !typeOnly && !to.startsWith("web/"))
    ? wayToZod(file, new Set())
    : undefined;
  if (way) problems.push(`pages carry no zod: ${way.join(" → ")}`);
}

/** Answers of the API are cached and made stale only in web/app/shell/calls/. */
const byHand =
  /\b(queryKey|invalidateQueries|useQuery|useInfiniteQuery|[sg]etQueryData|removeQueries|refetchQueries)\b/;
for (const file of files.filter((file) => file.startsWith("web/app/") && !file.startsWith("web/app/shell/calls/"))) {
  const found = byHand.exec(readFileSync(file, "utf8"))?.[0];
  if (found) problems.push(`answers are kept by useCall, usePages and useChange alone: ${file} says ${found}`);
}

const withNode = new Map([...graph].map(([file, imports]) => [file, [...imports, ...(nodeModules.get(file) ?? [])]]));
const doIo = filesThatDoIo(withNode);
for (const [file, imports] of withNode) {
  const broken = brokenSuffix(file, { imports, onlyTypes: onlyTypes.has(file), doIo });
  if (broken) problems.push(broken);
}

const edges = [...graph.values()].reduce((sum, imports) => sum + imports.length, 0);
if (edges < files.length)
  problems.push(`only ${edges} imports found in ${files.length} files: the checker cannot be reading them`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(`imports: ${files.length} files, ${edges} imports, no rule broken`);
