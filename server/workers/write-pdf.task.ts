/** Writes a document as PDF from blocks, or from a template with values. */
import { parseTemplate } from "@portico/pdf/markdown/parse.ts";
import type { Outcome } from "@portico/pdf/model/faults.ts";
import { fillTemplate, type Values } from "@portico/pdf/model/fill.ts";
import { type PdfDocument, type WrittenPdf, writePdf } from "@portico/pdf/write.ts";

export interface PdfOrder extends PdfDocument {
  /** Printed before `blocks`. Its faults are those of parsing, of values, or of characters. */
  template?: { markdown: string; values: Values };
}

export async function run({ template, ...document }: PdfOrder): Promise<Outcome<WrittenPdf>> {
  if (!template) return writePdf(document);
  const parsed = parseTemplate(template.markdown);
  if ("faults" in parsed) return parsed;
  const filled = fillTemplate(parsed.blocks, template.values);
  if ("faults" in filled) return filled;
  return writePdf({ ...document, blocks: [...filled.blocks, ...document.blocks] });
}
