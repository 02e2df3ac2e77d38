/** Values of a parsed PDF's dictionaries. Nearly each may be a reference to an object of its own (ISO 32000-2, 7.3.10). */
import { type PDF, PdfArray, PdfDict, type PdfObject, PdfRef } from "@libpdf/core";

const longestChain = 16;

export type Resolve = (object: PdfObject | undefined) => PdfObject | undefined;
/** Follows references to the object itself; undefined if there is none, or after too many. */
export const resolverOf =
  (pdf: PDF): Resolve =>
  (object) => {
    let found = object;
    for (let step = 0; found instanceof PdfRef && step < longestChain; step += 1)
      found = pdf.getObject(found) ?? undefined;
    return found instanceof PdfRef ? undefined : found;
  };

export const asDict = (object: PdfObject | undefined): PdfDict | undefined =>
  object instanceof PdfDict ? object : undefined;
export const asArray = (object: PdfObject | undefined): PdfArray | undefined =>
  object instanceof PdfArray ? object : undefined;

/** The catalog with its reference; undefined if there is none. */
export function catalogOf(pdf: PDF): { ref: PdfRef; dict: PdfDict } | undefined {
  const ref = pdf.context.info.trailer.get("Root");
  const dict = asDict(resolverOf(pdf)(ref));
  return ref instanceof PdfRef && dict ? { ref, dict } : undefined;
}
