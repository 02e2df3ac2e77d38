import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { plainText } from "./layout/break-lines.ts";
import { openFaces } from "./layout/faces.ts";
import { type Block, type Inline, itemLabel, type List } from "./model/blocks.ts";
import { contract } from "./testing/contracts.ts";
import { elementsOf, type ReadPdf, readPdf, textOf } from "./testing/read-pdf.ts";
import { checkPdf, maxDocumentLength, maxLines, type PdfDocument, type WrittenPdf, writePdf } from "./write.ts";

async function write(document: PdfDocument): Promise<WrittenPdf> {
  const written = await writePdf(document);
  if ("faults" in written) throw new Error(JSON.stringify(written.faults));
  return written;
}
const read = async (document: PdfDocument): Promise<ReadPdf> => readPdf((await write(document)).bytes);
const withBlocks = (blocks: Block[]): PdfDocument => ({ ...contract("en"), blocks });
const text = (text: string): Inline => ({ kind: "text", text });
const paragraph = (...content: Inline[]): Block => ({ kind: "paragraph", content });
const hash = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** The texts of a document, in the order and with the roles that its structure tree must have. */
function expectedTexts(blocks: readonly Block[], signature: string): string[] {
  const ofList = (list: List, outer?: string): string[] =>
    list.items.flatMap((parts, index) => {
      const label = itemLabel(list, index, outer);
      return [
        `Lbl ${label}`,
        ...parts.flatMap((part) => (part.kind === "list" ? ofList(part, label) : [`P ${plainText(part.content)}`])),
      ];
    });
  return blocks.flatMap((block) => {
    switch (block.kind) {
      case "heading":
        return [`H${block.level} ${plainText(block.content)}`];
      case "paragraph":
        return [`P ${plainText(block.content)}`];
      case "list":
        return ofList(block);
      case "table":
        return [
          ...block.head.map((cell) => `TH ${plainText(cell)}`),
          ...block.rows.flat().map((cell) => `TD ${plainText(cell)}`),
        ];
      case "facts":
        return block.rows.flatMap(({ name, value }) => [`TH ${name}`, `TD ${plainText(value)}`]);
      case "signatures":
        return block.areas.flatMap(({ title, lines }) => [
          `P ${title}`,
          `Figure ${signature}: ${title}`,
          ...lines.map((line) => `P ${line}`),
        ]);
      default:
        return [];
    }
  });
}

/** The texts of a file, likewise; what goes on on the next page is joined. */
function readTexts({ pages }: ReadPdf): string[] {
  const leaves = new Set(["H1", "H2", "H3", "P", "Lbl", "TH", "TD", "Figure"]);
  const collect = (element: ReturnType<typeof elementsOf>[number]): string[] =>
    leaves.has(element.role)
      ? [`${element.role} ${element.alternative ?? textOf(element)}`]
      : element.content.flatMap((one) => (typeof one === "string" ? [] : collect(one)));
  return pages.flatMap(({ elements }) => elements.flatMap(collect));
}

describe.each(["bg", "en", "pl"] as const)("a contract in %s", (language) => {
  const document = contract(language);
  let file: ReadPdf;
  beforeAll(async () => {
    file = await read(document);
  });

  test("has the text and the structure of its model", () => {
    expect(readTexts(file)).toEqual(expectedTexts(document.blocks, document.labels.signature));
  });

  test("has title and language, and shows firm, title, reference and page number outside of the text", () => {
    expect(file).toMatchObject({ title: document.title, language, showsTitle: true, version: "1.7" });
    const page = { bg: "Страница 2 от 2", en: "Page 2 of 2", pl: "Strona 2 z 2" }[language];
    expect(file.pages[1]?.artifacts).toEqual([document.firm, document.title, "C-2026-000417", page]);
  });
});

test("lists, tables and links are nested as the standard asks", async () => {
  const { pages } = await read(contract("en"));
  const shape = (element: ReturnType<typeof elementsOf>[number]): unknown => [
    element.role,
    ...element.content.flatMap((one) => (typeof one === "string" ? [] : [shape(one)])),
  ];
  const [list] = elementsOf(pages, "L");
  const item = ["LI", ["Lbl"], ["LBody", ["P"]]];
  expect(list && shape(list)).toEqual(["L", item, ["LI", ["Lbl"], ["LBody", ["P"], ["L", item, item, item]]], item]);
  const [table] = elementsOf(pages, "Table");
  const row = (cell: string) => ["TR", [cell], [cell], [cell], [cell]];
  expect(table && shape(table)).toEqual(["Table", row("TH"), row("TD"), row("TD"), row("TD")]);
  expect(elementsOf(pages, "Link").map(textOf)).toEqual(["portico.example/tariff", "contracts@portico.example"]);
  expect(pages.flatMap(({ links }) => links)).toEqual([
    "https://portico.example/tariff",
    "mailto:contracts@portico.example",
  ]);
});

