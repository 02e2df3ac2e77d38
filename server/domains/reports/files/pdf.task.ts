/** Writes a report as tagged PDF. The same report gives the same bytes, whoever writes it. */
import { type Limits, type PdfDocument, writePdf } from "@portico/pdf/write.ts";
import { tablesOf } from "@portico/reports/layout.ts";
import { withoutMissing } from "../../../evidence/write-evidence.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { reportDocument } from "./document.ts";
import { type FileOrder, showReport } from "./shown.ts";

const limits: Limits = { length: 20_000_000, lines: 60_000 };
/** What the thread's memory and processor time suffice for: some 2,000 pages. Longer reports have CSV and a workbook. */
export const maxRows = 10_000;

/** `tooLarge` for more rows than are printed. */
export async function run(order: FileOrder): Promise<{ bytes: Uint8Array }> {
  const shown = showReport(order);
  const rows = tablesOf(shown.layout).reduce((sum, table) => sum + table.rows.length, 0);
  // At once: the thread would work for a minute, and other holders' documents wait for it.
  if (rows > maxRows) throw new Refusal("tooLarge");
  let document: PdfDocument = reportDocument(shown);
  for (;;) {
    const written = await writePdf(document, limits);
    if ("bytes" in written) return { bytes: written.bytes };
    if (written.faults.some(({ code }) => code === "tooLarge")) throw new Refusal("tooLarge");
    document = withoutMissing(document, written.faults);
  }
}
