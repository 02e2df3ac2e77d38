/** The pages of a PDF. libpdf's own list leaves out what is behind a reference: a list of pages, or the type of one. */
import { type PDF, PdfName, type PdfObject, PdfRef } from "@libpdf/core";
import { asArray, asDict, catalogOf, resolverOf } from "./objects.ts";

/** Trees of real documents are balanced: a thousand pages have a depth of 3 to 10. */
const maxDepth = 100;
/** Limits the work for lists that many nodes refer to. */
const maxSteps = 1_000_000;

/**
 * In their order, each once. Throws if the tree leads back into itself, or is deeper or larger than that of any
 * document.
 */
export function pagesOf(pdf: PDF): PdfRef[] {
  const resolve = resolverOf(pdf);
  const pages: PdfRef[] = [];
  const seen = new Set<string>();
  const above = new Set<string>();
  let steps = 0;
  const walk = (ref: PdfObject | undefined): void => {
    steps += 1;
    if (above.size > maxDepth || steps > maxSteps) throw new Error("a page tree without an end");
    // The standard wants each node to be an object of its own.
    if (!(ref instanceof PdfRef)) return;
    const name = ref.toString();
    if (above.has(name)) throw new Error("a page tree that leads back into itself");
    if (seen.has(name)) return;
    seen.add(name);
    const node = asDict(resolve(ref));
    const type = resolve(node?.get("Type"));
    if (!(type instanceof PdfName)) return;
    if (type.value === "Page") pages.push(ref);
    if (type.value !== "Pages") return;
    above.add(name);
    for (const kid of asArray(resolve(node?.get("Kids"))) ?? []) walk(kid);
    above.delete(name);
  };
  walk(catalogOf(pdf)?.dict.get("Pages"));
  return pages;
}
