/** Background jobs of delegations. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import type { Services } from "../../kernel/context.ts";
import { remindOfEnds } from "./ends.ts";

const remindJob = defineJob({
  name: "delegations.remind",
  data: z.object({}),
  schedule: "10 7 * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 1800,
});

export const delegationsHandlers = (services: Services): JobHandler[] => [
  handleJob(remindJob, async () => {
    const { reminded, failed } = await remindOfEnds(services);
    if (failed > 0) services.log.warn({ reminded, failed }, "some holders were not told that a delegation ends");
  }),
];
