/** Background jobs of holds, archives and erasures. */
import { z } from "zod";
import type { ConnectionSettings } from "../../database/connect.ts";
import { defineJob } from "../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import type { Services } from "../../kernel/context.ts";
import { withErasing } from "../retention/retention.jobs.ts";
import { archiveJob } from "./archives/archive-job.ts";
import { expireArchives, makeArchive } from "./archives/making.ts";
import { eraseJob } from "./erasures/erase-job.ts";
import { eraseAsked } from "./erasures/erasing.ts";
import { remindOfHolds } from "./holds/ends.ts";

const remindJob = defineJob({
  name: "dataRights.remind",
  data: z.object({}),
  schedule: "20 7 * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 1800,
});

const expireJob = defineJob({
  name: "dataRights.expire",
  data: z.object({}),
  schedule: "25 * * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 1800,
});

export const dataRightsHandlers = (
  services: Services,
  { retentionConnection }: { retentionConnection: ConnectionSettings },
): JobHandler[] => [
  handleJob(eraseJob, ({ id }) => withErasing(retentionConnection, (erasing) => eraseAsked(services, erasing, id))),
  handleJob(remindJob, async () => {
    const { done, failed } = await remindOfHolds(services);
    if (failed > 0) services.log.warn({ done, failed }, "staff were not told of the end of some legal holds");
  }),
  handleJob(archiveJob, ({ id }) => makeArchive(services, id)),
  handleJob(expireJob, async () => {
    const { done, failed } = await expireArchives(services);
    if (failed > 0) services.log.warn({ done, failed }, "files of some expired archives were not deleted");
  }),
];
