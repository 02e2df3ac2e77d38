/** Adds a signature to a PDF with a gap for the CMS, by an incremental update. */
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfString } from "@libpdf/core";
import { asDict, catalogOf, resolverOf } from "../pdf-objects/objects.ts";
import { pagesOf } from "../pdf-objects/pages.ts";
import { type Addition, appendPages, type PagesOmitted, refusalToAppend } from "./append-pages.ts";
import { sha256 } from "./cms.ts";
import { appendTo } from "./edit.ts";
import { allowedChanges, signatureFields } from "./fields.ts";
import type { WithGap } from "./gap.ts";
import type { StampPlace } from "./stamp-pages.ts";
import { beginUpdate, type Update } from "./update.ts";

/** Why a PDF cannot be sealed. `certified`: its author's signature forbids it. `signed`: the field is signed already. */
export type SealRefusal = "unreadable" | "encrypted" | "certified" | "signed";

export interface SealText {
  /** Name of the signature field, made if the file has none of that name. Without dots. */
  field: string;
  /** Further fields to make for later seals: a field made after a seal looks like a change of what was sealed. */
  laterFields?: readonly string[];
  reason: string;
  location: string;
  at: Date;
}

/** Pages to add at the end before the file is sealed, as a PDF of our own writer. */
export interface LastPages {
  pdf: Uint8Array;
  language: string;
  /** Put on the pages that are there, such as into the frames for signatures: their pictures, one a page. */
  stamps?: { pdf: Uint8Array; places: readonly StampPlace[] } | undefined;
}

export interface Prepared extends WithGap {
  /** How many of the given pages were added, and why none. */
  added: number;
  omitted: PagesOmitted | null;
}

