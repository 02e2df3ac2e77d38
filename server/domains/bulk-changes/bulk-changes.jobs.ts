/** Tells clients and colleagues of a change of many once it can no longer be undone. */
import type { BulkChange } from "@portico/api/bulk-changes.ts";
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import { systemContext } from "../../jobs/system-context.ts";
import type { Services } from "../../kernel/context.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { deleteBefore, endWaiting, findBulkChange, listOpenItems, markTold } from "./bulk-changes.queries.ts";
import { readHeldNews, tellHeld } from "./held-news.ts";
import { kindOf, type WithoutTarget } from "./kind.ts";

export const tellingJob = defineJob({
  name: "bulk-changes.tell",
  data: z.object({ bulkChangeId: z.number().int() }),
  batch: 1,
});

const dayMs = 24 * 3600 * 1000;

/** Each in a transaction of its own: what was told is not told again if the job is repeated. */
export async function tellOfChange(services: Services, bulkChangeId: number): Promise<void> {
  const context = systemContext(services, "bulk-changes");
  const change = await findBulkChange(context.db, bulkChangeId);
  // The job of the end of the minute follows.
  if (change && change.undo_until > context.now()) return;
  if (change)
    for (const itemId of await listOpenItems(context.db, bulkChangeId))
      await transact(context, async (tx) => {
        const ended = await endWaiting(tx, { bulkChangeId, itemId }, "told");
        if (ended) await tellHeld(tx, readHeldNews(ended.news));
      });
  if (change)
    await transact(context, async (tx) => {
      const count = await markTold(tx, bulkChangeId);
      const stored = change.change as WithoutTarget<BulkChange>;
      if (count) await kindOf(context, stored.action).tellAll?.(tx, stored, { count, by: change.created_by });
    });
  await transact(context, (tx) => deleteBefore(tx, new Date(context.now().getTime() - dayMs)));
}

export const bulkChangesHandlers = (services: Services): JobHandler[] => [
  handleJob(tellingJob, ({ bulkChangeId }) => tellOfChange(services, bulkChangeId)),
];
