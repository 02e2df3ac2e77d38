/**
 * The rules of PDF/UA-1 (ISO 14289-1) that a program can check, by readers that the writer does not use: libpdf for the objects, pdf.js for
 * what is drawn. Numbers are those of the standard's clauses.
 */
import {
  PDF,
  PdfArray,
  PdfBool,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  PdfStream,
  PdfString,
} from "@libpdf/core";
import { getDocument, OPS } from "pdfjs-dist/legacy/build/pdf.mjs";
import { asArray, asDict, catalogOf, type Resolve, resolverOf } from "../../../pdf-objects/objects.ts";
import { pagesOf } from "../../../pdf-objects/pages.ts";

interface Tag {
  role: string;
  dict: PdfDict;
  kids: Tag[];
  /** Numbers of its marked content. */
  marked: number[];
}

const standardRoles = new Set("Document H1 H2 H3 P L LI Lbl LBody Table TR TH TD Figure Link".split(" "));
const nameIn = (resolve: Resolve, dict: PdfDict | undefined, key: string): string | undefined => {
  const found = resolve(dict?.get(key));
  return found instanceof PdfName ? found.value : undefined;
};
const textIn = (resolve: Resolve, dict: PdfDict | undefined, key: string): string | undefined => {
  const found = resolve(dict?.get(key));
  return found instanceof PdfString ? found.asString() : undefined;
};
const isTrue = (resolve: Resolve, dict: PdfDict | undefined, key: string): boolean => {
  const found = resolve(dict?.get(key));
  return found instanceof PdfBool && found.value;
};
/** An array's items, or the thing itself. */
const itemsOf = (resolve: Resolve, object: PdfObject | undefined): PdfObject[] => {
  const found = resolve(object);
  return found instanceof PdfArray ? [...found] : found ? [found] : [];
};

function readTag(resolve: Resolve, dict: PdfDict): Tag {
  const tag: Tag = { role: nameIn(resolve, dict, "S") ?? "", dict, kids: [], marked: [] };
  for (const item of itemsOf(resolve, dict.get("K"))) {
    const kid = resolve(item);
    if (kid instanceof PdfNumber) tag.marked.push(kid.value);
    else if (kid instanceof PdfDict && nameIn(resolve, kid, "Type") === "MCR") {
      const number = resolve(kid.get("MCID"));
      if (number instanceof PdfNumber) tag.marked.push(number.value);
    } else if (kid instanceof PdfDict && nameIn(resolve, kid, "S") !== undefined) tag.kids.push(readTag(resolve, kid));
  }
  return tag;
}

const allOf = (tag: Tag): Tag[] => [tag, ...tag.kids.flatMap(allOf)];

/** Roles that each may contain; others may contain anything that stands in a document. */
const contents: Readonly<Record<string, readonly string[]>> = {
  Table: ["TR"],
  TR: ["TH", "TD"],
  L: ["LI"],
  LI: ["Lbl", "LBody"],
};
const parents: Readonly<Record<string, string>> = { TR: "Table", TH: "TR", TD: "TR", LI: "L", Lbl: "LI", LBody: "LI" };

function attributesOf(resolve: Resolve, { dict }: Tag): PdfDict[] {
  return itemsOf(resolve, dict.get("A")).flatMap((one) => asDict(resolve(one)) ?? []);
}

function* tagFaults(resolve: Resolve, root: Tag): Generator<string> {
  if (root.role !== "Document") yield "7.1: the root is no Document";
  const tags = allOf(root);
  for (const tag of tags) {
    if (!standardRoles.has(tag.role)) yield `7.1: the role ${tag.role}`;
    for (const kid of tag.kids) {
      if (contents[tag.role]?.includes(kid.role) === false) yield `7.2: ${kid.role} in ${tag.role}`;
      if (parents[kid.role] !== undefined && parents[kid.role] !== tag.role) yield `7.2: ${kid.role} in ${tag.role}`;
    }
    if (tag.role === "Figure") {
      if (!textIn(resolve, tag.dict, "Alt")) yield "7.3: a figure without alternative text";
      if (!attributesOf(resolve, tag).some((one) => one.has("BBox"))) yield "7.3: a figure without its box";
    }
    if (tag.role === "TH" && !attributesOf(resolve, tag).some((one) => one.has("Scope")))
      yield "7.5: a header cell without scope";
    if (tag.role === "Table" && new Set(tag.kids.map(({ kids }) => kids.length)).size > 1)
      yield `7.5: rows of ${tag.kids.map(({ kids }) => kids.length).join(", ")} cells`;
  }
  let level = 0;
  for (const { role } of tags) {
    if (!/^H\d$/.test(role)) continue;
    const own = Number(role.slice(1));
    if (own > level + 1) yield `7.4.2: ${role} after H${level}`;
    level = own;
  }
}

function* fontFaults(resolve: Resolve, page: PdfDict): Generator<string> {
  const fonts = asDict(resolve(asDict(resolve(page.get("Resources")))?.get("Font")));
  for (const [name, object] of fonts ?? []) {
    const font = asDict(resolve(object));
    if (!(resolve(font?.get("ToUnicode")) instanceof PdfStream)) yield `7.21.7: ${name.value} has no ToUnicode`;
    const descendant = asDict(resolve(asArray(resolve(font?.get("DescendantFonts")))?.at(0)));
    const descriptor = asDict(resolve(descendant?.get("FontDescriptor")));
    if (!(resolve(descriptor?.get("FontFile2")) instanceof PdfStream)) yield `7.21.4.1: ${name.value} is not embedded`;
    if (!descendant?.has("CIDToGIDMap")) yield `7.21.3.2: ${name.value} has no CIDToGIDMap`;
    if (descriptor?.has("CIDSet")) yield `7.21.4.2: ${name.value} lists its glyphs`;
  }
}

