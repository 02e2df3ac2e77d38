/** Pages of screening. */
import type { NotificationLinks, Page } from "../page-declaration.ts";

export const pages = [] as const satisfies readonly Page[];

export const notifications = {
  screening_found: { to: "/admin/screening", label: "notifications.goScreening" },
} satisfies NotificationLinks;
