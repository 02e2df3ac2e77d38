/** Jobs about payments: matched with the ledger, and ended when their time is over. */
import { eachRow } from "../../../jobs/each-row.ts";
import { handleJob, type JobHandler } from "../../../jobs/start.ts";
import { systemContext } from "../../../jobs/system-context.ts";
import type { Services } from "../../../kernel/context.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { reconsiderCompany } from "./ended-rights.service.ts";
import { notifyCompanies } from "./firm-signers.service.ts";
import { expiryJob, matchingJob, signerRulesJob, signersLoweredJob } from "./matching.jobs.ts";
import { matchPayments } from "./matching.service.ts";
import { leaves } from "./requests.policy.ts";
import { lockFacts, notifyOutcome } from "./requests.processing.service.ts";
import { listCompaniesWithUnpaid, moveRequest } from "./requests.queries.ts";
import { emitChanged } from "./requests.service.ts";
import { listExpired, settleFee, settleReservation } from "./reservations.queries.ts";
import { listUnmatched } from "./unmatched.service.ts";

const pageSize = 200;

/**
 * Ends withdrawals that nobody paid in time, and frees their cash, and fees of paid ones that were not booked. One whose payment is ordered does not expire, nor one of
 * which a booked payment may be the payment: the money may have gone, and a person decides.
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
          if ((await listUnmatched(tx, [await lockFacts(tx, context, id)])).has(id)) return false;
          const moved = await moveRequest(tx, id, { from: leaves.cancel, to: "expired" });
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

/** Looks again at every company whose withdrawals are not paid: the firm's rule changed, or a representation ended. */
async function reconsiderAll(services: Services): Promise<void> {
  const context = systemContext(services, "payments");
  for (const companyId of await listCompaniesWithUnpaid(services.db))
    await transact(context, async (tx) => void (await reconsiderCompany(tx, companyId)));
}

/** Handlers for the job workers. */
export const requestsHandlers = (services: Services): JobHandler[] => [
  handleJob(matchingJob, async (holder) => {
    const counts = await matchPayments(services, holder);
    if (counts.matched > 0 || counts.undone > 0) services.log.info(counts, "payments were matched with the ledger");
  }),
  handleJob(signersLoweredJob, (data) => notifyCompanies(services, data)),
  handleJob(signerRulesJob, () => reconsiderAll(services)),
  handleJob(expiryJob, async () => {
    const counts = await expireWithdrawals(services);
    if (counts.expired > 0) services.log.info(counts, "withdrawals expired");
  }),
];
