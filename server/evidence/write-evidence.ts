/** Writes evidence as PDF: always, whatever characters are in it. */
import type { Fault } from "@portico/pdf/model/faults.ts";
import type { PdfDocument } from "@portico/pdf/write.ts";
import type { PortalWorkers } from "../workers/open.ts";

/** The same data would never become a document: it is too long. */
export class EvidenceUnprintable extends Error {}

/**
 * Characters that the font lacks are printed as their code point, `[U+6F22]`: a browser's name must not make the evidence
 * impossible, and evidence.json has them as they are. Throws `EvidenceUnprintable` for a document that is too long.
 */
export async function writeEvidencePdf(workers: PortalWorkers, document: PdfDocument, holder: string): Promise<Buffer> {
  let printable = document;
  for (;;) {
    const written = await workers.run("writePdf", printable, { holder });
    if ("bytes" in written) return Buffer.from(written.bytes);
    printable = withoutMissing(printable, written.faults);
  }
}

/**
 * The document with characters that the font lacks as their code points. Throws `EvidenceUnprintable` if it has other faults,
 * or none that this mends.
 */
export function withoutMissing(document: PdfDocument, faults: readonly Fault[]): PdfDocument {
  const missing = new Map<string, string>();
  for (const fault of faults) {
    if (fault.code !== "missingGlyph") throw new EvidenceUnprintable(`the document cannot be printed: ${fault.code}`);
    missing.set(fault.character, `[${fault.codePoint}]`);
  }
  const before = JSON.stringify(document);
  const printable = JSON.parse(before, (_, value: unknown) =>
    typeof value === "string" ? replaced(value, missing) : value,
  ) as PdfDocument;
  // Each attempt names some of the characters; without a change it would be the last one for ever.
  if (JSON.stringify(printable) === before)
    throw new EvidenceUnprintable("the document has characters that cannot be printed");
  return printable;
}

const replaced = (text: string, missing: ReadonlyMap<string, string>): string =>
  [...missing].reduce((sum, [character, shown]) => sum.replaceAll(character, shown), text);
