/** Handlers of the jobs of corporate actions. */
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import type { Services } from "../../kernel/context.ts";
import { actionRunJob, deadlinesJob, dueActionsJob, tellActionJob } from "./corporate-actions.jobs.ts";
import { queueTellings, tellHolders } from "./telling.ts";
import { queueWork, workOnActionRun } from "./working.ts";

export const corporateActionsHandlers = (services: Services): JobHandler[] => [
  handleJob(actionRunJob, ({ id }) => workOnActionRun(services, id)),
  handleJob(tellActionJob, (asked) => tellHolders(services, asked)),
  handleJob(dueActionsJob, () => queueWork(services)),
  handleJob(deadlinesJob, () => queueTellings(services)),
];
