/** Jobs about payments: matched with the ledger, ended when their time is over, and confirmed by who acts for a company. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import type { Services } from "../../kernel/context.ts";
import { matchingJob } from "../portfolios/ledger/match-payments.jobs.ts";
import { matchPayments } from "./matching/matching.ts";
import { reconsiderCompanies } from "./signers/ended-rights.ts";
import { notifyCompanies } from "./signers/firm-rule.ts";
import { signerRulesJob, signersLoweredJob } from "./signers/signers.jobs.ts";
import { expireWithdrawals } from "./withdrawals/expiry.ts";

/** Ends withdrawals that were not paid in time. */
export const expiryJob = defineJob({
  name: "portfolios.expire-withdrawals",
  data: z.object({}),
  schedule: "*/15 * * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 600,
  // A failed run is repeated by the next one.
  retries: 0,
});

/** Handlers for the job workers. */
export const paymentsHandlers = (services: Services): JobHandler[] => [
  handleJob(matchingJob, async (holder) => {
    const counts = await matchPayments(services, holder);
    if (counts.matched > 0 || counts.undone > 0) services.log.info(counts, "payments were matched with the ledger");
  }),
  handleJob(signersLoweredJob, (data) => notifyCompanies(services, data)),
  handleJob(signerRulesJob, () => reconsiderCompanies(services)),
  handleJob(expiryJob, async () => {
    const counts = await expireWithdrawals(services);
    if (counts.expired > 0) services.log.info(counts, "withdrawals expired");
  }),
];
