/** Handlers of the jobs of screening. */
import { handleFirmJob, screeningJob } from "../../jobs/firm-jobs.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import { systemContext } from "../../jobs/system-context.ts";
import type { Services } from "../../kernel/context.ts";
import { dropOldOriginals } from "./lists/originals.ts";
import { beginRound } from "./runs/nightly.ts";
import { screenDue } from "./runs/screen.ts";
import { refreshService } from "./runs/service.ts";
import { findSource } from "./runs/source.ts";
import { dueJob } from "./screening.jobs.ts";

/** Shorter than the job may take, so that it ends by itself. */
const longestMs = 50 * 60_000;

export const screeningHandlers = (services: Services): JobHandler[] => [
  handleJob(dueJob, async () => {
    const context = systemContext(services, dueJob.name);
    // A service that was just set has no version yet.
    if (!(await findSource(services.db))) await refreshService(services);
    const { holders, runs, candidates } = await screenDue(context, Date.now() + longestMs);
    if (runs > 0) services.log.info({ holders, runs, candidates }, "clients were screened");
  }),
  handleFirmJob(services, screeningJob, async () => {
    const originals = await dropOldOriginals(services);
    if (originals > 0) services.log.info({ originals }, "files of old lists were deleted");
    return beginRound(services);
  }),
];
