/** The settings job: deletes logos that were uploaded but never saved. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import type { Services } from "../../kernel/context.ts";
import { deleteLooseLogos } from "./logo.queries.ts";

const sweepJob = defineJob({
  name: "settings.sweepLogos",
  data: z.object({}),
  // Before the clean-up of unused contents (files.jobs.ts).
  schedule: "20 3 * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 600,
});

/** Handlers for the job workers. */
export const settingsHandlers = ({ db }: Pick<Services, "db">): JobHandler[] => [
  handleJob(sweepJob, async () => void (await deleteLooseLogos(db))),
];
