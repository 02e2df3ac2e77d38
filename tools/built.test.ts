/** `npm start` builds pages and server unless `npm run build` did, from the same sources. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { temporaryFolder } from "../server/testing/folder.ts";
import { isBuilt, noteBuilt } from "./built.mjs";
import { nameOf, readLockfile } from "./shipped.ts";

test("pages and server are built until a source of theirs changes", async () => {
  const folder = await temporaryFolder();
  const folders = [
    "api",
    "kyc",
    "ledger",
    "messages",
    "pdf",
    "reports",
    "scenarios",
    "web/app",
    "web/build",
    "server/build",
  ];
  for (const name of [...folders, "server/testing", "tools"]) await mkdir(join(folder, name), { recursive: true });
  for (const name of ["package-lock.json", "tools/build-server.ts", "server/portal.ts"])
    await writeFile(join(folder, name), "{}");
  expect(isBuilt(folder)).toBe(false);
  noteBuilt(folder);
  expect(isBuilt(folder)).toBe(true);
  const others = ["web/build/client.js", "server/build/main.mjs", "web/app/page.test.tsx", "server/testing/process.ts"];
  for (const other of others) await writeFile(join(folder, other), "changed");
  expect(isBuilt(folder)).toBe(true);
  for (const source of ["web/app/page.tsx", "server/portal.ts", "tools/build-server.ts"]) {
    await writeFile(join(folder, source), "changed");
    expect(isBuilt(folder)).toBe(false);
    noteBuilt(folder);
    expect(isBuilt(folder)).toBe(true);
  }
  await rm(join(folder, "server/build"), { recursive: true });
  expect(isBuilt(folder)).toBe(false);
});

test("what builds the server is there after npm ci --omit=dev too: the pages need the same", () => {
  const found = Object.entries(readLockfile().packages).filter(([path]) => nameOf(path) === "rolldown");
  expect(found.map(([path, { version, dev }]) => [path, version, dev])).toEqual([
    ["node_modules/rolldown", manifest.devDependencies.rolldown, undefined],
  ]);
});

test("npm run build notes it, also after npm ci --omit=dev", () => {
  expect(manifest.scripts.build).toMatch(/ && npm run bundles$/);
  expect(manifest.scripts.bundles).toMatch(/ && node tools\/note-built\.mjs$/);
});
