/** What `npm run check` says of regular expressions. */
import { expect, test } from "vitest";
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
