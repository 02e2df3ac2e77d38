/** The job that sends a contract to many holders; its handler is in contracts/batches/batches.ts. */
import { z } from "zod";
import { defineJob } from "../../../jobs/jobs.ts";

export const batchJob = defineJob({
  // Jobs that wait in the database carry this name.
  name: "contracts.bulk",
  data: z.object({ id: z.number().int() }),
  batch: 1,
  retries: 8,
  retryDelaySeconds: 5,
  timeoutSeconds: 1800,
});
