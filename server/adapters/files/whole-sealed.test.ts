/** Contents that were stored before they could be read in parts. */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { readAllBytes } from "../../kernel/bytes.ts";
import { readWhole } from "./files.ts";
import { hashOf, openTestFiles } from "./testing/test-files.ts";

async function openOld(content: Buffer) {
  const test = await openTestFiles();
  const sha256 = hashOf(content);
  const path = test.pathOf(sha256);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, await test.vault.seal("file", content, sha256));
  return { ...test, sha256, path };
}

test("an old file opens whole and in ranges; stored again, it is written in the new format", async () => {
  const content = randomBytes(200_000);
  const { files, sha256, path } = await openOld(content);
  const opened = await files.open(sha256);
  expect(opened.size).toBe(content.length);
  expect((await readAllBytes(opened.stream())).equals(content)).toBe(true);
  expect((await readAllBytes(opened.stream(70_000, 70_010))).equals(content.subarray(70_000, 70_010))).toBe(true);
  await files.put(content);
  expect((await readFile(path)).toString("latin1", 0, 7)).toBe("Portico");
  expect((await readWhole(files, sha256)).equals(content)).toBe(true);
});

test("an old file that was changed, cut or put under another's name does not open", async () => {
  const { files, sha256, path, pathOf, vault } = await openOld(Buffer.from("content"));
  const sealed = await readFile(path);
  for (let at = 0; at < sealed.length; at += 1) {
    const flipped = Buffer.from(sealed);
    flipped[at] = flipped.readUInt8(at) ^ 1;
    await writeFile(path, flipped);
    await expect(files.open(sha256), String(at)).rejects.toThrow("was changed or is damaged");
    await writeFile(path, sealed.subarray(0, at));
    await expect(files.open(sha256), `cut ${at}`).rejects.toThrow("was changed or is damaged");
  }
  const other = hashOf(Buffer.from("other"));
  await mkdir(dirname(pathOf(other)), { recursive: true });
  for (const bound of [sha256, other]) {
    await writeFile(pathOf(other), await vault.seal("file", Buffer.from("content"), bound));
    await expect(files.open(other)).rejects.toThrow("was changed or is damaged");
  }
});
