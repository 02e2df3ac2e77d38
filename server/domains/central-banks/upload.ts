/** Archives of rates: read and previewed, then stored as a whole or not at all. */
import { type ArchivePreview, centralBanks as calls } from "@portico/api/central-banks.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { CentralBank } from "@portico/api/rules/central-banks.ts";
import { findRowFile, listRowFiles, type RowFileRecord, settleRowFile } from "../../database/row-files.queries.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { staffVerdict } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { toAsker } from "../imports/audit-entries.ts";
import { listPageOfRowFiles, presentRowFile, toAuditedFile } from "../imports/row-files.ts";
import type { ArchiveRate } from "./archive.ts";
import { compareRates, isSameRate, type NewRate } from "./comparison.ts";
import { insertBatch, listRates, lockBank } from "./rates.queries.ts";

const table = "central_bank_upload";
export const bankOfArchives: CentralBank = "NBP";

/** What the audit log says of a file. */
export const toAudited = (record: RowFileRecord) => ({ upload: record.id, ...toAuditedFile(record) });

async function requireUpload({ db }: Context, id: number): Promise<RowFileRecord> {
  const record = await findRowFile(db, table, id);
  if (!record) throw new Refusal("notFound");
  return record;
}

export async function getArchive(context: Context, id: number): Promise<ArchivePreview> {
  const record = await requireUpload(context, id);
  return {
    ...(await presentRowFile(context, record, staffVerdict(requireViewer(context), calls.confirmArchive))),
    ...(record.preview as Pick<
      ArchivePreview,
      "bank" | "from" | "to" | "currencies" | "corrections" | "refusals" | "marked"
    >),
  };
}

/** Reads a file on a worker thread and stores its preview. */
export async function previewArchive(
  context: Context,
  { fileName, content }: Parsed<typeof calls.previewArchive>["body"],
): Promise<ArchivePreview> {
  const asker = toAsker(context);
  const id = await context.workers.run(
    "previewCentralBank",
    { upload: { fileName, content: content.pieces }, asker },
    { holder: `user/${asker.userId}`, ...(context.caller.signal && { signal: context.caller.signal }) },
  );
  return getArchive(context, id);
}

const isAsRead = (now: readonly NewRate<ArchiveRate>[], waiting: readonly NewRate<ArchiveRate>[]): boolean =>
  now.length === waiting.length &&
  now.every(({ before }, place) => {
    const read = waiting[place]?.before ?? null;
    return before === null ? read === null : read !== null && isSameRate(before, read);
  });

/**
 * Stores a file. `quotesNotAccepted` while marked rows or corrections were not looked at; `fileRefused` for a file that was refused;
 * `stateConflict` if a day was stored meanwhile, or the file was dropped. A second confirmation answers as the first.
 */
export async function confirmArchive(context: Context, id: number, acceptMarked: boolean): Promise<ArchivePreview> {
  const { userId } = requireViewer(context);
  const before = await requireUpload(context, id);
  if (before.state === "refused") throw new Refusal("fileRefused");
  if (before.state === "previewed" && before.marked_rows + before.corrected_rows > 0 && !acceptMarked)
    throw new Refusal("quotesNotAccepted");
  await transact(context, async (tx) => {
    await lockBank(tx, bankOfArchives);
    const record = await settleRowFile(tx, table, { id, state: "confirmed", userId });
    if (!record) {
      if ((await findRowFile(tx, table, id))?.state === "confirmed") return;
      throw new Refusal("stateConflict");
    }
    const waiting = record.waiting as NewRate<ArchiveRate>[];
    const days = waiting.map(({ day }) => day).toSorted();
    const [from = "", to = ""] = [days[0], days.at(-1)];
    const { fresh } = compareRates(waiting, await listRates(tx, { bank: bankOfArchives, from, to }));
    if (!isAsRead(fresh, waiting)) throw new Refusal("stateConflict");
    await insertBatch(tx, { bank: bankOfArchives, source: "file", uploadId: id }, waiting);
    tx.audit("centralBank.archiveConfirmed", id, {
      after: { ...toAudited(record), marked: record.marked_rows },
    });
    tx.emit("centralBanks:changed", {});
  });
  return getArchive(context, id);
}

/** Drops a file that waits; doing it twice is no error. */
export async function discardArchive(context: Context, id: number): Promise<{ done: true }> {
  const { userId } = requireViewer(context);
  await requireUpload(context, id);
  await transact(context, async (tx) => {
    const record = await settleRowFile(tx, table, { id, state: "discarded", userId });
    if (!record) {
      if ((await findRowFile(tx, table, id))?.state === "discarded") return;
      throw new Refusal("stateConflict");
    }
    tx.audit("centralBank.archiveDiscarded", id, { after: toAudited(record) });
    tx.emit("centralBanks:changed", {});
  });
  return { done: true };
}

/** Archives that were read, the newest first. */
export const listArchives = (
  context: Context,
  query: Parsed<typeof calls.listUploads>["query"],
): Promise<Answer<typeof calls.listUploads>> =>
  listPageOfRowFiles(context, query, (start) => listRowFiles(context.db, table, start));
