/** The job that asks Narodowy Bank Polski for its newest tables; its handler is in handlers.ts. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";

/** Table A is published between 11:45 and 12:15 in Warsaw; what fails is tried again some minutes later, then on the next schedule. */
export const fetchJob = defineJob({
  name: "centralBanks.fetch",
  data: z.object({}),
  schedule: "40 6,11,14 * * *",
  onePerKey: true,
  batch: 1,
  retries: 3,
  retryDelaySeconds: 300,
  timeoutSeconds: 300,
});
