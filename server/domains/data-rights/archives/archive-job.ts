/** The job that makes an archive; apart from its handler, so that a confirmation may queue it. */
import { z } from "zod";
import { defineJob } from "../../../jobs/jobs.ts";

export const archiveJob = defineJob({
  name: "dataRights.archive",
  data: z.object({ id: z.number().int() }),
  batch: 1,
  timeoutSeconds: 1800,
  retries: 3,
  retryDelaySeconds: 30,
});
