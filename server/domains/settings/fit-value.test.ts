/** Former values in the shape of today. */
import { expect, test } from "vitest";
import { fitValue } from "./fit-value.ts";

test("fields that came since are as today, and those that went are left out, at any depth", () => {
  const now = { a: 1, part: { b: true, c: "new" }, list: [{ id: "x" }] };
  const former = { a: 2, part: { b: false, gone: 1 }, gone: "", list: [{ id: "y" }, { id: "z" }] };
  expect(fitValue(former, now)).toEqual({ a: 2, part: { b: false, c: "new" }, list: [{ id: "y" }, { id: "z" }] });
});

test("what has become of another kind is as today; nothing and something may replace each other", () => {
  expect(fitValue({ a: "text", b: null, c: "one" }, { a: ["list"], b: 3, c: null })).toEqual({
    a: ["list"],
    b: null,
    c: "one",
  });
  expect(fitValue(undefined, { a: 1 })).toEqual({ a: 1 });
});
