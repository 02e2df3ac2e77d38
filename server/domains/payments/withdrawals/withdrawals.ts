/** Withdrawals: asking reserves cash for a confirmed account, and each of a company's people confirms with a code. */

import type { Holder } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { lockCompany } from "../../holders/holders.ts";
import { matchingJob } from "../../portfolios/ledger/match-payments.jobs.ts";
import { useBoundCode } from "../../sessions/step-code.ts";
import { getSetting } from "../../settings/settings.ts";
import { lockPayableAccount } from "../accounts/accounts.ts";
import { getRequestDetails, keyOfHolder } from "../requests/details.ts";
import { refusalToConfirm } from "../requests/requests.policy.ts";
import { lockRequest, moveRequest, type RequestRecord, type RequestState } from "../requests/requests.queries.ts";
import { requestActions } from "../requests/states.ts";
import { getActing, getSigners, isConfirmed, type Payment } from "../signers/signers.ts";
import { insertConfirmation, insertReservation, listCashWithHolds, reserveCash } from "./reservations.queries.ts";
import { boundToConfirmation, boundToNew, calculateTerms, totalOf } from "./terms.ts";
import { paramsOfWithdrawal } from "./wording.ts";

/** The holder's cash by currency in the portal's ledger, with what withdrawals reserve. */
export const listCash = listCashWithHolds;

/**
 * The state in which a withdrawal by this person begins: others of the company may have to confirm it first. The company
 * is locked, so that the people who act for it cannot change unseen meanwhile.
 */
export async function findInitialState(
  tx: Tx,
  holder: Holder,
  userId: number,
  payment: Payment,
): Promise<RequestState> {
  if (holder.holderType === "company") await lockCompany(tx, holder.holderId);
  return isConfirmed(await getSigners(tx, await getActing(tx, holder), payment), [userId]) ? "open" : "awaitingSigners";
}

/**
 * Reserves the cash of a withdrawal that was just inserted, and its fee, in the caller's transaction. `badInput` at the account or
 * the sum, then `freshCodeNeeded`: whoever gets that has nothing else to correct. `cash`: what the holder's custodian
 * says; null for the portal's own ledger.
 */
export async function reserve(tx: Tx, context: Context, record: RequestRecord, cash: string | null): Promise<void> {
  const holder = holderOf(record);
  const { accountId = 0, currency = "", sum = "0" } = record.transaction_info;
  const account = await lockPayableAccount(tx, holder, accountId, { currency, now: context.now() });
  const terms = await calculateTerms(tx, account, { sum, currency });
  if (!(await reserveCash(tx, holder, { currency, amount: totalOf(terms).toFixed(), cash })))
    throw new Refusal("badInput", { fields: [{ path: "transactionInfo.sum", code: "moreThanHeld" }] });
  const factor = await useBoundCode(tx, context, boundToNew(holder, terms));
  const { expiryDays } = await getSetting(tx, "withdrawalRules");
  await insertReservation(tx, holder, {
    requestId: record.id,
    ...terms,
    expiresAt: new Date(context.now().getTime() + expiryDays * 86_400_000),
  });
  await insertConfirmation(tx, holder, { requestId: record.id, userId: record.created_by, factor });
  await tx.notify(holder, {
    type: record.state === "awaitingSigners" ? "withdrawal_to_confirm" : "withdrawal_asked",
    params: paramsOfWithdrawal(terms),
    target_id: record.id,
    created_by: record.created_by,
  });
}

/** Nobody is asked to confirm the withdrawal any more. */
export const endConfirming = (tx: Tx, holder: Holder, id: number): Promise<void> =>
  tx.endNews(holder, { types: ["withdrawal_to_confirm"], target_id: id });

/**
 * A representative confirms with a fresh code. With the last one needed, staff get the withdrawal. `stateConflict` if
 * it is decided, complete, or the viewer confirmed it before.
 */
export async function confirmWithdrawal(
  context: Context,
  holder: Holder,
  requestId: number,
): Promise<{ id: number; state: RequestState }> {
  const viewer = requireViewer(context);
  return transact(context, async (tx) => {
    const locked = await lockRequest(tx, requestId);
    if (!locked || locked.holder_type !== holder.holderType || locked.holder_id !== holder.holderId)
      throw new Refusal("notFound");
    const [facts] = await getRequestDetails(tx, context.config, [locked]);
    if (!facts) throw new Refusal("notFound");
    const confirmedBy = facts.confirmations.map(({ userId }) => userId);
    enforce(refusalToConfirm(viewer, { ...facts.status, confirmedByViewer: confirmedBy.includes(viewer.userId) }));
    const factor = await useBoundCode(tx, context, boundToConfirmation(facts));
    await insertConfirmation(tx, holder, { requestId, userId: viewer.userId, factor });
    const isLast = facts.signers !== undefined && isConfirmed(facts.signers, [...confirmedBy, viewer.userId]);
    const to = isLast ? "open" : "awaitingSigners";
    await moveRequest(tx, requestId, { from: requestActions.confirm.in, to });
    tx.audit("transactionRequest.confirmed", requestId, { after: { state: to } });
    if (to === "open") await endConfirming(tx, holder, requestId);
    tx.emit("request:changed", { ...holder, requestId });
    // Its payment may have been booked while a confirmation was missing.
    if (to === "open") await tx.enqueue(matchingJob, holder, { key: keyOfHolder(holder) });
    return { id: requestId, state: to };
  });
}
