/** A match that was wrong, or whose entry was reversed, is undone: the request goes back, and so does what it reserves. */
import { isClosedRequest } from "@portico/api/rules/transaction-requests.ts";
import { Decimal } from "@portico/ledger/decimal.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Tx } from "../../../unit-of-work/transact.ts";
import type { RequestDetails } from "../requests/details.ts";
import { notifyOutcome } from "../requests/outcome-notices.ts";
import { moveRequest, type RequestRecord, type RequestState } from "../requests/requests.queries.ts";
import { emitChanged } from "../requests/requests.ts";
import { changeReservation } from "../withdrawals/reservations.queries.ts";
import { restOf } from "./expected-payments.ts";
import { endMatch, type MatchRecord } from "./matches.queries.ts";
import { markMatched } from "./unexplained.queries.ts";

/** Where a request goes of which these matches remain. One that was closed since stays closed. */
function stateAfter(
  { type, state }: RequestRecord,
  undone: MatchRecord,
  { others, rest }: { others: readonly MatchRecord[]; rest: Decimal },
): RequestState {
  if (isClosedRequest(state)) return state;
  if (others.length === 0) return undone.leftState;
  if (!rest.gt(0)) return state;
  return type === "withdrawal" ? "paying" : "open";
}

/** Undoes the match of a locked request with an entry; `stateConflict` if there is none any more. */
export async function undoMatch(
  tx: Tx,
  { record, reservation, matches }: RequestDetails,
  { entryId, userId }: { entryId: number; userId: number | null },
): Promise<RequestRecord> {
  const holder = { holderType: record.holder_type, holderId: record.holder_id };
  const undone = matches.find(({ id }) => id === entryId);
  if (!undone || !(await endMatch(tx, { requestId: record.id, entryId, undoneBy: userId })))
    throw new Refusal("stateConflict");
  await markMatched(tx, holder, entryId, false);
  const { sum = "0" } = record.transaction_info;
  const others = matches.filter((one) => one !== undone);
  const rest = new Decimal(restOf(sum, others));
  const to = stateAfter(record, undone, { others, rest });
  const moved = await moveRequest(tx, record.id, { from: [record.state], to });
  if (!moved) throw new Refusal("stateConflict");
  // What the remaining entries cover stays posted.
  if (reservation && rest.gt(0)) {
    const isClosed = isClosedRequest(to);
    if (reservation.feeEntryId !== null) await markMatched(tx, holder, reservation.feeEntryId, false);
    await changeReservation(tx, record.id, {
      state: isClosed ? (to === "expired" ? "expired" : "voided") : "pending",
      amount: rest.toFixed(),
      paid: new Decimal(sum).minus(rest).toFixed(),
      feeState: reservation.feeState === "none" ? "none" : isClosed ? "voided" : "pending",
      feeEntryId: null,
    });
  }
  tx.audit("transactionRequest.unmatched", record.id, { before: { entry: entryId } });
  await emitChanged(tx, moved);
  if (moved.state === "open" && record.state !== "open") await notifyOutcome(tx, moved);
  return moved;
}
