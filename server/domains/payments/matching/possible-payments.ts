/** Booked payments that no request has, and that one which is about to be closed may have been paid by. */

import type { UnmatchedPayment } from "@portico/api/payments/requests.ts";
import { isPendingRequest } from "@portico/api/rules/transaction-requests.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { keyOfHolder, type RequestDetails } from "../requests/details.ts";
import { getExpectedPayment, mostEntries } from "./expected-payments.ts";
import { listUnmatchedEntries, type PaymentEntry } from "./matches.queries.ts";
import {
  byLikelihood,
  dayBefore,
  type ExpectedPayment,
  hasSameAmount,
  mayHavePaid,
  namesRequest,
} from "./matching.policy.ts";
import { findNamed, type NamedBy } from "./references-in-text.ts";

/** The likeliest are asked about; whoever can tell that none of these is the payment has looked. */
const mostAsked = 20;

/**
 * The booked payments that each pending deposit or withdrawal may have been paid by, by its id, the likeliest first: its
 * client's in its direction and not long before it, that carry its reference; or that are in its currency, carry no other's,
 * and that staff have not dealt with. None where a custodian keeps the ledger.
 */
export async function listUnmatched(
  db: Db,
  facts: readonly RequestDetails[],
): Promise<ReadonlyMap<number, readonly UnmatchedPayment[]>> {
  const pending: ExpectedPayment[] = [];
  for (const one of facts) {
    if (!one.status.ownLedger || !isPendingRequest(one.record.state)) continue;
    const request = await getExpectedPayment(db, one);
    if (request) pending.push(request);
  }
  const unmatched = new Map<number, readonly UnmatchedPayment[]>();
  for (const requests of Map.groupBy(pending, ({ type, holder }) => `${type} ${keyOfHolder(holder)}`).values()) {
    const entries = await listEntries(db, requests);
    for (const request of requests) {
      const possible = entries
        .filter(({ entry, ...known }) => mayHavePaid(request, entry, known))
        .map(({ entry }) => entry)
        .toSorted(byLikelihood(request))
        .slice(0, mostAsked);
      if (possible.length > 0)
        unmatched.set(
          request.id,
          possible.map((entry) => present(request, entry)),
        );
    }
  }
  return unmatched;
}

/** The entries that these requests of one client and type may be, each with what its text names. */
async function listEntries(
  db: Db,
  requests: readonly ExpectedPayment[],
): Promise<{ entry: PaymentEntry; named: NamedBy; isCleared: boolean }[]> {
  const [first] = requests.toSorted((a, b) => (a.day < b.day ? -1 : 1));
  if (!first) return [];
  const asked = { kind: first.type, from: dayBefore(first.day), limit: mostEntries };
  const entries = await listUnmatchedEntries(db, first.holder, asked);
  const named = await findNamed(
    db,
    entries.map(({ description }) => description),
  );
  return entries.map(({ isCleared, ...entry }, place) => ({
    entry,
    named: named[place] ?? { withdrawals: [], holders: [] },
    isCleared,
  }));
}

const present = (request: ExpectedPayment, entry: PaymentEntry): UnmatchedPayment => ({
  entry_id: entry.id,
  day: entry.day,
  currency: entry.currency,
  amount: entry.amount,
  description: entry.description,
  byReference: namesRequest(request, entry),
  sameAmount: entry.currency === request.currency && hasSameAmount(request, entry),
});

/** Whether a booked payment that no request has carries the request's reference. */
export const isNamedByAny = (unmatched: readonly UnmatchedPayment[] | undefined): boolean =>
  unmatched?.some(({ byReference }) => byReference) ?? false;

/** `badInput` unless the caller saw every payment that may be the request's, and says why it is closed all the same. */
export async function requireSeen(
  db: Db,
  facts: RequestDetails,
  { otherPayments, reason }: { otherPayments: readonly number[]; reason: string },
): Promise<void> {
  const unmatched = (await listUnmatched(db, [facts])).get(facts.record.id) ?? [];
  if (unmatched.some(({ entry_id }) => !otherPayments.includes(entry_id)))
    throw new Refusal("badInput", { fields: [{ path: "otherPayments", code: "required" }] });
  if (unmatched.length > 0 && reason === "")
    throw new Refusal("badInput", { fields: [{ path: "reason", code: "required" }] });
}
