import fc from "fast-check";
import { expect, test } from "vitest";
import { parseTemplate } from "../markdown/parse.ts";
import type { Block, Placeholder } from "./blocks.ts";
import { fillTemplate, placeholdersOf } from "./fill.ts";

function templateOf(text: string): Block<Placeholder>[] {
  const parsed = parseTemplate(text);
  if ("faults" in parsed) throw new Error(JSON.stringify(parsed.faults));
  return parsed.blocks;
}
const template = templateOf(
  "# {{title}}\n\nFor **{{holder.name}}** and [{{holder.name}}](https://a.example)\n\n1. a\n   - {{day}}\n\n|{{a}}|\n|-|\n|{{b}}|",
);

test("the placeholders of a template are found wherever they are", () => {
  expect(placeholdersOf(template).map(({ name, line }) => `${name} ${line}`)).toEqual([
    "title 1",
    "holder.name 3",
    "holder.name 3",
    "day 6",
    "a 8",
    "b 10",
  ]);
});

test("all placeholders without a value are named at once, also blank ones and names of JavaScript's own", () => {
  expect(fillTemplate(template, { title: "t", "holder.name": " \n", a: "1", b: "2" })).toEqual({
    faults: [
      { code: "missingValue", placeholder: "holder.name", line: 3 },
      { code: "missingValue", placeholder: "holder.name", line: 3 },
      { code: "missingValue", placeholder: "day", line: 6 },
    ],
  });
  expect(fillTemplate(templateOf("{{toString}} {{constructor}}"), {})).toMatchObject({ faults: [{}, {}] });
});

test("any value stays literal: it changes nothing of the document but its own text", () => {
  const markdown = fc.constantFrom(
    "**x**",
    "{{day}}",
    "\\{{day}}",
    "# a",
    "<b>",
    "[a](https://b)",
    "|",
    "1. ",
    "$&",
    "\n\n",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(markdown, fc.string()), { minLength: 1 }), (parts) => {
      const value = `v${parts.join("").replaceAll(/[\r\t]/g, "")}`;
      const filled = fillTemplate(templateOf("a **{{holder.name}}**"), { "holder.name": value, day: "no" });
      expect(filled).toEqual({
        blocks: [
          {
            kind: "paragraph",
            content: [
              { kind: "text", text: "a ", line: 1 },
              { kind: "strong", content: [{ kind: "text", text: value, line: 1, placeholder: "holder.name" }] },
            ],
          },
        ],
      });
    }),
  );
});
