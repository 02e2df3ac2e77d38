/** Jobs about files: the virus check of waiting files, and the nightly clean-up. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import type { Services } from "../../kernel/context.ts";
import { checkQuarantined, removeAbandoned, sweepContents } from "./quarantine.ts";

const nothing = z.object({});
const checkJob = defineJob({
  name: "files.check",
  data: nothing,
  schedule: "* * * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 1800,
  // It is scheduled again within the minute.
  retries: 0,
});
const sweepJob = defineJob({
  name: "files.sweep",
  data: nothing,
  schedule: "40 3 * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 3600,
});

/** Handlers for the job workers. */
export const filesHandlers = (services: Pick<Services, "db" | "files" | "antivirus" | "log">): JobHandler[] => [
  handleJob(checkJob, async () => {
    const outcome = await checkQuarantined(services);
    if (outcome.clean + outcome.refused > 0) services.log.info(outcome, "waiting files were checked");
  }),
  handleJob(sweepJob, async () => {
    services.log.info(await removeAbandoned(services), "files that were never sent were removed");
    services.log.info(await sweepContents(services), "contents that nothing needs were swept up");
  }),
];
