/** The proof of a period for an auditor, as one file. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import type { ReportKind } from "@portico/api/rules/reports.ts";
import type { Language } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import type { SentFile } from "../../../http/downloads.ts";
import type { Context } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { firmDay } from "../../settings/firm-day.ts";

interface Wanted {
  from: string;
  to: string;
  kind?: ReportKind | undefined;
  language: Language;
}

const mediaTypes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

/** `tooLarge` for a workbook of very many rows, which CSV bears. The export is recorded. */
async function send(context: Context, wanted: Wanted, form: "csv" | "xlsx"): Promise<SentFile> {
  const { from, to, kind = null, language } = wanted;
  if (to < from) throw new Refusal("badInput", { fields: [{ path: "to", code: "beforeStart" }] });
  const { timeZone } = await firmDay(context.db, context.now());
  const { bytes, reports, without } = await context.workers.run(
    "reportProof",
    { from, to, kind, language, timeZone, form },
    { holder: "staff/proof", signal: context.caller.signal },
  );
  await transact(context, async (tx) =>
    tx.audit("reportRun.proofExported", `${from} ${to}`, { after: { kind, reports, without } }),
  );
  const file = Buffer.from(bytes);
  return {
    name: `${textIn(language)("admin.runs.proof.file")}-${from}-${to}.${form}`,
    media_type: mediaTypes[form],
    size: file.length,
    etag: createHash("sha256").update(file).digest("hex"),
    stream: (start, end) => Readable.from([file.subarray(start, end)]),
  };
}

export const sendProofCsv = (context: Context, wanted: Wanted): Promise<SentFile> => send(context, wanted, "csv");
export const sendProofXlsx = (context: Context, wanted: Wanted): Promise<SentFile> => send(context, wanted, "xlsx");
