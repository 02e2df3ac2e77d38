/** Withdrawals: asking reserves cash for a confirmed account, and each of a company's people confirms with a code. */

import { findCurrency } from "@portico/api/currencies.ts";
import type { Factor } from "@portico/api/factors.ts";
import { feeOfWithdrawal, feesOfWithdrawals } from "@portico/api/rules/withdrawal-fee.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { WithdrawalAccount } from "@portico/api/transaction-requests.ts";
import { creditorReference } from "@portico/kyc/creditor-reference.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { type AccountRow, lockPayableAccount } from "../../bank-accounts/bank-accounts.service.ts";
import { lockCompany } from "../../holders/holders.service.ts";
import { useFreshCode } from "../../sessions/sessions.viewer.ts";
import { getSetting } from "../../settings/settings.service.ts";
import { matchingJob } from "./matching.job.ts";
import { getFacts, holderOf, keyOfHolder } from "./requests.facts.ts";
import { leaves, refusalToConfirm } from "./requests.policy.ts";
import { lockRequest, moveRequest, type RequestRecord, type RequestState } from "./requests.queries.ts";
import {
  hold,
  insertConfirmation,
  insertReservation,
  listCashWithHolds,
  type ReservationRecord,
} from "./reservations.queries.ts";
import { getSigners, isConfirmed } from "./signers.ts";

/** A withdrawal in words for messages: the sum, its fee if any, and the last digits of the account. */
export const wordsOf = ({
  amount,
  fee,
  currency,
  account,
}: Pick<ReservationRecord, "amount" | "fee" | "currency"> & { account: { number: string } }): string =>
  `${amount} ${currency}${new Decimal(fee).isZero() ? "" : ` (+ ${fee} ${currency})`} → …${account.number.slice(-4)}`;

/** What a withdrawal costs by the fee table as it is now. */
export async function feeOf(db: Db, { sum, currency }: { sum: string; currency: string }): Promise<string> {
  const { fees } = await getSetting(db, "feeTable");
  return feeOfWithdrawal(feesOfWithdrawals(fees), { sum, currency, digits: findCurrency(currency)?.digits ?? 2 });
}

/** The holder's cash by currency in the portal's ledger, with what withdrawals reserve. */
export const listCash = listCashWithHolds;

/** What the payment order of a withdrawal carries, by which the statement's row finds the request. */
export const referenceOfWithdrawal = (requestId: number): string => creditorReference(`W${requestId}`) ?? "";

/**
 * Uses up the code that the viewer confirmed just before. `freshCodeNeeded` without one; in the hours after a password
 * reset the mailbox alone proves nothing (`coolingOff`).
 */
export async function useCode(tx: Tx, context: Context): Promise<Factor> {
  const { sessionId, coolingUntil } = requireViewer(context);
  const code = await useFreshCode(tx, sessionId, null);
  if (coolingUntil !== null && (code === undefined || code.factor === "mail"))
    throw new Refusal("coolingOff", {
      retryAfter: Math.max(1, (coolingUntil.getTime() - context.now().getTime()) / 1000),
    });
  if (!code) throw new Refusal("freshCodeNeeded");
  return code.factor;
}

const snapshotOf = (account: AccountRow): WithdrawalAccount => ({
  id: account.id,
  name: account.name,
  owner: account.owner,
  number: account.iban ?? account.number ?? "",
  bic: account.bic,
  bank: account.bank,
  country: account.country,
  changed_at: account.changed_at.toISOString(),
  nameCheck: account.name_check === null ? null : { answer: account.name_check, name: account.name_check_name },
});

/**
 * The state in which a withdrawal by this person begins: others of the company may have to confirm it first. The company
 * is locked, so that the people who act for it cannot change unseen meanwhile.
 */
export async function firstState(tx: Tx, holder: Holder, userId: number): Promise<RequestState> {
  if (holder.holderType === "company") await lockCompany(tx, holder.holderId);
  return isConfirmed(await getSigners(tx, holder), [userId]) ? "open" : "awaitingSigners";
}

/**
 * Reserves the cash of a withdrawal that was just inserted, and its fee, in the caller's transaction. `badInput` at the account or
 * the sum, then `freshCodeNeeded`: whoever gets that has nothing else to correct. `cash`: what the holder's custodian
 * says; null for the portal's own ledger.
 */
export async function reserve(tx: Tx, context: Context, record: RequestRecord, cash: string | null): Promise<void> {
  const holder = holderOf(record);
  const { accountId = 0, currency = "", sum = "0" } = record.transaction_info;
  const account = await lockPayableAccount(tx, holder, accountId, { now: context.now() });
  if (account.currency !== currency)
    throw new Refusal("badInput", { fields: [{ path: "transactionInfo.accountId", code: "otherCurrency" }] });
  const fee = await feeOf(tx, { sum, currency });
  if (!(await hold(tx, holder, { currency, amount: new Decimal(sum).plus(fee).toFixed(), cash })))
    throw new Refusal("badInput", { fields: [{ path: "transactionInfo.sum", code: "moreThanHeld" }] });
  const factor = await useCode(tx, context);
  const { expiryDays } = await getSetting(tx, "withdrawalRules");
  await insertReservation(tx, holder, {
    requestId: record.id,
    currency,
    amount: sum,
    fee,
    account: snapshotOf(account),
    expiresAt: new Date(context.now().getTime() + expiryDays * 86_400_000),
  });
  await insertConfirmation(tx, holder, { requestId: record.id, userId: record.created_by, factor });
  await tx.notify(holder, {
    type: record.state === "awaitingSigners" ? "withdrawal_to_confirm" : "withdrawal_asked",
    params: { account: wordsOf({ amount: sum, fee, currency, account: snapshotOf(account) }) },
    target_id: record.id,
    created_by: record.created_by,
  });
}

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
    const [facts] = await getFacts(tx, context.config, [locked]);
    if (!facts) throw new Refusal("notFound");
    const confirmedBy = facts.confirmations.map(({ userId }) => userId);
    enforce(refusalToConfirm(viewer, { ...facts.status, confirmedByViewer: confirmedBy.includes(viewer.userId) }));
    const factor = await useCode(tx, context);
    await insertConfirmation(tx, holder, { requestId, userId: viewer.userId, factor });
    const isLast = facts.signers !== undefined && isConfirmed(facts.signers, [...confirmedBy, viewer.userId]);
    const to = isLast ? "open" : "awaitingSigners";
    await moveRequest(tx, requestId, { from: leaves.confirm, to });
    tx.audit("transactionRequest.confirmed", requestId, { after: { state: to } });
    tx.emit("request:changed", { ...holder, requestId });
    // Its payment may have been booked while a confirmation was missing.
    if (to === "open") await tx.enqueue(matchingJob, holder, { key: keyOfHolder(holder) });
    return { id: requestId, state: to };
  });
}
