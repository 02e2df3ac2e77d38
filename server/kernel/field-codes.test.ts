import { expect, test } from "vitest";
import { z } from "zod";
import { fieldsOf } from "./field-codes.ts";

const of = (shape: z.ZodType, value: unknown): string[] =>
  fieldsOf(shape.safeParse(value).error?.issues ?? []).map(({ path, code }) => `${path} ${code}`);
const field = (shape: z.ZodType, value: unknown): string[] => of(z.object({ a: shape }), { a: value });

test.each<[string, z.ZodType, unknown, string]>([
  ["a text that is missing", z.string(), undefined, "required"],
  ["a choice that is missing", z.enum(["x", "y"]), undefined, "required"],
  ["one of several shapes that is missing", z.union([z.string(), z.number()]), undefined, "required"],
  ["an empty text", z.string().min(1), "", "required"],
  ["an empty list", z.array(z.string()).min(1), [], "required"],
  ["a number instead of a text", z.string(), 1, "wrongType"],
  ["nothing instead of a text", z.string(), null, "wrongType"],
  ["a fraction instead of a whole number", z.int(), 1.5, "wrongType"],
  ["a short text", z.string().min(8), "abc", "tooShort"],
  ["a long text", z.string().max(3), "abcd", "tooLong"],
  ["a small number", z.number().min(1), 0, "tooSmall"],
  ["a large number", z.int().max(3), 4, "tooBig"],
  ["a short list", z.array(z.string()).min(2), ["a"], "tooSmall"],
  ["a long list", z.array(z.string()).max(1), ["a", "b"], "tooBig"],
  ["half an address", z.email(), "ana@", "badEmail"],
  ["a day that no month has", z.iso.date(), "2026-02-30", "badDate"],
  ["a moment that is none", z.iso.datetime(), "2026-02-01", "badDate"],
  ["another pattern", z.string().regex(/^x$/), "y", "badFormat"],
  ["another choice", z.enum(["x", "y"]), "z", "notAllowed"],
  ["none of several shapes", z.union([z.string(), z.number()]), true, "notAllowed"],
  ["a key that is not one", z.record(z.enum(["x"]), z.string()).optional(), 5, "wrongType"],
  ["a check of our own", z.string().refine(() => false, { params: { field: "otherCurrency" } }), "y", "otherCurrency"],
  ["a check that names nothing", z.string().refine(() => false), "y", "badFormat"],
  ["a check that names no code", z.string().refine(() => false, { params: { field: "nonsense" } }), "y", "badFormat"],
])("%s", (_, shape, value, code) => {
  expect(field(shape, value)).toEqual([`a ${code}`]);
});

test("of several shapes of an object, the field is named that the nearest one lacks", () => {
  const shape = z.union([
    z.strictObject({ name: z.string(), content: z.string() }),
    z.strictObject({ upload: z.string() }),
  ]);
  expect(of(shape, {})).toEqual(["upload required"]);
  expect(of(shape, { name: "x" })).toEqual(["content required"]);
  expect(field(shape, { upload: 1 })).toEqual(["a.upload wrongType"]);
  expect(of(shape, 5)).toEqual([" notAllowed"]);
});

test("each key that nobody declared is named", () => {
  expect(of(z.strictObject({ a: z.strictObject({}) }), { a: { b: 1, c: 2 }, d: 3 })).toEqual([
    "a.b unknown",
    "a.c unknown",
    "d unknown",
  ]);
  expect(field(z.partialRecord(z.enum(["x"]), z.string()), { y: "z" })).toEqual(["a.y unknown"]);
});

test("a field is named once, with the first of its faults, below the path of the whole", () => {
  const { error } = z.object({ a: z.string().min(8).regex(/^\d+$/) }).safeParse({ a: "b" });
  expect(fieldsOf(error?.issues ?? [], "data")).toEqual([{ path: "data.a", code: "tooShort" }]);
});
