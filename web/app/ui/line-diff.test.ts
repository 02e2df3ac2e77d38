/** Changes between two texts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { lineDiff, selectChanges } from "./line-diff.ts";

const marks = { same: " ", added: "+", removed: "-" } as const;
const written = (before: string, after: string): string[] =>
  lineDiff(before, after).map(({ change, text }) => `${marks[change]}${text}`);

test("a changed, an added and a removed line", () => {
  expect(written("a\nb\nc\nd", "a\nB\nc\nd\ne")).toEqual([" a", "-b", "+B", " c", " d", "+e"]);
  expect(written("a\nb\nc", "a\nc")).toEqual([" a", "-b", " c"]);
  expect(written("", "a")).toEqual(["-", "+a"]);
});

test("either text can be read from the difference, and equal lines stay", () => {
  const text = fc.array(fc.constantFrom("a", "b", "c", "d", ""), { maxLength: 12 }).map((all) => all.join("\n"));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const diff = lineDiff(before, after);
      const without = (left: string) =>
        diff
          .filter(({ change }) => change !== left)
          .map(({ text: line }) => line)
          .join("\n");
      expect(without("added")).toBe(before);
      expect(without("removed")).toBe(after);
      if (before === after) expect(diff.every(({ change }) => change === "same")).toBe(true);
    }),
  );
});

test("long unchanged parts are left out", () => {
  const before = Array.from({ length: 20 }, (_, line) => `line ${line}`);
  const after = before.with(10, "changed");
  const shown = selectChanges(lineDiff(before.join("\n"), after.join("\n")), 1);
  expect(shown.map((line) => line && `${marks[line.change]}${line.text}`)).toEqual([
    null,
    " line 9",
    "-line 10",
    "+changed",
    " line 11",
    null,
  ]);
});
