/** What staff do with requests: order the payment, decline, mark as carried out. */
import type { Parsed } from "@portico/api/endpoint.ts";
import type { RequestRow, requestCalls } from "@portico/api/payments/requests.ts";
import { dayIn } from "@portico/api/rules/calendar.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { requireWords } from "../../../kernel/words.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { getSetting } from "../../settings/settings.service.ts";
import { requireSeen } from "../matching/unmatched.service.ts";
import { settleReservation } from "../withdrawals/reservations.queries.ts";
import { presentRequest } from "./queue.service.ts";
import { leaves, refusalToDecline, refusalToFinish, refusalToPay, refusalToReturn } from "./requests.policy.ts";
import { lockRequest, moveRequest, type RequestRecord } from "./requests.queries.ts";
import { emitChanged } from "./requests.service.ts";
import { getFacts, type RequestFacts } from "./status.service.ts";

/** The request, locked, with its facts; `notFound` for one that does not exist. */
export async function lockFacts(tx: Tx, context: Context, requestId: number): Promise<RequestFacts> {
  const record = await lockRequest(tx, requestId);
  const [facts] = record ? await getFacts(tx, context.config, [record]) : [];
  if (!facts) throw new Refusal("notFound");
  return facts;
}

const steps = {
  paying: { refusal: refusalToPay, from: leaves.pay },
  done: { refusal: refusalToFinish, from: leaves.finish },
  declined: { refusal: refusalToDecline, from: leaves.decline },
  returned: { refusal: refusalToReturn, from: leaves.return },
} as const;

/** Both take something from the client, who reads why. */
const needsMessage = (state: keyof typeof steps): boolean => state === "declined" || state === "returned";

/**
 * Staff mark a payment as ordered or returned, or a request done or declined, and the holder is notified; of two
 * concurrent calls one gets `stateConflict`. `badInput` without the message that some need, or with a booked payment that
 * may be its own and that the caller did not name, `signersMissing` if representatives must still confirm; `matchNeeded` if cash is reserved in
 * the portal's ledger.
 */
export async function handleRequest(
  context: Context,
  requestId: number,
  { state, staffMessage, otherPayments, reason }: Parsed<(typeof requestCalls)["handleRequest"]>["body"],
): Promise<RequestRow> {
  const viewer = requireViewer(context);
  const { refusal, from } = steps[state];
  const record = await transact(context, async (tx) => {
    const facts = await lockFacts(tx, context, requestId);
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

/** Notifies the holder of the result with the staff's message; the request is named by type and day. */
export async function notifyOutcome(tx: Tx, record: RequestRecord): Promise<void> {
  const { timeZone } = await getSetting(tx, "portalRules");
  const types = {
    paying: "withdrawal_paying",
    done: "request_done",
    declined: "request_declined",
    returned: "withdrawal_returned",
    expired: "request_expired",
    open: "request_reopened",
  } as const;
  const { state } = record;
  if (state === "awaitingSigners" || state === "withdrawn") return;
  await tx.notify(holderOf(record), {
    type: types[state],
    text: record.staff_message || undefined,
    params: { asked: record.type, day: dayIn(timeZone, record.created_at) },
    target_id: record.id,
    created_by: record.handled_by,
  });
}
