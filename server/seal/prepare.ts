/** Adds a signature to a PDF with a gap for the CMS, by an incremental update. */
import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfRef, PdfString } from "@libpdf/core";
import { sha256 } from "./cms.ts";
import { allowedChanges, asArray, asDict, catalogOf, resolverOf, signatureFields } from "./fields.ts";
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

export interface Prepared {
  bytes: Buffer;
  /** From the `<` to behind the `>` of the signature. */
  gap: { start: number; end: number };
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
    return catalogOf(pdf) && pdf.getPageCount() > 0 ? { pdf } : { refused: "unreadable" };
  } catch {
    return { refused: encrypted ? "encrypted" : "unreadable" };
  }
}

/** The update's own view of form and first page, which new fields are added to. */
function addField(pdf: PDF, update: Update, name: string, value?: PdfRef): void {
  const resolve = resolverOf(pdf);
  const catalog = catalogOf(pdf);
  const pageRef = pdf.context.pages.getPage(0);
  const page = asDict(resolve(pageRef ?? undefined));
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
  push(form, "Fields");
  if (push(page, "Annots")) update.change(pageRef, page);

  /** Appends to the dictionary's list; whether the dictionary itself was changed. */
  function push(owner: PdfDict, key: string): boolean {
    const held = owner.get(key);
    const list = asArray(resolve(held)) ?? new PdfArray([]);
    list.push(field);
    if (held instanceof PdfRef) update.change(held, list);
    else owner.set(key, list);
    return !(held instanceof PdfRef);
  }
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

/**
 * The file with a signature whose CMS is still missing; `reserved` bytes are kept for it. What was there stays the
 * beginning of the result.
 */
export async function prepareSeal(
  file: Buffer,
  seal: SealText,
  reserved: number,
): Promise<Prepared | { refused: SealRefusal }> {
  const opened = await open(file);
  if ("refused" in opened) return opened;
  const { pdf } = opened;
  try {
    return prepareOpened(file, pdf, seal, reserved);
  } catch {
    // What the parser lets pass lazily fails here: a broken object, or no cross-reference section at the end.
    return { refused: "unreadable" };
  }
}

function prepareOpened(file: Buffer, pdf: PDF, seal: SealText, reserved: number): Prepared | { refused: SealRefusal } {
  const fields = signatureFields(pdf);
  const existing = fields.find(({ name }) => name === seal.field);
  if (existing?.signature) return { refused: "signed" };
  const later = (seal.laterFields ?? []).filter((name) => !fields.some((field) => field.name === name));
  const allowed = allowedChanges(pdf);
  if (allowed === "none" || (allowed === "existingFields" && (!existing || later.length > 0)))
    return { refused: "certified" };

  const update = beginUpdate(file, pdf);
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
  return { bytes, gap: { start, end } };
}

/** What the signature covers: everything but the gap. */
export const digestOf = ({ bytes, gap }: Prepared): Buffer =>
  sha256(bytes.subarray(0, gap.start), bytes.subarray(gap.end));

/** Writes the CMS into the gap; throws if it is too long for it. */
export function fillGap({ bytes, gap }: Prepared, cms: Buffer): Buffer {
  const digits = cms.toString("hex").toUpperCase();
  if (digits.length > gap.end - gap.start - 2) throw new Error("the signature is longer than its place");
  bytes.write(digits, gap.start + 1, "latin1");
  return bytes;
}
