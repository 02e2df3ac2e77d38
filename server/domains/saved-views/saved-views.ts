/** Saved views of the staff's lists: one's own and the team's. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { savedViews } from "@portico/api/saved-views.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { canOf, enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { inTransaction } from "../../kernel/transaction.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { refusalToChangeView, refusalToTakeView, type ViewOwner } from "./saved-views.policy.ts";
import {
  deleteView,
  insertView,
  listViews,
  lockNamedView,
  lockView,
  replaceView,
  setOwner,
} from "./saved-views.queries.ts";

type View = Answer<(typeof savedViews)["save"]>;

export async function listSavedViews(context: Context, list: View["list"]): Promise<View[]> {
  const viewer = requireViewer(context);
  return (await listViews(context.db, list, viewer.userId)).map((row) => ({
    id: row.id,
    list,
    name: row.name,
    query: row.query as Record<string, string>,
    created_by: { id: row.created_by, name: row.creator },
    shared: row.shared,
    owner_left: row.owner_left,
    can: canOf({ change: refusalToChangeView(viewer, row), take: refusalToTakeView(viewer, row) }),
  }));
}

/**
 * Saves a view, for oneself or shared. `nameInUse` if a view of the list has the name, possibly a colleague's, unless it is
 * to be replaced: one's own, or a shared one by office (`forbidden`).
 */
export async function saveView(
  context: Context,
  list: View["list"],
  {
    name,
    query,
    replace = false,
    shared = true,
  }: { name: string; query: Record<string, string>; replace?: boolean | undefined; shared?: boolean | undefined },
): Promise<View> {
  const viewer = requireViewer(context);
  const id = await inTransaction(context.db, async (trx) => {
    const view = { list, name, query, createdBy: viewer.userId, shared };
    const made = await insertView(trx, view);
    if (made) return made.id;
    const known = replace ? await lockNamedView(trx, list, name) : undefined;
    if (!known) throw new Refusal("nameInUse");
    enforce(refusalToChangeView(viewer, known));
    await replaceView(trx, known.id, view);
    return known.id;
  });
  const created_by = { id: viewer.userId, name: viewer.name };
  return { id, list, name, query, created_by, shared, owner_left: false, can: { change: true, take: false } };
}

/** Nobody learns of a colleague's own view. */
function enforceSeen(viewer: Viewer, view: ViewOwner): void {
  if (!view.shared && view.created_by !== viewer.userId) throw new Refusal("notFound");
}

/** A view whose owner is no longer staff gets the viewer as its owner; of two who take it at once one does. */
export async function takeView(context: Context, list: View["list"], id: number): Promise<{ done: true }> {
  const viewer = requireViewer(context);
  await inTransaction(context.db, async (trx) => {
    const view = await lockView(trx, list, id);
    if (!view) throw new Refusal("notFound");
    enforceSeen(viewer, view);
    enforce(refusalToTakeView(viewer, view));
    await setOwner(trx, id, viewer.userId);
  });
  return { done: true };
}

/** Deletes one's own view, or as office any shared one (`forbidden`). */
export async function removeView(context: Context, list: View["list"], id: number): Promise<{ done: true }> {
  await inTransaction(context.db, async (trx) => {
    const view = await lockView(trx, list, id);
    if (!view) throw new Refusal("notFound");
    enforceSeen(requireViewer(context), view);
    enforce(refusalToChangeView(requireViewer(context), view));
    await deleteView(trx, id);
  });
  return { done: true };
}
