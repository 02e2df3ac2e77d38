/** The jobs of runs of reports; their handlers are in report-runs/working.ts and report-runs/schedules.ts. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";

/** Works on a run for a while and queues itself again: one row of the queue for a run, however many addressees it has. */
export const runJob = defineJob({
  name: "reportRuns.work",
  data: z.object({ id: z.number().int() }),
  batch: 1,
  onePerKey: true,
  retries: 4,
  retryDelaySeconds: 5,
  timeoutSeconds: 600,
});
/** Starts what is due, and goes on with runs whose job was lost. */
export const dueJob = defineJob({
  name: "reportRuns.due",
  data: z.object({}),
  schedule: "* * * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 300,
  retries: 0,
});
/** Job key of a run. */
export const keyOf = (id: number): string => `run/${id}`;
