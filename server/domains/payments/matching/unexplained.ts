/** The staff's list of deposits, payments and fees that no request explains, until a person has dealt with each. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { unexplainedCalls as reviewCalls, type unexplainedCalls } from "@portico/api/payments/unexplained.ts";
import { isInstant } from "@portico/api/rules/calendar.ts";
import { isClosedRequest } from "@portico/api/rules/transaction-requests.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { decodeCursor, encodeCursor } from "../../../kernel/cursor.ts";
import { canOf, enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { refusalToDecide } from "../../holders/holders.policy.ts";
import { getHolder, getHolderAccount, getUserNames } from "../../holders/holders.ts";
import { getRequestDetails, keyOfHolder, type RequestDetails } from "../requests/details.ts";
import { listMatchable, listRequestsById, type RequestRecord } from "../requests/requests.queries.ts";
import { listUnbookedFees } from "../withdrawals/reservations.queries.ts";
import { getExpectedPayment } from "./expected-payments.ts";
import { dayBefore, type ExpectedPayment, hasSameAmount, mayBe, namesRequest } from "./matching.policy.ts";
import { carriesReference, referenceOfWithdrawal } from "./reference-formats.ts";
import { findNamed, type NamedBy } from "./references-in-text.ts";
import {
  countReviews,
  insertReviews,
  listReviewRecords,
  listUnexplained,
  listUnexplainedFees,
  lockReview,
  type ReviewRecord,
  saveCleared,
} from "./unexplained.queries.ts";

type Calls = typeof unexplainedCalls;
type Row = Answer<Calls["listUnexplained"]>["payments"][number];

const mostRequests = 10;
/** A booked entry without a request, with what its text names. */
interface UnexplainedEntry {
  record: ReviewRecord;
  holder: Holder;
  named: NamedBy;
}

/** Cap for counting; staff see "1,000+". */
const maxCounted = 1_001;

/**
 * Puts what was booked lately and has no request on the list, and fees of the amount of a paid withdrawal whose fee is not
 * booked. History that was taken over is left out, unless it names a request. Staff are told of what names a closed or paid
 * one, or another client's.
 */
export async function addToReview(tx: Tx, holder: Holder): Promise<void> {
  const found = await listUnexplained(tx, holder);
  const named = await findNamed(
    tx,
    found.map(({ description }) => description),
  );
  const listed = found.filter(({ isHistory }, place) => !isHistory || (named[place]?.withdrawals.length ?? 0) > 0);
  let added = await insertReviews(tx, holder, listed);
  for (const unbooked of await listUnbookedFees(tx, holder)) {
    const from = dayBefore(unbooked.day);
    added += await insertReviews(tx, holder, await listUnexplainedFees(tx, holder, { ...unbooked, from }));
  }
  if (added === 0) return;
  tx.emit("payments:unexplained", holder);
  const unexpected = named
    .flatMap(({ withdrawals }) => withdrawals)
    .find((one) => isClosedRequest(one.state) || one.state === "done" || keyOfHolder(one) !== keyOfHolder(holder));
  if (!unexpected) return;
  const { name } = await getHolder(tx, holder);
  await tx.notifyStaff(holder, {
    type: "client_payment_unexplained",
    params: { name },
    created_by: unexpected.createdBy,
  });
}

/** The list with the requests that each row may belong to. */
export async function listUnexplainedPayments(
  context: Context,
  { state, assigned, cursor, limit }: Parsed<Calls["listUnexplained"]>["query"],
): Promise<Answer<Calls["listUnexplained"]>> {
  const { db } = context;
  const order = `unexplained ${state}`;
  const after = cursor === undefined ? undefined : decodeCursor(cursor, order);
  if (after && !isInstant(after.value))
    throw new Refusal("badInput", { fields: [{ path: "cursor", code: "badFormat" }] });
  const records = await listReviewRecords(db, { isCleared: state === "cleared", assigned, after, limit: limit + 1 });
  const shown = records.slice(0, limit);
  const last = shown.at(-1);
  const at = last && (state === "cleared" ? (last.clearedAt ?? last.foundAt) : last.foundAt);
  return {
    payments: await present(context, shown),
    nextCursor: records.length > limit && last && at ? encodeCursor(order, at.toISOString(), last.entryId) : null,
    open: await countReviews(db, maxCounted),
  };
}

