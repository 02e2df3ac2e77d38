/** What tickets declare for the server (server/declaration.ts). */
import type { BulkChanges, Jobs, Settings } from "../../declaration.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { byMailHandlers } from "./by-mail/by-mail.jobs.ts";
import { assignTickets } from "./queues/bulk.ts";
import { dueTimesJob, ticketsHandlers } from "./tickets.jobs.ts";
import { archiveTopics } from "./topics/topics.ts";

export * as mails from "./by-mail/by-mail.mails.ts";
export { reconsiderTickets as rightsEnded } from "./ended-rights.ts";
export { ticketsRoutes as routes } from "./tickets.routes.ts";

export const jobs: Jobs = (services) => [...ticketsHandlers(services), ...byMailHandlers(services)];

export const bulkChanges = { assignTickets } satisfies BulkChanges;

const recalculate = (tx: Tx) => tx.enqueue(dueTimesJob, {}, { key: "all" });
export const settings: Settings = {
  portalRules: { saved: recalculate },
  ticketRules: {
    async saved(tx, change) {
      await archiveTopics(tx, change);
      await recalculate(tx);
    },
  },
};
