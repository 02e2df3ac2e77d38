/** Files of announcements: read and previewed, then stored as a whole or not at all. */
import { type AnnouncementPreview, announcements as calls } from "@portico/api/announcements.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { readPage } from "../../kernel/cursor.ts";
import { canOf, staffVerdict } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { getUserNames } from "../holders/holders.ts";
import { toAsker } from "../imports/audit-entries.ts";
import { emitPortfolios } from "../portfolios/change-events.ts";
import { recordNames } from "../portfolios/ledger/market-changes.ts";
import { listOfInstruments, lockAnnouncements, storeAnnouncements } from "./announcements.queries.ts";
import { compareRows } from "./checks.ts";
import { findUpload, listUploadRecords, settleUpload, type UploadRecord } from "./uploads.queries.ts";

/** What the audit log says of a file. */
export const toFile = (record: UploadRecord) => ({
  fileName: record.file_name,
  state: record.state,
  rows: record.rows,
  newRows: record.new_rows,
  knownRows: record.known_rows,
  correctedRows: record.corrected_rows,
  refusedRows: record.refused_rows,
});

const listed = (record: UploadRecord, names: ReadonlyMap<number, string>) => ({
  ...toFile(record),
  id: record.id,
  created_at: record.created_at.toISOString(),
  created_by: names.get(record.created_by) ?? String(record.created_by),
  markedRows: record.marked_rows,
});

async function requireUpload({ db }: Context, id: number): Promise<UploadRecord> {
  const record = await findUpload(db, id);
  if (!record) throw new Refusal("notFound");
  return record;
}

/** A file as read. */
export async function getUpload(context: Context, id: number): Promise<AnnouncementPreview> {
  const record = await requireUpload(context, id);
  const verdict =
    staffVerdict(requireViewer(context), calls.confirm) ?? (record.state === "previewed" ? null : "stateConflict");
  return {
    ...listed(record, await getUserNames(context.db, [record.created_by])),
    ...(record.preview as Pick<AnnouncementPreview, "fresh" | "corrections" | "refusals" | "marked">),
    can: canOf({
      confirm: verdict ?? (record.new_rows + record.corrected_rows === 0 ? "stateConflict" : null),
      discard: verdict,
    }),
  };
}

/** Reads a file on a worker thread and stores its preview. */
export async function previewFile(
  context: Context,
  { fileName, content }: Parsed<typeof calls.preview>["body"],
): Promise<AnnouncementPreview> {
  const asker = toAsker(context);
  const id = await context.workers.run(
    "previewAnnouncements",
    { upload: { fileName, content: content.pieces }, asker },
    { holder: `user/${asker.userId}`, ...(context.caller.signal && { signal: context.caller.signal }) },
  );
  return getUpload(context, id);
}

/**
 * Stores a file. `quotesNotAccepted` while marked rows or corrections were not looked at; `fileRefused` for a file that was
 * refused; `stateConflict` if something of it was announced otherwise meanwhile, or the file was dropped. A second
 * confirmation answers as the first.
 */
export async function confirmUpload(context: Context, id: number, acceptMarked: boolean): Promise<AnnouncementPreview> {
  const { userId } = requireViewer(context);
  const before = await requireUpload(context, id);
  if (before.state === "refused") throw new Refusal("fileRefused");
  if (before.state === "previewed" && before.marked_rows + before.corrected_rows > 0 && !acceptMarked)
    throw new Refusal("quotesNotAccepted");
  await transact(context, async (tx) => {
    // Of two files at once the second sees the first's rows.
    await lockAnnouncements(tx);
    const record = await settleUpload(tx, id, { state: "confirmed", userId });
    if (!record) {
      if ((await findUpload(tx, id))?.state === "confirmed") return;
      throw new Refusal("stateConflict");
    }
    const { waiting } = record;
    const instrumentIds = [...new Set(waiting.map(({ instrumentId }) => instrumentId))];
    const now = compareRows(waiting, await listOfInstruments(tx, instrumentIds));
    const isAsRead =
      now.known.length === 0 &&
      now.fresh.every(({ corrects }) => corrects === null) &&
      now.corrections.every(({ row, stored }) => row.corrects === stored.id);
    if (!isAsRead) throw new Refusal("stateConflict");
    await storeAnnouncements(tx, waiting, record.id);
    tx.audit("announcement.fileConfirmed", id, { after: { ...toFile(record), marked: record.marked_rows } });
    tx.emit("announcements:changed", {});
    emitPortfolios(tx, await recordNames(tx, instrumentIds));
  });
  return getUpload(context, id);
}

/** Drops a file that waits; doing it twice is no error. */
export async function discardUpload(context: Context, id: number): Promise<{ done: true }> {
  const { userId } = requireViewer(context);
  await requireUpload(context, id);
  await transact(context, async (tx) => {
    const record = await settleUpload(tx, id, { state: "discarded", userId });
    if (!record) {
      if ((await findUpload(tx, id))?.state === "discarded") return;
      throw new Refusal("stateConflict");
    }
    tx.audit("announcement.fileDiscarded", id, { after: toFile(record) });
    tx.emit("announcements:changed", {});
  });
  return { done: true };
}

/** Files of announcements, the newest first. */
export async function listUploads(
  { db }: Context,
  { cursor, limit }: Parsed<typeof calls.listUploads>["query"],
): Promise<Answer<typeof calls.listUploads>> {
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: "newest" },
    (start) => listUploadRecords(db, { below: start.after?.id, limit: start.limit }),
    (row) => ["", row.id],
  );
  const names = await getUserNames(db, [...new Set(rows.map((row) => row.created_by))]);
  return { uploads: rows.map((record) => listed(record, names)), nextCursor };
}
