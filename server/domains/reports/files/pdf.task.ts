/** Writes a report as tagged PDF. The same report gives the same bytes, whoever writes it. */
import { type Limits, type PdfDocument, writePdf } from "@portico/pdf/write.ts";
import { withoutMissing } from "../../../evidence/write-evidence.ts";
import { reportDocument } from "./document.ts";
import { type FileOrder, showReport } from "./shown.ts";

/** Some 10,000 rows; the task's limit of processor time ends longer ones. */
const limits: Limits = { length: 20_000_000, lines: 60_000 };

export async function run(order: FileOrder): Promise<{ bytes: Uint8Array }> {
  let document: PdfDocument = reportDocument(showReport(order));
  for (;;) {
    const written = await writePdf(document, limits);
    if ("bytes" in written) return { bytes: written.bytes };
    document = withoutMissing(document, written.faults);
  }
}
