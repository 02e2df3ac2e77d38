/** Pages that sealing adds to documents of every shape: all of them shown, found by screen readers, and under the seal. */
import { PDF, PdfArray, PdfDict, type PdfObject, PdfRef } from "@libpdf/core";
import { contract } from "@portico/pdf/testing/contracts.ts";
import { elementsOf, readPdf, textOf } from "@portico/pdf/testing/read-pdf.ts";
import { writePdf } from "@portico/pdf/write.ts";
import { writeStamps } from "@portico/pdf/write-stamps.ts";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { beforeAll, expect, test } from "vitest";
import { pdfFrom, pdfWith } from "../domains/files/testing/samples.ts";
import { encodeSignature } from "./cms.ts";
import { fillGap } from "./gap.ts";
import type { SealText } from "./prepare.ts";
import { run } from "./sign.task.ts";
import { sealedAt, sealingKey } from "./testing/keys.ts";
import { certified, shapes } from "./testing/shapes.ts";
import { verifySeal } from "./verify.ts";

const written = async (language: "bg" | "en"): Promise<Buffer> => {
  const made = await writePdf(contract(language));
  if ("faults" in made) throw new Error(JSON.stringify(made.faults));
  return Buffer.from(made.bytes);
};
const key = sealingKey("rsa");
/** Two pages with the heading "Договор за управление на портфейл". */
let pages: Buffer;
let own: Buffer;
beforeAll(async () => {
  [pages, own] = await Promise.all([written("bg"), written("en")]);
});

const text: SealText = { field: "firm", reason: "Signed", location: "Sofia", at: sealedAt };
async function seal(file: Buffer, more: Partial<SealText> = {}) {
  const lastPages = { pdf: pages, language: "bg" };
  const signed = await run({ ...text, ...more, pdf: Buffer.from(file), key, reservedForStamp: 0, lastPages });
  if ("refused" in signed) throw new Error(signed.refused);
  const { added, omitted } = signed;
  return { bytes: fillGap(signed, encodeSignature(signed.signature)), added, omitted };
}
const problemsOf = async (file: Buffer) => (await verifySeal(file, { authorities: [key.authority] })).problems;

/** Of each page as pdf.js shows it. */
async function sizesOf(file: Buffer): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(file), useSystemFonts: false, verbosity: 0 });
  const pdf = await task.promise;
  const sizes: string[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { view, rotate } = await pdf.getPage(number);
    sizes.push(`${view.join(",")}, turned by ${rotate}`);
  }
  await task.destroy();
  return sizes;
}

/** The pages that are turned and of another size by what they inherit from two levels of the tree. */
const nested = (): Buffer =>
  pdfFrom(
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 3 /Rotate 90 /MediaBox [0 0 300 400] /CropBox [10 10 290 390] /Resources << >> >>",
    "<< /Type /Pages /Parent 2 0 R /Kids [5 0 R 6 0 R] /Count 2 >>",
    "<< /Type /Page /Parent 2 0 R >>",
    "<< /Type /Page /Parent 3 0 R >>",
    "<< /Type /Page /Parent 3 0 R /Rotate 180 >>",
  );
/** Two elements at the top, and numbers in a tree with branches that no longer says which one is next. */
const branched = (): Buffer =>
  pdfFrom(
    "<< /Type /Catalog /Pages 2 0 R /MarkInfo << /Marked true >> /StructTreeRoot 4 0 R /Lang (en) >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /StructParents 6 /Resources << >> >>",
    "<< /Type /StructTreeRoot /K [5 0 R 6 0 R] /ParentTree 7 0 R >>",
    "<< /Type /StructElem /S /P /P 4 0 R /Pg 3 0 R /K 0 >>",
    "<< /Type /StructElem /S /P /P 4 0 R /Pg 3 0 R /K 1 >>",
    "<< /Kids [8 0 R] >>",
    "<< /Limits [6 6] /Nums [6 [5 0 R 6 0 R]] >>",
  );
const single = "<< /Type /StructElem /S /Document /P 4 0 R /K [] >>";

const documents: Record<string, () => Buffer | Promise<Buffer>> = {
  ...shapes,
  "our own": () => own,
  "nested pages, turned": nested,
  "a structure with branches": branched,
  "a structure inside the catalog": () => pdfWith("/StructTreeRoot << /Type /StructTreeRoot >>"),
  "one element for the document": () =>
    pdfWith("/StructTreeRoot 4 0 R", "<< /Type /StructTreeRoot /K 5 0 R /ParentTreeNextKey 40 >>", single),
};

