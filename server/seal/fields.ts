/** The signature fields of a PDF, and what its signatures allow. */
import { type PDF, type PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfString } from "@libpdf/core";
import { asArray, asDict, catalogOf, resolverOf } from "../pdf-objects/objects.ts";

export interface SignatureField {
  ref: PdfRef;
  dict: PdfDict;
  name: string;
  /** The signature's dictionary, if the field is signed. */
  signature: PdfDict | undefined;
}

const maxFields = 5000;
const maxDepth = 16;

/** All signature fields that are objects of their own, in the order of the form. */
export function signatureFields(pdf: PDF): SignatureField[] {
  const resolve = resolverOf(pdf);
  const found: SignatureField[] = [];
  const seen = new Set<PdfRef>();
  const walk = (list: PdfObject | undefined, parent: { name: string; isSignature: boolean }, depth: number): void => {
    for (const one of asArray(resolve(list)) ?? []) {
      if (!(one instanceof PdfRef) || seen.has(one)) continue;
      seen.add(one);
      if (seen.size > maxFields || depth > maxDepth) throw new Error("too many fields");
      const dict = asDict(resolve(one));
      const part = dict && resolve(dict.get("T"));
      // Without a name it is a widget of its parent.
      if (!dict || !(part instanceof PdfString)) continue;
      const name = parent.name === "" ? part.asString() : `${parent.name}.${part.asString()}`;
      const type = resolve(dict.get("FT"));
      const isSignature = type instanceof PdfName ? type.value === "Sig" : parent.isSignature;
      if (isSignature) found.push({ ref: one, dict, name, signature: asDict(resolve(dict.get("V"))) });
      walk(dict.get("Kids"), { name, isSignature }, depth + 1);
    }
  };
  walk(asDict(resolve(catalogOf(pdf)?.dict.get("AcroForm")))?.get("Fields"), { name: "", isSignature: false }, 0);
  return found;
}

/**
 * What the author's certification (DocMDP; ISO 32000-1, 12.8.2.2) still allows: everything if there is none; signing in
 * fields that exist; nothing.
 */
export function allowedChanges(pdf: PDF): "all" | "existingFields" | "none" {
  const resolve = resolverOf(pdf);
  const permissions = asDict(resolve(catalogOf(pdf)?.dict.get("Perms")));
  const certification = asDict(resolve(permissions?.get("DocMDP")));
  if (!certification) return "all";
  const references = [...(asArray(resolve(certification.get("Reference"))) ?? [])];
  const level = references.map((one) => {
    const reference = asDict(resolve(one));
    const permission = resolve(asDict(resolve(reference?.get("TransformParams")))?.get("P"));
    // 2 is the standard's default.
    return permission instanceof PdfNumber ? permission.value : 2;
  });
  return level.includes(1) ? "none" : "existingFields";
}
