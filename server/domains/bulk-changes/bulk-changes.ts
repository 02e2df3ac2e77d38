/** Changes of many at once: the preview, the change, and its undoing. */
import { createHash } from "node:crypto";
import { bulkLimit, undoSeconds } from "@portico/api/bulk-changes/limits.ts";
import type { BulkChange, bulkChanges, LeftOut } from "@portico/api/bulk-changes.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { tellingJob } from "./bulk-changes.jobs.ts";
import { insertBulkChange, insertItem, setUndoUntil } from "./bulk-changes.queries.ts";
import { holdNews } from "./held-news.ts";
import { type BulkItem, kindOf } from "./kind.ts";

/** Names of an answer at most. */
const listedNames = 20;
/** What a process left behind that ended in the middle is told then. */
const unfinishedMs = 10 * 60_000;

const setOf = (ids: readonly number[]): string => createHash("sha256").update(ids.join(",")).digest("hex");

/** Those whom the change is about: as chosen, or as the list's filter matches now. */
async function findTargets(context: Context, change: BulkChange): Promise<{ ids: number[]; more: boolean }> {
  if ("ids" in change.of) return { ids: [...new Set(change.of.ids)], more: false };
  const found = await kindOf(context, change.action).find(context, change.of.filter, bulkLimit + 1);
  return { ids: found.slice(0, bulkLimit), more: found.length > bulkLimit };
}

const leftOf = ({ id, name, refusal }: BulkItem): LeftOut[] =>
  refusal === null ? [] : [{ id, name, reason: refusal }];
export const presentLeft = (left: readonly LeftOut[]) => ({
  left: left.slice(0, listedNames),
  left_count: left.length,
});

/** What the change would do, and what it would leave out. */
export async function previewBulkChange(
  context: Context,
  change: BulkChange,
): Promise<Answer<typeof bulkChanges.preview>> {
  const { ids, more } = await findTargets(context, change);
  const items = await kindOf(context, change.action).read(context, ids, change);
  const changes = items.filter(({ refusal }) => refusal === null);
  return {
    set: setOf(ids),
    more,
    changes: changes.slice(0, listedNames).map(({ id, name, from }) => ({ id, name, from })),
    change_count: changes.length,
    ...presentLeft(items.flatMap(leftOf)),
  };
}

/**
 * Makes the change, each in a transaction of its own, so that one that is refused stops none of the others. Nobody is told
 * before the minute is over.
 */
export async function makeBulkChange(
  context: Context,
  { change, set }: { change: BulkChange; set: string },
): Promise<Answer<typeof bulkChanges.make>> {
  const { userId } = requireViewer(context);
  const { ids } = await findTargets(context, change);
  if (setOf(ids) !== set) throw new Refusal("selectionChanged");
  const { of: _target, ...stored } = change;
  const bulkChangeId = await transact(context, async (tx) => {
    const now = context.now();
    const undoUntil = new Date(now.getTime() + unfinishedMs);
    const made = await insertBulkChange(tx, { change: stored, createdBy: userId, createdAt: now, undoUntil });
    await tx.enqueue(tellingJob, { bulkChangeId: made }, { startAfter: undoUntil });
    return made;
  });
  const left: LeftOut[] = [];
  for (const id of ids) left.push(...(await changeOne(context, { bulkChangeId, id, change })));
  const undoUntil = new Date(context.now().getTime() + undoSeconds * 1000);
  await transact(context, async (tx) => {
    await setUndoUntil(tx, bulkChangeId, undoUntil);
    await tx.enqueue(tellingJob, { bulkChangeId }, { startAfter: undoUntil });
  });
  const undo_until = undoUntil.toISOString();
  return { id: bulkChangeId, changed: ids.length - left.length, undo_until, ...presentLeft(left) };
}

/** Changes one; answers why it was left out, if it was. */
async function changeOne(
  context: Context,
  { bulkChangeId, id, change }: { bulkChangeId: number; id: number; change: BulkChange },
): Promise<LeftOut[]> {
  const kind = kindOf(context, change.action);
  let name = "";
  try {
    const { context: quiet, news } = holdNews(context);
    return await transact(quiet, async (tx) => {
      news.length = 0;
      const inside = { ...quiet, db: tx };
      await kind.lock(tx, id);
      const [item] = await kind.read(inside, [id], change);
      if (!item) throw new Refusal("notFound");
      name = item.name;
      if (item.refusal !== null) return leftOf(item);
      await kind.carryOut(inside, id, change);
      await insertItem(tx, { bulkChangeId, itemId: id, before: item.before, news });
      return [];
    });
  } catch (error) {
    if (error instanceof Refusal) return [{ id, name, reason: error.code }];
    throw error;
  }
}
