/** The team's saved views of its lists. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { savedViews } from "@portico/api/saved-views.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { deleteView, listViews, upsertView } from "./saved-views.queries.ts";

type View = Answer<(typeof savedViews)["save"]>;

export const listSavedViews = async ({ db }: Context, list: View["list"]): Promise<View[]> =>
  (await listViews(db, list)).map((row) => ({
    id: row.id,
    list,
    name: row.name,
    query: row.query as Record<string, string>,
    created_by: { id: row.created_by, name: row.creator },
  }));

/** Saves a view for the team. `nameInUse` if a view has the name, possibly a colleague's, unless it is to be replaced. */
export async function saveView(
  context: Context,
  list: View["list"],
  { name, query, replace = false }: { name: string; query: Record<string, string>; replace?: boolean | undefined },
): Promise<View> {
  const viewer = requireViewer(context);
  const saved = await upsertView(context.db, { list, name, query, createdBy: viewer.userId, replace });
  if (!saved) throw new Refusal("nameInUse");
  return { id: saved.id, list, name, query, created_by: { id: viewer.userId, name: viewer.name } };
}

export async function removeView({ db }: Context, list: View["list"], id: number): Promise<{ done: true }> {
  if (!(await deleteView(db, list, id))) throw new Refusal("notFound");
  return { done: true };
}
