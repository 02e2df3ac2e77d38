/** A process that sends what is due on the database of DATA_DIR until it is killed; its clock is ahead by so many seconds. */
import { setTimeout as pause } from "node:timers/promises";
import { createMail } from "../../../adapters/mail/mail.ts";
import { openDatabase } from "../../../database/open.ts";
import { declared } from "../../../declared.ts";
import { readConfig } from "../../../kernel/config.ts";
import type { Services } from "../../../kernel/context.ts";
import { createEvents } from "../../../kernel/events.ts";
import { createLog } from "../../../kernel/logging.ts";
import { createVault } from "../../../secrets/vault.ts";
import { createNotifier } from "../../notifications/notifications.ts";
import { sendDue } from "../sending.ts";
import { onThisMachine } from "./endpoints.ts";

const [ahead = "0"] = process.argv.slice(2);
const config = readConfig();
const { db } = await openDatabase(config);
const services = {
  config,
  db,
  events: createEvents(),
  vault: createVault({ db, config }),
  mail: createMail({ config }),
  notifier: createNotifier({ config }),
  domains: declared,
  outside: onThisMachine(),
  log: createLog(config),
  now: () => new Date(Date.now() + Number(ahead) * 1000),
} as unknown as Services;
for (;;) {
  await sendDue(services, { forMs: 60_000 });
  await pause(50);
}
