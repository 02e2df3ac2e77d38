/** Pages of corporate actions. */
import type { NotificationLinks } from "../page-declaration.ts";

export const notifications = {
  action_choice: null,
  action_reminder: null,
  action_changed: null,
  action_cancelled: null,
  action_applied: null,
  action_undone: null,
} satisfies NotificationLinks;
