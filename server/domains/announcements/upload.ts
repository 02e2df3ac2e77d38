/** Files of announcements: read and previewed, then stored as a whole or not at all. */
import { type AnnouncementPreview, announcements as calls } from "@portico/api/announcements.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { findRowFile, listRowFiles, type RowFileRecord, settleRowFile } from "../../database/row-files.queries.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { staffVerdict } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { toAsker } from "../imports/audit-entries.ts";
import { listPageOfRowFiles, presentRowFile, toAuditedFile } from "../imports/row-files.ts";
import { emitPortfolios } from "../portfolios/change-events.ts";
import { recordNames } from "../portfolios/ledger/market-changes.ts";
import { listOfInstruments, lockAnnouncements, storeAnnouncements, type WaitingRow } from "./announcements.queries.ts";
import { compareRows } from "./checks.ts";

const table = "income_announcement_upload";

async function requireUpload({ db }: Context, id: number): Promise<RowFileRecord> {
  const record = await findRowFile(db, table, id);
  if (!record) throw new Refusal("notFound");
  return record;
}

/** A file as read. */
export async function getUpload(context: Context, id: number): Promise<AnnouncementPreview> {
  const record = await requireUpload(context, id);
  return {
    ...(await presentRowFile(context, record, staffVerdict(requireViewer(context), calls.confirm))),
    ...(record.preview as Pick<AnnouncementPreview, "fresh" | "corrections" | "refusals" | "marked">),
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
    const record = await settleRowFile(tx, table, { id, state: "confirmed", userId });
    if (!record) {
      if ((await findRowFile(tx, table, id))?.state === "confirmed") return;
      throw new Refusal("stateConflict");
    }
    const waiting = record.waiting as WaitingRow[];
    const instrumentIds = [...new Set(waiting.map(({ instrumentId }) => instrumentId))];
    const now = compareRows(waiting, await listOfInstruments(tx, instrumentIds));
    const isAsRead =
      now.known.length === 0 &&
      now.fresh.every(({ corrects }) => corrects === null) &&
      now.corrections.every(({ row, stored }) => row.corrects === stored.id);
    if (!isAsRead) throw new Refusal("stateConflict");
    await storeAnnouncements(tx, waiting, record.id);
    tx.audit("announcement.fileConfirmed", id, { after: { ...toAuditedFile(record), marked: record.marked_rows } });
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
    const record = await settleRowFile(tx, table, { id, state: "discarded", userId });
    if (!record) {
      if ((await findRowFile(tx, table, id))?.state === "discarded") return;
      throw new Refusal("stateConflict");
    }
    tx.audit("announcement.fileDiscarded", id, { after: toAuditedFile(record) });
    tx.emit("announcements:changed", {});
  });
  return { done: true };
}

/** Files of announcements, the newest first. */
export const listUploads = (
  context: Context,
  query: Parsed<typeof calls.listUploads>["query"],
): Promise<Answer<typeof calls.listUploads>> =>
  listPageOfRowFiles(context, query, (start) => listRowFiles(context.db, table, start));
