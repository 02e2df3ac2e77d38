/** Handlers of the jobs of runs of reports. */
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import { systemContext } from "../../jobs/system-context.ts";
import type { Services } from "../../kernel/context.ts";
import { notToldJob } from "../notifications/returned-mails.jobs.ts";
import { dueJob, runJob } from "./report-runs.jobs.ts";
import { startDue } from "./schedules.ts";
import { markUndelivered } from "./undelivered.ts";
import { workOnRun } from "./working.ts";

export const reportRunsHandlers = (services: Services): JobHandler[] => [
  handleJob(runJob, ({ id }) => workOnRun(services, id)),
  handleJob(dueJob, () => startDue(services)),
  handleJob(notToldJob, (told) => markUndelivered(systemContext(services, "reportRuns"), told)),
];
