/** Jobs that follow a change of who confirms withdrawals; handled in payments.jobs.ts. */
import { signerRules } from "@portico/api/contract-states.ts";
import { z } from "zod";
import { defineJob } from "../../../jobs/jobs.ts";

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
