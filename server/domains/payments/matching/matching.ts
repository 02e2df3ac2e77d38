/** Matching of deposits and withdrawals with the ledger: by reference on its own, by anything else by staff. */
import type { Parsed } from "@portico/api/endpoint.ts";
import type { RequestRow, requestCalls } from "@portico/api/payments/requests.ts";
import { isClosedRequest } from "@portico/api/rules/transaction-requests.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import { type Context, requireViewer, type Services } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { matchingJob } from "../../portfolios/ledger/match-payments.jobs.ts";
import { endReturned } from "../bank-entries/returns.ts";
import { keyOfHolder, lockRequestDetails, type RequestDetails } from "../requests/details.ts";
import { notifyOutcome } from "../requests/outcome-notices.ts";
import { presentRequest } from "../requests/queue.ts";
import { refusalToMatch, refusalToUnmatch } from "../requests/requests.policy.ts";
import { listOpenCurrencies, listOpenPayments, moveRequest, type RequestRecord } from "../requests/requests.queries.ts";
import { emitChanged } from "../requests/requests.ts";
import { requestActions } from "../requests/states.ts";
import { changeReservation, type ReservationRecord } from "../withdrawals/reservations.queries.ts";
import { getExpectedPayment, listExpectedPayments, mostEntries } from "./expected-payments.ts";
import { postFees, reopenReversedFees } from "./fee-entries.ts";
import {
  findFreeEntry,
  insertMatch,
  isEntryMatched,
  listFreeEntries,
  listReversedMatches,
  listUndoneByStaff,
  type PaymentEntry,
} from "./matches.queries.ts";
import { certainPairs, dayBefore, differencesOf, includesFee, mayBe, namesRequest } from "./matching.policy.ts";
import { findNamed } from "./references-in-text.ts";
import { markMatched } from "./unexplained.queries.ts";
import { addToReview } from "./unexplained.ts";
import { undoMatch } from "./unmatching.ts";

/** What the reservation becomes when `paid` is paid of the `rest`, which ends it or not. */
function reservedAfter(
  reservation: ReservationRecord,
  { paid, rest, isLast }: { paid: string; rest: string; isLast: boolean },
): Parameters<typeof changeReservation>[2] {
  const { fee, feeState, feeEntryId } = reservation;
  if (isLast) {
    const isIncluded =
      feeState !== "none" && feeState !== "posted" && includesFee({ sum: rest, fee }, { amount: paid }, "atLeast");
    return { ...reservation, state: "posted", feeState: isIncluded ? "posted" : feeState };
  }
  const amount = new Decimal(rest).minus(paid);
  return {
    state: "pending",
    amount: amount.toFixed(),
    paid: new Decimal(reservation.amount).plus(reservation.paid).minus(amount).toFixed(),
    feeState: feeState === "voided" ? "pending" : feeState,
    feeEntryId,
  };
}

/**
 * Matches, and posts what was reserved: all of it, or of a smaller amount that does not end the request its part.
 * Undefined if another request or process was first.
 */
async function match(
  tx: Tx,
  { record, reservation, matches }: RequestDetails,
  entry: PaymentEntry,
  by: { rest: string; how: "reference" | "staff"; userId: number | null; reason: string | null; ends: boolean },
): Promise<RequestRecord | undefined> {
  const holder = holderOf(record);
  const paid = new Decimal(entry.amount).abs().toFixed();
  const isLast = by.ends || new Decimal(paid).gte(by.rest);
  const isClosed = isClosedRequest(record.state);
  const isNew = await insertMatch(tx, holder, {
    requestId: record.id,
    entry,
    // Undoing the last of several parts leads back to the state before the first.
    leftState: isClosed ? record.state : (matches[0]?.leftState ?? record.state),
    how: by.how,
    matchedBy: by.userId,
    applied: Decimal.min(paid, by.rest).toFixed(),
    reason: by.reason,
  });
  if (!isNew) return undefined;
  await markMatched(tx, holder, entry.id, true);
  const moved = await moveRequest(tx, record.id, {
    from: requestActions.match.in,
    to: isLast ? "done" : record.type === "withdrawal" ? "paying" : "open",
    // What the client was told when it was closed is no longer so.
    ...(by.userId !== null && {
      by: { userId: by.userId, staffMessage: isClosed ? "" : (record.staff_message ?? "") },
    }),
  });
  if (!moved) return undefined;
  if (reservation) {
    await changeReservation(tx, record.id, reservedAfter(reservation, { paid, rest: by.rest, isLast }));
    if (isLast) await postFees(tx, holder);
  }
  tx.audit("transactionRequest.matched", record.id, {
    after: { entry: entry.id, how: by.how, ...(by.reason !== null && { reason: by.reason }) },
  });
  await emitChanged(tx, moved);
  if (moved.state !== record.state) await notifyOutcome(tx, moved);
  return moved;
}

/**
 * Matches what is certain, after entries were booked: what carries a request's reference and amount, and nothing else
 * does, and staff did not undo. A match whose entry was reversed is undone. What is left is put on the list for staff.
 */
