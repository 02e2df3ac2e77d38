/** Which values fit a data field, and what becomes of those of another type. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { convertValue, fieldTypes, fitValue, type TypedField } from "./data-fields.ts";

const choices = [
  { id: "low", name: { bg: "ниско", en: "Low", pl: "niskie" } },
  { id: "high", name: { bg: "високо", en: "High", pl: "wysokie" } },
];
const field = (type: TypedField["type"]): TypedField => ({ type, choices: type === "choice" ? choices : [] });

test.each([
  ["number", "1 250,5", 1250.5],
  ["number", -3, -3],
  ["number", "three", undefined],
  ["number", "", undefined],
  ["day", "2026-02-28", "2026-02-28"],
  ["day", "1.2.2026", "2026-02-01"],
  ["day", "31.02.2026", undefined],
  ["choice", "high", "high"],
  ["choice", "НИСКО", "low"],
  ["choice", "medium", undefined],
  ["yesNo", "Да", true],
  ["yesNo", false, false],
  ["yesNo", "perhaps", undefined],
  ["text", { any: ["thing"] }, { any: ["thing"] }],
] as const)("as %s %j is %j", (type, value, kept) => {
  expect(fitValue(field(type), value)).toEqual(kept);
});

test("what a field keeps fits it as it is, and comes back from a text", () => {
  const value = fc.oneof(
    fc.string(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constantFrom("low", "31.12.2026", "tak"),
  );
  fc.assert(
    fc.property(fc.constantFrom(...fieldTypes), value, (type, given) => {
      const kept = fitValue(field(type), given);
      if (kept === undefined) return;
      expect(fitValue(field(type), kept)).toEqual(kept);
      if (type === "text" || (type === "number" && !Number.isSafeInteger(kept))) return;
      const text = convertValue(field(type), field("text"), kept);
      expect(typeof text).toBe("string");
      expect(convertValue(field("text"), field(type), text)).toEqual(kept);
    }),
  );
});
