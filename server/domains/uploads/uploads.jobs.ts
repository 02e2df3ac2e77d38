/** The job that removes abandoned uploads. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import type { Services } from "../../kernel/context.ts";
import { sweepUploads } from "./uploads.ts";

const sweepJob = defineJob({
  name: "uploads.sweep",
  data: z.object({}),
  schedule: "20 * * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 1800,
});

/** Handlers for the job workers. */
export const uploadsHandlers = (services: Pick<Services, "db" | "files" | "log">): JobHandler[] => [
  handleJob(sweepJob, async () => {
    const outcome = await sweepUploads(services);
    if (outcome.removed > 0) services.log.info(outcome, "abandoned uploads were removed");
  }),
];
