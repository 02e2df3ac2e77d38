/** Matching of open deposits and withdrawals with the ledger: by reference on its own, by anything else by staff. */
import type { Answer } from "@portico/api/endpoint.ts";
import { dayIn } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { RequestRow, transactionRequests } from "@portico/api/transaction-requests.ts";
import { creditorReference } from "@portico/kyc/creditor-reference.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import { type Context, requireViewer, type Services } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { getHolderAccount } from "../../holders/holders.service.ts";
import { getSetting } from "../../settings/settings.service.ts";
import {
  endMatch,
  findFreeEntry,
  insertMatch,
  listFreeEntries,
  listFreeFees,
  listReversedMatches,
  type PaymentEntry,
} from "./matches.queries.ts";
import {
  byLikelihood,
  carriesReference,
  certainPairs,
  dayBefore,
  type ExpectedPayment,
  hasSameAmount,
  includesFee,
  mayBe,
} from "./matching.policy.ts";
import { getFacts, type RequestFacts } from "./requests.facts.service.ts";
import { isPayment, leaves, refusalToMatch, refusalToUnmatch } from "./requests.policy.ts";
import { lockFacts, notifyOutcome } from "./requests.processing.service.ts";
import {
  findRequest,
  listOpenCurrencies,
  listOpenPayments,
  moveRequest,
  type RequestRecord,
} from "./requests.queries.ts";
import { presentRequest } from "./requests.queue.service.ts";
import { emitChanged } from "./requests.service.ts";
import {
  listReservations,
  listUnbookedFees,
  reopenReservation,
  settleFee,
  settleReservation,
} from "./reservations.queries.ts";
import { referenceOfWithdrawal } from "./withdrawals.service.ts";

/** Newest free entries that are looked at for one type and currency. */
const mostEntries = 500;
const mostCandidates = 20;

/** A deposit or withdrawal with the reference that its payment carries; undefined for other requests. */
async function findExpectedPayment(db: Db, record: RequestRecord): Promise<ExpectedPayment | undefined> {
  const { sum, currency } = record.transaction_info;
  if (!isPayment(record.type) || sum === undefined || currency === undefined) return undefined;
  const { timeZone } = await getSetting(db, "portalRules");
  const { clientNumber } = await getHolderAccount(db, holderOf(record));
  const reference =
    record.type === "withdrawal" ? referenceOfWithdrawal(record.id) : (creditorReference(clientNumber ?? "") ?? "");
  const fee = (await listReservations(db, [record.id])).get(record.id)?.fee ?? "0";
  return { id: record.id, type: record.type, currency, sum, fee, day: dayIn(timeZone, record.created_at), reference };
}

async function findExpectedPayments(db: Db, records: readonly RequestRecord[]): Promise<ExpectedPayment[]> {
  const expected: ExpectedPayment[] = [];
  for (const record of records) {
    const one = await findExpectedPayment(db, record);
    if (one) expected.push(one);
  }
  return expected;
}

/** Matches, posts what was reserved, and tells the holder. False if another request or process was first. */
async function match(
  tx: Tx,
  { record, reservation }: RequestFacts,
  entry: PaymentEntry,
  by: { how: "reference" | "staff"; userId: number | null },
): Promise<RequestRecord | undefined> {
  const holder = holderOf(record);
  const isNew = await insertMatch(tx, holder, {
    requestId: record.id,
    entry,
    requestState: record.state,
    how: by.how,
    matchedBy: by.userId,
  });
  if (!isNew) return undefined;
  const moved = await moveRequest(tx, record.id, {
    from: leaves.match,
    to: "done",
    ...(by.userId !== null && { by: { userId: by.userId, staffMessage: record.staff_message ?? "" } }),
  });
  if (!moved) return undefined;
  const keepsFee =
    reservation?.feeState === "pending" &&
    !includesFee({ sum: reservation.amount, fee: reservation.fee }, entry, "atLeast");
  await settleReservation(tx, record.id, "posted", { keepsFee });
  if (keepsFee) await postFees(tx, holder);
  tx.audit("transactionRequest.matched", record.id, { after: { entry: entry.id, how: by.how } });
  emitChanged(tx, moved);
  await notifyOutcome(tx, moved);
  return moved;
}

/**
 * Posts the fees of paid withdrawals that have an entry of their own: of the amount, with the withdrawal's reference, on
 * the day of the payment or later. Until then a fee stays reserved.
 */
async function postFees(tx: Tx, holder: Holder): Promise<void> {
  for (const { requestId, currency, fee, day } of await listUnbookedFees(tx, holder)) {
    const entries = await listFreeFees(tx, holder, { currency, fee, from: day });
    const own = entries.find(({ description }) => carriesReference(description, referenceOfWithdrawal(requestId)));
    if (own && (await settleFee(tx, requestId, { to: "posted", entryId: own.id })))
      tx.emit("request:changed", { ...holder, requestId });
  }
}

