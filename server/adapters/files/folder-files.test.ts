import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "../../kernel/config.ts";
import { createVault } from "../../secrets/vault.ts";
import { createTestDatabase } from "../../testing/database.ts";
import { temporaryFolder } from "../../testing/folder.ts";
import { createFolderFiles } from "./folder-files.ts";

async function withFiles(work: (files: ReturnType<typeof createFolderFiles>, folder: string) => Promise<void>) {
  const [folder, database] = [await temporaryFolder(), await createTestDatabase()];
  const config = readConfig({ FIRM_KEY: randomBytes(32).toString("base64") });
  try {
    await work(createFolderFiles(folder, createVault({ db: database.db, config })), folder);
  } finally {
    await database.close();
  }
}

/** Contents not stored for a day. */
async function oldIn(files: ReturnType<typeof createFolderFiles>): Promise<string[]> {
  const old: string[] = [];
  for await (const sha256 of files.listOlderThan(24 * 3600 * 1000)) old.push(sha256);
  return old;
}

const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((found) => found.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

test("a content lies sealed, once, under its SHA-256, readable by the portal's user alone", () =>
  withFiles(async (files, folder) => {
    const content = Buffer.from("a passport, scanned");
    const [one, two] = await Promise.all([files.put(content), files.put(content)]);
    const sha256 = createHash("sha256").update(content).digest("hex");
    expect([one, two]).toEqual([sha256, sha256]);
    expect(await filesIn(folder)).toEqual([join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256)]);
    const [path = ""] = await filesIn(folder);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await readFile(path)).includes("passport")).toBe(false);
    expect(await files.get(sha256)).toEqual(content);
  }));

test("bytes that were changed, or put under another's name, do not open", () =>
  withFiles(async (files, folder) => {
    const [one, other] = [await files.put(Buffer.from("one")), await files.put(Buffer.from("other"))];
    const pathOf = (sha256: string) => join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
    await writeFile(pathOf(one), await readFile(pathOf(other)));
    await expect(files.get(one)).rejects.toThrow();
    await files.remove(one);
    expect(await files.has(one)).toBe(false);
    await expect(files.get("../../etc/passwd")).rejects.toThrow("named by its SHA-256");
  }));

test("half of a write that a crash left is never served, and swept up once it is old", () =>
  withFiles(async (files, folder) => {
    const content = Buffer.from("whole");
    const sha256 = createHash("sha256").update(content).digest("hex");
    const place = join(folder, sha256.slice(0, 2), sha256.slice(2, 4));
    await mkdir(place, { recursive: true });
    const half = join(place, `${sha256}.0000.part`);
    await writeFile(half, "who");
    expect(await files.has(sha256)).toBe(false);
    await files.put(content);
    const dayAgo = new Date(Date.now() - 25 * 3600 * 1000);
    await utimes(half, dayAgo, dayAgo);
    expect(await oldIn(files)).toEqual([]);
    expect(await filesIn(folder)).toEqual([join(place, sha256)]);
    await utimes(join(place, sha256), dayAgo, dayAgo);
    expect(await oldIn(files)).toEqual([sha256]);
    // Storing it again renews its time.
    await files.put(content);
    expect(await oldIn(files)).toEqual([]);
  }));