test("the same data gives the same bytes in another process, after other documents, and with keys in another order", async () => {
  const script = fileURLToPath(import.meta.resolve("./testing/hash.ts"));
  const other = execFileSync(process.execPath, [script], { encoding: "utf8" }).trim();
  await write(withBlocks([paragraph(text("Й ѝ й é"), { kind: "strong", content: [text("й")] })]));
  const document = contract("bg", 3);
  const own = hash((await write(document)).bytes);
  expect(other).toBe(own);
  const turned = Object.fromEntries(Object.entries(document).toReversed()) as unknown as PdfDocument;
  expect(hash((await write(turned)).bytes)).toBe(own);
  expect(hash((await write({ ...document, date: "2026-11-22T10:00:01Z" })).bytes)).not.toBe(own);
});

test("documents that differ in anything have different ids", async () => {
  const idOf = async (document: PdfDocument): Promise<string | undefined> =>
    /\/ID \[<([0-9a-f]+)>/.exec(Buffer.from((await write(document)).bytes).toString("latin1"))?.[1];
  const [one, same, other] = [
    await idOf(withBlocks([paragraph(text("a"))])),
    await idOf(withBlocks([paragraph(text("a"))])),
    await idOf(withBlocks([paragraph(text("b"))])),
  ];
  expect(one).toMatch(/^[0-9a-f]{32}$/);
  expect(same).toBe(one);
  expect(other).not.toBe(one);
});

test("title and firm are escaped in the file's XML", async () => {
  const document = { ...contract("en"), title: "Fees & <costs>", firm: "A & B" };
  const { bytes } = await write(document);
  const xml = /<x:xmpmeta[\s\S]*<\/x:xmpmeta>/.exec(Buffer.from(bytes).toString("utf8"))?.[0];
  expect(xml).toContain("Fees &amp; &lt;costs&gt;");
  expect(xml).toContain("A &amp; B");
  expect((await readPdf(bytes)).title).toBe("Fees & <costs>");
});

test("both alphabets and the usual signs are in all faces, and nothing is lost of any text of them", async () => {
  const faces = openFaces();
  const usual =
    "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЬЮЯабвгдежзийклмнопрстуфхцчшщъьюяѝЍAĄBCĆDEĘFGHIJKLŁMNŃOÓPQRSŚTUVWXYZŹŻaąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż" +
    "0123456789 \u00a0„“”’‚‘«»–—…€£$№§%‰@&©®™°±×÷≤≥≠−+=/\\|()[]{}<>*_#~^`'\"!?.,:;•½²³µ";
  for (const [name, face] of Object.entries(faces))
    expect(
      Array.from(usual).filter((sign) => !face.hasGlyphForCodePoint(sign.codePointAt(0) as number)),
      name,
    ).toEqual([]);

  const signs = faces.regular.characterSet
    .filter((code) => faces.italic.hasGlyphForCodePoint(code) && code >= 0x20)
    .map((code) => String.fromCodePoint(code))
    .filter((sign) => !/\p{Default_Ignorable_Code_Point}/u.test(sign));
  const anyText = fc.string({ unit: fc.constantFrom(...signs, ...Array.from(usual)), minLength: 1, maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(anyText, anyText, fc.constantFrom("bg", "en", "pl"), async (first, second, language) => {
      const content = [
        text(first),
        { kind: "strong", content: [text(second)] },
        { kind: "emphasis", content: [text(first)] },
      ];
      const { pages } = await read({
        ...withBlocks([paragraph(...(content as Inline[]))]),
        language: language as "en",
      });
      // A letter and its accent may be printed as one sign.
      const printed = elementsOf(pages, "P").map(textOf).join("").normalize();
      expect(printed).toBe(`${first}${second}${first}`.normalize());
    }),
    { numRuns: 40 },
  );
});

test("every sign that the font lacks is named with its place, once", async () => {
  const document = withBlocks([
    { kind: "heading", level: 2, content: [{ kind: "text", text: "a 😀", line: 3 }] },
    paragraph(
      { kind: "text", text: "б\n漢 漢", line: 5, placeholder: "holder.name" },
      { kind: "strong", content: [text("\u0007")] },
    ),
    { kind: "table", alignments: ["left"], head: [[text("a")]], rows: [[[{ kind: "text", text: "☐", line: 9 }]]] },
    { kind: "facts", rows: [{ name: "ѣ", value: [text("\u202f")] }] },
    { kind: "signatures", areas: [{ id: "a", title: "✓", lines: ["\t\u00ad"] }] },
  ]);
  const unprintable = {
    ...document,
    title: "漢",
    firm: "字",
    reference: "→→",
    labels: { page: "😀", signature: "" },
  };
  const written = await writePdf(unprintable);
  expect({ faults: checkPdf(unprintable) }).toEqual(written);
  expect(written).toEqual({
    faults: [
      { character: "漢", codePoint: "U+6F22", part: "title" },
      { character: "字", codePoint: "U+5B57", part: "firm" },
      { character: "😀", codePoint: "U+1F600", part: "labels" },
      { character: "😀", codePoint: "U+1F600", block: 0, line: 3 },
      { character: "漢", codePoint: "U+6F22", block: 1, line: 5, placeholder: "holder.name" },
      { character: "\u0007", codePoint: "U+0007", block: 1 },
      { character: "☐", codePoint: "U+2610", block: 2, line: 9 },
      { character: "ѣ", codePoint: "U+0463", block: 3 },
      { character: "\u202f", codePoint: "U+202F", block: 3 },
      { character: "✓", codePoint: "U+2713", block: 4 },
      { character: "\t", codePoint: "U+0009", block: 4 },
      { character: "\u00ad", codePoint: "U+00AD", block: 4 },
    ].map((one) => ({ code: "missingGlyph", ...one })),
  });
});

test("a long table repeats its header outside of the text, and no row is lost", async () => {
  const rows = Array.from({ length: 120 }, (_, index) => [[text(`row ${index}`)], [text(`${index * 1000},00`)]]);
  const file = await read(
    withBlocks([{ kind: "table", alignments: ["left", "right"], head: [[text("Name")], [text("Sum")]], rows }]),
  );
  expect(file.pages.length).toBeGreaterThan(2);
  expect(elementsOf(file.pages, "TH").map(textOf)).toEqual(["Name", "Sum"]);
  expect(elementsOf(file.pages, "TD").map(textOf)).toEqual(rows.flat().map(plainText));
  for (const page of file.pages.slice(1)) expect(page.artifacts.slice(-2)).toEqual(["Name", "Sum"]);
});

test("a row that is longer than a page goes on on the next, in its cells", async () => {
  const words = Array.from({ length: 900 }, (_, index) => `word${index}`).join(" ");
  const link: Inline = { kind: "link", href: "https://a.example/", content: [text(words)] };
  const file = await read(
    withBlocks([
      {
        kind: "table",
        alignments: ["left", "left"],
        head: [[text("a")], [text("b")]],
        rows: [[[text(words)], [link]]],
      },
    ]),
  );
  expect(file.pages.length).toBeGreaterThan(2);
  const cells = file.pages.map((page) => elementsOf([page], "TD").map(textOf));
  expect([0, 1].map((column) => cells.map((page) => page[column]).join(""))).toEqual([words, words]);
  expect(file.pages.map(({ links }) => links.length > 0)).toEqual(file.pages.map(() => true));
});

test("the frames for signatures are where the result says, with text of the document on their page", async () => {
  const areas = ["a", "b", "c"].map((id) => ({ id, title: `For ${id}`, lines: ["Name"] }));
  const filler = Array.from({ length: 26 }, (_, index) => paragraph(text(`Clause ${index}`)));
  const { bytes, pages, signatures } = await write(withBlocks([...filler, { kind: "signatures", areas }]));
  expect(pages).toBe(2);
  expect(signatures.map(({ id, page }) => `${id} ${page}`)).toEqual(["a 2", "b 2", "c 2"]);
  const [a, b, c] = signatures;
  expect(a?.y).toBe(b?.y);
  expect(c?.x).toBe(a?.x);
  expect((c?.y ?? 0) + (c?.height ?? 0)).toBeLessThan(a?.y ?? 0);
  for (const { x, y, width, height } of signatures) {
    expect(x).toBeGreaterThanOrEqual(70);
    expect(x + width).toBeLessThanOrEqual(525);
    expect(y).toBeGreaterThan(70);
    expect(y + height).toBeLessThan(760);
  }
  const { pages: read } = await readPdf(bytes);
  expect(elementsOf(read.slice(1), "P").map(textOf)[0]).toBe("Clause 25");
});

test("headings of a long document are listed beside it, in their order", async () => {
  const { outline, pages } = await read(contract("en", 8));
  expect(pages.length).toBeGreaterThanOrEqual(5);
  expect(outline).toEqual(["Portfolio management agreement"]);
  expect((await read(contract("en"))).outline).toEqual([]);
});

test("a document without blocks is a page; one that is too long is refused", async () => {
  expect((await write(withBlocks([]))).pages).toBe(1);
  const tooLong = withBlocks([paragraph(text("a".repeat(maxDocumentLength)))]);
  expect(await writePdf(tooLong)).toEqual({
    faults: [{ code: "tooLarge", what: "characters", limit: maxDocumentLength }],
  });
  expect([checkPdf(withBlocks([])), checkPdf(tooLong)]).toMatchObject([[], [{ code: "tooLarge" }]]);
  expect(await writePdf(withBlocks([paragraph(text("\n".repeat(maxLines)))]))).toEqual({
    faults: [{ code: "tooLarge", what: "lines", limit: maxLines }],
  });
});
