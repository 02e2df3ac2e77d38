/** Copies objects of one PDF into an update of another, each once, with everything they refer to. */
import {
  type PDF,
  PdfArray,
  PdfDict,
  type PdfName,
  PdfNull,
  PdfNumber,
  type PdfObject,
  PdfRef,
  PdfStream,
} from "@libpdf/core";
import { resolverOf } from "../pdf-objects/objects.ts";
import type { Update } from "./update.ts";

export interface Copier {
  copy: (object: PdfObject) => PdfObject;
  /** The copy of a dictionary, which may be changed further; throws if the reference leads to something else. */
  copyDict: (ref: PdfRef) => { ref: PdfRef; dict: PdfDict };
}

/**
 * `instead` names objects that are not copied, by their references as text: what refers to them refers to the given ones.
 * The numbers by which pages find their elements of structure are raised by `firstNumber`.
 */
export function createCopier(
  from: PDF,
  update: Update,
  { instead, firstNumber }: { instead: ReadonlyMap<string, PdfRef>; firstNumber: number },
): Copier {
  const resolve = resolverOf(from);
  const copies = new Map<string, { ref: PdfRef; object?: PdfObject }>(
    [...instead].map(([known, ref]) => [known, { ref }]),
  );
  function copyRef(ref: PdfRef) {
    const known = copies.get(ref.toString());
    if (known) return known;
    const made: { ref: PdfRef; object?: PdfObject } = { ref: update.allocate() };
    // Before what it refers to, which may refer back.
    copies.set(ref.toString(), made);
    made.object = copy(resolve(ref) ?? PdfNull.instance);
    update.change(made.ref, made.object);
    return made;
  }
  const entriesOf = (dict: PdfDict): [PdfName, PdfObject][] =>
    [...dict].map(([name, value]) => [
      name,
      // StructParents of a page, StructParent of an annotation.
      name.value.startsWith("StructParent") && value instanceof PdfNumber
        ? PdfNumber.of(firstNumber + value.value)
        : copy(value),
    ]);
  function copy(object: PdfObject): PdfObject {
    if (object instanceof PdfRef) return copyRef(object).ref;
    if (object instanceof PdfStream) return new PdfStream(entriesOf(object), object.data);
    if (object instanceof PdfDict) return new PdfDict(entriesOf(object));
    return object instanceof PdfArray ? new PdfArray([...object].map(copy)) : object;
  }
  return {
    copy,
    copyDict(ref) {
      const made = copyRef(ref);
      if (!(made.object instanceof PdfDict)) throw new Error("no dictionary");
      return { ref: made.ref, dict: made.object };
    },
  };
}
