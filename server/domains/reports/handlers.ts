/** Handlers of the jobs of reports. */
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import type { Services } from "../../kernel/context.ts";
import { makeReport, sweepReports } from "./making.ts";
import { makeJob, subscriptionsJob, sweepJob } from "./reports.jobs.ts";
import { runSubscriptions } from "./subscriptions/due.ts";

export const reportsHandlers = (services: Services): JobHandler[] => [
  handleJob(makeJob, ({ id }) => makeReport(services, id)),
  handleJob(sweepJob, async () => {
    const { waiting } = await sweepReports(services);
    if (waiting > 0) services.log.info({ waiting }, "reports were queued again");
  }),
  handleJob(subscriptionsJob, async () => {
    const { failed } = await runSubscriptions(services);
    if (failed > 0) services.log.warn({ failed }, "some reports of subscriptions wait for the next round");
  }),
];
