/** Files in a folder: complete or absent, once each, and no handle left open. */
import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, readlink, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { readAllBytes } from "../../kernel/bytes.ts";
import { type Files, readWhole } from "./files.ts";
import { hashOf, openTestFiles } from "./testing/test-files.ts";

/** Contents not stored for a day. */
async function oldIn(files: Files): Promise<string[]> {
  const old: string[] = [];
  for await (const sha256 of files.listOlderThan(24 * 3600 * 1000)) old.push(sha256);
  return old;
}

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((found) => found.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

/** Files of the folder that this process has open (Linux). */
async function openIn(folder: string): Promise<string[]> {
  const handles = await readdir("/proc/self/fd").catch(() => []);
  const targets = await Promise.all(handles.map((handle) => readlink(`/proc/self/fd/${handle}`).catch(() => "")));
  return targets.filter((target) => target.startsWith(folder));
}

async function* piecesThatFail(): AsyncGenerator<Buffer> {
  yield randomBytes(200_000);
  throw new Error("the sender is gone");
}

test("a content lies sealed, once, under its SHA-256, readable by the portal's user alone", async () => {
  const { files, folder, pathOf } = await openTestFiles();
  const content = Buffer.from("a passport, scanned");
  const stored = { sha256: hashOf(content), size: content.length };
  expect(await Promise.all([files.put(content), files.put(content)])).toEqual([stored, stored]);
  const path = pathOf(stored.sha256);
  expect(await filesIn(folder)).toEqual([path]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await readFile(path)).includes("passport")).toBe(false);
  expect(await readWhole(files, stored.sha256)).toEqual(content);
  await files.remove(stored.sha256);
  await files.remove(stored.sha256);
  expect(await files.has(stored.sha256)).toBe(false);
  await expect(files.open(stored.sha256)).rejects.toThrow("ENOENT");
  await expect(files.open("../../etc/passwd")).rejects.toThrow("named by its SHA-256");
});

test("a content that was damaged is whole again once it is stored again", async () => {
  const { files, pathOf } = await openTestFiles();
  const { sha256 } = await files.put(Buffer.from("content"));
  await writeFile(pathOf(sha256), "damaged");
  await expect(files.open(sha256)).rejects.toThrow("damaged");
  await files.put(Buffer.from("content"));
  expect(String(await readWhole(files, sha256))).toBe("content");
});

test("what is being read stays readable when the content is stored again or removed", async () => {
  const { files } = await openTestFiles();
  const content = randomBytes(500_000);
  const { sha256 } = await files.put(content);
  for (const change of [() => files.put(content), () => files.remove(sha256)]) {
    const pieces = (await files.open(sha256)).stream()[Symbol.asyncIterator]();
    const first = (await pieces.next()).value as Buffer;
    await change();
    const rest = await readAllBytes({ [Symbol.asyncIterator]: () => pieces });
    expect(Buffer.concat([first, rest]).equals(content)).toBe(true);
  }
});

test("a content whose sender fails leaves nothing, neither bytes nor an open file", async () => {
  const { files, folder } = await openTestFiles();
  await expect(files.put(piecesThatFail())).rejects.toThrow("the sender is gone");
  expect(await filesIn(folder)).toEqual([]);
  expect(await openIn(folder)).toEqual([]);
});

test.skipIf(process.platform !== "linux")("a reading that is given up leaves no file open", async () => {
  const { files, folder } = await openTestFiles();
  const content = await files.open((await files.put(randomBytes(1_000_000))).sha256);
  expect(await openIn(folder)).toEqual([]);
  content.stream();
  const begun = content.stream();
  await begun[Symbol.asyncIterator]().next();
  expect(await openIn(folder)).toHaveLength(1);
  begun.destroy();
  await expect.poll(() => openIn(folder)).toEqual([]);
});

test("half of a write that a crash left is never served, and swept up once it is old", async () => {
  const { files, folder, pathOf } = await openTestFiles();
  const content = Buffer.from("whole");
  const path = pathOf(hashOf(content));
  const halves = [join(folder, "0000.part"), `${path}.0000.part`];
  await mkdir(dirname(path), { recursive: true });
  for (const half of halves) await writeFile(half, "who");
  expect(await files.has(hashOf(content))).toBe(false);
  await files.put(content);
  const dayAgo = new Date(Date.now() - 25 * 3600 * 1000);
  for (const half of halves) await utimes(half, dayAgo, dayAgo);
  expect(await oldIn(files)).toEqual([]);
  expect(await filesIn(folder)).toEqual([path]);
  await utimes(path, dayAgo, dayAgo);
  expect(await oldIn(files)).toEqual([hashOf(content)]);
  // Storing it again renews its time.
  await files.put(content);
  expect(await oldIn(files)).toEqual([]);
});
