/** The job that deletes begun sign-ins, logout tokens and ID tokens whose time is over. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import type { Services } from "../../kernel/context.ts";
import { deletePassed } from "./identity.queries.ts";

const cleaningJob = defineJob({
  name: "identity.clean",
  data: z.object({}),
  schedule: "7-59/15 * * * *",
  onePerKey: true,
});

export const identityHandlers = (services: Services): JobHandler[] => [
  handleJob(cleaningJob, async () => {
    services.log.info({ job: cleaningJob.name, ...(await deletePassed(services.db)) }, "begun sign-ins cleaned");
  }),
];
