/** The job that follows booked entries and confirmed statements: reconciliation compares a holder's accounts with the ledger. */
import { holderParams } from "@portico/api/shapes.ts";
import { defineJob } from "../../../jobs/jobs.ts";

/** One holder's accounts. At most one is queued per holder. */
export const reconcileJob = defineJob({
  name: "reconciliation.compare-holder",
  data: holderParams,
  onePerKey: true,
  batch: 20,
});
