/** Jobs about conversations: reminders of what stays unread. */
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import type { Services } from "../../kernel/context.ts";
import { remindJob, remindOfUnread } from "./chats.digest.ts";

/** Handlers for the job workers. */
export const chatsHandlers = (services: Services): JobHandler[] => [
  handleJob(remindJob, (holder) => remindOfUnread(services, holder)),
];