async function present(context: Context, records: readonly ReviewRecord[]): Promise<Row[]> {
  const { db } = context;
  const viewer = requireViewer(context);
  const named = await findNamed(
    db,
    records.map(({ description }) => description),
  );
  const people = await getUserNames(
    db,
    records.flatMap(({ clearedBy }) => clearedBy ?? []),
  );
  const entries = records.map(
    (record, place): UnexplainedEntry => ({
      record,
      holder: { holderType: record.holderType, holderId: record.holderId },
      named: named[place] ?? { withdrawals: [], holders: [] },
    }),
  );
  const explaining = await listExplaining(
    context,
    entries.filter(({ record }) => record.clearedAt === null),
  );
  const rows: Row[] = [];
  for (const { record, holder, named: by } of entries) {
    const [{ name }, { clientNumber }] = await Promise.all([getHolder(db, holder), getHolderAccount(db, holder)]);
    const mayClear = refusalToDecide(viewer, reviewCalls.clearUnexplained, holder);
    rows.push({
      entry_id: record.entryId,
      holder_type: record.holderType,
      holder_id: record.holderId,
      holderName: name,
      client_number: clientNumber,
      kind: record.kind,
      day: record.day,
      currency: record.currency,
      amount: record.amount,
      description: record.description,
      found_at: record.foundAt.toISOString(),
      names: await presentNamed(context, holder, by),
      requests: explaining.get(record.entryId) ?? [],
      cleared:
        record.clearedAt === null
          ? null
          : {
              at: record.clearedAt.toISOString(),
              by: people.get(record.clearedBy ?? 0) ?? "",
              reason: record.reason ?? "",
            },
      can: canOf({
        clear: mayClear ?? (record.clearedAt === null ? null : "stateConflict"),
        reopen: mayClear ?? (record.clearedAt === null ? "stateConflict" : null),
      }),
    });
  }
  return rows;
}

/** Withdrawals that the text names, and other clients by the reference of their deposits. */
async function presentNamed({ db }: Context, holder: Holder, { withdrawals, holders }: NamedBy): Promise<Row["names"]> {
  const others = holders.filter((one) => keyOfHolder(one) !== keyOfHolder(holder));
  const all = [
    ...withdrawals.map((one) => ({ ...one, request_id: one.id, state: one.state })),
    ...others.map((one) => ({ ...one, request_id: null, state: null })),
  ];
  const named: Row["names"] = [];
  for (const { request_id, state, holderType, holderId } of all) {
    // A number may look like the reference of a client who does not exist.
    const found = await getHolder(db, { holderType, holderId }).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    });
    if (found) named.push({ request_id, state, holder_type: holderType, holder_id: holderId, holderName: found.name });
  }
  return named;
}

/** The requests whose payment, or fee, each open entry may be, by its id; those that it names first, then by amount. */
async function listExplaining(
  { db, config }: Context,
  rows: readonly UnexplainedEntry[],
): Promise<ReadonlyMap<number, Row["requests"]>> {
  const recordsOf = new Map<number, readonly RequestRecord[]>();
  for (const row of rows) recordsOf.set(row.record.entryId, await listPossible(db, row));
  // Entries of one client have requests in common: what decides about them is read once for the page.
  const all = new Map([...recordsOf.values()].flat().map((record) => [record.id, record]));
  const possible = new Map<number, PossibleRequest>();
  for (const details of await getRequestDetails(db, config, [...all.values()]))
    possible.set(details.record.id, { details, expected: await getExpectedPayment(db, details) });
  return new Map(
    rows.map(({ record }) => {
      const own = (recordsOf.get(record.entryId) ?? []).flatMap(({ id }) => possible.get(id) ?? []);
      return [record.entryId, likeliest(own.flatMap((one) => explain(record, one) ?? []))];
    }),
  );
}

