/** The portal itself asks a holder to renew their form: the yearly review and documents that are about to expire. */
import type { Holder } from "@portico/api/shapes.ts";
import { audit } from "../../audit/audit.ts";
import type { Context } from "../../kernel/context.ts";
import type { Trx } from "../../kernel/transaction.ts";
import { openRenewal } from "../forms/forms.decision.ts";
import { formTypeOf } from "../forms/forms.policy.ts";
import { moveState } from "../holders/holders.states.ts";
import { type News, notify } from "../notifications/notifications.service.ts";

interface Renewal {
  /** The job that asks. */
  job: string;
  /** The steps that are to be renewed; null for all of the form. */
  steps: readonly string[] | null;
  news: News;
}

/**
 * Moves an approved holder on to their renewal, opens its draft and tells them, as part of the caller's transaction, who says so
 * with `tellRenewal` after commit. `stateConflict` where the holder is not approved now. Returns the notification's id.
 */
export async function beginRenewal(
  trx: Trx,
  context: Context,
  holder: Holder,
  { job, steps, news }: Renewal,
): Promise<number> {
  const moved = await moveState(trx, holder, "review");
  await openRenewal(trx, context, holder, steps);
  const notified = await notify(trx, context, holder, news);
  await audit(trx, {
    actor: { system: job },
    action: "holder.stateChanged",
    subject: { type: holder.holderType, id: holder.holderId },
    before: { state: moved.before },
    after: { state: moved.after, action: "review", renew: steps },
  });
  return notified;
}

/** Says after commit that a holder was asked to renew. */
export function tellRenewal({ events }: Pick<Context, "events">, holder: Holder, notificationId: number): void {
  events.emit("holderChanged", holder);
  events.emit("formChanged", { ...holder, formType: formTypeOf(holder) });
  events.emit("notified", { ...holder, notificationId });
}
