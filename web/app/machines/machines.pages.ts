/** Pages of machines' keys. */
import type { NotificationLinks } from "../page-declaration.ts";

export const notifications = {
  machine_key_waits: null,
  machine_key_expiring: null,
  machine_key_stopped: null,
  machine_key_exposed: null,
} satisfies NotificationLinks;
