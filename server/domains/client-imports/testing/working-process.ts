/**
 * A process that books a file of clients and mails invitations until nothing is left, as the portal's does, to be killed by tests:
 * reads its database and the file from the environment. Says "ready" once it works.
 */
import { randomBytes } from "node:crypto";
import { createMail } from "../../../adapters/mail/mail.ts";
import { type ConnectionSettings, openKysely, openPool } from "../../../database/connect.ts";
import { readConfig } from "../../../kernel/config.ts";
import type { Services } from "../../../kernel/context.ts";
import { createEvents } from "../../../kernel/events.ts";
import { createLog } from "../../../kernel/logging.ts";
import { createNotifier } from "../../notifications/notifications.ts";
import { workOnImport } from "../booking/booking.ts";
import { findImport } from "../client-imports.queries.ts";
import { sendDueInvitations } from "../inviting/sending.ts";

const connection = JSON.parse(process.env["RUN_CONNECTION"] ?? "") as ConnectionSettings;
const id = Number(process.env["RUN_ID"]);
const config = readConfig({
  DATA_DIR: process.env["RUN_DATA"] ?? "",
  LOG_LEVEL: "silent",
  FIRM_KEY: process.env["RUN_FIRM_KEY"] ?? randomBytes(32).toString("base64"),
  DEMO: "off",
});
// What booking and inviting need of the portal's services.
const services = {
  config,
  db: openKysely(openPool({ connection, size: 3, prepared: true, name: "portico clients" })),
  events: createEvents(),
  log: createLog({ ...config, logLevel: "error" }),
  mail: createMail({ config }),
  notifier: createNotifier({ config }),
  now: () => new Date(),
} as unknown as Services;

process.stdout.write("ready\n");
while ((await findImport(services.db, id))?.state === "booking") await workOnImport(services, id, 5000);
while ((await sendDueInvitations(services, 5000)) > 0);
process.exit(0);
