/** The portal's own worker threads: the pool over the tasks listed in tasks.ts. */
import type { Logger } from "pino";
import type { ConnectionSettings } from "../database/connect.ts";
import type { Config } from "../kernel/config.ts";
import type { Events } from "../kernel/events.ts";
import { tasks, tasksUrl } from "./tasks.ts";
import { createWorkers, type Workers } from "./workers.ts";

export type PortalWorkers = Workers<typeof tasks>;

export const openWorkers = (parts: {
  connection: ConnectionSettings;
  config: Config;
  log: Pick<Logger, "warn">;
  events: Events;
}): PortalWorkers => {
  const { connection, config, log, events } = parts;
  return createWorkers({ tasks, tasksUrl, connection, prepared: config.databasePrepared, log, events });
};
