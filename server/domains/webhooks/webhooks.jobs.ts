/** The jobs of webhooks: sending, and deleting messages that are no longer kept. */
import { webhookLimits } from "@portico/api/rules/webhooks.ts";
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import type { Services } from "../../kernel/context.ts";
import { deliverJob } from "../../unit-of-work/outbox.ts";
import { deleteMessages, deleteOfRemoved, deleteRemoved } from "./messages.queries.ts";
import { sendDue } from "./sending.ts";

const cleanJob = defineJob({
  name: "webhooks.clean",
  data: z.object({}),
  schedule: "35 * * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 1800,
  retries: 0,
});

/** Of one statement, and statements of one run: the next hour goes on. */
const atOnce = 1000;
const most = 500;

const dayMs = 24 * 3_600_000;
/** The next run begins at once if there is more. */
const forMs = 600_000;

/** Deletes what is older than it is kept, and what is left of removed endpoints. */
export async function cleanMessages({ db, now }: Pick<Services, "db" | "now">): Promise<void> {
  const before = new Date(now().getTime() - webhookLimits.keptDays * dayMs);
  let left = most;
  while (left-- > 0 && (await deleteMessages(db, before, atOnce)) === atOnce);
  while (left-- > 0 && (await deleteOfRemoved(db, atOnce)) === atOnce);
  await deleteRemoved(db);
}

export const webhooksHandlers = (services: Services): JobHandler[] => [
  handleJob(deliverJob, () => sendDue(services, { forMs })),
  handleJob(cleanJob, () => cleanMessages(services)),
];
