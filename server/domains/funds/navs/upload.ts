/** Files of NAVs: read and previewed, then stored as a whole or not at all. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { funds as calls, type NavPreview } from "@portico/api/funds.ts";
import { findRowFile, listRowFiles, type RowFileRecord } from "../../../database/row-files.queries.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { staffVerdict } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { toAsker } from "../../imports/audit-entries.ts";
import { listPageOfRowFiles, presentRowFile, toAuditedFile } from "../../imports/row-files.ts";
import { findFunds } from "../funds.queries.ts";
import { correctFromUpload } from "./corrections.ts";
import { countContradicted, deleteUploadRows, lockUploadFunds, settleUpload, storeUploadRows } from "./navs.queries.ts";

const table = "nav_upload";

/** What the audit log says of a file. */
export const toNavFile = (record: RowFileRecord) => ({ upload: record.id, ...toAuditedFile(record) });

async function answered(context: Context, record: RowFileRecord): Promise<NavPreview> {
  const preview = record.preview as Pick<NavPreview, "refusals" | "funds" | "marked"> &
    Partial<Pick<NavPreview, "conflicts" | "leftOutRows">>;
  return {
    ...(await presentRowFile(context, record, staffVerdict(requireViewer(context), calls.confirmNavs))),
    // A file that was read before there were corrections has none.
    conflicts: [],
    leftOutRows: 0,
    ...preview,
  };
}

async function requireUpload({ db }: Context, id: number): Promise<RowFileRecord> {
  const record = await findRowFile(db, table, id);
  if (!record) throw new Refusal("notFound");
  return record;
}

export const getNavUpload = async (context: Context, id: number): Promise<NavPreview> =>
  answered(context, await requireUpload(context, id));

/** Reads a file on a worker thread and stores its preview. `notFound` for an unknown fund. */
export async function previewNavs(
  context: Context,
  { fileName, content, fund_id: fundId }: Parsed<typeof calls.previewNavs>["body"],
): Promise<NavPreview> {
  const asker = toAsker(context);
  if (fundId !== undefined && (await findFunds(context.db, [fundId])).length === 0) throw new Refusal("notFound");
  const id = await context.workers.run(
    "previewNavs",
    { upload: { fileName, content: content.pieces, fundId }, asker },
    { holder: `user/${asker.userId}`, ...(context.caller.signal && { signal: context.caller.signal }) },
  );
  return getNavUpload(context, id);
}

/**
 * Stores a file. `quotesNotAccepted` while marked rows were not looked at; `fileRefused` for a file that was refused;
 * `badInput` without a reason for its corrections; `stateConflict` if a day was stored meanwhile with another value, or the file was dropped. A second confirmation
 * answers as the first.
 */
export async function confirmNavs(
  context: Context,
  id: number,
  { acceptMarked, reason }: Parsed<typeof calls.confirmNavs>["body"],
): Promise<NavPreview> {
  const { userId } = requireViewer(context);
  const before = await requireUpload(context, id);
  if (before.state === "refused") throw new Refusal("fileRefused");
  if (before.state === "previewed" && before.marked_rows > 0 && !acceptMarked) throw new Refusal("quotesNotAccepted");
  if (before.state === "previewed" && before.corrected_rows > 0 && reason === undefined)
    throw new Refusal("badInput", { fields: [{ path: "reason", code: "required" }] });
  await transact(context, async (tx) => {
    const record = await settleUpload(tx, id, { state: "confirmed", userId });
    if (!record) {
      if ((await findRowFile(tx, table, id))?.state === "confirmed") return;
      throw new Refusal("stateConflict");
    }
    await lockUploadFunds(tx, id);
    if ((await countContradicted(tx, id)) > 0) throw new Refusal("stateConflict");
    if (reason !== undefined) await correctFromUpload(tx, id, { reason, userId });
    await storeUploadRows(tx, id);
    tx.audit("fund.navsConfirmed", id, { after: { ...toNavFile(record), marked: record.marked_rows } });
    tx.emit("funds:changed", {});
  });
  return getNavUpload(context, id);
}

/** Drops a file that waits; doing it twice is no error. */
export async function discardNavs(context: Context, id: number): Promise<{ done: true }> {
  const { userId } = requireViewer(context);
  const before = await requireUpload(context, id);
  await transact(context, async (tx) => {
    const record = await settleUpload(tx, id, { state: "discarded", userId });
    if (!record) {
      if (before.state === "discarded" || (await findRowFile(tx, table, id))?.state === "discarded") return;
      throw new Refusal("stateConflict");
    }
    await deleteUploadRows(tx, id);
    tx.audit("fund.navsDiscarded", id, { after: toNavFile(record) });
    tx.emit("funds:changed", {});
  });
  return { done: true };
}

/** Files of NAVs, the newest first. */
export const listNavUploads = (
  context: Context,
  query: Parsed<typeof calls.listNavUploads>["query"],
): Promise<Answer<typeof calls.listNavUploads>> =>
  listPageOfRowFiles(context, query, (start) => listRowFiles(context.db, table, start));
