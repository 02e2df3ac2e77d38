/** The retention job, which uses a separate database role while it runs. */

import { type ConnectionSettings, openKysely, openPool } from "../../database/connect.ts";
import { handleFirmJob, retentionJob } from "../../jobs/firm-jobs.ts";
import type { JobHandler } from "../../jobs/start.ts";
import type { Services } from "../../kernel/context.ts";
import type { Db } from "../../kernel/transaction.ts";
import { runRetention } from "./retention.ts";

/** Works on a connection of the erasing role, which is closed afterwards. */
export async function withErasing<T>(connection: ConnectionSettings, work: (erasing: Db) => Promise<T>): Promise<T> {
  const erasing = openKysely(openPool({ connection, size: 1, prepared: false, name: "portico retention" }));
  try {
    return await work(erasing);
  } finally {
    await erasing.destroy();
  }
}

/** Handlers for the job workers. */
export const retentionHandlers = (
  services: Services,
  { retentionConnection }: { retentionConnection: ConnectionSettings },
): JobHandler[] => [
  handleFirmJob(services, retentionJob, () =>
    withErasing(retentionConnection, (erasing) => runRetention(services, erasing)),
  ),
];
