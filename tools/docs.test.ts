/** What the documentation says about files: that they exist, what the guide to a domain changes, how many a walk passes. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const textOf = (name: string): string => readFileSync(join(root, "docs", name), "utf8");
const docs = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
const guide = textOf("adding-a-domain.md");

/** Each block of code, with the file that the text before it named last. */
const blocks = [...guide.matchAll(/```(\w+)\n(.*?)\n```/gs)].map((match) => {
  const [, language = "", code = ""] = match;
  const named = [...guide.slice(0, match.index).matchAll(/`([\w./-]+\/[\w./-]+\.(?:ts|tsx|sql|json|md))`/g)];
  return { language, code, file: named.at(-1)?.[1] ?? "" };
});
const edits = blocks.filter(({ language }) => language === "diff");
const writes = blocks.filter(({ language }) => language !== "diff");

test.each(edits)("the place in $file exists once", ({ file, code }) => {
  const place = code
    .split("\n")
    .filter((line) => !line.startsWith("+"))
    .map((line) => line.slice(1))
    .join("\n");
  expect(readFileSync(join(root, file), "utf8").split(place)).toHaveLength(2);
});

test.each(writes)("$file is new", ({ file }) => {
  expect(existsSync(join(root, file))).toBe(false);
});

test("the guide counts the files", () => {
  const count = (list: readonly { file: string }[]) => new Set(list.map(({ file }) => file)).size;
  expect(guide).toContain(`**${count(writes)} files to write, ${count(edits)} to edit**`);
});

/** Code spans that are paths of the repository; those with a placeholder name no file. */
const path = /`((?:api|bench|docs|e2e|kyc|ledger|messages|pdf|reports|scenarios|server|tools|web)\/[^`\s*<…{]*)`/g;
const pathsIn = (text: string): string[] => [...text.matchAll(path)].map(([, found = ""]) => found);

/** Missing until the guide is followed: its new files, and the folders for them. */
const isOfGuide = (named: string): boolean => writes.some(({ file }) => file === named || file.startsWith(named));

test.each(docs)("the files named in %s exist", (name) => {
  const missing = pathsIn(textOf(name)).filter((file) => !existsSync(join(root, file)));
  expect(name === "adding-a-domain.md" ? missing.filter((file) => !isOfGuide(file)) : missing).toEqual([]);
});

test("each walk lists as many files as it says, each once", () => {
  const walks = textOf("architecture.md").split("## Three walks")[1]?.split(/^### /m).slice(1) ?? [];
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

test("the index of decisions has each once, with its title", () => {
  const folder = join(root, "docs/decisions");
  const titled = readdirSync(folder)
    .filter((name) => /^\d{4}-/.test(name))
    .map((name) => {
      const [, number, title] = /^# (\d{4}):? (.*)/.exec(readFileSync(join(folder, name), "utf8")) ?? [];
      return `- [${number}](${name}) ${title}`;
    });
  const listed = readFileSync(join(folder, "README.md"), "utf8").split("\n");
  expect(listed.filter((line) => line.startsWith("- ")).toSorted()).toEqual(titled.toSorted());
});
