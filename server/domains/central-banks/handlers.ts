/** Handlers of the jobs of central banks' rates. */
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import type { Services } from "../../kernel/context.ts";
import { fetchJob } from "./central-banks.jobs.ts";
import { fetchMissing } from "./fetching.ts";

export const centralBanksHandlers = (services: Services): JobHandler[] => [
  handleJob(fetchJob, async () => {
    const stored = await fetchMissing(services);
    if (stored !== null && stored > 0) services.log.info({ stored }, "rates of Narodowy Bank Polski were added");
  }),
];
