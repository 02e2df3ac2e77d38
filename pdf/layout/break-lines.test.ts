import fc from "fast-check";
import { expect, test } from "vitest";
import type { Inline } from "../model/blocks.ts";
import { breakLines, type Line, runsOf } from "./break-lines.ts";
import { styles } from "./style.ts";

/** Each character is as wide as 1, in bold as 2. */
const measure = (text: string, face: string): number => text.length * (face === "bold" ? 2 : 1);
const setting = { measure, language: "en", style: styles.body };
const textOf = (line: Line): string => line.map(({ text }) => text).join("");
const linesOf = (content: string | Inline[], width: number, language = "en"): string[] =>
  breakLines(runsOf(typeof content === "string" ? [{ kind: "text", text: content }] : content, "regular"), {
    ...setting,
    width,
    language,
  }).map(textOf);

test("lines end between words; the space stays in the line and may stand beyond its end", () => {
  expect(linesOf("aa bb cc", 5)).toEqual(["aa bb ", "cc"]);
  expect(linesOf("well-known x", 6)).toEqual(["well-", "known ", "x"]);
  expect(linesOf("a\u00a0b c", 3)).toEqual(["a\u00a0b ", "c"]);
});

test("a word that is longer than a line is divided, and signs of several code units are not", () => {
  expect(linesOf("aaaaaaa bb", 3)).toEqual(["aaa", "aaa", "a ", "bb"]);
  expect(linesOf("e\u0301e\u0301", 3)).toEqual(["e\u0301", "e\u0301"]);
});

test("words of several faces are measured in their own and stay one word", () => {
  expect(
    linesOf(
      [
        { kind: "text", text: "aa b" },
        { kind: "strong", content: [{ kind: "text", text: "b" }] },
      ],
      5,
    ),
  ).toEqual(["aa ", "bb"]);
});

test("forced breaks start lines, and leave a space for who copies the text", () => {
  expect(
    linesOf([{ kind: "text", text: "a\n\nb" }, { kind: "break" }, { kind: "text", text: "c " }, { kind: "break" }], 9),
  ).toEqual(["a ", "", "b ", "c ", ""]);
  expect(linesOf("", 5)).toEqual([""]);
});

test("no line ends with a Polish word of one letter, with § or №, or before a percent sign", () => {
  expect(linesOf("idę z nią", 5, "pl")).toEqual(["idę ", "z nią"]);
  expect(linesOf("idę z nią", 5, "en")).toEqual(["idę z ", "nią"]);
  expect(linesOf("aaa § 4", 5)).toEqual(["aaa ", "§ 4"]);
  expect(linesOf("aa 60 %", 5)).toEqual(["aa ", "60 %"]);
});

test("lines are moved to the right without the space at their end", () => {
  const options = { ...setting, width: 10, alignment: "right" } as const;
  expect(breakLines(runsOf([{ kind: "text", text: "1 024,50 €" }], "regular"), options)[0]?.[0]?.x).toBe(0);
  expect(
    breakLines(runsOf([{ kind: "text", text: "aa bbbbbbbbb" }], "regular"), options).map(([one]) => one?.x),
  ).toEqual([8, 1]);
});

test("any text is kept whole, in lines that are not too wide", () => {
  const part = fc.oneof(fc.stringMatching(/^[a-zа-я ,.()„“%–-]*$/u), fc.constantFrom(" ", "§ ", "z "));
  const inline = fc
    .record({ text: part, strong: fc.boolean() })
    .map(
      ({ text, strong }): Inline =>
        strong ? { kind: "strong", content: [{ kind: "text", text }] } : { kind: "text", text },
    );
  fc.assert(
    fc.property(
      fc.array(inline),
      fc.integer({ min: 2, max: 30 }),
      fc.constantFrom("en", "pl"),
      (content, width, language) => {
        const runs = runsOf(content, "regular");
        const lines = breakLines(runs, { ...setting, width, language });
        expect(lines.map(textOf).join("")).toBe(runs.map(({ text }) => text).join(""));
        for (const line of lines) {
          const ink = textOf(line).trimEnd().length;
          let at = 0;
          let inkWidth = 0;
          for (const { text, face } of line) {
            inkWidth += measure(text.slice(0, Math.max(0, ink - at)), face);
            at += text.length;
          }
          expect(inkWidth).toBeLessThanOrEqual(width);
        }
      },
    ),
  );
});
