/** Changes of a PDF's objects that an update writes. */
import { PdfArray, type PdfDict, PdfNull, type PdfObject, PdfRef } from "@libpdf/core";
import { asArray, type Resolve } from "../pdf-objects/objects.ts";
import type { Update } from "./update.ts";

/**
 * Appends to the dictionary's list. A single value that stands in place of a list becomes its first member. A list that
 * is an object of its own is written by the update; otherwise the caller writes the dictionary.
 */
export function appendTo(
  owner: PdfDict,
  key: string,
  values: readonly PdfObject[],
  { update, resolve }: { update: Update; resolve: Resolve },
): void {
  const held = owner.get(key);
  const list = asArray(resolve(held));
  if (list) {
    list.push(...values);
    if (held instanceof PdfRef) update.change(held, list);
    return;
  }
  const single = held === undefined || held instanceof PdfNull ? [] : [held];
  owner.set(key, new PdfArray([...single, ...values]));
}
