/** Pages of pickup. */
import type { NotificationLinks, Page } from "../page-declaration.ts";

export const pages = [
  {
    side: "staff",
    path: "pickups",
    file: "pickups/staff/pickups.page.tsx",
    help: "pickups",
    navigation: { order: 128, icon: "documents", label: "admin.nav.pickups" },
  },
] as const satisfies readonly Page[];

const page = { to: "/admin/pickups", label: "notifications.go" } as const;
export const notifications = {
  pickup_waiting: page,
  pickup_late: page,
  pickup_failed: page,
} satisfies NotificationLinks;
