/** The job that deletes what may no longer be kept, under a role of its own that it takes on for as long as it runs. */

import { type ConnectionSettings, openKysely, openPool } from "../../database/connect.ts";
import { handleFirmJob, retentionJob } from "../../jobs/firm-jobs.ts";
import type { JobHandler } from "../../jobs/start.ts";
import type { Services } from "../../kernel/context.ts";
import type { Db } from "../../kernel/transaction.ts";
import { runRetention } from "./retention.service.ts";

/** Works with a connection of the role for erasing, which is closed afterwards. */
async function withErasing<T>(connection: ConnectionSettings, work: (erasing: Db) => Promise<T>): Promise<T> {
  const erasing = openKysely(openPool({ connection, size: 1, prepared: false, name: "portico retention" }));
  try {
    return await work(erasing);
  } finally {
    await erasing.destroy();
  }
}

/** For whoever starts the workers. */
export const retentionHandlers = (services: Services, connection: ConnectionSettings): JobHandler[] => [
  handleFirmJob(services, retentionJob, () => withErasing(connection, (erasing) => runRetention(services, erasing))),
];
