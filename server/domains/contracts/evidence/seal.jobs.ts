/** The job that seals an approved contract; its handler is in contracts/evidence/seal.ts. */
import { z } from "zod";
import { defineJob } from "../../../jobs/jobs.ts";

export const sealJob = defineJob({
  name: "contracts.seal",
  data: z.object({ id: z.number().int() }),
  batch: 1,
  retries: 8,
  retryDelaySeconds: 5,
  timeoutSeconds: 1800,
});
