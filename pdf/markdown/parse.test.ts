import { expect, test } from "vitest";
import { maxTemplateLength, parseTemplate } from "./parse.ts";

const blocksOf = (text: string) => {
  const parsed = parseTemplate(text);
  if ("faults" in parsed) throw new Error(JSON.stringify(parsed.faults));
  return parsed.blocks;
};
const faultsOf = (text: string) => {
  const parsed = parseTemplate(text);
  return "faults" in parsed ? parsed.faults : [];
};
const text = (text: string, line: number) => ({ kind: "text", text, line });

test("headings, paragraphs, emphasis, links, line breaks and rules become blocks with lines", () => {
  expect(
    blocksOf("## Fees\n\nPay **at *once***\nby [mail](mailto:a@b.example)  \nor \\\n<https://b.example>\n---\nEnd"),
  ).toEqual([
    { kind: "heading", level: 2, content: [text("Fees", 1)] },
    {
      kind: "paragraph",
      content: [
        text("Pay ", 3),
        { kind: "strong", content: [text("at ", 3), { kind: "emphasis", content: [text("once", 3)] }] },
        text(" ", 3),
        text("by ", 4),
        { kind: "link", href: "mailto:a@b.example", line: 4, content: [text("mail", 4)] },
        { kind: "break" },
        text("or ", 5),
        { kind: "break" },
        { kind: "link", href: "https://b.example/", line: 6, content: [text("https://b.example", 6)] },
      ],
    },
    { kind: "rule" },
    { kind: "paragraph", content: [text("End", 8)] },
  ]);
});

test("lists keep their numbers, and may be two deep", () => {
  expect(blocksOf("3. a\n\n   b\n   - c\n4. d")).toEqual([
    {
      kind: "list",
      start: 3,
      items: [
        [
          { kind: "paragraph", content: [text("a", 1)] },
          { kind: "paragraph", content: [text("b", 3)] },
          { kind: "list", start: null, items: [[{ kind: "paragraph", content: [text("c", 4)] }]] },
        ],
        [{ kind: "paragraph", content: [text("d", 5)] }],
      ],
    },
  ]);
});

test("a table keeps the alignment of its columns; a row that is too short gets empty cells", () => {
  expect(blocksOf("| a | b | c |\n| :- | -: | :-: |\n| 1 \\| 2 | 3 |")).toEqual([
    {
      kind: "table",
      alignments: ["left", "right", "center"],
      head: [[text("a", 1)], [text("b", 1)], [text("c", 1)]],
      rows: [[[text("1 | 2", 3)], [text("3", 3)], []]],
    },
  ]);
});

test("placeholders are dotted names in any text; an escaped brace is text", () => {
  expect(blocksOf("# {{a}}\n\n*{{b_c.d_e}}* \\{{f}}\n\n|{{g.h}}|\n|-|\n|x|")).toEqual([
    { kind: "heading", level: 1, content: [{ kind: "placeholder", name: "a", line: 1 }] },
    {
      kind: "paragraph",
      content: [{ kind: "emphasis", content: [{ kind: "placeholder", name: "b_c.d_e", line: 3 }] }, text(" {{f}}", 3)],
    },
    {
      kind: "table",
      alignments: ["left"],
      head: [[{ kind: "placeholder", name: "g.h", line: 5 }]],
      rows: [[[text("x", 7)]]],
    },
  ]);
});

test.each([
  [
    "a\n\n<b>b</b>",
    [
      { what: "html", line: 3 },
      { what: "html", line: 3 },
    ],
  ],
  [
    "<div>\n\n</div>",
    [
      { what: "html", line: 1 },
      { what: "html", line: 3 },
    ],
  ],
  ["a\nb ![c](https://d.example/e.png)", [{ what: "picture", line: 2 }]],
  ["`a`", [{ what: "code", line: 1 }]],
  ["```\na\n```", [{ what: "code", line: 1 }]],
  ["a\n\n    b", [{ what: "code", line: 3 }]],
  [
    "> a\n> b\n\n- > c",
    [
      { what: "quote", line: 1 },
      { what: "quote", line: 4 },
    ],
  ],
  ["#### a", [{ what: "headingLevel", line: 1 }]],
  ["- a\n  - b\n    - c", [{ what: "listDepth", line: 3 }]],
  ["- # a", [{ what: "blockInList", line: 1 }]],
  ["|a|\n|-|\n|1|2|", [{ what: "extraCell", line: 3 }]],
  ['[a](https://b.example "c")', [{ what: "linkTitle", line: 1 }]],
])("%j is refused with its lines", (source, expected) => {
  expect(faultsOf(source)).toEqual(expected.map((one) => ({ code: "unsupported", ...one })));
});

test.each([
  "javascript:alert(1)",
  "http://b.example",
  "//b.example",
  "b",
  "https://b.example/{{c}}",
  "data:text/html,x",
])("a link to %s is refused", (address) => {
  expect(faultsOf(`x\n[a](${address})`)).toMatchObject([{ code: "linkAddress", line: 2 }]);
});

test("every malformed placeholder is named with its line", () => {
  expect(faultsOf("{{a b}} {{}}\n{{c\nd}}\n\n{{1}} {{.a}} {{a..b}}")).toEqual(
    [
      ["a b", 1],
      ["", 1],
      ["{{c", 2],
      ["1", 5],
      [".a", 5],
      ["a..b", 5],
    ].map(([name, line]) => ({ code: "placeholderName", name, line })),
  );
});

test("nothing that is written disappears: what is no Markdown here stays text", () => {
  const [paragraph] = blocksOf("[a]: https://b.example\n[c][d] ~~e~~ www.f.example &amp;");
  expect(paragraph).toMatchObject({
    content: [{ text: "[a]: https://b.example" }, { text: " " }, { text: "[c][d] ~~e~~ www.f.example &" }],
  });
});

test("a text that is too long, or a table that is too wide, is refused", () => {
  expect(faultsOf("[".repeat(1_000_000))).toEqual([{ code: "tooLarge", what: "characters", limit: maxTemplateLength }]);
  const row = "|a".repeat(13);
  expect(faultsOf(`${row}\n${"|-".repeat(13)}`)).toEqual([{ code: "tooLarge", what: "columns", limit: 12, line: 1 }]);
});

test.each([
  ["[", 1],
  ["](", 2],
  ["![", 2],
  ["> ", 2],
  ["- ", 2],
  ["*a_", 3],
  ["a**b", 4],
  ["{{", 2],
  ["<a ", 3],
  ["\\", 1],
  ["|", 1],
  ["1. a\n", 5],
  ["# a\n\n", 5],
  ["|1|2|\n", 6],
])("a text of %j alone is read in seconds, however long", (part, length) => {
  const source = (part.startsWith("|1") ? "|a|b|\n|-|-|\n" : "") + part.repeat(maxTemplateLength / length - 10);
  const begun = performance.now();
  parseTemplate(source);
  expect(performance.now() - begun).toBeLessThan(15_000);
});