test.each(Object.keys(documents))("%s: the pages come last, upright, tagged and under the seal", async (name) => {
  const file = (await documents[name]?.()) as Buffer;
  const { bytes, added, omitted } = await seal(file);
  expect([added, omitted]).toEqual([2, null]);
  expect(bytes.subarray(0, file.length).equals(file)).toBe(true);
  expect(await problemsOf(bytes)).toEqual([]);
  expect((await seal(file)).bytes.equals(bytes)).toBe(true);

  const before = await sizesOf(file);
  const count = before.length;
  expect(count).toBeGreaterThan(0);
  expect(await sizesOf(bytes)).toEqual([...before, "0,0,595.28,841.89, turned by 0", "0,0,595.28,841.89, turned by 0"]);
  const read = await readPdf(new Uint8Array(bytes));
  const [first, last] = [read.pages.slice(0, count), read.pages.slice(count)];
  expect(elementsOf(last, "H1").map(textOf)).toEqual(["Договор за управление на портфейл"]);
  expect(elementsOf(last, "TH").length).toBeGreaterThan(3);
  expect(elementsOf(first, "H1")).toEqual(elementsOf((await readPdf(new Uint8Array(file))).pages, "H1"));
});

test("stamps are pictures in their frames, under the same seal, and screen readers find what they say", async () => {
  const made = await writePdf(contract("en"));
  if ("faults" in made) throw new Error("not written");
  const places = made.signatures.map((place, index) => ({ ...place, text: `Stamp ${index + 1}` }));
  const stamps = places.map(({ width, height, text: said }) => ({
    width,
    height,
    lines: [said, "漢", "long ".repeat(99)],
  }));
  const file = Buffer.from(made.bytes);
  const lastPages = {
    pdf: pages,
    language: "bg",
    stamps: { pdf: await writeStamps(stamps, { language: "en", date: sealedAt.toISOString() }), places },
  };
  const signed = await run({ ...text, pdf: Buffer.from(file), key, reservedForStamp: 0, lastPages });
  if ("refused" in signed) throw new Error(signed.refused);
  expect([signed.added, signed.omitted]).toEqual([2, null]);
  const bytes = fillGap(signed, encodeSignature(signed.signature));
  expect(bytes.subarray(0, file.length).equals(file)).toBe(true);
  expect(await problemsOf(bytes)).toEqual([]);
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, verbosity: 0 });
  const page = await (await task.promise).getPage(places[0]?.page ?? 0);
  const shown = (await page.getAnnotations()).filter(({ subtype }) => subtype === "Stamp");
  expect(
    shown.map(({ contentsObj, rect, hasAppearance }) => [contentsObj.str, hasAppearance, rect.map(Math.round)]),
  ).toEqual(
    places.map(({ text: said, x, y, width, height }) => [said, true, [x, y, x + width, y + height].map(Math.round)]),
  );
  expect(JSON.stringify(await page.getStructTree())).toContain("Stamp 1");
  await task.destroy();
});

/** The structure's elements at the top, with the language of the last one. */
function topOf(pdf: PDF) {
  const resolve = (object: PdfObject | undefined) => (object instanceof PdfRef ? pdf.getObject(object) : object);
  const root = resolve(pdf.getCatalog().get("StructTreeRoot")) as PdfDict;
  const kids = (owner: PdfDict): PdfDict[] => {
    const held = resolve(owner.get("K"));
    const list = held instanceof PdfDict ? [held] : held instanceof PdfArray ? [...held] : [];
    return list.map(resolve).filter((one): one is PdfDict => one instanceof PdfDict);
  };
  const describe = (one: PdfDict) => [one.getName("S")?.value, one.getString("Lang")?.asString()];
  return { top: kids(root).map(describe), inside: kids(kids(root)[0] as PdfDict).map(describe) };
}

test("the pages' structure joins that of the document; a file without any does not claim to be tagged", async () => {
  const read = async (file: Buffer) => PDF.load((await seal(file)).bytes, { lenient: false });
  expect(topOf(await read(own)).top).toHaveLength(1);
  expect(topOf(await read(own)).inside.at(-1)).toEqual(["Part", "bg"]);
  expect(topOf(await read(branched())).top).toEqual([
    ["P", undefined],
    ["P", undefined],
    ["Part", "bg"],
  ]);
  const untagged = await read(nested());
  expect(topOf(untagged).top).toEqual([["Document", "bg"]]);
  expect(untagged.getCatalog().has("MarkInfo")).toBe(false);
});

test.each<[string, () => Buffer | Promise<Buffer>, string]>([
  ["signed by somebody", async () => (await seal(own, { field: "author" })).bytes, "signed"],
  ["certified by its author, who allows signing", () => certified.filling, "signed"],
  ["a form that readers draw", () => pdfWith("/AcroForm << /Fields [] /XFA [] >>"), "form"],
  ["a page that readers draw", () => pdfWith("/NeedsRendering true"), "form"],
  [
    "wrongly counted pages",
    () => Buffer.from(nested().toString("latin1").replace("/Count 3", "/Count 4"), "latin1"),
    "structure",
  ],
  ["a broken structure", () => pdfWith("/StructTreeRoot << /ParentTree << /Nums [/A 1] >> >>"), "structure"],
])("%s: sealed without the pages, and said why", async (_, make, reason) => {
  const file = await make();
  const { bytes, added, omitted } = await seal(file);
  expect([added, omitted]).toEqual([0, reason]);
  expect(bytes.subarray(0, file.length).equals(file)).toBe(true);
  expect(await problemsOf(bytes)).toEqual([]);
  expect(await sizesOf(bytes)).toEqual(await sizesOf(file));
});
