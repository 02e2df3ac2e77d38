/**
 * Puts stamps on a document's pages, as annotations that nobody can move: what was signed stays the pages' content. Their
 * pictures are the pages of a PDF of our own writer.
 */
import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfStream, PdfString } from "@libpdf/core";
import { asDict, resolverOf } from "../pdf-objects/objects.ts";
import { pagesOf } from "../pdf-objects/pages.ts";
import { createCopier } from "./copy-objects.ts";
import { appendTo } from "./edit.ts";
import type { Numbered } from "./number-tree.ts";
import type { Update } from "./update.ts";

/** Where a stamp stands. */
export interface StampPlace {
  /** From 1. */
  page: number;
  /** In points from the lower left corner of the page. */
  x: number;
  y: number;
  width: number;
  height: number;
  /** What it says, for screen readers. */
  text: string;
}

/** Printed, locked, read only, and its content locked. */
const flags = 4 | 64 | 128 | 512;

/** `owner`: the element of structure that the stamps belong to; `firstNumber`: from here on, none is used there. */
export function addStamps(
  pdf: PDF,
  update: Update,
  { pictures, places, language }: { pictures: PDF; places: readonly StampPlace[]; language: string },
  { owner, firstNumber }: { owner: PdfRef; firstNumber: number },
): { elements: PdfRef[]; numbers: Numbered[] } {
  const resolve = resolverOf(pdf);
  const { copy } = createCopier(pictures, update, { instead: new Map(), firstNumber: 0 });
  const pages = pagesOf(pdf);
  const sources = pagesOf(pictures);

  function pictureOf(index: number, { width, height }: StampPlace): PdfRef {
    const resolveThere = resolverOf(pictures);
    const source = asDict(resolveThere(sources[index]));
    const content = resolveThere(source?.get("Contents"));
    const resources = source?.get("Resources");
    if (!(content instanceof PdfStream) || !resources) throw new Error("a stamp without a picture");
    const picture = new PdfStream([...content], content.data);
    picture.set("Type", PdfName.of("XObject"));
    picture.set("Subtype", PdfName.of("Form"));
    picture.set("BBox", new PdfArray([0, 0, width, height].map((side) => PdfNumber.of(side))));
    picture.set("Resources", copy(resources));
    const ref = update.allocate();
    update.change(ref, picture);
    return ref;
  }

  const elements: PdfRef[] = [];
  const numbers: Numbered[] = [];
  for (const [index, place] of places.entries()) {
    const pageRef = pages[place.page - 1];
    const page = asDict(resolve(pageRef));
    if (!(pageRef instanceof PdfRef) || !page) throw new Error("a stamp on a page that is not there");
    const [stamp, element] = [update.allocate(), update.allocate()];
    const number = firstNumber + index;
    const text = PdfString.fromString(place.text);
    const sides = [place.x, place.y, place.x + place.width, place.y + place.height];
    update.change(
      stamp,
      PdfDict.of({
        Type: PdfName.of("Annot"),
        Subtype: PdfName.of("Stamp"),
        Rect: new PdfArray(sides.map((side) => PdfNumber.of(side))),
        F: PdfNumber.of(flags),
        P: pageRef,
        Contents: text,
        AP: PdfDict.of({ N: pictureOf(index, place) }),
        StructParent: PdfNumber.of(number),
      }),
    );
    update.change(
      element,
      PdfDict.of({
        Type: PdfName.of("StructElem"),
        S: PdfName.of("Annot"),
        P: owner,
        Pg: pageRef,
        Lang: PdfString.fromString(language),
        Alt: text,
        K: PdfDict.of({ Type: PdfName.of("OBJR"), Obj: stamp, Pg: pageRef }),
      }),
    );
    appendTo(page, "Annots", [stamp], { update, resolve });
    update.change(pageRef, page);
    elements.push(element);
    numbers.push([number, element]);
  }
  return { elements, numbers };
}
