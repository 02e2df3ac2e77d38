/** The audit log's entries about forms: never what was answered, always which revision and by its hash. */
import { audit } from "../../audit/audit.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import type { Trx } from "../../kernel/transaction.ts";
import type { FormOf } from "./forms.content.ts";

type FormAction =
  | "form.submitted"
  | "form.remarked"
  | "form.remarkWithdrawn"
  | "form.stepAccepted"
  | "form.stepReopened";

/** Writes what was done to a holder's form; comes last in the transaction. */
export async function auditForm(
  trx: Trx,
  context: Context,
  form: FormOf,
  action: FormAction,
  change: { before?: unknown; after?: unknown },
): Promise<void> {
  const { userId, sessionId } = requireViewer(context);
  await audit(trx, {
    actor: { userId, sessionId },
    action,
    subject: { type: form.holderType, id: form.holderId },
    ...change,
    address: context.caller.address,
    requestId: context.caller.requestId,
  });
}
