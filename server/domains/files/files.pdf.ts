/** Walks every object that a PDF can reach: nothing in it may run, start, send or carry something else. */
import { PDF, PdfArray, PdfDict, PdfName, type PdfObject, PdfRef, PdfStream, PdfString } from "@libpdf/core";
import type { FieldCode } from "@portico/api/errors.ts";

/** Keys whose value does something or is another file. */
const activeKeys = new Set(["JS", "JavaScript", "EmbeddedFiles", "EF", "RichMediaContent"]);
/** Kinds of action (`S`), annotation (`Subtype`) and object (`Type`) that are no paper. */
const activeKinds = new Set([
  "JavaScript",
  "Launch",
  "ImportData",
  "SubmitForm",
  "GoToE",
  // Another file: on Windows one of a stranger's server, which asks the reader's computer for its password.
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
/** What is meant for a reader that mends broken files may not be reachable for us, and still be found by it. */
const activeWords = /\/(?:JavaScript|EmbeddedFiles?|RichMedia|Launch|GoToR)\b/;
/** Where a link may lead: to a page, a mailbox, a phone. */
const harmlessLink = /^(?:https?:|mailto:|tel:|www\.)/i;
const mostObjects = 200_000;

export async function refusalOfPdf(bytes: Buffer): Promise<FieldCode | undefined> {
  const text = bytes.toString("latin1");
  if (/\/Encrypt\b/.test(text.slice(-65_536)) && (await isLocked(bytes))) return "lockedPdf";
  const pdf = await PDF.load(bytes);
  if (pdf.isEncrypted) return "lockedPdf";
  if (pdf.getPageCount() < 1) return "unreadableFile";
  if (activeWords.test(text)) return "activePdf";
  return holdsActive(pdf) ? "activePdf" : undefined;
}

const isLocked = (bytes: Buffer): Promise<boolean> =>
  PDF.load(bytes).then(
    (pdf) => pdf.isEncrypted,
    () => true,
  );

function holdsActive(pdf: PDF): boolean {
  const seen = new Set<string>();
  const waiting: PdfObject[] = [pdf.getCatalog(), ...pdf.getPages().map((page) => page.dict)];
  for (let count = 0; waiting.length > 0; count += 1) {
    // So large a file is no scan: better refused than half looked at.
    if (count > mostObjects * 20 || seen.size > mostObjects) return true;
    const next = waiting.pop();
    if (next instanceof PdfRef) {
      const name = `${next.objectNumber} ${next.generation}`;
      if (seen.has(name)) continue;
      seen.add(name);
      const object = pdf.getObject(next);
      if (object) waiting.push(object);
    } else if (next instanceof PdfArray) {
      for (let at = 0; at < next.length; at += 1) push(waiting, next.at(at));
    } else if (next instanceof PdfDict) {
      for (const [key, value] of next) {
        if (activeKeys.has(key.value)) return true;
        if (kindKeys.has(key.value) && value instanceof PdfName && activeKinds.has(value.value)) return true;
        if (key.value === "URI" && value instanceof PdfString && !harmlessLink.test(value.asString().trim()))
          return true;
        if (key.value === "XFA" && hasScripts(pdf, value)) return true;
        push(waiting, value);
      }
    }
  }
  return false;
}

const push = (waiting: PdfObject[], object: PdfObject | undefined): void => {
  if (object instanceof PdfRef || object instanceof PdfArray || object instanceof PdfDict) waiting.push(object);
};

/** A form in XML (tax authorities publish such) may stay if nothing in it runs. */
function hasScripts(pdf: PDF, value: PdfObject): boolean {
  const object = value instanceof PdfRef ? pdf.getObject(value) : value;
  if (object instanceof PdfStream)
    return /<(?:\w+:)?script\b/i.test(Buffer.from(object.getDecodedData()).toString("latin1"));
  if (!(object instanceof PdfArray)) return false;
  return Array.from({ length: object.length }, (_, at) => object.at(at)).some(
    (part) => part !== undefined && (part instanceof PdfRef || part instanceof PdfStream) && hasScripts(pdf, part),
  );
}
