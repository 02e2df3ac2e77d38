/** Files of values of a series: read and previewed, then stored as a whole or not at all. */
import { type BenchmarkPreview, benchmarks as calls } from "@portico/api/benchmarks.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { findRowFile, listRowFiles, type RowFileRecord, settleRowFile } from "../../../database/row-files.queries.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { readPage } from "../../../kernel/cursor.ts";
import { staffVerdict } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { toAsker } from "../../imports/audit-entries.ts";
import { listPageOfRowFiles, presentRowFile, toAuditedFile } from "../../imports/row-files.ts";
import { readDefinitions } from "../../portfolios/benchmarks/definitions.ts";
import { lockBenchmark } from "../benchmarks.queries.ts";
import { compareRows } from "./checks.ts";
import {
  insertValues,
  listFromSources,
  listStoredValues,
  listValueRecords,
  type WaitingValue,
} from "./values.queries.ts";

interface UploadId {
  id: number;
  uploadId: number;
}

const table = "benchmark_upload";

/** What the audit log says of a file. */
export const toAudited = (record: RowFileRecord) => ({ upload: record.id, ...toAuditedFile(record) });

const find = (db: Db, { id, uploadId }: UploadId) => findRowFile(db, table, uploadId, { benchmark_id: id });

async function requireUpload({ db }: Context, of: UploadId): Promise<RowFileRecord> {
  const record = await find(db, of);
  if (!record) throw new Refusal("notFound");
  return record;
}

/** A file as read; `notFound` for one of another benchmark. */
export async function getValueUpload(context: Context, of: UploadId): Promise<BenchmarkPreview> {
  const record = await requireUpload(context, of);
  return {
    ...(await presentRowFile(context, record, staffVerdict(requireViewer(context), calls.confirmValues))),
    ...(record.preview as Pick<BenchmarkPreview, "currency" | "from" | "to" | "corrections" | "refusals" | "marked">),
  };
}

/** Reads a file on a worker thread and stores its preview. `stateConflict` for a benchmark that is no series. */
export async function previewValues(
  context: Context,
  id: number,
  { fileName, content, source }: Parsed<typeof calls.previewValues>["body"],
): Promise<BenchmarkPreview> {
  const asker = toAsker(context);
  const [definition] = await readDefinitions(context.db, [id]);
  if (!definition) throw new Refusal("notFound");
  if (definition.kind !== "series") throw new Refusal("stateConflict");
  const { currency } = definition;
  const uploadId = await context.workers.run(
    "previewBenchmark",
    { upload: { benchmarkId: id, currency, fileName, content: content.pieces, source }, asker },
    { holder: `user/${asker.userId}`, ...(context.caller.signal && { signal: context.caller.signal }) },
  );
  return getValueUpload(context, { id, uploadId });
}

/**
 * Stores a file. `quotesNotAccepted` while marked rows or corrections were not looked at; `fileRefused` for a file that was
 * refused; `stateConflict` if a day was stored meanwhile with another value, the currency was changed, or the file was
 * dropped. A second confirmation answers as the first.
 */
export async function confirmValues(context: Context, of: UploadId, acceptMarked: boolean): Promise<BenchmarkPreview> {
  const { userId } = requireViewer(context);
  const before = await requireUpload(context, of);
  if (before.state === "refused") throw new Refusal("fileRefused");
  if (before.state === "previewed" && before.marked_rows + before.corrected_rows > 0 && !acceptMarked)
    throw new Refusal("quotesNotAccepted");
  await transact(context, async (tx) => {
    // Of two files at once the second sees the first's rows.
    const benchmark = await lockBenchmark(tx, of.id);
    const record = await settleRowFile(tx, table, { id: of.uploadId, state: "confirmed", userId });
    if (!record || !benchmark) {
      if ((await find(tx, of))?.state === "confirmed") return;
      throw new Refusal("stateConflict");
    }
    const waiting = record.waiting as WaitingValue[];
    const days = waiting.map(({ day }) => day).toSorted();
    const [from = "", to = ""] = [days[0], days.at(-1)];
    const now = compareRows(waiting, {
      counting: await listStoredValues(tx, of.id, { from, to }),
      fromSources: await listFromSources(tx, of.id, waiting),
    });
    const isAsRead =
      now.refusals.length === 0 &&
      now.known === 0 &&
      now.waiting.every((row, place) => row.before === waiting[place]?.before) &&
      (record.preview as BenchmarkPreview).currency === benchmark.currency;
    if (!isAsRead) throw new Refusal("stateConflict");
    await insertValues(tx, of.id, waiting, record.id);
    tx.audit("benchmark.valuesConfirmed", of.id, { after: { ...toAudited(record), marked: record.marked_rows } });
    tx.emit("benchmarks:changed", {});
  });
  return getValueUpload(context, of);
}

/** Drops a file that waits; doing it twice is no error. */
export async function discardValues(context: Context, of: UploadId): Promise<{ done: true }> {
  const { userId } = requireViewer(context);
  await requireUpload(context, of);
  await transact(context, async (tx) => {
    const record = await settleRowFile(tx, table, { id: of.uploadId, state: "discarded", userId });
    if (!record) {
      if ((await find(tx, of))?.state === "discarded") return;
      throw new Refusal("stateConflict");
    }
    tx.audit("benchmark.valuesDiscarded", of.id, { after: toAudited(record) });
    tx.emit("benchmarks:changed", {});
  });
  return { done: true };
}

/** Files of values of a series, the newest first. */
export const listValueUploads = (
  context: Context,
  id: number,
  query: Parsed<typeof calls.listUploads>["query"],
): Promise<Answer<typeof calls.listUploads>> =>
  listPageOfRowFiles(context, query, (start) =>
    listRowFiles(context.db, table, { ...start, owner: { benchmark_id: id } }),
  );

/** Stored values of a series, the newest day first. */
export async function listValues(
  { db }: Context,
  id: number,
  { cursor, limit }: Parsed<typeof calls.listValues>["query"],
): Promise<Answer<typeof calls.listValues>> {
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: "day" },
    (start) => listValueRecords(db, id, start),
    (row) => [row.day, row.id],
  );
  return {
    values: rows.map(({ id: value, recorded_at, ...row }) => ({
      ...row,
      id: value,
      recorded_at: recorded_at.toISOString(),
    })),
    nextCursor,
  };
}
