/** A process that makes the export with the given number on the database of DATA_DIR, and ends. */
import { createFiles } from "../../../adapters/files/files.ts";
import { createMail } from "../../../adapters/mail/mail.ts";
import { openDatabase } from "../../../database/open.ts";
import { declared } from "../../../declared.ts";
import { readConfig } from "../../../kernel/config.ts";
import type { Services } from "../../../kernel/context.ts";
import { createEvents } from "../../../kernel/events.ts";
import { createLog } from "../../../kernel/logging.ts";
import { createVault } from "../../../secrets/vault.ts";
import { openWorkers } from "../../../workers/open.ts";
import { createNotifier } from "../../notifications/notifications.ts";
import { makeExport } from "../making.ts";

const [id = "0"] = process.argv.slice(2);
const config = readConfig();
const database = await openDatabase(config);
const { db, connection } = database;
const log = createLog(config);
const events = createEvents();
const vault = createVault({ db, config });
const workers = openWorkers({ connection, log, events });
const services = {
  config,
  db,
  events,
  vault,
  workers,
  files: createFiles({ config, vault }),
  mail: createMail({ config }),
  notifier: createNotifier({ config }),
  domains: declared,
  log,
  now: () => new Date(),
} as unknown as Services;
await makeExport(services, Number(id));
await workers.close();
await database.close();
