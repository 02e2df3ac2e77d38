/** Fees of paid withdrawals in the ledger: found by reference, or named by staff, because banks book them without one. */
import type { Parsed } from "@portico/api/endpoint.ts";
import type { RequestRow, requestCalls } from "@portico/api/payments/requests.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { isDuplicate } from "../../../kernel/database-errors.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import type { RequestDetails } from "../requests/details.ts";
import { lockRequestDetails } from "../requests/details.ts";
import { presentRequest } from "../requests/queue.ts";
import { refusalToMatchFee } from "../requests/requests.policy.ts";
import { findRequest } from "../requests/requests.queries.ts";
import { changeReservation, listUnbookedFees, settleFee } from "../withdrawals/reservations.queries.ts";
import { findFeeEntry, listFreeFees, listReversedFees } from "./matches.queries.ts";
import { carriesReference, referenceOfWithdrawal } from "./reference-formats.ts";
import { markMatched } from "./unexplained.queries.ts";

/**
 * Posts the fees of paid withdrawals that have an entry of their own: of the amount, with the withdrawal's reference, on
 * the day of the payment or later. Until then a fee stays reserved, or is posted late if it was taken for not charged.
 */
export async function postFees(tx: Tx, holder: Holder): Promise<void> {
  for (const { requestId, currency, fee, day } of await listUnbookedFees(tx, holder)) {
    const entries = await listFreeFees(tx, holder, { currency, fee, from: day });
    const own = entries.find(({ description }) => carriesReference(description, referenceOfWithdrawal(requestId)));
    if (!own || !(await settleFee(tx, requestId, { to: "posted", entryId: own.id }))) continue;
    await markMatched(tx, holder, own.id, true);
    tx.emit("request:changed", { ...holder, requestId });
  }
}

/** The fee is reserved again: its entry was reversed, or was another one's. */
async function reopenFee(tx: Tx, { record, reservation, status }: RequestDetails): Promise<void> {
  if (!reservation || reservation.feeEntryId === null) return;
  await changeReservation(tx, record.id, { ...reservation, feeState: "pending", feeEntryId: null });
  await markMatched(tx, status.holder, reservation.feeEntryId, false);
  tx.emit("request:changed", { ...status.holder, requestId: record.id });
}

/** Fees whose entry was reversed are not booked. */
export async function reopenReversedFees(context: Context, holder: Holder): Promise<void> {
  for (const id of await listReversedFees(context.db, holder))
    await transact(context, async (tx) => reopenFee(tx, await lockRequestDetails(tx, context, id)));
}

/**
 * Staff decide which entry is the fee of a paid withdrawal; null takes that back. `badInput` if it is no fee of the
 * holder in that currency, or has another amount without a reason; `inUse` if it is another withdrawal's.
 */
export async function matchFee(
  context: Context,
  requestId: number,
  { entryId, reason }: Parsed<(typeof requestCalls)["matchFee"]>["body"],
): Promise<RequestRow> {
  const viewer = requireViewer(context);
  await transact(context, async (tx) => {
    const facts = await lockRequestDetails(tx, context, requestId);
    const { reservation, status } = facts;
    enforce(refusalToMatchFee(viewer, status));
    if (!reservation) throw new Refusal("stateConflict");
    if (entryId === null) {
      if (reservation.feeEntryId === null) throw new Refusal("stateConflict");
      tx.audit("transactionRequest.feeUnmatched", requestId, { before: { entry: reservation.feeEntryId } });
      return reopenFee(tx, facts);
    }
    if (reservation.feeEntryId !== null) throw new Refusal("stateConflict");
    const entry = await findFeeEntry(tx, status.holder, entryId);
    if (!entry || entry.currency !== reservation.currency)
      throw new Refusal("badInput", { fields: [{ path: "entryId", code: "notAllowed" }] });
    if (entry.taken) throw new Refusal("inUse");
    if (!new Decimal(entry.amount).neg().eq(reservation.fee) && reason === "")
      throw new Refusal("badInput", { fields: [{ path: "reason", code: "required" }] });
    const isSettled = await settleFee(tx, requestId, { to: "posted", entryId }).catch((error: unknown) => {
      throw isDuplicate(error) ? new Refusal("inUse") : error;
    });
    if (!isSettled) throw new Refusal("stateConflict");
    await markMatched(tx, status.holder, entryId, true);
    tx.audit("transactionRequest.feeMatched", requestId, { after: { entry: entryId, ...(reason && { reason }) } });
    tx.emit("request:changed", { ...status.holder, requestId });
  });
  const record = await findRequest(context.db, requestId);
  if (!record) throw new Refusal("notFound");
  return presentRequest(context, record);
}