interface PossibleRequest {
  details: RequestDetails;
  expected: ExpectedPayment | undefined;
}

/** The client's requests of the entry's kind and currency, and those that it names; of a fee, withdrawals without theirs. */
async function listPossible(
  db: Db,
  { holder, record: { kind, currency, day }, named: { withdrawals } }: UnexplainedEntry,
): Promise<RequestRecord[]> {
  if (kind === "fee") {
    const unbooked = (await listUnbookedFees(db, holder)).filter(
      (one) => one.currency === currency && dayBefore(one.day) <= day,
    );
    return listRequestsById(
      db,
      holder,
      unbooked.map(({ requestId }) => requestId),
    );
  }
  const until = new Date(Date.parse(day) + 90 * 86_400_000);
  const matchable = await listMatchable(db, holder, { type: kind, currency, until, limit: 50 });
  const ids = new Set(matchable.map(({ id }) => id));
  const missing = withdrawals.map(({ id }) => id).filter((id) => !ids.has(id));
  return [...matchable, ...(await listRequestsById(db, holder, missing))];
}

/** How the request would explain the entry; undefined if it cannot. */
function explain(record: ReviewRecord, { details, expected }: PossibleRequest): Row["requests"][number] | undefined {
  if (record.kind === "fee") {
    const fee = details.reservation?.fee ?? "0";
    return {
      ...describe(details),
      rest: fee,
      isNamed: carriesReference(record.description, referenceOfWithdrawal(details.record.id)),
      sameAmount: new Decimal(record.amount).neg().eq(fee),
    };
  }
  const entry = { ...record, kind: record.kind, id: record.entryId };
  if (!expected || details.record.state === "done" || !mayBe(expected, entry)) return undefined;
  return {
    ...describe(details),
    rest: expected.sum,
    isNamed: namesRequest(expected, entry),
    sameAmount: hasSameAmount(expected, entry),
  };
}

const describe = ({ record }: RequestDetails) => ({
  id: record.id,
  state: record.state,
  sum: record.transaction_info.sum ?? "0",
  created_at: record.created_at.toISOString(),
});

const likeliest = (rows: Row["requests"]): Row["requests"] => {
  const rank = ({ isNamed, sameAmount, state }: Row["requests"][number]) =>
    (isNamed ? 0 : 4) + (sameAmount ? 0 : 2) + (isClosedRequest(state) ? 1 : 0);
  return rows.toSorted((a, b) => rank(a) - rank(b) || (a.created_at < b.created_at ? 1 : -1)).slice(0, mostRequests);
};

/** A person dealt with it, and says how; or opens it again. `stateConflict` if somebody else did first, or a request has it. */
export async function clearUnexplained(
  context: Context,
  entryId: number,
  { state, reason }: Parsed<Calls["clearUnexplained"]>["body"],
): Promise<Answer<Calls["clearUnexplained"]>> {
  const viewer = requireViewer(context);
  return transact(context, async (tx) => {
    const review = await lockReview(tx, entryId);
    if (!review) throw new Refusal("notFound");
    const holder = { holderType: review.holderType, holderId: review.holderId };
    enforce(refusalToDecide(viewer, reviewCalls.clearUnexplained, holder));
    if (review.matched || (review.clearedAt !== null) === (state === "cleared")) throw new Refusal("stateConflict");
    if (state === "cleared" && reason === "")
      throw new Refusal("badInput", { fields: [{ path: "reason", code: "required" }] });
    await saveCleared(tx, holder, entryId, state === "cleared" ? { by: viewer.userId, reason } : null);
    tx.audit("holder.paymentCleared", holder, { after: { entry: entryId, state, ...(reason && { reason }) } });
    tx.emit("payments:unexplained", holder);
    return { state };
  });
}
