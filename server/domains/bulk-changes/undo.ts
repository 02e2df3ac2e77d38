/** Undoes a change of many within its minute. */
import type { BulkChange, bulkChanges, LeftOut } from "@portico/api/bulk-changes.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { endWaiting, findBulkChange, listOpenItems, markUndone } from "./bulk-changes.queries.ts";
import { presentLeft } from "./bulk-changes.ts";
import { withoutEvents } from "./held-news.ts";
import { kindOf } from "./kind.ts";

/**
 * Puts back what each was, and nobody is told of anything. What somebody changed since is left as it is, and what it tells
 * is still told. `undoOver` after the minute; `stateConflict` if it was undone before; `notFound` for a colleague's change.
 */
export async function undoBulkChange(context: Context, bulkChangeId: number): Promise<Answer<typeof bulkChanges.undo>> {
  const { userId } = requireViewer(context);
  const stored = await findBulkChange(context.db, bulkChangeId);
  if (!stored || stored.created_by !== userId) throw new Refusal("notFound");
  if (stored.undo_until <= context.now()) throw new Refusal("undoOver");
  await transact(context, async (tx) => {
    if (!(await markUndone(tx, bulkChangeId, context.now()))) throw new Refusal("stateConflict");
  });
  const change = stored.change as Omit<BulkChange, "of"> & { action: BulkChange["action"] };
  const kind = kindOf(context, change.action);
  const kept: number[] = [];
  const ids = await listOpenItems(context.db, bulkChangeId);
  for (const id of ids) if (!(await undoOne(context, { bulkChangeId, id, change }))) kept.push(id);
  const names = new Map(
    (await kind.read(context, kept, { ...change, of: { ids: kept } } as BulkChange)).map(({ id, name }) => [id, name]),
  );
  const left = kept.map((id): LeftOut => ({ id, name: names.get(id) ?? "", reason: "stateConflict" }));
  return { undone: ids.length - left.length, ...presentLeft(left) };
}

/** Thrown to leave one as it is, with what it tells. */
class ChangedSince extends Error {}

/** False if somebody changed it since, or it was told meanwhile. */
async function undoOne(
  context: Context,
  { bulkChangeId, id, change }: { bulkChangeId: number; id: number; change: Omit<BulkChange, "of"> },
): Promise<boolean> {
  const kind = kindOf(context, change.action);
  try {
    await transact(withoutEvents(context), async (tx) => {
      await kind.lock(tx, id);
      const ended = await endWaiting(tx, { bulkChangeId, itemId: id }, "undone");
      if (!ended || !(await kind.putBack(tx, { id, before: ended.before }, change, { ...context, db: tx })))
        throw new ChangedSince();
    });
    return true;
  } catch (error) {
    if (error instanceof ChangedSince) return false;
    throw error;
  }
}
