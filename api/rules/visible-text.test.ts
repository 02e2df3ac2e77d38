/** Which characters names and addresses may contain. */
import { expect, test } from "vitest";
import { fileNameForm, hasHidden, isBlank, isDocumentAddress, visibleFileName, visibleText } from "./visible-text.ts";

/** Right-to-left override, isolate, mark; zero-width space and joiner, byte order mark; Hangul filler, blank Braille; soft hyphen, tag. */
const unseen = [
  "\u202E",
  "\u2066",
  "\u200F",
  "\u061C",
  "\u200B",
  "\u200D",
  "\uFEFF",
  "\u3164",
  "\u2800",
  "\u00AD",
  "\u{E0041}",
  "\u2028",
  "\u0007",
  "\uD800",
];

test.each(unseen)("a sign that nobody sees (%j) stands in no name and no address", (sign) => {
  expect(visibleText.test(`Ivan${sign}Petrov`)).toBe(false);
  expect(fileNameForm.test(`annual${sign}fdp.exe`)).toBe(false);
  expect(isDocumentAddress(`https://firm.example/terms${sign}.pdf`)).toBe(false);
  expect(visibleFileName(`annual${sign}fdp.exe`)).toBe("annual_fdp.exe");
});

test("names in every script that people write are taken", () => {
  for (const name of ["Иван Петров", "Łukasz Żółć", "O’Neil-Šmid", "Ana é", "паспорт (2).pdf"])
    expect(visibleText.test(name), name).toBe(true);
  expect(fileNameForm.test("../passport.pdf")).toBe(false);
});

test.each([
  ["/documents/terms.pdf", true],
  ["https://firm.example/условия.pdf?v=1", true],
  ["//evil.example/terms.pdf", false],
  ["/a//evil.example/terms.pdf", false],
  ["/documents/../api/user", false],
  ["https://firm.example@evil.example/terms.pdf", false],
  ["http://firm.example/terms.pdf", false],
  ["https://", false],
  ["https://firm.example/a b", false],
  ["javascript:alert(1)", false],
])("document address %s: %s", (address, taken) => {
  expect(isDocumentAddress(address)).toBe(taken);
});

test("a text is blank if nobody sees anything in it", () => {
  const invisible = ["", " \n", "\u200B", "\u2800", "\u200F\u200E ", "\u00AD", "\u3164", "\uFE0F", "\u202E"];
  expect(invisible.filter((text) => !isBlank(text))).toEqual([]);
  expect(["0", ".", "😀", "‑", "\u200Fא", "👨‍👩‍👧"].filter(isBlank)).toEqual([]);
});

test("what nobody sees is found in a text, and what somebody needs is not", () => {
  for (const text of [
    "Ma\u200Bin",
    "Ivan\u202Evortep",
    "\u2066EUR\u2069",
    "1\u00AD000",
    "\uFEFFMain",
    "a\u200Db",
    "а\uFE0Fб",
    "Main\u{E0041}",
    "\u3164",
    "a\u0007",
    "\u200D",
  ])
    expect(hasHidden(text), JSON.stringify(text)).toBe(true);
  for (const text of [
    "Основна сметка – EUR",
    "two\nlines\tand a tab\r\n",
    "👨‍👩‍👧 ❤️ 👍🏽 🏳️‍🌈 1️⃣",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    "Zażółć gęślą jaźń, naïve e\u0301",
    "می\u200Cخواهم",
    "क्\u200Dष",
  ])
    expect(hasHidden(text), JSON.stringify(text)).toBe(false);
});
