/** The team's saved views of its lists. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { savedViews } from "@portico/api/saved-views.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { canOf, enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { inTransaction } from "../../kernel/transaction.ts";
import { refusalToChangeView } from "./saved-views.policy.ts";
import { deleteView, insertView, listViews, lockNamedView, lockView, replaceView } from "./saved-views.queries.ts";

type View = Answer<(typeof savedViews)["save"]>;

export async function listSavedViews(context: Context, list: View["list"]): Promise<View[]> {
  const viewer = requireViewer(context);
  return (await listViews(context.db, list)).map((row) => ({
    id: row.id,
    list,
    name: row.name,
    query: row.query as Record<string, string>,
    created_by: { id: row.created_by, name: row.creator },
    can: canOf({ change: refusalToChangeView(viewer, row.created_by) }),
  }));
}

/**
 * Saves a view for the team. `nameInUse` if a view has the name, possibly a colleague's, unless it is to be replaced:
 * one's own, or by office (`forbidden`).
 */
export async function saveView(
  context: Context,
  list: View["list"],
  { name, query, replace = false }: { name: string; query: Record<string, string>; replace?: boolean | undefined },
): Promise<View> {
  const viewer = requireViewer(context);
  const id = await inTransaction(context.db, async (trx) => {
    const view = { list, name, query, createdBy: viewer.userId };
    const made = await insertView(trx, view);
    if (made) return made.id;
    const known = replace ? await lockNamedView(trx, list, name) : undefined;
    if (!known) throw new Refusal("nameInUse");
    enforce(refusalToChangeView(viewer, known.created_by));
    await replaceView(trx, known.id, view);
    return known.id;
  });
  return { id, list, name, query, created_by: { id: viewer.userId, name: viewer.name }, can: { change: true } };
}

/** Deletes one's own view, or as office anybody's (`forbidden`). */
export async function removeView(context: Context, list: View["list"], id: number): Promise<{ done: true }> {
  await inTransaction(context.db, async (trx) => {
    const view = await lockView(trx, list, id);
    if (!view) throw new Refusal("notFound");
    enforce(refusalToChangeView(requireViewer(context), view.created_by));
    await deleteView(trx, id);
  });
  return { done: true };
}
