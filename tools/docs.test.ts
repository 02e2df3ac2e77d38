/** What the documentation says about files: that they exist, and how many a walk passes. */
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const docs = (await readdir(join(root, "docs"))).filter((name) => name.endsWith(".md"));
const textOf = (name: string): Promise<string> => readFile(join(root, "docs", name), "utf8");

/** Code spans that are paths of the repository; those with a placeholder name no file. */
const path = /`((?:api|bench|docs|e2e|kyc|ledger|messages|server|tools|web)\/[^`\s*<…{]*)`/g;
const pathsIn = (text: string): string[] => [...text.matchAll(path)].map(([, found = ""]) => found);

test.each(docs)("the files named in %s exist", async (name) => {
  expect(pathsIn(await textOf(name)).filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("each walk lists as many files as it says, each once", async () => {
  const walks = (await textOf("architecture.md")).split("## Three walks")[1]?.split(/^### /m).slice(1) ?? [];
  expect(walks).toHaveLength(4);
  const [everyCall = 0, ...own] = walks.map((walk) => {
    const rows = walk.split("\n").filter((line) => /^\| \d/.test(line));
    const files = new Set(rows.flatMap(pathsIn));
    expect([Number(/: (\d+) files/.exec(walk)?.[1]), files.size]).toEqual([rows.length, rows.length]);
    return rows.length;
  });
  for (const [place, count] of own.entries()) {
    const [, more, total] = /Of every call, (\d+) more.*In total (\d+)\./s.exec(walks[place + 1] ?? "") ?? [];
    expect(Number(more)).toBeLessThan(everyCall);
    expect(Number(total)).toBe(count + Number(more));
  }
});
