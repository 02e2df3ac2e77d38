/** Withdrawals that were not paid in time end, and their cash is free again. */
import { eachRow } from "../../../jobs/each-row.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import type { Services } from "../../../kernel/context.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { listUnmatched } from "../matching/possible-payments.ts";
import { lockRequestDetails } from "../requests/details.ts";
import { notifyOutcome } from "../requests/outcome-notices.ts";
import { moveRequest } from "../requests/requests.queries.ts";
import { emitChanged } from "../requests/requests.ts";
import { requestActions } from "../requests/states.ts";
import { listExpired, settleFee, settleReservation } from "./reservations.queries.ts";

const pageSize = 200;

/**
 * Ends withdrawals that nobody paid in time, and frees their cash, and fees of paid ones that were not booked. One whose
 * payment is ordered does not expire, nor one of which a booked payment may be the payment: the money may have gone, and a
 * person decides.
 */
export async function expireWithdrawals(services: Services): Promise<{ expired: number; failed: number }> {
  const context = systemContext(services, "payments");
  const { done, failed } = await eachRow<{ at: Date; id: number }>(
    services.log,
    {
      list: (after) => listExpired(services.db, { now: services.now(), after, limit: pageSize }),
      work: ({ id }) =>
        transact(context, async (tx) => {
          // Paid, and its fee was not booked in all that time: it is not charged.
          if (await settleFee(tx, id, { to: "voided" })) return true;
          if ((await listUnmatched(tx, [await lockRequestDetails(tx, context, id)])).has(id)) return false;
          const moved = await moveRequest(tx, id, { from: requestActions.expire.in, to: "expired" });
          if (!moved) return false;
          await settleReservation(tx, id, "expired");
          tx.audit("transactionRequest.expired", id);
          await emitChanged(tx, moved);
          await notifyOutcome(tx, moved);
          return true;
        }),
      name: ({ id }) => ({ request: id }),
    },
    "a withdrawal could not be ended",
  );
  return { expired: done, failed };
}
