/** Canonical JSON: one text for equal data, and none for data whose text could vary. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { canonicalJson } from "./canonical.ts";

test("keys are in the order of their code units at every depth, also keys that look like numbers", () => {
  expect(canonicalJson({ b: [{ z: "1.10", a: null }], "47": "2", "22": "1", "100": "3", B: true })).toBe(
    '{"100":"3","22":"1","47":"2","B":true,"b":[{"a":null,"z":"1.10"}]}',
  );
});

test("undefined is left out, and minus zero is zero", () => {
  expect(canonicalJson({ a: undefined, b: -0 })).toBe('{"b":0}');
});

test.each([0.1, Number.NaN, 2 ** 53, undefined, "\ud800", { "\ud800": "" }, new Date(0), new Map(), 1n])(
  "%s has no canonical text",
  (value) => expect(() => canonicalJson(value)).toThrow(TypeError),
);

test("the text says the same whatever the order of the keys, and reads back as the data", () => {
  const plain = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom(null, true, false),
      fc.string({ unit: "grapheme" }),
      fc.integer(),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(fc.string({ unit: "grapheme" }), tie("value"), { maxKeys: 4, noNullPrototype: true }),
    ),
  })).value;
  const reversed = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(reversed)
      : value !== null && typeof value === "object"
        ? Object.fromEntries(
            Object.entries(value)
              .toReversed()
              .map(([key, own]) => [key, reversed(own)]),
          )
        : value;
  fc.assert(
    fc.property(plain, (value) => {
      expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      expect(JSON.parse(canonicalJson(value))).toEqual(value);
    }),
  );
});
