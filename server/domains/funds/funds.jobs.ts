/** The daily look at documents of funds that end soon. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import type { Services } from "../../kernel/context.ts";
import { notifyExpiring } from "./documents/expiry.ts";

const expiringJob = defineJob({
  name: "funds.expiring-documents",
  data: z.object({}),
  schedule: "5 6 * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 600,
});

/** Handlers for the job workers. */
export const fundsHandlers = (services: Services): JobHandler[] => [
  handleJob(expiringJob, async () => {
    services.log.info(await notifyExpiring(services), "staff were told of documents of funds that end soon");
  }),
];
