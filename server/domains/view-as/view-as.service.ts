/** Staff look through a client's eyes: with a reason, for a while, without changing anything, and the client sees that they did. */
import type { Holder } from "@portico/api/shapes.ts";
import { audit } from "../../audit/audit.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { inTransaction } from "../../kernel/transaction.ts";
import { getHolder } from "../holders/holders.service.ts";
import { closeView, insertView, viewMinutes } from "./view-as.queries.ts";

export { findOpenView, findReasons } from "./view-as.queries.ts";

/** Begins a look; its id goes into the header `x-view-as` of each call. */
export async function beginViewAs(context: Context, holder: Holder, reason: string) {
  const { userId, sessionId } = requireViewer(context);
  const { name } = await getHolder(context.db, holder);
  const view = await inTransaction(context.db, async (trx) => {
    const inserted = await insertView(trx, { staffId: userId, sessionId, holder, reason });
    await audit(trx, {
      actor: { userId, sessionId },
      action: "holder.viewedAs",
      subject: { type: holder.holderType, id: holder.holderId },
      after: { viewAsId: inserted.id, reason },
      address: context.caller.address,
      requestId: context.caller.requestId,
    });
    return inserted;
  });
  return {
    viewAsId: view.id,
    name,
    until: new Date(view.started_at.getTime() + viewMinutes * 60_000).toISOString(),
  };
}

/** Ends a look of the viewer's own; one that is over stays so. */
export async function endViewAs(context: Context, viewAsId: number): Promise<{ done: true }> {
  const { userId } = requireViewer(context);
  await inTransaction(context.db, (trx) => closeView(trx, viewAsId, userId));
  return { done: true };
}
