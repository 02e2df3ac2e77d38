/** Jobs about conversations: reminders of what stays unread, and the end of who was there. */
import { z } from "zod";
import { defineJob } from "../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import type { Services } from "../../kernel/context.ts";
import { deletePresence } from "./desk.queries.ts";
import { remindJob, sendUnreadReminder } from "./digest.ts";

const presenceJob = defineJob({
  name: "chats.forget-presence",
  data: z.object({}),
  schedule: "25 3 * * *",
  onePerKey: true,
  batch: 1,
  timeoutSeconds: 600,
});

/** Handlers for the job workers. */
export const chatsHandlers = (services: Services): JobHandler[] => [
  handleJob(remindJob, (holder) => sendUnreadReminder(services, holder)),
  handleJob(presenceJob, async () => {
    services.log.info(
      { forgotten: await deletePresence(services.db, services.now()) },
      "who was in a chat was forgotten",
    );
  }),
];
