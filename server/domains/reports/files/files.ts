/** Files of a made report, written each time from its data. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { textIn } from "@portico/messages/server-text.ts";
import type { Brand } from "@portico/pdf/layout/frame.ts";
import { readWhole } from "../../../adapters/files/files.ts";
import type { SentFile } from "../../../http/downloads.ts";
import type { Context } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import type { StoredGiven } from "../given.ts";
import { recordOpening } from "../openings.ts";
import { readMade } from "../reports.ts";
import type { FileOrder } from "./shown.ts";

type Form = "pdf" | "xlsx" | "csv";
const mediaTypes: Record<Form, string> = {
  pdf: "application/pdf",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv; charset=utf-8",
};

/** As the firm's papers looked when the report was asked for, so that the same report is the same file after the brand has changed. */
async function readBrand({ files }: Context, { brand }: StoredGiven): Promise<Brand | null> {
  if (!brand) return null;
  const { accent, logo } = brand;
  return { accent, logo: logo && (await readWhole(files, logo)).toString("base64") };
}

/** `stateConflict` for a report that is not made. The look of the holder's people is recorded. */
async function send(context: Context, id: number, form: Form): Promise<SentFile> {
  const { row, data, dataHash, changes } = await readMade(context.db, id);
  const given = JSON.parse(row.given) as StoredGiven;
  const { firm, timeZone } = given;
  const order: FileOrder = {
    id: row.id,
    kind: row.kind,
    language: row.language,
    data,
    dataHash,
    firm,
    brand: form === "pdf" ? await readBrand(context, given) : null,
    timeZone,
    knownAt: row.known_at.toISOString(),
    madeAt: (row.made_at ?? row.asked_at).toISOString(),
    replaces: row.replaces,
    changes,
  };
  const holder = holderOf(row);
  const work = { holder: `${holder.holderType}/${holder.holderId}`, signal: context.caller.signal };
  const { bytes } =
    form === "pdf"
      ? await context.workers.run("reportPdf", order, work)
      : await context.workers.run("reportSheets", { ...order, form }, work);
  await recordOpening(context, { reportId: row.id, holder, form });
  const file = Buffer.from(bytes);
  return {
    name: `${textIn(row.language)("reports.file.name")}-${row.kind}-${row.from}-${row.to}-${row.id}.${form}`,
    media_type: mediaTypes[form],
    size: file.length,
    etag: createHash("sha256").update(file).digest("hex"),
    stream: (start, end) => Readable.from([file.subarray(start, end)]),
  };
}

export const sendPdf = (context: Context, id: number): Promise<SentFile> => send(context, id, "pdf");
export const sendXlsx = (context: Context, id: number): Promise<SentFile> => send(context, id, "xlsx");
export const sendCsv = (context: Context, id: number): Promise<SentFile> => send(context, id, "csv");
