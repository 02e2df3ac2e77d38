/**
 * A process that works on a run until nothing is left, as the portal's does, to be killed by tests: reads its database and the run
 * from the environment. Says "ready" once it works.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createMail } from "../../../adapters/mail/mail.ts";
import { type ConnectionSettings, openKysely, openPool } from "../../../database/connect.ts";
import { readConfig } from "../../../kernel/config.ts";
import type { Services } from "../../../kernel/context.ts";
import { createEvents } from "../../../kernel/events.ts";
import { createLog } from "../../../kernel/logging.ts";
import { openWorkers } from "../../../workers/open.ts";
import { createNotifier } from "../../notifications/notifications.ts";
import { findRun } from "../report-runs.queries.ts";
import { workOnRun } from "../working.ts";

const connection = JSON.parse(process.env["RUN_CONNECTION"] ?? "") as ConnectionSettings;
const id = Number(process.env["RUN_ID"]);
const config = readConfig({
  DATA_DIR: process.env["RUN_DATA"] ?? "",
  LOG_LEVEL: "silent",
  FIRM_KEY: process.env["RUN_FIRM_KEY"] ?? randomBytes(32).toString("base64"),
  DEMO: "off",
});
const log = createLog({ ...config, logLevel: "error" });
const db = openKysely(openPool({ connection, size: 4, prepared: true, name: "portico run" }));
const events = createEvents();
// What a run needs of the portal's services.
const services = {
  config,
  db,
  events,
  log,
  mail: createMail({ config }),
  notifier: createNotifier({ config }),
  workers: openWorkers({ connection, log, events }),
  now: () => new Date(),
} as unknown as Services;

process.stdout.write("ready\n");
while ((await findRun(db, id))?.state === "running") {
  await workOnRun(services, id, { budgetMs: 5000, claimSeconds: 1, waitingMails: 1_000_000 });
  await pause(50);
}
process.stdout.write("done\n");
process.exit(0);
