/** Booked payments that no request has, and that one which is about to be closed may have been paid by. */
import { isPendingRequest } from "@portico/api/rules/transaction-requests.ts";
import type { UnmatchedPayment } from "@portico/api/transaction-requests.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { getExpectedPayment, mostEntries } from "./expected-payments.service.ts";
import { listUnmatchedEntries } from "./matches.queries.ts";
import { byLikelihood, dayBefore, hasSameAmount, mayHavePaid, namesRequest } from "./matching.policy.ts";
import { findNamed } from "./references.service.ts";
import type { RequestFacts } from "./requests.facts.service.ts";

/** The likeliest are asked about; whoever can tell that none of these is the payment has looked. */
const mostAsked = 20;

/**
 * The booked payments that each pending deposit or withdrawal may have been paid by, by its id, the likeliest first: its
 * client's in its direction and not long before it, that carry its reference; or that are in its currency, carry no other's,
 * and that staff have not dealt with. None where a custodian keeps the ledger.
 */
export async function listUnmatched(
  db: Db,
  facts: readonly RequestFacts[],
): Promise<ReadonlyMap<number, readonly UnmatchedPayment[]>> {
  const unmatched = new Map<number, readonly UnmatchedPayment[]>();
  for (const one of facts) {
    if (!one.status.ownLedger || !isPendingRequest(one.record.state)) continue;
    const request = await getExpectedPayment(db, one);
    if (!request) continue;
    const asked = { kind: request.type, from: dayBefore(request.day), limit: mostEntries };
    const entries = await listUnmatchedEntries(db, one.status.holder, asked);
    if (entries.length === 0) continue;
    const named = await findNamed(
      db,
      entries.map(({ description }) => description),
    );
    const possible = entries
      .filter((entry, place) => {
        const by = named[place] ?? { withdrawals: [], holders: [] };
        return mayHavePaid(request, entry, { named: by, isCleared: entry.isCleared });
      })
      .toSorted(byLikelihood(request))
      .slice(0, mostAsked)
      .map((entry) => ({
        entry_id: entry.id,
        day: entry.day,
        currency: entry.currency,
        amount: entry.amount,
        description: entry.description,
        byReference: namesRequest(request, entry),
        sameAmount: entry.currency === request.currency && hasSameAmount(request, entry),
      }));
    if (possible.length > 0) unmatched.set(one.record.id, possible);
  }
  return unmatched;
}

/** Whether a booked payment that no request has carries the request's reference. */
export const isNamedByAny = (unmatched: readonly UnmatchedPayment[] | undefined): boolean =>
  unmatched?.some(({ byReference }) => byReference) ?? false;

/** `badInput` unless the caller saw every payment that may be the request's, and says why it is closed all the same. */
export async function requireSeen(
  db: Db,
  facts: RequestFacts,
  { otherPayments, reason }: { otherPayments: readonly number[]; reason: string },
): Promise<void> {
  const unmatched = (await listUnmatched(db, [facts])).get(facts.record.id) ?? [];
  if (unmatched.some(({ entry_id }) => !otherPayments.includes(entry_id)))
    throw new Refusal("badInput", { fields: [{ path: "otherPayments", code: "required" }] });
  if (unmatched.length > 0 && reason === "")
    throw new Refusal("badInput", { fields: [{ path: "reason", code: "required" }] });
}
