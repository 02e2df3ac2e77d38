/** docs/adding-a-domain.md names files that exist, shows places that are in them, and counts both correctly. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const guide = readFileSync(join(root, "docs/adding-a-domain.md"), "utf8");

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
