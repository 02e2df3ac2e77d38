/** The job that closes tickets which stayed resolved. */
import { z } from "zod";
import { eachRow } from "../../jobs/each-row.ts";
import { defineJob } from "../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import { systemContext } from "../../jobs/system-context.ts";
import type { Services } from "../../kernel/context.ts";
import { holderOf } from "../../kernel/holder-of.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { getSetting } from "../settings/settings.ts";
import { listExpired, moveTicket } from "./changes.queries.ts";
import { recalculateClocks } from "./promises/promises.ts";
import { readTicket } from "./tickets.ts";

const pageSize = 200;
const dayMs = 24 * 3600 * 1000;
const closingJob = defineJob({
  name: "tickets.close-resolved",
  data: z.object({}),
  schedule: "25 * * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 1800,
  // A failed run is repeated by the next one.
  retries: 0,
});

/**
 * After a change of rules, and on a schedule: for what was written in the same moment as a change, and for tickets
 * without due times.
 */
export const dueTimesJob = defineJob({
  name: "tickets.due-times",
  data: z.object({}),
  schedule: "*/10 * * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 1800,
});

/** Closes tickets that were resolved for as long as the firm decides. */
export async function closeResolved(services: Services): Promise<{ closed: number; failed: number }> {
  const context = systemContext(services, "tickets");
  const { closeAfterDays } = await getSetting(services.db, "ticketRules");
  const before = new Date(services.now().getTime() - closeAfterDays * dayMs);
  const { done, failed } = await eachRow<{ id: number }>(
    services.log,
    {
      list: (after) => listExpired(services.db, before, after?.id ?? 0, pageSize),
      work: ({ id }) =>
        transact(context, async (tx) => {
          // Opened again meanwhile.
          if (!(await moveTicket(tx, id, { from: "resolved", to: "closed" }))) return false;
          const row = await readTicket(tx, id);
          tx.audit("ticket.closed", holderOf(row), { after: { ticket: id, title: row.title, expired: true } });
          tx.emit("ticket", { ...holderOf(row), ticketId: id });
          return true;
        }),
      name: ({ id }) => ({ ticket: id }),
    },
    "a resolved ticket could not be closed",
  );
  return { closed: done, failed };
}

/** Handlers for the job workers. */
export const ticketsHandlers = (services: Services): JobHandler[] => [
  handleJob(closingJob, async () => {
    const outcome = await closeResolved(services);
    if (outcome.closed > 0) services.log.info(outcome, "resolved tickets were closed");
  }),
  handleJob(dueTimesJob, async () => {
    const outcome = await recalculateClocks(services);
    if (outcome.changed > 0) services.log.info(outcome, "due times of tickets were calculated");
  }),
];
