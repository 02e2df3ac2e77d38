/** The job that makes an export; apart from its handler, so that a call may queue it. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";

export const exportJob = defineJob({
  name: "dataExports.make",
  data: z.object({ id: z.number().int() }),
  batch: 1,
  onePerKey: true,
  timeoutSeconds: 7200,
  retries: 4,
  retryDelaySeconds: 15,
});

export const keyOf = (id: number): string => `export/${id}`;
