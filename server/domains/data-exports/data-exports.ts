/** Exports for accounting and analysis: asked for, watched, cancelled, and downloaded while they last. */
import type { DataExport, dataExports, ExportOrderBody } from "@portico/api/data-exports.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { type ExportContent, isTooLong } from "@portico/api/rules/data-exports.ts";
import type { SentFile } from "../../http/downloads.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { readPage } from "../../kernel/cursor.ts";
import { canOf, enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { findCustodianName } from "../custodians/custodians.ts";
import { getUserNames } from "../holders/holders.ts";
import { firmDay } from "../settings/firm-day.ts";
import type { ExportOrder } from "./content/order.ts";
import { refusalToCancel, refusalToDownload } from "./data-exports.policy.ts";
import {
  cancelExport,
  type ExportRow,
  findExport,
  findFile,
  insertExport,
  isGroup,
  listExports,
} from "./data-exports.queries.ts";
import { exportJob, keyOf } from "./make-job.ts";

const newestFirst = "dataExports";

async function refuseWrong({ db, now }: Context, order: ExportOrder): Promise<void> {
  const { today } = await firmDay(db, now());
  const { from, to, positions, contents, scope, group, custodianId } = order;
  const listed = contents.includes("positions") ? positions : null;
  const isUnknown =
    (scope === "group" && !(await isGroup(db, group ?? ""))) ||
    (scope === "custodian" && !(await findCustodianName(db, custodianId ?? 0)));
  const fields = [
    ...(new Set(contents).size < contents.length ? [{ path: "contents", code: "twice" } as const] : []),
    ...(to < from ? [{ path: "to", code: "beforeStart" } as const] : []),
    ...(to > today ? [{ path: "to", code: "inFuture" } as const] : []),
    ...(to >= from && isTooLong(order, listed) ? [{ path: "to", code: "tooLong" } as const] : []),
    ...(isUnknown ? [{ path: "holders", code: "unknown" } as const] : []),
  ];
  if (fields.length > 0) throw new Refusal("badInput", { fields });
}

/** Has an export made. `badInput` for a period that is reversed, not here yet or too long, or holders that there are none of. */
export async function createExport(context: Context, body: ExportOrderBody): Promise<{ id: number }> {
  const { holders, ...rest } = body;
  const order: ExportOrder = {
    ...rest,
    scope: holders.scope,
    group: holders.scope === "group" ? holders.group : null,
    custodianId: holders.scope === "custodian" ? holders.custodianId : null,
  };
  await refuseWrong(context, order);
  return transact(context, async (tx) => {
    const id = await insertExport(tx, order, requireViewer(context).userId);
    const { contents, format, from, to, positions, scope, group, custodianId: custodian } = order;
    tx.audit("export.created", id, { after: { contents, format, from, to, positions, scope, group, custodian } });
    await tx.enqueue(exportJob, { id }, { key: keyOf(id) });
    tx.emit("dataExports:changed", {});
    return { id };
  });
}

async function present({ db, now }: Context, rows: readonly ExportRow[]): Promise<DataExport[]> {
  const names = await getUserNames(db, [
    ...new Set(rows.flatMap(({ askedBy, cancelledBy }) => [askedBy, ...(cancelledBy === null ? [] : [cancelledBy])])),
  ]);
  const person = (id: number) => ({ id, name: names.get(id) ?? "" });
  return rows.map(({ tries: _tries, custodianId, ...row }) => ({
    ...row,
    custodian: custodianId === null ? null : { id: custodianId, name: row.custodian ?? "" },
    askedAt: row.askedAt.toISOString(),
    askedBy: person(row.askedBy),
    cancelledBy: row.cancelledBy === null ? null : person(row.cancelledBy),
    knownAt: row.knownAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    can: canOf({ cancel: refusalToCancel(row), download: refusalToDownload(row, now()) }),
  }));
}

export async function listExportPage(
  context: Context,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Answer<(typeof dataExports)["list"]>> {
  const { rows, nextCursor } = await readPage(
    { cursor, limit, order: newestFirst },
    ({ after, limit: count }) => listExports(context.db, { before: after?.id, limit: count }),
    ({ id }) => ["", id],
  );
  return { exports: await present(context, rows), nextCursor };
}

export async function getExport(context: Context, id: number): Promise<DataExport> {
  const row = await findExport(context.db, id);
  const [shown] = row ? await present(context, [row]) : [];
  if (!shown) throw new Refusal("notFound");
  return shown;
}

/** Ends an export that is not made yet. `stateConflict` if it is, or has ended. */
export const endExport = (context: Context, id: number): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const row = await findExport(tx, id);
    if (!row) throw new Refusal("notFound");
    enforce(refusalToCancel(row));
    if (!(await cancelExport(tx, id, requireViewer(context).userId))) throw new Refusal("stateConflict");
    tx.audit("export.cancelled", id, { after: { state: "cancelled" } });
    tx.emit("dataExports:changed", {});
    return { done: true };
  });

const mediaTypes = { csv: "text/csv; charset=utf-8", parquet: "application/vnd.apache.parquet" } as const;

/** A file while it lasts; each download is recorded. `notFound` before it is made and after it has expired. */
export async function downloadExport(context: Context, id: number, content: ExportContent): Promise<SentFile> {
  const row = await findExport(context.db, id);
  if (!row) throw new Refusal("notFound");
  enforce(refusalToDownload(row, context.now()));
  const sha256 = await findFile(context.db, id, content);
  if (!sha256) throw new Refusal("notFound");
  const { size, ...stored } = await context.files.open(sha256.toString("hex"));
  await transact(context, async (tx) => tx.audit("export.downloaded", id, { after: { content }, oncePerHour: true }));
  return {
    name: `${content}-${row.from}-${row.to}-${id}.${row.format}`,
    media_type: mediaTypes[row.format],
    size,
    etag: stored.sha256,
    stream: (start, end) => stored.stream(start, end),
  };
}
