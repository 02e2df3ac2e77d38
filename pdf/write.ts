/**
 * Writes documents as tagged PDF: title, language, structure tree, embedded fonts. The same data gives the same bytes in
 * every process. No access to database, clock or network.
 */

import type { Measure } from "./layout/break-lines.ts";
import { drawPages, type SignaturePlace } from "./layout/draw.ts";
import { type Faces, openFaces } from "./layout/faces.ts";
import { type Brand, drawFrame } from "./layout/frame.ts";
import { blockGlyphFaults, frameGlyphFaults } from "./layout/glyph-faults.ts";
import { layOut } from "./layout/lay-out.ts";
import { addOutline } from "./layout/outline.ts";
import { paginate } from "./layout/paginate.ts";
import { element } from "./layout/strips.ts";
import { colours, textHeight } from "./layout/style.ts";
import { bytesOfFile, openFile, type TaggedFile } from "./layout/tagged-file.ts";
import type { Block } from "./model/blocks.ts";
import { type Fault, maxFaults, type Outcome } from "./model/faults.ts";
import { sortedJson } from "./model/sorted-json.ts";

/** Characters of a document as JSON, with values; about a hundred pages. */
export const maxDocumentLength = 400_000;
/** Printed lines and rows of a document. */
export const maxLines = 20_000;

export interface PdfDocument {
  language: "bg" | "en" | "pl";
  title: string;
  /** The firm's name, in the header and as author. */
  firm: string;
  /** The firm's colour and logo on each page. */
  brand?: Brand;
  /** The file says of itself that it keeps to PDF/UA-1: for files that nobody signs, because a signature adds fields. */
  claimsAccessible?: true;
  /** In the footer: by what the firm finds the document. */
  reference: string;
  /** The instant that the file carries as its date, ISO 8601. */
  date: string;
  /** Wording in the document's language. */
  labels: {
    /** With `{page}` and `{pages}`: "Page {page} of {pages}". */
    page: string;
    /** Read aloud for the frame of a signature: "Space for the signature". */
    signature: string;
  };
  blocks: Block[];
}

export interface WrittenPdf {
  bytes: Uint8Array;
  pages: number;
  /** The frames of `signatures` blocks, in the order of the document. */
  signatures: SignaturePlace[];
}

function measureWith(file: TaggedFile): Measure {
  return (text, face, style) => {
    // The layout of a text has an object per character: a very long word is measured in parts.
    const parts = text.match(/[^]{1,500}/g) ?? [];
    const options = style.tabular && { features: ["tnum" as const] };
    return parts.reduce((sum, part) => sum + file.font(face, style.size).widthOfString(part, options), 0);
  };
}

/** How long a document may be. */
export interface Limits {
  /** Characters as JSON. */
  length: number;
  /** Printed lines and rows. */
  lines: number;
}
const usualLimits: Limits = { length: maxDocumentLength, lines: maxLines };

/** The document as JSON, or that it is too long, or all characters that cannot be printed, each with its place. */
function checkWith(faces: Faces, document: PdfDocument, limits = usualLimits): Outcome<{ data: string }> {
  const { title, firm, reference, labels, blocks } = document;
  const data = sortedJson(document);
  if (data.length > limits.length) return { faults: [{ code: "tooLarge", what: "characters", limit: limits.length }] };
  const faults = [
    ...frameGlyphFaults({ title, firm, reference, labels: labels.page }, faces),
    ...blockGlyphFaults(blocks, faces),
  ];
  return faults.length > 0 ? { faults: faults.slice(0, maxFaults) } : { data };
}

/**
 * The faults that `writePdf` would find, without the time that layout and writing take; none if only the number of
 * printed lines is too large.
 */
export function checkPdf(document: PdfDocument): Fault[] {
  const checked = checkWith(openFaces(), document);
  return "faults" in checked ? checked.faults : [];
}

/** The file, or its faults (`checkWith`, or too many lines). Throws for an invalid date. */
export async function writePdf(document: PdfDocument, limits = usualLimits): Promise<Outcome<WrittenPdf>> {
  const { language, title, firm, brand, reference, date, labels, blocks, claimsAccessible } = document;
  const faces = openFaces();
  const checked = checkWith(faces, document, limits);
  if ("faults" in checked) return checked;
  const { data } = checked;

  const file = openFile(
    { language, title, author: firm, date, data, ...(claimsAccessible && { claimsAccessible }) },
    faces,
  );
  const setting = {
    measure: measureWith(file),
    language,
    signature: labels.signature,
    accent: brand?.accent ?? colours.link,
  };
  const root = element("Document", null);
  const strips = layOut(blocks, root, setting);
  if (strips.length > limits.lines) return { faults: [{ code: "tooLarge", what: "lines", limit: limits.lines }] };
  const pages = paginate(strips, textHeight);
  const pageLabel = (page: number): string =>
    labels.page.replaceAll("{page}", `${page}`).replaceAll("{pages}", `${pages.length}`);
  const signatures = drawPages(file, pages, {
    root,
    drawFrame: (page) => drawFrame(file, { firm, title, reference, pageNumber: pageLabel(page) }, setting, brand),
  });
  addOutline(file, pages);
  return { bytes: await bytesOfFile(file), pages: pages.length, signatures };
}
