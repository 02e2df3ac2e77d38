/** What staff do with requests: order the payment, decline, mark as carried out. */
import type { Parsed } from "@portico/api/endpoint.ts";
import type { RequestRow, requestCalls } from "@portico/api/payments/requests.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { requireWords } from "../../../kernel/words.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { requireSeen } from "../matching/possible-payments.ts";
import { settleReservation } from "../withdrawals/reservations.queries.ts";
import { lockRequestDetails } from "./details.ts";
import { notifyOutcome } from "./outcome-notices.ts";
import { presentRequest } from "./queue.ts";
import { refusalToDecline, refusalToFinish, refusalToPay, refusalToReturn } from "./requests.policy.ts";
import { moveRequest } from "./requests.queries.ts";
import { emitChanged } from "./requests.ts";
import { requestActions } from "./states.ts";

const steps = {
  paying: { refusal: refusalToPay, from: requestActions.pay.in },
  done: { refusal: refusalToFinish, from: requestActions.finish.in },
  declined: { refusal: refusalToDecline, from: requestActions.decline.in },
  returned: { refusal: refusalToReturn, from: requestActions.return.in },
} as const;

/** Both take something from the client, who reads why. */
const needsMessage = (state: keyof typeof steps): boolean => state === "declined" || state === "returned";

/**
 * Staff mark a payment as ordered or returned, or a request done or declined, and the holder is notified; of two
 * concurrent calls one gets `stateConflict`. `badInput` without the message that some need, or with a booked payment that
 * may be its own and that the caller did not name; `signersMissing` if representatives must still confirm; `matchNeeded`
 * if cash is reserved in the portal's ledger.
 */
export async function handleRequest(
  context: Context,
  requestId: number,
  { state, staffMessage, otherPayments, reason }: Parsed<(typeof requestCalls)["handleRequest"]>["body"],
): Promise<RequestRow> {
  const viewer = requireViewer(context);
  const { refusal, from } = steps[state];
  const record = await transact(context, async (tx) => {
    const facts = await lockRequestDetails(tx, context, requestId);
    enforce(refusal(viewer, facts.status));
    if (needsMessage(state)) {
      requireWords("staffMessage", staffMessage);
      await requireSeen(tx, facts, { otherPayments, reason });
    }
    const moved = await moveRequest(tx, requestId, { from, to: state, by: { userId: viewer.userId, staffMessage } });
    if (!moved) throw new Refusal("stateConflict");
    if (state !== "paying") await settleReservation(tx, requestId, state === "done" ? "posted" : "voided");
    tx.audit("transactionRequest.handled", moved.id, {
      after: { state, staffMessage, ...(reason && { otherPayments, reason }) },
    });
    await emitChanged(tx, moved);
    await notifyOutcome(tx, moved);
    return moved;
  });
  return presentRequest(context, record);
}
