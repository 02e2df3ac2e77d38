/**
 * Files of custodians and of the firm: validated, previewed, then booked as a whole or not at all. Long work runs on a
 * worker thread.
 */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { ImportPreview, imports, ListedImport } from "@portico/api/imports.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { readPage } from "../../kernel/cursor.ts";
import { canOf, enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../kernel/transaction.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { getUserNames } from "../holders/holders.ts";
import { recordImport, toAsker } from "./audit-entries.ts";
import { refusalTo, refusalToPreview } from "./imports.policy.ts";
import { findImport, type ListedRecord, listImportRecords, listNamedImports, settleImport } from "./imports.queries.ts";
import { answered, whoBrought } from "./preview/preview.ts";

/** Queue key: files of one colleague are processed one after the other. */
const turnOf = ({ userId }: { userId: number }): string => `user/${userId}`;

/** Reads a file and reports what it would change. Stores only the preview, and the file if it can be confirmed. */
export async function previewImport(
  context: Context,
  { content, base64data, ...upload }: Parsed<typeof imports.preview>["body"],
): Promise<ImportPreview> {
  const asker = toAsker(context);
  return context.workers.run(
    "previewImport",
    { upload: { ...upload, sent: base64data ?? content?.pieces ?? [] }, asker },
    { holder: turnOf(asker), ...(context.caller.signal && { signal: context.caller.signal }) },
  );
}

/** Previews each file of a ZIP by itself, in its order; files before one that cannot be unpacked keep their previews. */
export async function previewArchive(
  context: Context,
  { base64data }: Parsed<typeof imports.previewArchive>["body"],
): Promise<Answer<typeof imports.previewArchive>> {
  const asker = toAsker(context);
  const { ids, refusal } = await context.workers.run(
    "previewArchive",
    { bytes: base64data, asker },
    { holder: turnOf(asker), ...(context.caller.signal && { signal: context.caller.signal }) },
  );
  return { imports: await presentListed(context.db, await listNamedImports(context.db, ids)), refusal };
}

/**
 * Confirms an import. A second confirmation returns the same result. If the file no longer fits, only the refusal and
 * its reasons are stored, and the call is refused with `fileRefused`. If the result would differ from the preview
 * (another import was booked, a client number moved), the preview is renewed and the call is refused with
 * `stateConflict`. `quotesNotAccepted` while a marked price or rate is not accepted. Continues if the caller
 * disconnects, because committed changes must be emitted.
 */
export async function confirmImport(context: Context, id: number): Promise<ImportPreview> {
  const asker = toAsker(context);
  return context.workers.run("confirmImport", { id, asker }, { holder: turnOf(asker) });
}

/**
 * Answers a question of an open preview, or withdraws the answer (null), and renews the preview. `stateConflict` if the file
 * is settled or no longer fits, or the question is not asked any more.
 */
export async function answerImport(
  context: Context,
  id: number,
  { key, answer }: Parsed<typeof imports.answer>["body"],
): Promise<ImportPreview> {
  const asker = toAsker(context);
  return context.workers.run("answerImport", { id, key, answer, asker }, { holder: turnOf(asker) });
}

/** Discards a previewed file and its text; a settled one stays unchanged. */
export async function discardImport(context: Context, id: number): Promise<ImportPreview> {
  const viewer = requireViewer(context);
  const record = await transact(context, async (tx) => {
    const settled = await settleImport(tx, id, { state: "discarded", by: viewer.userId });
    if (settled) recordImport(tx, settled, "import.discarded");
    return settled ?? (await findImport(tx, id));
  });
  if (!record) throw new Refusal("notFound");
  // Dropped already: the second time answers as the first.
  if (record.state !== "discarded") enforce(refusalTo(viewer, "discard", record));
  return answered(context.db, viewer, record);
}

export async function getImport(context: Context, id: number): Promise<ImportPreview> {
  const record = await findImport(context.db, id);
  if (!record) throw new Refusal("notFound");
  return answered(context.db, requireViewer(context), record);
}

/** Imports as lists name them. */
async function presentListed(db: Db, records: readonly ListedRecord[]): Promise<ListedImport[]> {
  const names = await getUserNames(db, [...new Set(records.flatMap(({ createdBy }) => createdBy ?? []))]);
  return records.map((record) => ({
    id: record.id,
    kind: record.kind,
    format: record.format,
    message: record.message,
    fileName: record.fileName,
    state: record.state,
    created_at: record.createdAt.toISOString(),
    created_by: whoBrought(record, names),
    confirmed_at: record.state === "confirmed" ? (record.settledAt?.toISOString() ?? null) : null,
    rows: record.rows,
    newRows: record.newRows,
    refusedRows: record.refusedRows,
    holders: record.holders,
    holderCount: record.holderCount,
  }));
}

/** Newest first; the cursor is the id of the last one shown. */
const order = "newest";

export async function listImports(
  context: Context,
  { cursor, limit, holder_type, holder_id }: Parsed<typeof imports.list>["query"],
): Promise<Answer<typeof imports.list>> {
  const { db } = context;
  const holder = holder_type && holder_id ? { holder_type, holder_id } : undefined;
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order },
    (start) => listImportRecords(db, { below: start.after?.id, holder, limit: start.limit }),
    ({ id }) => ["", id],
  );
  return {
    imports: await presentListed(db, rows),
    nextCursor,
    can: canOf({ preview: refusalToPreview(requireViewer(context)) }),
  };
}
