/** Number trees (ISO 32000-1, 7.9.7). The one used here leads from a page's number to its elements of structure. */
import { PdfArray, PdfDict, PdfNumber, type PdfObject } from "@libpdf/core";
import { asArray, asDict, type Resolve } from "../pdf-objects/objects.ts";
import { appendTo } from "./edit.ts";
import type { Update } from "./update.ts";

/** A number with what it leads to. */
export type Numbered = readonly [number: number, value: PdfObject];

/** All entries; throws for what is no number tree. */
export function numbersIn(root: PdfDict, resolve: Resolve): Numbered[] {
  const found: Numbered[] = [];
  const seen = new Set<PdfDict>();
  const walk = (node: PdfDict | undefined): void => {
    if (!node || seen.has(node)) throw new Error("no number tree");
    seen.add(node);
    const pairs = [...(asArray(resolve(node.get("Nums"))) ?? [])];
    for (let place = 0; place < pairs.length; place += 2) {
      const [number, value] = [resolve(pairs[place]), pairs[place + 1]];
      if (!(number instanceof PdfNumber) || value === undefined) throw new Error("no number tree");
      found.push([number.value, value]);
    }
    for (const kid of asArray(resolve(node.get("Kids"))) ?? []) walk(asDict(resolve(kid)));
  };
  walk(root);
  return found;
}

/** Adds entries, in their order, whose numbers are greater than all there are. The caller writes `root` again. */
export function addNumbers(
  root: PdfDict,
  entries: readonly Numbered[],
  parts: { update: Update; resolve: Resolve },
): void {
  const pairs = entries.flatMap(([number, value]) => [PdfNumber.of(number), value]);
  // Some writers give the root the limits that only its branches have.
  root.delete("Limits");
  if (!root.has("Kids")) return appendTo(root, "Nums", pairs, parts);
  const limits = [entries[0]?.[0] ?? 0, entries.at(-1)?.[0] ?? 0].map((limit) => PdfNumber.of(limit));
  const leaf = parts.update.allocate();
  parts.update.change(leaf, PdfDict.of({ Limits: new PdfArray(limits), Nums: new PdfArray(pairs) }));
  appendTo(root, "Kids", [leaf], parts);
}
