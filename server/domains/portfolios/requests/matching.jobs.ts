/** The job that matches a holder's open payments with the ledger; implemented in requests/matching.ts. */

import { signerRules } from "@portico/api/contract-states.ts";
import { holderParams } from "@portico/api/shapes.ts";
import { z } from "zod";
import { defineJob } from "../../../jobs/jobs.ts";

/** One holder's payments, after entries were booked. At most one is queued per holder. */
export const matchingJob = defineJob({
  name: "portfolios.match-payments",
  data: holderParams,
  onePerKey: true,
  batch: 1,
});

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

/**
 * After a change of the signers' rule, and on a schedule: for representations that begin or end on a day. Named as
 * before, for jobs in the queue.
 */
export const signerRulesJob = defineJob({
  name: "settings.signer-rules-changed",
  data: z.object({}),
  schedule: "5 * * * *",
  onePerKey: true,
  batch: 1,
});

/** The firm's rule asks for fewer signers: tells the companies that follow it. */
export const signersLoweredJob = defineJob({
  name: "portfolios.signers-lowered",
  data: z.object({ rule: z.enum(signerRules) }),
  batch: 1,
});
