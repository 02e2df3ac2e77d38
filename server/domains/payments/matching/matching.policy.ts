/** Which ledger entries a deposit or withdrawal may be. */
import { addDays } from "@portico/api/rules/calendar.ts";
import type { matchDifferences } from "@portico/api/rules/transaction-requests.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { carriesReference } from "./reference-formats.ts";
import type { NamedBy } from "./references-in-text.ts";

/** A payment that was asked for or announced. */
export interface ExpectedPayment {
  id: number;
  holder: Holder;
  type: "deposit" | "withdrawal";
  currency: string;
  /** What was not paid yet; zero or above. */
  sum: string;
  /** Of a withdrawal: the bank may take it from the account with the payment, as one entry or as another one. */
  fee: string;
  /** Day in the firm's time zone. */
  day: string;
  /** Whichever of these its payment carries. */
  references: readonly string[];
  /** Declined, cancelled, expired or returned: its payment should not have come. */
  isClosed: boolean;
}

/** A payment in the ledger: a deposit above zero, a withdrawal below. */
export interface BookedPayment {
  id: number;
  day: string;
  kind: "deposit" | "withdrawal";
  currency: string;
  amount: string;
  description: string | null;
}

/** Days before the request on which its entry may be booked: a transfer may arrive before it is announced. */
export const daysBefore = 10;

/** Whether the entry carries a reference of the request. */
export const namesRequest = ({ references }: ExpectedPayment, { description }: BookedPayment): boolean =>
  references.some((reference) => carriesReference(description, reference));

/** The amount, or the amount with its fee. */
export const hasSameAmount = (request: ExpectedPayment, entry: BookedPayment): boolean =>
  new Decimal(entry.amount).abs().eq(request.sum) || includesFee(request, entry, "exactly");

/** Whether a payment contains the withdrawal's fee. */
export function includesFee(
  { sum, fee }: Pick<ExpectedPayment, "sum" | "fee">,
  entry: Pick<BookedPayment, "amount">,
  how: "exactly" | "atLeast",
): boolean {
  const [paid, both] = [new Decimal(entry.amount).abs(), new Decimal(sum).plus(fee)];
  return how === "exactly" ? paid.eq(both) : paid.gte(both);
}

/** Kind, direction, and a day that is not long before the request. */
function isAlike(request: ExpectedPayment, entry: BookedPayment): boolean {
  const isDirected = request.type === "deposit" ? !entry.amount.startsWith("-") : entry.amount.startsWith("-");
  return entry.kind === request.type && isDirected && entry.day >= dayBefore(request.day);
}

/** Whether the entry can be matched with the request at all. */
export const mayBe = (request: ExpectedPayment, entry: BookedPayment): boolean =>
  isAlike(request, entry) && entry.currency === request.currency;

/**
 * Whether a payment that no request has may be this one's although it is not certain: it carries its reference, in whatever
 * currency; or it is in its currency, carries no other's reference, and staff have not dealt with it. Its amount tells
 * nothing: banks pay in parts, and deduct fees.
 */
export function mayHavePaid(
  request: ExpectedPayment,
  entry: BookedPayment,
  { named, isCleared }: { named: NamedBy; isCleared: boolean },
): boolean {
  if (!isAlike(request, entry)) return false;
  return namesRequest(request, entry) || (mayBe(request, entry) && !isCleared && !namesOther(request, named));
}

export const dayBefore = (day: string): string => addDays(day, -daysBefore);

/**
 * The pairs that the portal may match by itself: the entry carries the request's reference and has its amount, and
 * neither fits another. Whatever fits two is left to staff, and so is what `wasUndone`: they said that it is not so.
 */
export function certainPairs(
  requests: readonly ExpectedPayment[],
  entries: readonly BookedPayment[],
  wasUndone: (request: ExpectedPayment, entry: BookedPayment) => boolean = () => false,
): { request: ExpectedPayment; entry: BookedPayment }[] {
  const fits = (request: ExpectedPayment, entry: BookedPayment): boolean =>
    mayBe(request, entry) &&
    hasSameAmount(request, entry) &&
    namesRequest(request, entry) &&
    !wasUndone(request, entry);
  return entries.flatMap((entry) => {
    const [request, ...others] = requests.filter((one) => fits(one, entry));
    if (!request || others.length > 0) return [];
    return entries.filter((one) => fits(request, one)).length === 1 ? [{ request, entry }] : [];
  });
}

/** Candidates for one request, the likeliest first: by reference, then by amount, then by day. */
export const byLikelihood = (request: ExpectedPayment) => (a: BookedPayment, b: BookedPayment) => {
  const rank = (entry: BookedPayment): number =>
    (namesRequest(request, entry) ? 0 : 2) + (hasSameAmount(request, entry) ? 0 : 1);
  return rank(a) - rank(b) || (a.day < b.day ? 1 : a.day > b.day ? -1 : b.id - a.id);
};

/** Whether what the payment's text names is another withdrawal, or another client. */
const namesOther = ({ id, holder }: ExpectedPayment, { withdrawals, holders }: NamedBy): boolean =>
  withdrawals.some((one) => one.id !== id) ||
  holders.some((one) => one.holderType !== holder.holderType || one.holderId !== holder.holderId);

export type Difference = (typeof matchDifferences)[number];

/** In what the entry is not what was asked for; each needs a reason of whoever matches them all the same. */
export function differencesOf(request: ExpectedPayment, entry: BookedPayment, named: NamedBy): Difference[] {
  const differences: Difference[] = [];
  if (!hasSameAmount(request, entry))
    differences.push(new Decimal(entry.amount).abs().lt(request.sum) ? "less" : "more");
  if (namesOther(request, named)) differences.push("otherReference");
  if (request.isClosed) differences.push("closed");
  return differences;
}
