/** `npm start` builds the pages unless `npm run build` did, from the same sources. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { temporaryFolder } from "../server/testing/folder.ts";
import { isBuilt, noteBuilt } from "./built.mjs";

test("pages are built until a source of theirs changes", async () => {
  const folder = await temporaryFolder();
  for (const name of ["api", "kyc", "ledger", "messages", "pdf", "scenarios", "web/app", "web/build", "server"])
    await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, "package-lock.json"), "{}");
  expect(isBuilt(folder)).toBe(false);
  noteBuilt(folder);
  expect(isBuilt(folder)).toBe(true);
  for (const other of ["web/build/client.js", "web/app/page.test.tsx", "server/portal.ts"])
    await writeFile(join(folder, other), "changed");
  expect(isBuilt(folder)).toBe(true);
  await writeFile(join(folder, "web/app/page.tsx"), "changed");
  expect(isBuilt(folder)).toBe(false);
});

test("npm run build notes it, also after npm ci --omit=dev", () => {
  expect(manifest.scripts.build).toMatch(/ && node tools\/note-built\.mjs$/);
});
