/** Payments that came back from the bank: their withdrawal ends as returned, what it reserves is free, and the client is told. */
import type { Holder } from "@portico/api/shapes.ts";
import type { Context } from "../../../kernel/context.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { insertReviews, markMatched } from "../matching/unexplained.queries.ts";
import { lockRequestDetails } from "../requests/details.ts";
import { notifyOutcome } from "../requests/outcome-notices.ts";
import { moveRequest } from "../requests/requests.queries.ts";
import { emitChanged } from "../requests/requests.ts";
import { requestActions } from "../requests/states.ts";
import { settleReservation } from "../withdrawals/reservations.queries.ts";
import { listOpenReturns, markReturned } from "./bank-entries.queries.ts";

/**
 * Ends the withdrawals whose payment came back. The money is in the ledger by an entry of its own, which needs no request. A
 * withdrawal that ended otherwise stays as it is, and the entry is left to staff. Returns how many were ended.
 */
export async function endReturned(context: Context, holder: Holder): Promise<number> {
  let ended = 0;
  for (const { id, requestId, ledgerEntryId, day } of await listOpenReturns(context.db, holder))
    await transact(context, async (tx) => {
      const { record } = await lockRequestDetails(tx, context, requestId);
      if (record.holder_type !== holder.holderType || record.holder_id !== holder.holderId) return;
      const moved = await moveRequest(tx, requestId, { from: requestActions.return.in, to: "returned", holder });
      if (!moved || !(await markReturned(tx, holder, id))) return;
      await settleReservation(tx, requestId, "voided");
      await insertReviews(tx, holder, [{ id: ledgerEntryId, day }]);
      await markMatched(tx, holder, ledgerEntryId, true);
      tx.audit("transactionRequest.returned", requestId, { after: { entry: ledgerEntryId } });
      await emitChanged(tx, moved);
      await notifyOutcome(tx, moved);
      ended += 1;
    });
  return ended;
}