/** Text as readers expect it: UTF-16 with its mark, in hexadecimal digits. */
const textString = (text: string): string => `<FEFF${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;
const dateString = (at: Date): string => `(D:${at.toISOString().replace(/\D/g, "").slice(0, 14)}Z)`;

/** The file, or why it cannot be sealed. */
async function open(file: Buffer): Promise<{ pdf: PDF } | { refused: SealRefusal }> {
  // Offsets count from the first byte.
  if (!file.subarray(0, 8).toString("latin1").startsWith("%PDF-")) return { refused: "unreadable" };
  const encrypted = /\/Encrypt\b/.test(file.subarray(-65_536).toString("latin1"));
  try {
    const pdf = await PDF.load(file, { lenient: false });
    if (pdf.isEncrypted || pdf.context.info.trailer.has("Encrypt")) return { refused: "encrypted" };
    return pagesOf(pdf).length > 0 ? { pdf } : { refused: "unreadable" };
  } catch {
    return { refused: encrypted ? "encrypted" : "unreadable" };
  }
}

/** The update's own view of form and first page, which new fields are added to. */
function addField(pdf: PDF, update: Update, name: string, value?: PdfRef): void {
  const resolve = resolverOf(pdf);
  const catalog = catalogOf(pdf);
  const pageRef = pagesOf(pdf)[0];
  const page = asDict(resolve(pageRef));
  if (!catalog || !pageRef || !page) throw new Error("no catalog or page");

  const written = catalog.dict.get("AcroForm");
  const form = asDict(resolve(written)) ?? PdfDict.of({});
  if (written instanceof PdfRef) update.change(written, form);
  else {
    catalog.dict.set("AcroForm", form);
    update.change(catalog.ref, catalog.dict);
  }
  // Signatures exist, and may only be kept by appending.
  form.set("SigFlags", PdfNumber.of(3));

  const field = update.allocate();
  const dict = PdfDict.of({
    Type: PdfName.of("Annot"),
    Subtype: PdfName.of("Widget"),
    FT: PdfName.of("Sig"),
    T: PdfString.fromString(name),
    Rect: new PdfArray([0, 0, 0, 0].map((side) => PdfNumber.of(side))),
    // Print and locked.
    F: PdfNumber.of(132),
    P: pageRef,
    ...(value && { V: value }),
  });
  update.change(field, dict);
  appendTo(form, "Fields", [field], { update, resolve });
  appendTo(page, "Annots", [field], { update, resolve });
  update.change(pageRef, page);
}

/** The signature's dictionary with a gap, and the places in it that are filled later. */
function signatureText({ reason, location, at }: SealText, reserved: number) {
  const rangeHead = "<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached\n/ByteRange ";
  // The widest range there can be.
  const range = `[0 ${"0 ".repeat(3)}]`.padEnd("[0 ".length + 3 * 11 + 1);
  const gapHead = `${rangeHead}${range}\n/Contents `;
  const gap = `<${"0".repeat(reserved * 2)}>`;
  const rest = `\n/M ${dateString(at)}\n/Reason ${textString(reason)}\n/Location ${textString(location)} >>`;
  return {
    text: `${gapHead}${gap}${rest}`,
    range: { start: rangeHead.length, length: range.length },
    gap: { start: gapHead.length, end: gapHead.length + gap.length },
  };
}

type Result = Prepared | { refused: SealRefusal };

/**
 * The file with a signature whose CMS is still missing; `reserved` bytes are kept for it. What was there stays the
 * beginning of the result. Pages that the file cannot take are left out: it is sealed all the same.
 */
export async function prepareSeal(
  file: Buffer,
  seal: SealText,
  reserved: number,
  lastPages?: LastPages,
): Promise<Result> {
  const pages = lastPages && (await PDF.load(lastPages.pdf, { lenient: false }));
  const opened = await open(file);
  if ("refused" in opened) return opened;
  try {
    if (!pages) return prepareOpened(file, opened.pdf, seal, reserved);
    const omitted = refusalToAppend(opened.pdf);
    if (omitted) return { ...prepareOpened(file, opened.pdf, seal, reserved), omitted };
    const { language, stamps } = lastPages;
    const pictures = stamps && (await PDF.load(stamps.pdf, { lenient: false }));
    const order = { pages, language, stamps: pictures && { pictures, places: stamps.places } };
    const extended = await prepareExtended(file, opened.pdf, seal, reserved, order).catch(() => undefined);
    if (extended) return extended;
    // Objects of the first attempt may be changed by half.
    const again = await open(file);
    return "refused" in again ? again : { ...prepareOpened(file, again.pdf, seal, reserved), omitted: "structure" };
  } catch {
    // What the parser lets pass lazily fails here: a broken object, or no cross-reference section at the end.
    return { refused: "unreadable" };
  }
}

/** With the pages, read again: throws unless each page is found in what was written. */
async function prepareExtended(
  file: Buffer,
  pdf: PDF,
  seal: SealText,
  reserved: number,
  pages: Addition,
): Promise<Result> {
  const before = pagesOf(pdf).length;
  const prepared = prepareOpened(file, pdf, seal, reserved, pages);
  if ("refused" in prepared) return prepared;
  const read = await PDF.load(prepared.bytes, { lenient: false });
  if (pagesOf(read).length !== before + prepared.added) throw new Error("pages are missing");
  return prepared;
}

function prepareOpened(file: Buffer, pdf: PDF, seal: SealText, reserved: number, pages?: Addition): Result {
  const fields = signatureFields(pdf);
  const existing = fields.find(({ name }) => name === seal.field);
  if (existing?.signature) return { refused: "signed" };
  const later = (seal.laterFields ?? []).filter((name) => !fields.some((field) => field.name === name));
  const allowed = allowedChanges(pdf);
  if (allowed === "none" || (allowed === "existingFields" && (!existing || later.length > 0)))
    return { refused: "certified" };

  const update = beginUpdate(file, pdf);
  const added = pages ? appendPages(pdf, update, pages) : 0;
  const signature = update.allocate();
  if (existing) {
    existing.dict.set("V", signature);
    update.change(existing.ref, existing.dict);
  } else addField(pdf, update, seal.field, signature);
  for (const name of later) addField(pdf, update, name);

  const { text, range, gap } = signatureText(seal, reserved);
  const { bytes, lastAt } = update.finish({ ref: signature, text }, sha256(file, Buffer.from(text)).subarray(0, 16));
  const [start, end] = [lastAt + gap.start, lastAt + gap.end];
  const counted = `[0 ${start} ${end} ${bytes.length - end}]`.padEnd(range.length);
  bytes.write(counted, lastAt + range.start, "latin1");
  return { bytes, gap: { start, end }, added, omitted: null };
}
