/** The job that follows booked entries: payments matches a holder's open deposits and withdrawals with the ledger. */
import { holderParams } from "@portico/api/shapes.ts";
import { defineJob } from "../../../jobs/jobs.ts";

/** One holder's payments, after entries were booked. At most one is queued per holder. */
export const matchingJob = defineJob({
  name: "portfolios.match-payments",
  data: holderParams,
  onePerKey: true,
  batch: 1,
});
