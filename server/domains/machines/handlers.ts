/** Handlers of the jobs of machines' keys. */
import { announcedDays } from "@portico/api/rules/machines.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import { systemContext } from "../../jobs/system-context.ts";
import type { Services } from "../../kernel/context.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { expiryJob, tellJob } from "./machines.jobs.ts";
import { takeExpiring } from "./machines.queries.ts";
import { mailAdmins, tellAdmins } from "./news.ts";

/** Tells administrators of each key that ends soon, once at each of the announced numbers of days. */
export const announceExpiring = (services: Services): Promise<void> =>
  transact(systemContext(services, "machines"), async (tx) => {
    for (const { name, days } of await takeExpiring(tx, announcedDays))
      await tellAdmins(tx, { type: "machine_key_expiring", name, days });
  });

export const machinesHandlers = (services: Services): JobHandler[] => [
  handleJob(tellJob, (news) => mailAdmins(services, news)),
  handleJob(expiryJob, () => announceExpiring(services)),
];
