/** Writes a document as PDF. */
import type { Outcome } from "@portico/pdf/model/faults.ts";
import { type WrittenPdf, writePdf } from "@portico/pdf/write.ts";
import { buildDocument, type PdfOrder } from "./pdf-order.ts";

export async function run(order: PdfOrder): Promise<Outcome<WrittenPdf>> {
  const made = buildDocument(order);
  return "faults" in made ? made : writePdf(made.document);
}
