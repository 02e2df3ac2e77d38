/** The jobs of pickup; their handlers are in handlers.ts. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";

/** Queues a look at each source that is on. */
export const pollJob = defineJob({
  name: "pickups.poll",
  data: z.object({}),
  schedule: "*/5 * * * *",
  onePerKey: true,
  batch: 1,
  retries: 0,
  timeoutSeconds: 60,
});

/** A look at one source. What fails is tried by the next poll. */
export const lookJob = defineJob({
  name: "pickups.look",
  data: z.object({ source: z.string() }),
  onePerKey: true,
  batch: 1,
  retries: 0,
  timeoutSeconds: 1800,
});
