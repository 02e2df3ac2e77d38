/** Renewals requested by the portal: the yearly review and documents about to expire. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Context } from "../../kernel/context.ts";
import type { News, Tx } from "../../unit-of-work/transact.ts";
import { formTypeOf } from "../forms/forms.policy.ts";
import { openRenewal } from "../forms/review/decision.ts";
import { moveState } from "../holders/states.ts";

interface Renewal {
  /** The steps to renew; null for the whole form. */
  steps: readonly string[] | null;
  news: News;
}

/**
 * Moves an approved holder to renewal, opens its draft and notifies them, in the caller's transaction. `stateConflict`
 * if the holder is not approved now.
 */
export async function beginRenewal(tx: Tx, context: Context, holder: Holder, { steps, news }: Renewal): Promise<void> {
  const moved = await moveState(tx, holder, "review");
  await openRenewal(tx, context, holder, steps);
  tx.audit("holder.stateChanged", holder, {
    before: { state: moved.before },
    after: { state: moved.after, action: "review", renew: steps },
  });
  emitRequested(tx, holder);
  await tx.notify(holder, news);
}

/** Emits that a holder was asked to renew. */
export function emitRequested(tx: Tx, holder: Holder): void {
  tx.emit("holder:state", holder);
  tx.emit("form:changed", { ...holder, formType: formTypeOf(holder) });
}