function* pageFaults(resolve: Resolve, page: PdfDict, number: number): Generator<string> {
  yield* fontFaults(resolve, page);
  if (!(resolve(page.get("StructParents")) instanceof PdfNumber)) yield `7.1: page ${number} has no place in the tags`;
  for (const one of itemsOf(resolve, page.get("Annots"))) {
    const annotation = asDict(resolve(one));
    if (!textIn(resolve, annotation, "Contents")) yield `7.18.1: an annotation of page ${number} without its text`;
    if (!annotation?.has("StructParent")) yield `7.18.1: an annotation of page ${number} without its tag`;
    if (nameIn(resolve, page, "Tabs") !== "S") yield `7.18.3: the order of page ${number}`;
  }
}

function* catalogFaults(resolve: Resolve, catalog: PdfDict): Generator<string> {
  const marks = asDict(resolve(catalog.get("MarkInfo")));
  if (!isTrue(resolve, marks, "Marked")) yield "6.2: the file is not marked as tagged";
  if (isTrue(resolve, marks, "Suspects")) yield "7.1: tags are suspect";
  if (!textIn(resolve, catalog, "Lang")) yield "7.2: no language";
  if (!isTrue(resolve, asDict(resolve(catalog.get("ViewerPreferences"))), "DisplayDocTitle"))
    yield "7.1: the title is not shown";
  const metadata = resolve(catalog.get("Metadata"));
  const xml = metadata instanceof PdfStream ? new TextDecoder().decode(metadata.getDecodedData()) : "";
  if (!/<pdfuaid:part>1<\/pdfuaid:part>/.test(xml)) yield "5: the file does not say that it keeps to the standard";
  if (!/<dc:title>\s*<rdf:Alt>\s*<rdf:li xml:lang="x-default">[^<]+</.test(xml)) yield "7.1: no title in the metadata";
}

const painting = new Set<number>([
  OPS.showText,
  OPS.constructPath,
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
]);

/** What is drawn belongs to a tag or is an artifact, and never to both. Returns the numbers of marked content by page, and faults. */
async function readDrawn(bytes: Uint8Array): Promise<{ marked: number[][]; faults: string[]; text: string }> {
  const task = getDocument({ data: bytes.slice(), useSystemFonts: false, verbosity: 0 });
  const file = await task.promise;
  const marked: number[][] = [];
  const faults: string[] = [];
  let text = "";
  for (let number = 1; number <= file.numPages; number += 1) {
    const page = await file.getPage(number);
    const { fnArray, argsArray } = await page.getOperatorList();
    const open: string[] = [];
    const own: number[] = [];
    for (const [index, operation] of fnArray.entries()) {
      const [name, id] = (argsArray[index] ?? []) as unknown[];
      const tag = String((name as { name?: string } | undefined)?.name ?? name);
      if (operation === OPS.beginMarkedContent || operation === OPS.beginMarkedContentProps) {
        if (open.length > 0) faults.push(`7.1: ${tag} in ${open.join(", ")} on page ${number}`);
        open.push(tag);
        if (typeof id === "number") own.push(id);
      }
      if (operation === OPS.endMarkedContent) open.pop();
      if (painting.has(operation) && open.length === 0) faults.push(`7.1: untagged content on page ${number}`);
    }
    marked.push(own);
    const { items } = await page.getTextContent();
    text += items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
  }
  await task.destroy();
  return { marked, faults, text };
}

/** What is against the standard, each once; and the text as pdf.js puts it together. */
export async function checkAccessible(bytes: Uint8Array): Promise<{ faults: string[]; text: string; tags: Tag[] }> {
  const drawn = await readDrawn(bytes);
  const pdf = await PDF.load(bytes);
  const resolve = resolverOf(pdf);
  const catalog = catalogOf(pdf)?.dict;
  if (!catalog) throw new Error("no catalog");
  const faults = [...drawn.faults, ...catalogFaults(resolve, catalog)];
  const tree = asDict(resolve(catalog.get("StructTreeRoot")));
  const roots = itemsOf(resolve, tree?.get("K")).flatMap((one) => asDict(resolve(one)) ?? []);
  if (roots.length !== 1) faults.push(`7.1: ${roots.length} roots of tags`);
  const tags = roots.map((one) => readTag(resolve, one));
  for (const root of tags) faults.push(...tagFaults(resolve, root));
  for (const [index, ref] of pagesOf(pdf).entries())
    faults.push(...pageFaults(resolve, asDict(resolve(ref)) as PdfDict, index + 1));
  const inTags = tags.flatMap(allOf).flatMap(({ marked }) => marked).length;
  const onPages = drawn.marked.flat().length;
  if (inTags !== onPages) faults.push(`7.1: ${onPages} pieces of content for ${inTags} in tags`);
  return { faults: [...new Set(faults)], text: drawn.text, tags: tags.flatMap(allOf) };
}
