/** The portal's own worker threads: the pool over the tasks listed in tasks.ts. */
import type { Logger } from "pino";
import type { ConnectionSettings } from "../database/connect.ts";
import type { Events } from "../kernel/events.ts";
import { tasks, tasksUrl } from "./tasks.ts";
import { createWorkers, type Workers } from "./workers.ts";

export type PortalWorkers = Workers<typeof tasks>;

export const openWorkers = (parts: {
  connection: ConnectionSettings;
  log: Pick<Logger, "warn">;
  events: Events;
}): PortalWorkers => {
  const { connection, log, events } = parts;
  return createWorkers({ tasks, tasksUrl, connection, log, events });
};
