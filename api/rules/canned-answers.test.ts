import { expect, test } from "vitest";
import { fillPlaceholders, unknownPlaceholders, withoutEmphasis } from "./canned-answers.ts";

test("every placeholder is filled once, and a value is never read as a placeholder", () => {
  const values = { client: "Anna {{firm}}", firm: "Portico", today: "1 June 2026" };
  expect(fillPlaceholders("Dear {{client}}, {{ today }}: {{firm}}, {{firm}}", values)).toBe(
    "Dear Anna {{firm}}, 1 June 2026: Portico, Portico",
  );
});

test("a text that needs a missing value cannot be filled", () => {
  expect(fillPlaceholders("Number {{ticket}}", { client: "Anna" })).toBeUndefined();
  expect(fillPlaceholders("No placeholder, $& and { one }", {})).toBe("No placeholder, $& and { one }");
});

test.each([
  ["{{client}} {{ ticket }} {{colleague}} {{firm}} {{today}}", []],
  ["{{name}} and {{name}} and {{Client}}", ["{{name}}", "{{Client}}"]],
  ["{{}}", ["{{}}"]],
  ["{{constructor}}", ["{{constructor}}"]],
  ["Dear {{client", ["{{"]],
  ["Dear client}}", ["}}"]],
])("unknown in %s", (text, unknown) => {
  expect(unknownPlaceholders(text)).toEqual(unknown);
});

test.each([
  ["раздел *Документи* до **края** на февруари", "раздел Документи до края на февруари"],
  ["*Two words*, **and more**.", "Two words, and more."],
  ["2 * 3 * 4, 5*6*7 and * a list", "2 * 3 * 4, 5*6*7 and * a list"],
  ["* one\n* two", "* one\n* two"],
])("a chat gets %s without stars of emphasis", (text, shown) => {
  expect(withoutEmphasis(text)).toBe(shown);
});
