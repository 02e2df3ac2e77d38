/** What `npm run check` says of regular expressions. */
import { parseSync } from "oxc-parser";
import { describe, expect, test } from "vitest";
import { composedIn } from "./composed-expressions.ts";
import { nonLinear } from "./expressions.ts";

test.each([
  [String.raw`^(\s*)>`, "gm"],
  ["0+$", ""],
  [String.raw`^-?0*\.?0*$`, ""],
  ["(a+)+$", ""],
])("/%s/%s is not linear", (source, flags) => {
  expect(nonLinear(source, flags)).not.toEqual([]);
});

test.each([
  [String.raw`^([^\S\r\n\u2028\u2029]*)>`, "gm"],
  ["(?<!0)0+$", ""],
  [String.raw`^-?0*(?:\.0*)?$`, ""],
])("/%s/%s is linear", (source, flags) => {
  expect(nonLinear(source, flags)).toEqual([]);
});

describe("an expression composed at run time", () => {
  const found = (text: string) => composedIn(text, parseSync("composed.ts", text).program);

  test.each([
    ["a literal", String.raw`new RegExp("^\\s*a$", "u")`, String.raw`^\s*a$`, "u"],
    ["a template of constants", "const sign = '[+-]'; const of = RegExp(`^${sign}?0$`)", "^[+-]?0$", ""],
    ["raw text", "new RegExp(String.raw`\\d+`)", String.raw`\d+`, ""],
    ["a list", 'const all = ["a", "b" + "c"]; new RegExp(`^(?:${all.join("|")})`)', "^(?:a|bc)", ""],
  ])("of %s is analysed", (_, text, source, flags) => {
    expect(found(text)).toMatchObject([{ source, flags }]);
  });

  test.each([
    ["a parameter", "const f = (word: string) => new RegExp(`^${word}`)"],
    ["a variable", 'let word = "a"; new RegExp(word)'],
    ["a name declared twice", 'const word = "a"; function f() { const word = g(); return new RegExp(word); }'],
    ["a sorted list", 'const all = ["a", "b"].sort(); new RegExp(all.join("|"))'],
  ])("of %s must be listed", (_, text) => {
    expect(found(text)).toMatchObject([{ source: undefined }]);
  });
});
