/** The structure tree of a document that gets further pages. */
import { type PDF, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef } from "@libpdf/core";
import { asArray, asDict, catalogOf, resolverOf } from "../pdf-objects/objects.ts";
import { pagesOf } from "../pdf-objects/pages.ts";
import { appendTo } from "./edit.ts";
import { addNumbers, type Numbered, numbersIn } from "./number-tree.ts";
import type { Update } from "./update.ts";

export interface Structure {
  /** The element, or the tree's root, that further elements belong to. */
  owner: PdfRef;
  /** The type of a further element. */
  kind: "Document" | "Part";
  /** From here on, no page has a number yet. */
  firstNumber: number;
  add: (elements: readonly PdfRef[], numbers: readonly Numbered[]) => void;
}

const isDocument = (type: PdfObject | undefined): boolean => type instanceof PdfName && type.value === "Document";

/**
 * Further elements stand in the document's one element if there is such, otherwise beside the others. A file that is not
 * tagged gets a tree for the new pages, but does not claim to be tagged: its own pages have no structure.
 */
export function extendStructure(pdf: PDF, update: Update): Structure {
  const resolve = resolverOf(pdf);
  const parts = { update, resolve };
  const { ref: rootRef, dict: root } = rootOf(pdf, update);
  const held = root.get("K");
  const kids = [...(asArray(resolve(held)) ?? (held ? [held] : []))];
  const [only] = kids;
  const single = kids.length === 1 && only instanceof PdfRef ? asDict(resolve(only)) : undefined;
  const owner =
    only instanceof PdfRef && single && isDocument(resolve(single.get("S")))
      ? { ref: only, dict: single }
      : { ref: rootRef, dict: root };

  const treeHeld = root.get("ParentTree");
  const tree = asDict(resolve(treeHeld)) ?? new PdfDict();
  const firstNumber =
    1 + Math.max(-1, ...numbersUsed(pdf, root), ...numbersIn(tree, resolve).map(([number]) => number));
  return {
    owner: owner.ref,
    kind: kids.length === 0 ? "Document" : "Part",
    firstNumber,
    add(elements, numbers) {
      appendTo(owner.dict, "K", elements, parts);
      addNumbers(tree, numbers, parts);
      if (treeHeld instanceof PdfRef && asDict(resolve(treeHeld))) update.change(treeHeld, tree);
      else root.set("ParentTree", tree);
      const last = numbers.at(-1)?.[0] ?? firstNumber;
      root.set("ParentTreeNextKey", PdfNumber.of(last + 1));
      update.change(owner.ref, owner.dict);
      update.change(rootRef, root);
    },
  };
}

/** The tree's root as an object of its own, which elements must be able to refer to; a new one if there is none. */
function rootOf(pdf: PDF, update: Update): { ref: PdfRef; dict: PdfDict } {
  const catalog = catalogOf(pdf);
  if (!catalog) throw new Error("no catalog");
  const held = catalog.dict.get("StructTreeRoot");
  const existing = asDict(resolverOf(pdf)(held));
  if (existing && held instanceof PdfRef) return { ref: held, dict: existing };
  const ref = update.allocate();
  catalog.dict.set("StructTreeRoot", ref);
  update.change(catalog.ref, catalog.dict);
  return { ref, dict: existing ?? PdfDict.of({ Type: PdfName.of("StructTreeRoot") }) };
}

/** Numbers that the tree's root or a page claims: not every writer enters them into the tree. */
function numbersUsed(pdf: PDF, root: PdfDict): number[] {
  const resolve = resolverOf(pdf);
  const numberOf = (object: PdfObject | undefined): number[] => {
    const found = resolve(object);
    return found instanceof PdfNumber ? [found.value] : [];
  };
  return [
    ...numberOf(root.get("ParentTreeNextKey")).map((next) => next - 1),
    ...pagesOf(pdf).flatMap((ref) => numberOf(asDict(resolve(ref))?.get("StructParents"))),
  ];
}
