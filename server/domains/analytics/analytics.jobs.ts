/** Jobs of sign-in analytics: figures are added up, and months get their tables ahead of time. */
import { z } from "zod";
import { handleFirmJob, signInMonthsJob } from "../../jobs/firm-jobs.ts";
import { defineJob } from "../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import type { Services } from "../../kernel/context.ts";
import { foldChanges, keepMonths } from "./figures.queries.ts";

/** Between two runs the readers add what changed, so a late run only makes them slower. */
const foldingJob = defineJob({
  name: "analytics.fold",
  data: z.object({}),
  schedule: "*/5 * * * *",
  onePerKey: true,
});

/** Months with a table of their own before they begin. */
const monthsAhead = 3;

export const analyticsHandlers = (services: Services): JobHandler[] => [
  handleJob(foldingJob, async () => {
    const folded = await foldChanges(services.db);
    if (folded > 0) services.log.info({ job: foldingJob.name, folded }, "sign-ins added up");
  }),
  handleFirmJob(services, signInMonthsJob, async () => ({ ...(await keepMonths(services.db, monthsAhead)) })),
];
