/** Background jobs of exports. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import type { Services } from "../../kernel/context.ts";
import { exportJob } from "./make-job.ts";
import { expireExports, makeExport, resumeExports } from "./making.ts";

const expireJob = defineJob({
  name: "dataExports.expire",
  data: z.object({}),
  schedule: "*/10 * * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 1800,
});

export const dataExportsHandlers = (services: Services): JobHandler[] => [
  handleJob(exportJob, ({ id }) => makeExport(services, id)),
  handleJob(expireJob, async () => {
    const { done, failed } = await expireExports(services);
    if (failed > 0) services.log.warn({ done, failed }, "files of some expired exports were not deleted");
    await resumeExports(services);
  }),
];
