/** What counts as weakening a guard. */
import { expect, test } from "vitest";
import { isLowered, weakenings } from "./guards.ts";

test("fewer signers are fewer, the same or more are not", () => {
  const rules = ["any", "two", "all"] as const;
  const lowered = rules.flatMap((before) =>
    rules.filter((after) => isLowered(before, after)).map((after) => `${before} ${after}`),
  );
  expect(lowered).toEqual(["two any", "all any", "all two"]);
});

test("staff without a second factor again are let in by two admins", () => {
  const { staffSecondFactor } = weakenings;
  expect(staffSecondFactor({ required: true }, { required: false })).toBe("withFourEyes");
  expect(staffSecondFactor({ required: false }, { required: true })).toBeNull();
  expect(staffSecondFactor({ required: false }, { required: false })).toBeNull();
});

test("a period that a type of documents never had, or has no more, may delete; a longer one does not", () => {
  const types = (keepYears: number | null) => ({
    types: [{ id: "contract", name: { bg: "Д", en: "C", pl: "U" }, clientsAdd: false, expires: false, keepYears }],
  });
  const { documentTypes } = weakenings;
  expect(documentTypes(types(null), types(30))).toBe("always");
  expect(documentTypes(types(10), types(9))).toBe("always");
  expect(documentTypes(types(10), types(null))).toBe("always");
  expect(documentTypes(types(10), { types: [] })).toBe("always");
  expect(documentTypes(types(10), types(10))).toBeNull();
  expect(documentTypes(types(10), types(11))).toBeNull();
});
