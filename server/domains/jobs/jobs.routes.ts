/** The calls of the firm's jobs. */
import type { jobs } from "@portico/api/jobs.ts";
import type { Handlers } from "../../http/handlers.ts";
import { listFormerRuns, listJobRuns, startJob } from "./jobs.ts";
import { listPortalProcesses } from "./processes.ts";

export const jobsRoutes: Handlers<typeof jobs> = {
  list: (context) => listJobRuns(context),
  listRuns: (context, { params }) => listFormerRuns(context, params.job),
  run: (context, { params }) => startJob(context, params.job),
  processes: (context) => listPortalProcesses(context),
};
