/** The job that erases what a person asked for; apart from its handler, so that a confirmation may queue it. */
import { z } from "zod";
import { defineJob } from "../../../jobs/jobs.ts";

export const eraseJob = defineJob({
  name: "dataRights.erase",
  data: z.object({ id: z.number().int() }),
  batch: 1,
  timeoutSeconds: 1800,
});
