/** What people write as figures is shown as they wrote it; what is Markdown stays Markdown. */

import { expect, test } from "vitest";
import type { Block, Placeholder } from "../model/blocks.ts";
import { asTyped } from "./as-typed.ts";
import { parseTemplate } from "./parse.ts";

const blocksOf = (text: string): Block<Placeholder>[] => {
  const parsed = parseTemplate(asTyped(text));
  if ("faults" in parsed) throw new Error(JSON.stringify(parsed.faults));
  return parsed.blocks;
};
/** The letters of a block's texts, with line ends. */
const lettersOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(lettersOf).join("");
  if (typeof value !== "object" || value === null) return "";
  const { kind, text, ...rest } = value as { kind?: string; text?: string };
  return kind === "break" ? "\n" : typeof text === "string" ? text : Object.values(rest).map(lettersOf).join("");
};

test.each([
  "- 500 EUR",
  "Fees:\n- 12.50 EUR\n+ 3 EUR\n- €7",
  "2*3*4 shares, 1*1",
  "* 100 USD",
  "3. yes\n7. no",
  "> You wrote:\n>> a question",
])("%j is one paragraph with the same letters", (text) => {
  const blocks = blocksOf(text);
  const numbered = text.startsWith("3.");
  expect(blocks.map(({ kind }) => kind)).toEqual([numbered ? "list" : "paragraph"]);
  expect(lettersOf(blocks)).toBe(numbered ? "yes\n7. no" : text);
});

test("quoted lines of a mail leave the formatting of the rest", () => {
  expect(blocksOf("> When?\n\n**Tomorrow:**\n\n- card\n- payslip").map(({ kind }) => kind)).toEqual([
    "paragraph",
    "paragraph",
    "list",
  ]);
});

test("lists of words and consecutive points stay lists, with their first number", () => {
  expect(blocksOf("- identity card\n- payslip")).toMatchObject([{ kind: "list", start: null }]);
  const [list] = blocksOf("4. card\n5. payslip");
  expect(list).toMatchObject({ kind: "list", start: 4 });
  expect(list?.kind === "list" && list.items).toHaveLength(2);
  expect(blocksOf("**bold** and *slanted*")).toMatchObject([
    { content: [{ kind: "strong" }, { kind: "text" }, { kind: "emphasis" }] },
  ]);
});

test.each(["\n", "\r", "\u2028", " \n", "- ", "> "])("a text of %j alone takes no time", (piece) => {
  const begun = performance.now();
  asTyped(piece.repeat(20_000));
  expect(performance.now() - begun).toBeLessThan(500);
});
