/**
 * Adds the pages of another PDF at a document's end, with their part of the structure tree, as objects of one update. The
 * other PDF comes from our own writer, the document from anywhere.
 */
import { type PDF, PdfBool, type PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfString } from "@libpdf/core";
import { asArray, asDict, catalogOf, resolverOf } from "../pdf-objects/objects.ts";
import { pagesOf } from "../pdf-objects/pages.ts";
import { createCopier } from "./copy-objects.ts";
import { appendTo } from "./edit.ts";
import { signatureFields } from "./fields.ts";
import { type Numbered, numbersIn } from "./number-tree.ts";
import { addStamps, type StampPlace } from "./stamp-pages.ts";
import { extendStructure } from "./structure.ts";
import type { Update } from "./update.ts";

/** Why no pages are added to a file. */
export type PagesOmitted =
  /** Somebody signed or certified it before: readers would report added pages as a change of what they signed. */
  | "signed"
  /** A form that readers draw by themselves (XFA), so that they may not show the file's pages. */
  | "form"
  /** Its trees of pages or of structure cannot be extended, or the pages cannot be written. */
  | "structure";

/** Why the file must not get further pages; null if it may. */
export function refusalToAppend(pdf: PDF): PagesOmitted | null {
  const resolve = resolverOf(pdf);
  const catalog = catalogOf(pdf)?.dict;
  const permissions = asDict(resolve(catalog?.get("Perms")));
  if ((permissions && permissions.size > 0) || signatureFields(pdf).some(({ signature }) => signature)) return "signed";
  const needsRendering = resolve(catalog?.get("NeedsRendering"));
  const isDrawn = needsRendering instanceof PdfBool && needsRendering.value;
  return isDrawn || asDict(resolve(catalog?.get("AcroForm")))?.has("XFA") ? "form" : null;
}

export interface Addition {
  /** In this language. */
  pages: PDF;
  language: string;
  /** On pages that are there already; their pictures, one a page. */
  stamps?: { pictures: PDF; places: readonly StampPlace[] } | undefined;
}

/** Adds pages and stamps; returns the number of pages. Throws if a tree cannot be extended. */
export function appendPages(pdf: PDF, update: Update, { pages: addition, language, stamps }: Addition): number {
  const tree = pageTreeOf(pdf);
  const source = sourceOf(addition);
  const structure = extendStructure(pdf, update);
  const { firstNumber, kind } = structure;
  const { copy, copyDict } = createCopier(addition, update, {
    instead: new Map([
      [source.pagesRef.toString(), tree.ref],
      [source.structureRef.toString(), structure.owner],
    ]),
    firstNumber,
  });

  const pages = source.pages.map((page) => {
    const { ref, dict } = copyDict(page);
    const box = dict.get("MediaBox");
    if (!box || !dict.has("Resources")) throw new Error("a page to add inherits its size or its resources");
    // What the document's pages inherit from their tree is not for these.
    dict.set("CropBox", box);
    dict.set("Rotate", PdfNumber.of(0));
    return ref;
  });
  appendTo(tree.dict, "Kids", pages, { update, resolve: resolverOf(pdf) });
  tree.dict.set("Count", PdfNumber.of(tree.count + pages.length));
  update.change(tree.ref, tree.dict);

  const elements = source.elements.map((element) => {
    const { ref, dict } = copyDict(element);
    dict.set("S", PdfName.of(kind));
    dict.set("Lang", PdfString.fromString(language));
    return ref;
  });
  const numbers = source.numbers.map(([number, value]): Numbered => [firstNumber + number, copy(value)]);
  const next = 1 + Math.max(firstNumber - 1, ...numbers.map(([number]) => number));
  const stamped =
    stamps && addStamps(pdf, update, { ...stamps, language }, { owner: structure.owner, firstNumber: next });
  structure.add([...(stamped?.elements ?? []), ...elements], [...numbers, ...(stamped?.numbers ?? [])]);
  return pages.length;
}

/** The root of the page tree, if it counts the pages that there are. */
function pageTreeOf(pdf: PDF): { ref: PdfRef; dict: PdfDict; count: number } {
  const resolve = resolverOf(pdf);
  const ref = catalogOf(pdf)?.dict.get("Pages");
  const dict = asDict(resolve(ref));
  const count = resolve(dict?.get("Count"));
  if (!(ref instanceof PdfRef) || !dict || !asArray(resolve(dict.get("Kids")))) throw new Error("no page tree");
  if (!(count instanceof PdfNumber) || count.value !== pagesOf(pdf).length)
    throw new Error("a page tree that miscounts");
  return { ref, dict, count: count.value };
}

const isRef = (one: PdfObject | null): one is PdfRef => one instanceof PdfRef;

/** The parts of the PDF whose pages are added. */
function sourceOf(addition: PDF) {
  const resolve = resolverOf(addition);
  const catalog = catalogOf(addition)?.dict;
  const [pagesRef, structureRef] = [catalog?.get("Pages"), catalog?.get("StructTreeRoot")];
  const structure = asDict(resolve(structureRef));
  const numbers = asDict(resolve(structure?.get("ParentTree")));
  if (!(pagesRef instanceof PdfRef) || !(structureRef instanceof PdfRef) || !structure || !numbers)
    throw new Error("the pages to add are not tagged");
  return {
    pagesRef,
    structureRef,
    pages: pagesOf(addition),
    elements: [...(asArray(resolve(structure.get("K"))) ?? [])].filter(isRef),
    numbers: numbersIn(numbers, resolve),
  };
}
