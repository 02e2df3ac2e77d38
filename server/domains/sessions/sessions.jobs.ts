/** The job that deletes short-lived sign-in data: counters and unanswered challenges. */
import { z } from "zod";
import { deleteExpiredLimits } from "../../http/limits.queries.ts";
import { defineJob } from "../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import type { Services } from "../../kernel/context.ts";
import { deleteOldPasskeyChallenges } from "./factors/factors.queries.ts";
import { deleteOldFailures } from "./sign-in/lockout.queries.ts";

const cleaningJob = defineJob({
  name: "sessions.clean",
  data: z.object({}),
  schedule: "*/15 * * * *",
  onePerKey: true,
});

/** Numbers of deleted rows by kind. */
export const cleanCounters = async ({ db }: Pick<Services, "db">) => ({
  limits: await deleteExpiredLimits(db),
  failures: await deleteOldFailures(db),
  challenges: await deleteOldPasskeyChallenges(db),
});

export const sessionHandlers = (services: Services): JobHandler[] => [
  handleJob(cleaningJob, async () => {
    services.log.info({ job: cleaningJob.name, ...(await cleanCounters(services)) }, "counters cleaned");
  }),
];