export async function matchPayments(services: Services, holder: Holder): Promise<{ matched: number; undone: number }> {
  const context = systemContext(services, "payments");
  const undone = await undoReversed(context, holder);
  let matched = 0;
  const pairs = await listUndoneByStaff(services.db, holder);
  const wasUndone = (request: { id: number }, entry: { id: number }) =>
    pairs.some(({ requestId, entryId }) => requestId === request.id && entryId === entry.id);
  for (const { type, currency } of await listOpenCurrencies(services.db, holder)) {
    const requests = await listExpectedPayments(
      context,
      await listOpenPayments(services.db, holder, { type, currency }),
    );
    const from = requests.reduce((first, { day }) => (day < first ? day : first), "9999-12-31");
    const entries = await listFreeEntries(services.db, holder, {
      kind: type,
      currency,
      from: dayBefore(from),
      limit: mostEntries,
    });
    for (const { request, entry } of certainPairs(requests, entries, wasUndone)) {
      const isMatched = await transact(context, (tx) => matchCertain(tx, context, request.id, entry as PaymentEntry));
      if (isMatched) matched += 1;
    }
  }
  // After its payment out was matched, which may have been booked together with it.
  await endReturned(context, holder);
  await transact(context, async (tx) => {
    await postFees(tx, holder);
    await addToReview(tx, holder);
  });
  return { matched, undone };
}

/** False if somebody decided meanwhile, or a confirmation no longer counts: staff decide. */
async function matchCertain(tx: Tx, context: Context, requestId: number, entry: PaymentEntry): Promise<boolean> {
  const facts = await lockRequestDetails(tx, context, requestId);
  if (refusalToMatch(null, facts.status) !== null) return false;
  const request = await getExpectedPayment(tx, facts);
  const [named] = await findNamed(tx, [entry.description]);
  if (!request || !named || !namesRequest(request, entry)) return false;
  if (differencesOf(request, entry, named).length > 0) return false;
  const by = { rest: request.sum, how: "reference", userId: null, reason: null, ends: false } as const;
  return (await match(tx, facts, entry, by)) !== undefined;
}

async function undoReversed(context: Context, holder: Holder): Promise<number> {
  const reversed = await listReversedMatches(context.db, holder);
  for (const { requestId, entryId } of reversed)
    await transact(context, async (tx) => {
      const facts = await lockRequestDetails(tx, context, requestId);
      if (facts.matches.some(({ id }) => id === entryId)) await undoMatch(tx, facts, { entryId, userId: null });
    });
  await reopenReversedFees(context, holder);
  return reversed.length;
}

/**
 * Staff decide that a payment is this entry. `badInput` if it is no payment of the holder in that currency and
 * direction, or if it differs from what was asked for and `accepts` or `reason` does not say so; `inUse` if a request has
 * it, `signersMissing` if representatives must still confirm. A smaller amount is a part, unless it ends a deposit.
 */
export async function matchRequest(
  context: Context,
  requestId: number,
  { entryId, accepts, reason, ends }: Parsed<(typeof requestCalls)["matchRequest"]>["body"],
): Promise<RequestRow> {
  const viewer = requireViewer(context);
  const record = await transact(context, async (tx) => {
    const facts = await lockRequestDetails(tx, context, requestId);
    const verdict = refusalToMatch(viewer, facts.status);
    if ((verdict ?? "stateConflict") === "stateConflict" && (await isEntryMatched(tx, facts.status.holder, entryId)))
      throw new Refusal("inUse");
    enforce(verdict);
    const request = await getExpectedPayment(tx, facts);
    const entry = await findFreeEntry(tx, facts.status.holder, entryId);
    // A colleague may have used it since the check above.
    if (!entry && (await isEntryMatched(tx, facts.status.holder, entryId))) throw new Refusal("inUse");
    if (!request || !entry || !mayBe(request, entry))
      throw new Refusal("badInput", { fields: [{ path: "entryId", code: "notAllowed" }] });
    const [named = { withdrawals: [], holders: [] }] = await findNamed(tx, [entry.description]);
    const differences = differencesOf(request, entry, named);
    if (differences.some((one) => !accepts.includes(one)))
      throw new Refusal("badInput", { fields: [{ path: "accepts", code: "required" }] });
    if (differences.length > 0 && reason === "")
      throw new Refusal("badInput", { fields: [{ path: "reason", code: "required" }] });
    // What is left of a withdrawal stays reserved until it is paid or returned.
    if (ends && (request.type === "withdrawal" || !differences.includes("less")))
      throw new Refusal("badInput", { fields: [{ path: "ends", code: "notAllowed" }] });
    const by = { rest: request.sum, how: "staff", userId: viewer.userId, reason: reason || null, ends } as const;
    const matched = await match(tx, facts, entry, by);
    if (!matched) throw new Refusal("inUse");
    // What is left may have been booked already.
    await tx.enqueue(matchingJob, facts.status.holder, { key: keyOfHolder(facts.status.holder) });
    return matched;
  });
  return presentRequest(context, record);
}

/** Staff undo the match with an entry, by default the only one; `stateConflict` if there is none any more. */
export async function unmatchRequest(
  context: Context,
  requestId: number,
  { entryId }: Parsed<(typeof requestCalls)["unmatchRequest"]>["body"],
): Promise<RequestRow> {
  const viewer = requireViewer(context);
  const record = await transact(context, async (tx) => {
    const facts = await lockRequestDetails(tx, context, requestId);
    enforce(refusalToUnmatch(viewer, facts.status));
    if (entryId === undefined && facts.matches.length > 1)
      throw new Refusal("badInput", { fields: [{ path: "entryId", code: "required" }] });
    // The entry may be another's, or belongs on the list.
    const { holder } = facts.status;
    await tx.enqueue(matchingJob, holder, { key: keyOfHolder(holder) });
    return undoMatch(tx, facts, { entryId: entryId ?? facts.matches[0]?.id ?? 0, userId: viewer.userId });
  });
  return presentRequest(context, record);
}
