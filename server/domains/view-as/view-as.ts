/** View-as: staff see a client's pages, with a reason, for a limited time, read-only, and visible to the client. */
import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { getHolder } from "../holders/holders.ts";
import { closeView, insertView, viewMinutes } from "./view-as.queries.ts";

export { findOpenView, findReasons } from "./view-as.queries.ts";

/** Starts a view-as; its id goes into the header `x-view-as` of each call. */
export async function beginViewAs(context: Context, holder: Holder, reason: string) {
  const { userId, sessionId } = requireViewer(context);
  const { name } = await getHolder(context.db, holder);
  const view = await transact(context, async (tx) => {
    const inserted = await insertView(tx, { staffId: userId, sessionId, holder, reason });
    tx.audit("holder.viewedAs", holder, { after: { viewAsId: inserted.id, reason } });
    return inserted;
  });
  return {
    viewAsId: view.id,
    name,
    until: new Date(view.started_at.getTime() + viewMinutes * 60_000).toISOString(),
  };
}

/** Ends the viewer's own view-as; an ended one stays ended. */
export async function endViewAs(context: Context, viewAsId: number): Promise<{ done: true }> {
  const { userId } = requireViewer(context);
  await transact(context, (tx) => closeView(tx, viewAsId, userId));
  return { done: true };
}