/** Undoes the match of a locked request, which is open again, and reserves its cash again. */
async function unmatch(tx: Tx, { record }: RequestFacts, userId: number | null): Promise<RequestRecord> {
  const ended = await endMatch(tx, record.id, userId);
  const moved = ended && (await moveRequest(tx, record.id, { from: ["done"], to: ended.requestState }));
  if (!moved) throw new Refusal("stateConflict");
  await reopenReservation(tx, record.id);
  tx.audit("transactionRequest.unmatched", record.id, { before: { entry: ended.entryId } });
  emitChanged(tx, moved);
  if (moved.state === "open") await notifyOutcome(tx, moved);
  return moved;
}

/**
 * Matches what is certain, after entries were booked: what carries a request's reference and amount, and nothing else
 * does. A match whose entry was reversed is undone.
 */
export async function matchPayments(services: Services, holder: Holder): Promise<{ matched: number; undone: number }> {
  const context = systemContext(services, "payments");
  const undone = await undoReversed(context, holder);
  let matched = 0;
  for (const { type, currency } of await listOpenCurrencies(services.db, holder)) {
    const requests = await findExpectedPayments(
      services.db,
      await listOpenPayments(services.db, holder, { type, currency }),
    );
    const from = requests.reduce((first, { day }) => (day < first ? day : first), "9999-12-31");
    const entries = await listFreeEntries(services.db, holder, {
      kind: type,
      currency,
      from: dayBefore(from),
      limit: mostEntries,
    });
    for (const { request, entry } of certainPairs(requests, entries)) {
      const isMatched = await transact(context, async (tx) => {
        const facts = await lockFacts(tx, context, request.id);
        // Somebody decided meanwhile, or a representative's confirmation no longer counts: staff decide.
        if (refusalToMatch(null, facts.status) !== null) return false;
        return (await match(tx, facts, entry as PaymentEntry, { how: "reference", userId: null })) !== undefined;
      });
      if (isMatched) matched += 1;
    }
  }
  await transact(context, (tx) => postFees(tx, holder));
  return { matched, undone };
}

async function undoReversed(context: Context, holder: Holder): Promise<number> {
  const ids = await listReversedMatches(context.db, holder);
  for (const id of ids)
    await transact(context, async (tx) => {
      const facts = await lockFacts(tx, context, id);
      if (facts.match && facts.record.state === "done") await unmatch(tx, facts, null);
    });
  return ids.length;
}

/** Ledger entries that an open payment may be, the likeliest first; none for other requests. */
export async function listCandidates(
  { db, config }: Context,
  requestId: number,
): Promise<Answer<(typeof transactionRequests)["listCandidates"]>> {
  const record = await findRequest(db, requestId);
  if (!record) throw new Refusal("notFound");
  const [facts] = await getFacts(db, config, [record]);
  const request = await findExpectedPayment(db, record);
  if (!request || !facts?.status.ownLedger || facts.status.isMatched) return { candidates: [] };
  const { type, currency } = request;
  const holder = holderOf(record);
  const entries = await listFreeEntries(db, holder, {
    kind: type,
    currency,
    from: dayBefore(request.day),
    limit: mostEntries,
  });
  const others = (await findExpectedPayments(db, await listOpenPayments(db, holder, { type, currency }))).filter(
    ({ id }) => id !== requestId,
  );
  return {
    candidates: entries
      .filter((entry) => mayBe(request, entry))
      .toSorted(byLikelihood(request))
      .slice(0, mostCandidates)
      .map((entry) => ({
        entry_id: entry.id,
        day: entry.day,
        currency: entry.currency,
        amount: entry.amount,
        description: entry.description,
        byReference: carriesReference(entry.description, request.reference),
        sameAmount: hasSameAmount(request, entry),
        others: others.filter((one) => mayBe(one, entry) && hasSameAmount(one, entry)).length,
      })),
  };
}

/**
 * Staff decide that a payment is this entry. `badInput` if it is no payment of the holder in that currency and
 * direction, `inUse` if another request has it, `signersMissing` if representatives must still confirm.
 */
export async function matchRequest(context: Context, requestId: number, entryId: number): Promise<RequestRow> {
  const viewer = requireViewer(context);
  const record = await transact(context, async (tx) => {
    const facts = await lockFacts(tx, context, requestId);
    enforce(refusalToMatch(viewer, facts.status));
    const request = await findExpectedPayment(tx, facts.record);
    const entry = await findFreeEntry(tx, facts.status.holder, entryId);
    if (!request || !entry || !mayBe(request, entry))
      throw new Refusal("badInput", { fields: [{ path: "entryId", code: "notAllowed" }] });
    const matched = await match(tx, facts, entry, { how: "staff", userId: viewer.userId });
    if (!matched) throw new Refusal("inUse");
    return matched;
  });
  return presentRequest(context, record);
}

/** Staff undo a match; `stateConflict` if there is none any more. */
export async function unmatchRequest(context: Context, requestId: number): Promise<RequestRow> {
  const viewer = requireViewer(context);
  const record = await transact(context, async (tx) => {
    const facts = await lockFacts(tx, context, requestId);
    enforce(refusalToUnmatch(viewer, facts.status));
    return unmatch(tx, facts, viewer.userId);
  });
  return presentRequest(context, record);
}
