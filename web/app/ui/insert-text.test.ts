import { expect, test } from "vitest";
import { insertText } from "./insert-text.ts";

test.each([
  ["an empty field", "", 0, 0, "Hello"],
  ["at the end of a word", "Dear Anna", 9, 9, "Dear Anna\n\nHello"],
  ["after a gap", "Dear Anna, ", 11, 11, "Dear Anna, Hello"],
  ["in place of the selection", "Dear Anna, bye", 11, 14, "Dear Anna, Hello"],
  ["a kept text that nobody has clicked into", "Kept", 0, 0, "Kept\n\nHello"],
])("%s", (_name, value, selectionStart, selectionEnd, expected) => {
  expect(insertText(value, { selectionStart, selectionEnd }, "Hello")).toBe(expected);
});
