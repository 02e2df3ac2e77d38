/** The jobs of corporate actions; their handlers are in working.ts and telling.ts. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";

/** Works on a run for a while and queues itself again. */
export const actionRunJob = defineJob({
  name: "corporateActions.work",
  data: z.object({ id: z.number().int() }),
  batch: 1,
  onePerKey: true,
  retries: 4,
  retryDelaySeconds: 5,
  timeoutSeconds: 1800,
});
/** Tells the holders of an action what concerns them; nobody twice. */
export const tellActionJob = defineJob({
  name: "corporateActions.tell",
  data: z.object({ id: z.number().int(), what: z.enum(["choice", "reminder", "cancelled"]) }),
  batch: 1,
  onePerKey: true,
  retries: 4,
  retryDelaySeconds: 10,
  timeoutSeconds: 900,
});
/** Goes on with runs whose job was lost. */
export const dueActionsJob = defineJob({
  name: "corporateActions.due",
  data: z.object({}),
  schedule: "* * * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 300,
  retries: 0,
});
/** Tells of choices and of deadlines that come: also who holds the instrument since the last time. */
export const deadlinesJob = defineJob({
  name: "corporateActions.deadlines",
  data: z.object({}),
  schedule: "7 * * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 300,
  retries: 1,
});
/** Job keys. */
export const keyOfRun = (id: number): string => `run/${id}`;
export const keyOfTelling = (id: number, what: string): string => `action/${id}/${what}`;
