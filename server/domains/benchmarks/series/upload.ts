/** Files of values of a series: read and previewed, then stored as a whole or not at all. */
import { type BenchmarkPreview, benchmarks as calls } from "@portico/api/benchmarks.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { readPage } from "../../../kernel/cursor.ts";
import { canOf, staffVerdict } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { getUserNames } from "../../holders/holders.ts";
import { toAsker } from "../../imports/audit-entries.ts";
import { readDefinitions } from "../../portfolios/benchmarks/definitions.ts";
import { lockBenchmark } from "../benchmarks.queries.ts";
import { compareRows } from "./checks.ts";
import {
  findUpload,
  insertValues,
  listFromSources,
  listStoredValues,
  listUploadRecords,
  listValueRecords,
  settleUpload,
  type UploadRecord,
} from "./values.queries.ts";

interface UploadId {
  id: number;
  uploadId: number;
}

/** What the audit log says of a file. */
export const toFile = (record: UploadRecord) => ({
  upload: record.id,
  fileName: record.file_name,
  state: record.state,
  rows: record.rows,
  newRows: record.new_rows,
  knownRows: record.known_rows,
  correctedRows: record.corrected_rows,
  refusedRows: record.refused_rows,
});

const listed = (record: UploadRecord, names: ReadonlyMap<number, string>) => ({
  id: record.id,
  fileName: record.file_name,
  state: record.state,
  created_at: record.created_at.toISOString(),
  created_by: names.get(record.created_by) ?? String(record.created_by),
  rows: record.rows,
  newRows: record.new_rows,
  knownRows: record.known_rows,
  correctedRows: record.corrected_rows,
  refusedRows: record.refused_rows,
  markedRows: record.marked_rows,
});

async function requireUpload({ db }: Context, { id, uploadId }: UploadId): Promise<UploadRecord> {
  const record = await findUpload(db, id, uploadId);
  if (!record) throw new Refusal("notFound");
  return record;
}

/** A file as read; `notFound` for one of another benchmark. */
export async function getValueUpload(context: Context, of: UploadId): Promise<BenchmarkPreview> {
  const record = await requireUpload(context, of);
  const verdict =
    staffVerdict(requireViewer(context), calls.confirmValues) ??
    (record.state === "previewed" ? null : "stateConflict");
  return {
    ...listed(record, await getUserNames(context.db, [record.created_by])),
    ...(record.preview as Pick<BenchmarkPreview, "currency" | "from" | "to" | "corrections" | "refusals" | "marked">),
    can: canOf({
      confirm: verdict ?? (record.new_rows + record.corrected_rows === 0 ? "stateConflict" : null),
      discard: verdict,
    }),
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
    const record = await settleUpload(tx, of.uploadId, { state: "confirmed", userId });
    if (!record || !benchmark) {
      if ((await findUpload(tx, of.id, of.uploadId))?.state === "confirmed") return;
      throw new Refusal("stateConflict");
    }
    const { waiting } = record;
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
    tx.audit("benchmark.valuesConfirmed", of.id, { after: { ...toFile(record), marked: record.marked_rows } });
    tx.emit("benchmarks:changed", {});
  });
  return getValueUpload(context, of);
}

/** Drops a file that waits; doing it twice is no error. */
export async function discardValues(context: Context, of: UploadId): Promise<{ done: true }> {
  const { userId } = requireViewer(context);
  await requireUpload(context, of);
  await transact(context, async (tx) => {
    const record = await settleUpload(tx, of.uploadId, { state: "discarded", userId });
    if (!record) {
      if ((await findUpload(tx, of.id, of.uploadId))?.state === "discarded") return;
      throw new Refusal("stateConflict");
    }
    tx.audit("benchmark.valuesDiscarded", of.id, { after: toFile(record) });
    tx.emit("benchmarks:changed", {});
  });
  return { done: true };
}

/** Files of values of a series, the newest first. */
export async function listValueUploads(
  { db }: Context,
  id: number,
  { cursor, limit }: Parsed<typeof calls.listUploads>["query"],
): Promise<Answer<typeof calls.listUploads>> {
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: "newest" },
    (start) => listUploadRecords(db, id, { below: start.after?.id, limit: start.limit }),
    (row) => ["", row.id],
  );
  const names = await getUserNames(db, [...new Set(rows.map((row) => row.created_by))]);
  return { uploads: rows.map((record) => listed(record, names)), nextCursor };
}

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
