/** Documents for many: begun with a ZIP, looked at, then added as a whole or discarded. */
import type { DocumentBatch, documents } from "@portico/api/documents.ts";
import type { Answer, Input } from "@portico/api/endpoint.ts";
import type { StoredMediaType } from "@portico/api/files.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { eachRow } from "../../../jobs/each-row.ts";
import { type Context, requireViewer, type Services } from "../../../kernel/context.ts";
import { canOf, enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import type { Viewer } from "../../../kernel/viewer.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { dropUnused, holdContent } from "../../files/quarantine.ts";
import { getFinished, takeUpload, unknownUpload } from "../../uploads/uploads.ts";
import { addStored } from "../adding.ts";
import { prepareSoon } from "../processing/processing.ts";
import { getType } from "../types.ts";
import { refusalToConfirm, refusalToDiscard, refusalToExclude } from "./batches.policy.ts";
import {
  type BatchRecord,
  deleteBatch,
  findBatch,
  findBatchByUpload,
  insertBatch,
  listBatches as listBatchRows,
  listEntries,
  listOldBatches,
  lockBatch,
  lockOldBatch,
  setAdded,
  setEntryAdded,
  setExcluded,
} from "./batches.queries.ts";
import { asAdded, hashEntries, type JudgedEntry, judge } from "./checks.ts";
import { readBatchJob } from "./extraction.ts";

const presentBatch = (row: BatchRecord): DocumentBatch => ({
  id: row.id,
  type: row.type,
  title: row.title,
  valid_until: row.valid_until,
  file_name: row.file_name,
  state: row.state,
  refused_because: row.refused_because,
  total: row.total,
  checked: row.checked,
  excluded: row.excluded,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by,
  expires_at: row.expires_at.toISOString(),
});

async function readRow(db: Db, id: number): Promise<BatchRecord> {
  const row = await findBatch(db, id);
  if (!row) throw new Refusal("notFound");
  return row;
}

/** Begins a batch; a call that is repeated because its answer was lost gets the same one. */
export async function startBatch(
  context: Context,
  { upload, type, title, valid_until: validUntil }: Input<typeof documents.startBatch>["body"],
): Promise<DocumentBatch> {
  const { userId } = requireViewer(context);
  const own: Holder = { holderType: "user", holderId: userId };
  await getType(context, type);
  const path = "upload";
  const { name: fileName, size, sha256 } = await getFinished(context, own, { id: upload, path, purpose: "batch" });
  const row = await transact(context, async (tx) => {
    if (!(await takeUpload(tx, own, { id: upload, userId }))) return findBatchByUpload(tx, upload);
    if (!(await holdContent(context, tx, sha256))) throw unknownUpload(path);
    const id = await insertBatch(tx, {
      uploadId: upload,
      type,
      title,
      validUntil,
      fileName,
      size,
      sha256,
      createdBy: userId,
    });
    tx.audit("documentBatch.started", id, { after: { type, title, fileName, size } });
    await tx.enqueue(readBatchJob, { id });
    tx.emit("documentBatches:changed", {});
    return readRow(tx, id);
  });
  if (!row) throw unknownUpload(path);
  return presentBatch(row);
}

export const listBatches = async ({ db }: Context): Promise<DocumentBatch[]> =>
  (await listBatchRows(db)).map(presentBatch);

const toBatchStatus = ({ state }: Pick<BatchRecord, "state">, entries: readonly JudgedEntry[]) => {
  const included = entries.filter(({ excluded }) => !excluded);
  return { state, files: included.length, faults: included.filter(({ faults }) => faults.length > 0).length };
};

/** The files as they would be added now, or as they were. */
async function judged(db: Db, viewer: Viewer, { id, type, state }: BatchRecord): Promise<JudgedEntry[]> {
  const entries = await listEntries(db, id);
  return state === "added" ? asAdded(db, entries) : judge(db, viewer, type, entries);
}

export async function getBatch(context: Context, id: number): Promise<Answer<typeof documents.getBatch>> {
  const viewer = requireViewer(context);
  const row = await readRow(context.db, id);
  const entries = row.state === "reading" ? [] : await judged(context.db, viewer, row);
  const status = toBatchStatus(row, entries);
  return {
    ...presentBatch(row),
    entries: entries.map(({ number, name, size, holder, faults, excluded }) => ({
      number,
      name,
      size,
      client_number: holder?.clientNumber ?? null,
      holder: holder && { holder_type: holder.holderType, holder_id: holder.holderId, name: holder.name },
      faults: [...faults],
      excluded,
    })),
    seen: hashEntries(entries),
    can: canOf({
      exclude: refusalToExclude(viewer, status),
      confirm: refusalToConfirm(viewer, status),
      discard: refusalToDiscard(viewer, status),
    }),
  };
}

/** Leaves files out, or takes them in again. */
export async function excludeFromBatch(
  context: Context,
  id: number,
  { numbers, excluded }: { numbers: readonly number[]; excluded: boolean },
): Promise<{ done: true }> {
  const viewer = requireViewer(context);
  await transact(context, async (tx) => {
    const batch = await lockBatch(tx, id);
    if (!batch) throw new Refusal("notFound");
    enforce(refusalToExclude(viewer, { state: batch.state as BatchRecord["state"] }));
    await setExcluded(tx, id, numbers, excluded);
    tx.emit("documentBatches:changed", {});
  });
  return { done: true };
}

const byHolder = (one: JudgedEntry, other: JudgedEntry): number =>
  (one.holder?.holderType ?? "").localeCompare(other.holder?.holderType ?? "") ||
  (one.holder?.holderId ?? 0) - (other.holder?.holderId ?? 0);

/** Adds all files that are not left out, each to its client, in one transaction; nothing if who gets what has changed. */
export async function confirmBatch(
  context: Context,
  id: number,
  seen: string,
): Promise<Answer<typeof documents.confirmBatch>> {
  const viewer = requireViewer(context);
  const added = await transact(context, async (tx) => {
    if (!(await lockBatch(tx, id))) throw new Refusal("notFound");
    const batch = await readRow(tx, id);
    const rows = await listEntries(tx, id);
    const contents = rows.flatMap(({ sha256, excluded }) => (sha256 && !excluded ? [sha256] : []));
    // In one order, so that two calls with the same contents do not wait for each other.
    for (const sha256 of contents.toSorted((a, b) => Buffer.compare(a, b)))
      if (!(await holdContent(context, tx, sha256))) throw new Refusal("unavailable", { retryAfter: 1 });
    const entries = await judged(tx, viewer, batch);
    enforce(refusalToConfirm(viewer, toBatchStatus(batch, entries)));
    if (hashEntries(entries) !== seen) throw new Refusal("stateConflict");
    const type = await getType({ db: tx }, batch.type);
    const included = entries.filter(({ excluded }) => !excluded).toSorted(byHolder);
    for (const { number, name, size, sha256, media_type, clean, holder } of included) {
      if (!holder || !sha256) throw new Refusal("stateConflict");
      await addStored(tx, viewer, { holderType: holder.holderType, holderId: holder.holderId }, type, {
        file: { name, size, mediaType: media_type as StoredMediaType, clean: clean ?? false },
        path: `entries.${number}`,
        sha256,
        title: batch.title,
        validUntil: batch.valid_until ?? undefined,
      });
      await setEntryAdded(tx, id, number, holder);
    }
    await prepareSoon(tx);
    await setAdded(tx, id, viewer.userId);
    const excluded = entries.length - included.length;
    const { type: typeId, title } = batch;
    tx.audit("documentBatch.confirmed", id, { after: { type: typeId, title, documents: included.length, excluded } });
    tx.emit("documentBatches:changed", {});
    return included.length;
  });
  return { added };
}

export async function discardBatch(context: Context, id: number): Promise<{ done: true }> {
  const viewer = requireViewer(context);
  const contents = await transact(context, async (tx) => {
    if (!(await lockBatch(tx, id))) throw new Refusal("notFound");
    const { state, type, title } = await readRow(tx, id);
    enforce(refusalToDiscard(viewer, { state }));
    tx.audit("documentBatch.discarded", id, { after: { type, title } });
    tx.emit("documentBatches:changed", {});
    return deleteBatch(tx, id);
  });
  for (const sha256 of contents) await dropUnused(context, sha256);
  return { done: true };
}

/** Deletes batches that nobody changed for a day, with their files; documents that came of them stay. */
export async function sweepBatches(
  services: Pick<Services, "db" | "files" | "events" | "log">,
): Promise<{ removed: number; failed: number }> {
  const { done, failed } = await eachRow<number>(
    services.log,
    {
      list: (after) => listOldBatches(services.db, after ?? 0, 50),
      async work(id) {
        const contents = await transact({ ...services, system: "documents" }, async (tx) =>
          (await lockOldBatch(tx, id)) ? deleteBatch(tx, id) : undefined,
        );
        for (const sha256 of contents ?? []) await dropUnused(services, sha256);
        return contents !== undefined;
      },
      name: (id) => ({ batch: id }),
    },
    "an old batch of documents could not be deleted",
  );
  return { removed: done, failed };
}
