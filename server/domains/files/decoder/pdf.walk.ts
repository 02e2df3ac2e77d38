/**
 * Walks every object of a PDF, references resolved. Active content is compared with lists of what is harmless in its
 * place (ISO 32000-2: 12.6 actions, 12.5 annotations, 7.7.4 name dictionary, 7.11 file specifications); an object that
 * cannot be resolved counts as active.
 */
import { type PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from "@libpdf/core";

/**
 * How an object is reached: as an action after a click, an automatic one, a set of those, an annotation, the names, or
 * otherwise.
 */
type Place = "clicked" | "automatic" | "triggers" | "annotation" | "names" | "other";

/** Keys whose value acts or is another file, in any place. */
const activeKeys = new Set([
  "JS",
  "JavaScript",
  "EmbeddedFiles",
  "EF",
  "RF",
  "XFA",
  "RichMediaContent",
  "RichMediaSettings",
  "Renditions",
  "AlternatePresentations",
  "Collection",
]);
/** Kinds of action (`S`), annotation (`Subtype`) and object (`Type`) that are never accepted. */
const activeKinds = new Set([
  "JavaScript",
  "Launch",
  "ImportData",
  "SubmitForm",
  "GoToE",
  // Another file: on Windows possibly on a foreign server, which asks the reader's computer for its password.
  "GoToR",
  "Rendition",
  "RichMediaExecute",
  "RichMedia",
  "FileAttachment",
  "EmbeddedFile",
  "Movie",
  "Sound",
  "Screen",
  "3D",
]);
const kindKeys = new Set(["S", "Subtype", "Type"]);
const harmlessActions = {
  clicked: new Set(["GoTo", "URI", "Named", "ResetForm"]),
  // A URL that opens without a click tells its owner who reads the document.
  automatic: new Set(["GoTo", "Named"]),
};
const harmlessNamed = new Set(["NextPage", "PrevPage", "FirstPage", "LastPage"]);
const harmlessAnnotations = new Set(
  `Link Text FreeText Line Square Circle Polygon PolyLine Highlight Underline Squiggly StrikeOut Caret Stamp Ink Popup
   Widget PrinterMark TrapNet Watermark Redact`.split(/\s+/),
);
/** What the catalog's name dictionary may contain: destinations, appearances and pages. */
const harmlessNames = new Set(["Dests", "AP", "Pages", "Templates", "IDS"]);
/** Keys that name another file if their value is text. */
const fileKeys = new Set(["F", "UF", "DOS", "Mac", "Unix"]);
/** Allowed link targets: web pages, mailboxes, phone numbers. */
const harmlessLink = /^(?:https?:|mailto:|tel:|www\.)/i;

/** A file with more objects is not a scan: it is refused rather than checked partially. */
const maxObjects = 200_000;
const longestChain = 16;

class Active extends Error {}

/** `defined`: numbers of all objects in the file. A reference to one of them that cannot be resolved is hidden from us. */
export function holdsActive(pdf: PDF, defined: ReadonlySet<number>): boolean {
  try {
    walk(pdf, defined);
    return false;
  } catch (error) {
    if (error instanceof Active) return true;
    throw error;
  }
}

type Resolve = (object: PdfObject | undefined) => PdfObject | undefined;

/** Follows references to the object itself; undefined for null. */
function createResolver(pdf: PDF, defined: ReadonlySet<number>): Resolve {
  return (object) => {
    let found = object;
    for (let step = 0; found instanceof PdfRef; step += 1) {
      if (step === longestChain) throw new Active();
      const next = pdf.getObject(found) ?? undefined;
      // A reference to an undefined object is null by the standard; an object that is defined but not found may be
      // found by other readers.
      if (!next && defined.has(found.objectNumber)) throw new Active();
      found = next;
    }
    return found;
  };
}

function walk(pdf: PDF, defined: ReadonlySet<number>): void {
  if (defined.size > maxObjects) throw new Active();
  const resolve = createResolver(pdf, defined);
  const seen = new Set<string>();
  const waiting: { object: PdfObject; place: Place }[] = [];
  const push = (object: PdfObject | undefined, place: Place): void => {
    if (object instanceof PdfRef || object instanceof PdfArray || object instanceof PdfDict)
      waiting.push({ object, place });
  };
  // Unreferenced objects too: a reader that repairs the file may reach them.
  for (const number of defined) if (pdf.getObject(PdfRef.of(number, 0))) push(PdfRef.of(number, 0), "other");
  push(pdf.context.info.trailer, "other");

  for (let count = 0; waiting.length > 0; count += 1) {
    if (count > maxObjects * 20) throw new Active();
    const { object, place } = waiting.pop() as { object: PdfObject; place: Place };
    if (object instanceof PdfRef) {
      const name = `${object.objectNumber} ${place}`;
      if (seen.has(name)) continue;
      seen.add(name);
    }
    const found = resolve(object);
    if (found === undefined && place !== "other") throw new Active();
    if (found instanceof PdfArray) for (const item of found) push(item, place === "names" ? "other" : place);
    if (!(found instanceof PdfDict)) continue;
    checkPlace(found, place, resolve);
    for (const [key, value] of found) {
      checkEntry(found, key.value, value, resolve);
      push(value, placeOf(key.value, place));
    }
  }
}

/** The place of the value at a key of an object in `place`. */
function placeOf(key: string, place: Place): Place {
  if (place === "triggers") return "automatic";
  if (key === "A" || key === "PA") return "clicked";
  if (key === "OpenAction") return "automatic";
  if (key === "AA") return "triggers";
  if (key === "Annots") return "annotation";
  if (key === "Names") return "names";
  // Outline items are chained with the same key as actions.
  return key === "Next" && (place === "clicked" || place === "automatic") ? place : "other";
}

/** The name at a key, or undefined if there is none; anything but a name is refused. */
function nameAt(dict: PdfDict, key: string, resolve: Resolve): string | undefined {
  if (!dict.has(key)) return undefined;
  const value = resolve(dict.get(key));
  if (value instanceof PdfName) return value.value;
  throw new Active();
}

function checkPlace(dict: PdfDict, place: Place, resolve: Resolve): void {
  if (place === "annotation" && !harmlessAnnotations.has(nameAt(dict, "Subtype", resolve) ?? "")) throw new Active();
  if (place === "names" && [...dict.keys()].some(({ value }) => !harmlessNames.has(value))) throw new Active();
  if (place !== "clicked" && place !== "automatic") return;
  // An action names its kind; a destination, or a structure element's value at the same key, does not.
  const kind = nameAt(dict, "S", resolve);
  if (kind !== undefined && !harmlessActions[place].has(kind)) throw new Active();
  if (kind === "Named" && !harmlessNamed.has(nameAt(dict, "N", resolve) ?? "")) throw new Active();
}

function checkEntry(dict: PdfDict, key: string, written: PdfObject, resolve: Resolve): void {
  if (activeKeys.has(key)) throw new Active();
  if (kindKeys.has(key)) {
    const kind = resolve(written);
    if (kind instanceof PdfName && activeKinds.has(kind.value)) throw new Active();
  } else if (key === "URI") {
    const value = resolve(written);
    // The catalog's entry is the base address for the document's links.
    const address = value instanceof PdfDict ? resolve(value.get("Base")) : value;
    if (!(address instanceof PdfString) || !harmlessLink.test(address.asString().trim())) throw new Active();
  } else if (fileKeys.has(key)) {
    const value = resolve(written);
    // Stream content in another file, or another file's name.
    if (value instanceof PdfString || (key === "F" && dict instanceof PdfStream && value !== undefined))
      throw new Active();
  }
}
