/** Jobs about SharePoint: the folder of a new client number, and whether SharePoint can be reached. */
import { clientFolderJob, clientFolderName } from "../../adapters/sharepoint/client-folder.ts";
import { handleWatchJob, sharepointWatchJob } from "../../jobs/firm-jobs.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import type { Services } from "../../kernel/context.ts";

/** Handlers for the job workers. */
export const sharepointHandlers = (services: Pick<Services, "db" | "log" | "sharepoint">): JobHandler[] => [
  handleJob(clientFolderJob, async ({ clientNumber }) => {
    await services.sharepoint.makeFolder(clientFolderName(clientNumber));
  }),
  handleWatchJob(services, sharepointWatchJob, () => services.sharepoint.check()),
];
