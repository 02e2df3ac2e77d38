import fc from "fast-check";
import { expect, test } from "vitest";
import { changesOf } from "./entry-changes.ts";

test("fields that are equal on both sides are left out, also within others", () => {
  expect(
    changesOf(
      { brand: { name: "A", colour: "red" }, days: [1, 2] },
      { brand: { name: "B", colour: "red" }, days: [1, 2] },
    ),
  ).toEqual([{ path: ["brand", "name"], before: "A", after: "B" }]);
});

test("what is new, gone, or of another kind", () => {
  expect(changesOf(null, { number: "P1", reason: null })).toEqual([
    { path: ["number"], before: undefined, after: "P1" },
  ]);
  expect(changesOf({ name: "x" }, null)).toEqual([{ path: ["name"], before: "x", after: undefined }]);
  expect(changesOf({ a: { b: 1 } }, { a: 2 })).toEqual([{ path: ["a"], before: { b: 1 }, after: 2 }]);
  expect(changesOf(null, null)).toEqual([]);
  expect(changesOf("on", "off")).toEqual([{ path: [], before: "on", after: "off" }]);
});

test("rows of a list are compared by their place; lists of plain values as a whole", () => {
  expect(changesOf({ rows: [{ n: 1 }, { n: 2 }] }, { rows: [{ n: 1 }] })).toEqual([
    { path: ["rows", "1", "n"], before: 2, after: undefined },
  ]);
  expect(changesOf({ ids: [1] }, { ids: [1, 2] })).toEqual([{ path: ["ids"], before: [1], after: [1, 2] }]);
});

test("there are changes exactly if the sides differ", () => {
  const side = fc.option(fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), { nil: null });
  const without = (value: unknown): unknown =>
    value === null || value === undefined
      ? null
      : Array.isArray(value)
        ? value
        : typeof value === "object"
          ? Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null))
          : value;
  fc.assert(
    fc.property(side, (one) => {
      expect(changesOf(one, structuredClone(one))).toEqual([]);
      const changes = changesOf(null, one).map(({ path }) => path[0]);
      for (const [name, value] of Object.entries((without(one) ?? {}) as object))
        if (typeof value !== "object") expect(changes).toContain(name);
    }),
  );
});
