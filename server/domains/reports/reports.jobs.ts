/** The job that makes a report; its handler is in reports/making.ts. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";

/** What fails each time is left to the sweep, which begins it again until `maxTries`. */
export const makeJob = defineJob({
  name: "reports.make",
  data: z.object({ id: z.number().int() }),
  batch: 1,
  onePerKey: true,
  retries: 4,
  retryDelaySeconds: 2,
  timeoutSeconds: 600,
});
export const sweepJob = defineJob({
  name: "reports.sweep",
  data: z.object({}),
  schedule: "*/5 * * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 600,
  retries: 0,
});
export const subscriptionsJob = defineJob({
  name: "reports.subscriptions",
  data: z.object({}),
  schedule: "* * * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 1800,
  retries: 0,
});
/** Job key of a report. */
export const keyOf = (id: number): string => `report/${id}`;
