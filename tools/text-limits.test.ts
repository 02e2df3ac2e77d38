/** Fields for texts have no limit of the browser's, which cuts what is pasted without a word and counts an emoji as two. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Each of its fields takes one digit. */
const exempt = "web/app/ui/code-input.tsx";

test("no field of a page has `maxLength`: web/app/ui/excess-text.ts says how much is too much", () => {
  const files = globSync("web/app/**/*.{ts,tsx}", { cwd: root }).filter((file) => !file.includes(".test."));
  expect(files.length).toBeGreaterThan(500);
  const limited = files.filter((file) =>
    /\bmaxlength\b/i.test(readFileSync(join(root, file), "utf8").replaceAll("`maxlength`", "")),
  );
  expect(limited).toEqual([exempt]);
});
