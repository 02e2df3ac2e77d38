/** The jobs of screening; their handlers are in handlers.ts. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";

/** Looks at everybody who is due: those whose form waits first. */
export const dueJob = defineJob({
  name: "screening.due",
  data: z.object({}),
  schedule: "* * * * *",
  onePerKey: true,
  batch: 1,
  retries: 0,
  timeoutSeconds: 3600,
});
