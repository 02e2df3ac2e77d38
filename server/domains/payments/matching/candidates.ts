/** Ledger entries that the payment of a request, or its fee, may be, for staff to choose from. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { requestCalls } from "@portico/api/payments/requests.ts";
import { daysBetween } from "@portico/api/rules/calendar.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import type { Context } from "../../../kernel/context.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { getRequestDetails, type RequestDetails } from "../requests/details.ts";
import { isPayment } from "../requests/requests.policy.ts";
import { findRequest, listOpenPayments, type RequestRecord } from "../requests/requests.queries.ts";
import { getExpectedPayment, mostEntries, toExpectedPayments } from "./expected-payments.ts";
import { type FeeEntry, listFeeEntries, listFreeEntries } from "./matches.queries.ts";
import { byLikelihood, dayBefore, differencesOf, hasSameAmount, mayBe, namesRequest } from "./matching.policy.ts";
import { carriesReference, referenceOfWithdrawal } from "./reference-formats.ts";
import { findNamed } from "./references-in-text.ts";

const mostCandidates = 20;

type Candidates = Answer<(typeof requestCalls)["listCandidates"]>;

/** Entries that a payment may be, the likeliest first, with what is still to be paid; none for other requests. */
export async function listCandidates(
  context: Context,
  requestId: number,
  entryId: number | undefined,
): Promise<Candidates> {
  const { db, config } = context;
  const isAsked = (one: { id?: number; entry_id?: number }) =>
    entryId === undefined || (one.id ?? one.entry_id) === entryId;
  const record = await findRequest(db, requestId);
  if (!record) throw new Refusal("notFound");
  const open = await listOpenAlternatives(db, record);
  const [facts, ...others] = await getRequestDetails(db, config, [record, ...open]);
  const request = facts && (await getExpectedPayment(db, facts));
  if (!facts || !request || !facts.status.ownLedger) return { rest: "0", candidates: [], fees: [] };
  const fees = facts.status.hasFee ? (await listFees(db, facts)).filter(isAsked).slice(0, mostCandidates) : [];
  if (record.state === "done") return { rest: request.sum, candidates: [], fees };
  const { type, currency } = request;
  const holder = holderOf(record);
  const entries = await listFreeEntries(db, holder, {
    kind: type,
    currency,
    from: dayBefore(request.day),
    limit: mostEntries,
  });
  const alternatives = await toExpectedPayments(db, others);
  const shown = entries
    .filter((entry) => mayBe(request, entry) && isAsked(entry))
    .toSorted(byLikelihood(request))
    .slice(0, mostCandidates);
  const named = await findNamed(
    db,
    shown.map(({ description }) => description),
  );
  return {
    rest: request.sum,
    candidates: shown.map((entry, place) => ({
      entry_id: entry.id,
      day: entry.day,
      currency: entry.currency,
      amount: entry.amount,
      description: entry.description,
      byReference: namesRequest(request, entry),
      sameAmount: hasSameAmount(request, entry),
      differences: differencesOf(request, entry, named[place] ?? { withdrawals: [], holders: [] }),
      others: alternatives.filter((one) => mayBe(one, entry) && hasSameAmount(one, entry)).length,
    })),
    fees,
  };
}

/** The holder's other open payments of this one's type and currency, which an entry may be instead; none once it is paid. */
async function listOpenAlternatives(db: Db, record: RequestRecord): Promise<RequestRecord[]> {
  const { type, state } = record;
  const { currency } = record.transaction_info;
  if (!isPayment(type) || currency === undefined || state === "done") return [];
  return (await listOpenPayments(db, holderOf(record), { type, currency })).filter(({ id }) => id !== record.id);
}

/** Fees of the account since the payment, those with the reference or the amount first, then by day. */
async function listFees(db: Db, { record, reservation, matches, status }: RequestDetails): Promise<Candidates["fees"]> {
  const paidOn = matches.map(({ day }) => day).toSorted()[0];
  if (!reservation || paidOn === undefined || reservation.feeEntryId !== null) return [];
  const { currency } = reservation;
  const isSame = ({ amount }: FeeEntry) => new Decimal(amount).neg().eq(reservation.fee);
  const isNamed = ({ description }: FeeEntry) => carriesReference(description, referenceOfWithdrawal(record.id));
  const rank = (entry: FeeEntry) => (isNamed(entry) ? 0 : 2) + (isSame(entry) ? 0 : 1);
  const distance = ({ day }: FeeEntry) => Math.abs(daysBetween(paidOn, day));
  const entries = await listFeeEntries(db, status.holder, { currency, from: dayBefore(paidOn), limit: mostEntries });
  return entries
    .toSorted((a, b) => rank(a) - rank(b) || distance(a) - distance(b) || b.id - a.id)
    .map((entry) => ({
      entry_id: entry.id,
      day: entry.day,
      currency: entry.currency,
      amount: entry.amount,
      description: entry.description,
      byReference: isNamed(entry),
      sameAmount: isSame(entry),
    }));
}
