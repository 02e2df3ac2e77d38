/** A document as the worker's tasks take it: blocks, or a template with values. */
import { parseTemplate } from "@portico/pdf/markdown/parse.ts";
import type { Outcome } from "@portico/pdf/model/faults.ts";
import { fillTemplate, type Values } from "@portico/pdf/model/fill.ts";
import type { PdfDocument } from "@portico/pdf/write.ts";

export interface PdfOrder extends PdfDocument {
  /** Printed before `blocks`. Its faults are those of parsing, of values, or of characters. */
  template?: { markdown: string; values: Values };
}

/** The document with its template filled in. */
export function buildDocument({ template, ...document }: PdfOrder): Outcome<{ document: PdfDocument }> {
  if (!template) return { document };
  const parsed = parseTemplate(template.markdown);
  if ("faults" in parsed) return parsed;
  const filled = fillTemplate(parsed.blocks, template.values);
  if ("faults" in filled) return filled;
  return { document: { ...document, blocks: [...filled.blocks, ...document.blocks] } };
}
